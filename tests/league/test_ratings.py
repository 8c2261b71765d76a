"""From recorded matches to ratings: each once, in the order of the log, anew if one changes."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league import challenge, correct, ladder, ratings, run, schedule, tasks
from league.models import (
    Bot,
    Club,
    Entry,
    LoggedMatch,
    Match,
    Player,
    Pool,
    Rating,
    RatingChange,
    Round,
    Seat,
    Shuffle,
    Tournament,
    User,
    Version,
)
from league.scoring.ratings import NEWCOMER, replayed
from league.scoring.ratings import Rating as Value
from tests.cast import NewTournament, again, play_queued, published

pytestmark = pytest.mark.django_db


def play(
    tournament: Tournament, *table: Bot | Player, places: tuple[int, ...] = (), number: int = 0
) -> Match:
    """A finished match of a running tournament at a table of its own, logged."""
    played, _new = Round.objects.get_or_create(tournament=tournament, number=1)
    number = number or played.matches.count() + 1
    (shuffle,) = Shuffle.fresh(1)
    match = Match.objects.create(
        round=played, table=number, shuffle=shuffle, state=Match.State.DONE
    )
    for seat, (who, place) in enumerate(zip(table, places or range(1, 9), strict=False)):
        it = {"bot": who} if isinstance(who, Bot) else {"player": who}
        entry, _new = Entry.objects.get_or_create(tournament=tournament, **it)
        version = Version.objects.get(bot=who) if isinstance(who, Bot) else None
        Seat.objects.create(match=match, number=seat, entry=entry, version=version, awarded=place)
    ratings.log(match.pk)
    return match


def award(match: Match, *places: int) -> None:
    """Correct a result."""
    for number, place in enumerate(places):
        match.seats.filter(number=number).update(awarded=place)
    ratings.log(match.pk)


def values() -> dict[str, Value]:
    """Every rating by name; all in one pool."""
    return {str(one.who): one.value for one in Rating.objects.filter(matches__gt=0)}


@pytest.fixture
def cup(new_tournament: NewTournament) -> Tournament:
    return new_tournament(settings={"rounds": 1, "table_size": 3})


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [Player.objects.create(club=club, name=name) for name in ("Alice", "Bob", "Charlie")]


def test_what_workers_play_is_rated_in_the_order_of_finishing_each_match_once(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, settings={"rounds": 2, "table_size": 4})
    schedule.draw(cup)
    schedule.publish(cup)
    while play_queued():
        tasks.tick()
    ratings.rate_new()
    log = [
        {str(seat.who): seat.awarded or 0 for seat in match.seats.all()}
        for match in Match.objects.order_by("finished_at")
    ]
    assert len(log) == 4
    assert values() == replayed(log)
    assert RatingChange.objects.count() == 16
    assert [one.match for one in LoggedMatch.objects.order_by("number")] == list(
        Match.objects.order_by("finished_at")
    )


def test_only_a_ladder_is_rated_before_it_goes_on(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = published(new_tournament(bots[:4], settings={"rounds": 1, "table_size": 4}))
    play_queued()
    tasks.advance(cup.pk)
    assert again(cup).state == Tournament.State.DONE
    assert not Rating.objects.exists()
    climbed = new_tournament(bots[:4], format="ladder", settings={"table_size": 4})
    ladder.start(climbed)
    tasks.advance(climbed.pk)
    assert Rating.objects.filter(matches=1).count() == 4  # with what waited
    assert climbed.rounds.count() == 1


def test_nothing_is_rated_while_a_result_is_recorded_and_nothing_twice(
    cup: Tournament, bots: list[Bot]
) -> None:
    match = play(cup, *bots[:3])
    assert not Rating.objects.exists()
    ratings.rate_new()
    once = values()
    ratings.rate_new()
    ratings.log(match.pk)  # told twice
    ratings.rate_new()
    assert values() == once == replayed([{"Bot 1": 1, "Bot 2": 2, "Bot 3": 3}])
    assert RatingChange.objects.count() == 3


def test_a_result_that_is_rolled_back_is_not_rated(cup: Tournament, bots: list[Bot]) -> None:
    with transaction.atomic():
        play(cup, *bots[:3])
        transaction.set_rollback(True)
    ratings.rate_new()
    assert not Rating.objects.exists()


def test_people_bots_and_mixed_tables_are_rated_apart(
    cup: Tournament, bots: list[Bot], people: list[Player]
) -> None:
    play(cup, *people)
    play(cup, *bots[:2])
    play(cup, people[0], bots[0])
    ratings.rate_new()
    found = {
        (str(one.who), one.pool.kind): one.matches for one in Rating.objects.select_related("pool")
    }
    assert found == {
        **{(name, "people"): 1 for name in ("Alice", "Bob", "Charlie")},
        **{(name, "bots"): 1 for name in ("Bot 1", "Bot 2")},
        ("Alice", "mixed"): 1,
        ("Bot 1", "mixed"): 1,
    }


def test_games_are_rated_apart(
    cup: Tournament, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    other = new_tournament(name="Other", rules="arschmallows", options={})
    play(cup, *bots[:2])
    play(other, *bots[:2], places=(2, 1))
    ratings.rate_new()
    assert {str(pool) for pool in Pool.objects.all()} == {
        "xxl-individuel in Lindenhof, bots",
        "arschmallows in Lindenhof, bots",
    }
    first, _second, third = (bot.pk for bot in bots[:3])
    xxl = ratings.of_bots([first, third], "xxl-individuel")
    assert xxl[first].mu > NEWCOMER.mu > ratings.of_bots([first], "arschmallows")[first].mu
    assert third not in xxl


def test_the_history_says_what_every_match_did_and_which_version_played(
    cup: Tournament, bots: list[Bot], people: list[Player]
) -> None:
    first, second = play(cup, people[0], bots[0]), play(cup, people[0], bots[0], places=(1, 1))
    ratings.rate_new()
    rating = Rating.objects.get(bot=bots[0])
    one, two = rating.changes.all()
    assert (one.logged.match, one.place, one.before) == (first, 2, NEWCOMER)
    assert (two.logged.match, two.place, two.before) == (second, 1, one.after)
    assert (two.after, rating.matches) == (rating.value, 2)
    assert two.version == Version.objects.get(bot=bots[0])
    assert {one.version for one in RatingChange.objects.filter(rating__player=people[0])} == {None}


def test_a_challenge_is_not_rated(bob: User, bobs_bot: Bot, bots: list[Bot]) -> None:
    mine = Version.objects.create(bot=bobs_bot, number=1, house="random")
    options = {"variant": "amoins", "deals": 1}
    against = [Version.objects.get(bot=bots[0])]
    made = challenge.challenge(bob, mine, "xxl-individuel", options, against, 2)
    assert play_queued() == 2
    ratings.rate_new()
    assert ratings.log_missing() == 0
    assert {one.state for one in made.matches.all()} == {Match.State.DONE}
    assert not LoggedMatch.objects.exists()
    assert not Rating.objects.exists()


def test_a_set_is_rated_once_when_its_last_match_is_over_by_the_sum_of_places(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = {"rounds": 1, "table_size": 3}
    cup = new_tournament(bots[:3], deals="duplicate", settings=settings)
    schedule.draw(cup)
    schedule.publish(cup)
    while run.play(claimed) if (claimed := run.claim("test")) else False:
        ratings.rate_new()
        is_over = not Match.objects.exclude(state=Match.State.DONE).exists()
        assert Rating.objects.exists() is is_over
    for number, places in enumerate([(1, 2, 3), (1, 2, 3), (3, 1, 1)], start=1):
        for bot, place in zip(bots, places, strict=False):
            seats = Seat.objects.filter(match__seating=number, entry__bot=bot)
            seats.update(awarded=place)
    ratings.log(Match.objects.get(seating=2).pk)  # by any of them
    ratings.rate_new()
    assert values() == replayed([{"Bot 1": 1, "Bot 2": 1, "Bot 3": 3}])  # sums: 5, 5, 7
    assert RatingChange.objects.count() == 3


def test_a_corrected_result_is_rated_anew_with_all_that_followed(
    cup: Tournament, bots: list[Bot]
) -> None:
    first = play(cup, *bots[:3])
    play(cup, *bots[1:4])
    play(cup, bots[4], bots[5])
    ratings.rate_new()
    award(first, 3, 1, 1)
    ratings.rate_new()
    assert values() == replayed(
        [
            {"Bot 1": 3, "Bot 2": 1, "Bot 3": 1},
            {"Bot 2": 1, "Bot 3": 2, "Bot 4": 3},
            {"Bot 5": 1, "Bot 6": 2},
        ]
    )
    assert {one.matches for one in Rating.objects.all()} == {1, 2}
    assert RatingChange.objects.count() == 8


def test_a_match_that_is_to_be_played_again_leaves_the_ratings_and_comes_back_as_the_latest(
    cup: Tournament, bots: list[Bot]
) -> None:
    first, _second = play(cup, *bots[:2]), play(cup, *bots[:2], places=(1, 1))
    ratings.rate_new()
    Match.objects.filter(pk=first.pk).update(state=Match.State.QUEUED)
    ratings.log(first.pk)
    ratings.rate_new()
    assert values() == replayed([{"Bot 1": 1, "Bot 2": 1}])
    Match.objects.filter(pk=first.pk).update(state=Match.State.DONE)
    award(first, 2, 1)
    ratings.rate_new()
    assert values() == replayed([{"Bot 1": 1, "Bot 2": 1}, {"Bot 1": 2, "Bot 2": 1}])


def test_what_an_organiser_puts_right_or_has_played_again_is_rated_anew(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:2], settings={"rounds": 2, "table_size": 2}, pause_s=3600)
    schedule.draw(cup)
    schedule.publish(cup)
    play_queued()
    match = Match.objects.get(state=Match.State.DONE)
    ratings.rate_new()
    scores = [correct.Score(place, total) for place, total in ((2, 30), (1, 10))]
    correct.correct(match, scores, "miscounted", correct.look(match, scores).mark)
    ratings.rate_new()
    first, second = (str(seat.who) for seat in match.seats.all())
    assert values() == replayed([{first: 2, second: 1}])
    correct.void(match, "the wrong deck", correct.mark_of(match))
    ratings.rate_new()
    assert values() == {}
    play_queued()
    ratings.rate_new()
    places = {str(seat.who): seat.awarded or 0 for seat in match.seats.all()}
    assert values() == replayed([places])


def test_who_plays_only_in_a_match_that_was_taken_back_is_a_newcomer_again(
    cup: Tournament, bots: list[Bot]
) -> None:
    match = play(cup, *bots[:2])
    ratings.rate_new()
    Match.objects.filter(pk=match.pk).update(state=Match.State.VOID)
    ratings.log(match.pk)
    ratings.rate_new()
    assert values() == {}
    assert {one.value for one in Rating.objects.all()} == {NEWCOMER}


def test_one_match_that_cannot_be_rated_keeps_no_other_from_it(
    cup: Tournament, bots: list[Bot]
) -> None:
    broken = play(cup, *bots[:2])
    broken.seats.filter(number=1).update(awarded=None)
    play(cup, *bots[:2])
    ratings.rate_new()
    assert values() == replayed([{"Bot 1": 1, "Bot 2": 2}])
    assert [one.match for one in ratings.stuck()] == [broken]
    award(broken, 1, 1)
    ratings.rate_new()
    assert not ratings.stuck().exists()
    assert values() == replayed([{"Bot 1": 1, "Bot 2": 1}, {"Bot 1": 1, "Bot 2": 2}])


@pytest.mark.django_db(transaction=True)
def test_two_who_rate_at_once_rate_every_match_once(cup: Tournament, bots: list[Bot]) -> None:
    for number in range(12):
        play(cup, *bots[number % 3 : number % 3 + 3])

    def rate(_number: int) -> None:
        ratings.rate_new()
        connection.close()

    with ThreadPoolExecutor(2) as both:
        list(both.map(rate, range(2)))
    ratings.rate_new()
    log = [
        {str(seat.who): seat.awarded or 0 for seat in one.match.seats.all()}
        for one in LoggedMatch.objects.order_by("number")
    ]
    assert len(log) == 12
    assert values() == replayed(log)
    assert RatingChange.objects.count() == 36


def test_a_long_log_is_rated_bit_by_bit(
    cup: Tournament, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "AT_ONCE", 2)
    for _number in range(5):
        play(cup, *bots[:2])
    ratings.rate_new(batches=4)  # three of them take up
    (pool,) = Pool.objects.all()
    assert (pool.logged_to, pool.rated_to, pool.is_behind) == (5, 2, True)
    assert ratings.differences(pool) == []
    ratings.rate_new()
    assert values() == replayed([{"Bot 1": 1, "Bot 2": 2}] * 5)


def test_one_more_result_costs_as_much_after_many_as_after_one(
    cup: Tournament, bots: list[Bot]
) -> None:
    def one_more() -> int:
        play(cup, *bots[:4])
        with CaptureQueriesContext(connection) as asked:
            ratings.rate_new()
        return len(asked)

    one_more()
    after_one = one_more()
    for _number in range(12):
        play(cup, *bots[:4])
    ratings.rate_new()
    assert one_more() == after_one


def test_replaying_the_log_says_whether_the_ratings_are_what_comes_of_it(
    cup: Tournament, bots: list[Bot], capsys: pytest.CaptureFixture[str]
) -> None:
    for _number in range(3):
        play(cup, *bots[:3])
    ratings.rate_new()
    call_command("ratings")
    assert "xxl-individuel in Lindenhof, bots: 3 matches, 3 ratings, the same" in (
        capsys.readouterr().out
    )
    Rating.objects.filter(bot=bots[0]).update(mu=30)
    with pytest.raises(CommandError, match="--rebuild mends them"):
        call_command("ratings")
    assert "1 differ" in capsys.readouterr().out
    call_command("ratings", rebuild=True)
    assert "3 matches, 3 ratings, the same" in capsys.readouterr().out
    assert values() == replayed([{"Bot 1": 1, "Bot 2": 2, "Bot 3": 3}] * 3)


def test_a_rebuild_logs_what_was_finished_and_never_logged(
    cup: Tournament, bots: list[Bot], capsys: pytest.CaptureFixture[str]
) -> None:
    play(cup, *bots[:2])
    LoggedMatch.objects.all().delete()
    ratings.rate_new()
    assert values() == {}
    ratings.rebuild()
    assert values() == replayed([{"Bot 1": 1, "Bot 2": 2}])


def test_who_plays_together_is_ranked_by_the_ratings_of_such_tables(
    cup: Tournament, bots: list[Bot], people: list[Player], club: Club
) -> None:
    play(cup, *bots[:4], places=(1, 2, 2, 4))
    play(cup, people[0], bots[3])
    ratings.rate_new()
    entries = {str(one.who): one for one in cup.entries.all()}

    def places(*names: str, rules: str = cup.rules) -> dict[str, int]:
        asked = [entries[name] for name in names]
        found = ratings.places(asked, club, rules)
        return {str(one.who): found[one.pk] for one in asked if one.pk in found}

    assert places("Bot 4", "Bot 3", "Bot 2", "Bot 1") == {
        "Bot 1": 1,
        "Bot 2": 2,
        "Bot 3": 2,
        "Bot 4": 4,
    }
    assert places("Bot 4", "Alice", "Bot 1") == {"Alice": 1, "Bot 4": 2}
    assert places("Alice") == places("Bot 1", rules="abluxxen") == {}
    Rating.objects.filter(bot=bots[0], pool__kind="bots").update(matches=0)
    assert places("Bot 4", "Bot 1") == {"Bot 4": 1}
