"""Seasons: begun, divided, closed with moves, undone; and what counts where."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from league import acts, rank, schedule, seasons, submit
from league.models import Bot, Club, Division, League, Player, Season, Tournament, User
from league.refusals import NotOpen, Refused
from league.scoring.promotion import Goes
from league.seasons import Line
from tests.cast import NewTournament, finish, play_queued, write

ONE_ROUND = {"rounds": 1, "table_size": 4}


def play(tournament: Tournament) -> Tournament:
    """Draw, publish and play it to the end."""
    finish(tournament)
    return tournament


def divide(season: Season, *divisions: list[Bot]) -> list[Division]:
    """Divisions First, Second, ... with these members, between which one goes up and one down."""
    names = ["First", "Second", "Third"]
    lines = [Line(None, name, 1, 1) for name, _ in zip(names, divisions, strict=False)]
    seasons.set_up(season, season.version, season.name, lines)
    season.refresh_from_db()
    made = list(season.divisions.all())
    where: dict[seasons.Who, Division] = {
        bot: one for one, bots in zip(made, divisions, strict=True) for bot in bots
    }
    seasons.place_members(season, season.version, where)
    season.refresh_from_db()
    return made


def close(season: Season, user: User, **next: Division | None) -> None:
    """As proposed, but for those who are named by their slug with underscores."""
    season.refresh_from_db()
    named = {name.replace("_", "-"): division for name, division in next.items()}
    divisions = {one.number: one for one in season.divisions.all()}
    step = {Goes.UP: -1, Goes.STAYS: 0, Goes.DOWN: 1, Goes.LEAVES: 99}
    chosen: dict[int, Division | None] = {}
    for one in seasons.proposed(season):
        for member, goes in one.proposal.moves.items():
            chosen[member.pk] = (
                named[member.bot.slug]
                if member.bot and member.bot.slug in named
                else divisions.get(member.division.number + step[goes])
            )
    seasons.close(season, seasons.edition(season), chosen, user)
    season.refresh_from_db()


@pytest.fixture
def season(house_league: League) -> Season:
    return seasons.begin(house_league, "2026/27")


def names(season: Season, number: int) -> list[str]:
    """Who is in a division."""
    return sorted(str(one) for one in season.divisions.get(number=number).members.all())


def test_a_league_without_seasons_counts_all_its_tournaments(
    house_league: League, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = play(new_tournament(bots[:4], settings=ONE_ROUND))
    (ranking,) = rank.rankings(house_league, house_league.season)
    assert cup.season is None
    assert ranking.division is None
    assert ranking.counted == (cup,)
    assert len(ranking.ranks) == 4


def test_the_first_season_takes_what_was_played_before_or_leaves_it_to_one_of_its_own(
    house_league: League, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = play(new_tournament(bots[:4], settings=ONE_ROUND))
    draft = new_tournament()
    season = seasons.begin(house_league, "2026/27")
    assert set(season.tournaments.all()) == {cup, draft}
    seasons.close(season, seasons.edition(season), {}, alice)
    seasons.reopen(season)
    Tournament.objects.update(season=None)
    season.delete()

    season = seasons.begin(house_league, "2026/27", before="As it was", by=alice)
    (before,) = house_league.seasons.exclude(pk=season.pk)
    assert (before.name, before.is_open, before.closed_by) == ("As it was", False, alice)
    assert [one.counted for one in rank.rankings(house_league, before)] == [(cup,)]
    assert [one.counted for one in rank.rankings(house_league, season)] == [()]
    draft.refresh_from_db()
    assert draft.season == season


def test_only_one_season_is_open_and_a_name_is_given_once(
    house_league: League, season: Season, alice: User
) -> None:
    with pytest.raises(NotOpen, match="“2026/27” is open"):
        seasons.begin(house_league, "2027/28")
    seasons.close(season, seasons.edition(season), {}, alice)
    with pytest.raises(Refused, match="There is a season called 2026/27 already"):
        seasons.begin(house_league, "2026/27")
    with pytest.raises(Refused, match="A season needs a name"):
        seasons.begin(house_league, " ")


def test_between_two_seasons_no_tournament_is_prepared_or_published(
    season: Season, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = new_tournament(bots[:4])
    schedule.draw(cup)
    seasons.close(season, seasons.edition(season), {}, alice)
    with pytest.raises(NotOpen, match="Begin the next season before a new tournament"):
        new_tournament()
    with pytest.raises(NotOpen, match="Begin the next season, and this counts for that"):
        schedule.publish(cup)
    following = seasons.begin(season.league, "2027/28")
    schedule.publish(cup)
    cup.refresh_from_db()
    assert cup.season == following


def test_in_a_division_members_are_ranked_among_themselves(
    season: Season, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    first, second = divide(season, bots[:3], bots[4:6])
    cup = play(new_tournament(bots[1:5], settings=ONE_ROUND, division=first))
    for number, bot in enumerate([bots[4], bots[2], bots[3], bots[1]], 1):
        write(cup.entries.get(bot=bot).seats.all(), awarded=number)
    open_cup = play(new_tournament(bots[:4], settings=ONE_ROUND))
    upper, lower = rank.rankings(season.league, season)
    assert open_cup.division is None
    assert upper.counted == (cup,)
    assert [(one.who, one.row.points) for one in upper.ranks] == [(bots[2], 1), (bots[1], 2)]
    assert [one.who for one in upper.absent] == [bots[0]]
    assert (lower.division, lower.counted, lower.ranks) == (second, (), ())


def test_a_tournament_counts_for_a_division_of_its_own_season_only(
    season: Season, new_tournament: NewTournament, bots: list[Bot], club: Club
) -> None:
    other = seasons.begin(League.objects.create(club=club, name="Others", slug="o"), "1")
    (foreign,) = divide(other, bots[:1])
    with pytest.raises(Refused, match="First is not a division of this season"):
        new_tournament(division=foreign)


def test_a_tournament_may_count_for_another_division_after_it_was_played(
    season: Season, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    first, second = divide(season, bots[:2], bots[2:4])
    cup = play(new_tournament(bots[:4], settings=ONE_ROUND))
    seasons.count_for(cup, first)
    seasons.count_for(cup, second, alice)
    assert [one.counted for one in rank.rankings(season.league, season)] == [(), (cup,)]
    assert cup.acts.filter(kind="counts-for").count() == 2
    everywhere = dict.fromkeys(season.members.values_list("pk", flat=True))
    seasons.close(season, seasons.edition(season), everywhere)
    with pytest.raises(NotOpen, match="“2026/27” is closed"):
        seasons.count_for(cup, first)


def test_divisions_are_named_added_and_removed(season: Season, bots: list[Bot]) -> None:
    first, second = divide(season, bots[:2], [])
    lines = [Line(first.pk, " Top ", 0, 2), Line(second.pk, "", 0, 0), Line(None, "New", 2, 0)]
    seasons.set_up(season, season.version, "Spring", lines)
    assert [(one.number, one.name, one.up, one.down) for one in season.divisions.all()] == [
        (1, "Top", 0, 2),
        (2, "New", 2, 0),
    ]
    season.refresh_from_db()
    assert (season.name, season.divisions.get(name="Top").pk) == ("Spring", first.pk)


@pytest.mark.parametrize(
    ("name", "lines", "sentence", "field"),
    [
        ("2026/27", ["", "Second"], "First has members or tournaments, so it stays.", "name-1"),
        ("2026/27", ["A", " a"], "Two divisions cannot have the same name.", "name-2"),
        ("2026/27", ["A", "x" * 81], "A name has at most 80 characters, not 81.", "name-2"),
        ("", ["A", "B"], "A season needs a name.", "name"),
    ],
)
def test_what_divisions_cannot_be_is_said_beside_the_field(
    season: Season, bots: list[Bot], name: str, lines: list[str], sentence: str, field: str
) -> None:
    made = divide(season, bots[:2], [])
    wanted = [Line(one.pk, line, 1, 1) for one, line in zip(made, lines, strict=True)]
    with pytest.raises(Refused, match=sentence) as refused:
        seasons.set_up(season, season.version, name, wanted)
    assert refused.value.field == field
    assert [str(one) for one in season.divisions.all()] == ["First", "Second"]


def test_players_and_bots_are_placed_moved_and_taken_out(
    season: Season, bots: list[Bot], club: Club
) -> None:
    dora, emil = (Player.objects.create(club=club, name=name) for name in ("Dora", "Emil"))
    first, second = divide(season, [bots[0]], [bots[1]])
    seasons.place_members(
        season, season.version, {dora: first, bots[0]: second, emil: second}, left=[bots[1]]
    )
    assert (names(season, 1), names(season, 2)) == (["Dora"], ["Bot 1", "Bot 2", "Emil"])
    assert [str(one) for one in season.members.exclude(left_at=None)] == ["Bot 2"]
    season.refresh_from_db()
    seasons.place_members(season, season.version, {emil: first, bots[1]: second})
    assert (names(season, 1), names(season, 2)) == (["Emil"], ["Bot 2"])
    assert not season.members.exclude(left_at=None)


def test_a_bot_that_is_deleted_stays_where_it_was(season: Season, bots: list[Bot]) -> None:
    divide(season, bots[:2], [])
    submit.delete_bot(bots[1])
    assert names(season, 1) == ["Bot 1", "Bot 2"]
    assert [one.has_left for one in season.members.order_by("bot__name")] == [False, True]


def test_of_two_organisers_who_change_a_season_at_once_the_second_is_refused(
    season: Season, bots: list[Bot]
) -> None:
    looked_at = season.version
    (first,) = divide(season, [])
    for act in (
        lambda: seasons.set_up(season, looked_at, "Spring", []),
        lambda: seasons.place_members(season, looked_at, {bots[0]: first}),
    ):
        with pytest.raises(NotOpen, match="Somebody changed the season meanwhile"):
            act()


def test_members_go_where_the_organiser_sends_them_and_the_next_season_begins_there(
    season: Season, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    first, second = divide(season, bots[:4], bots[4:])
    for division, entered in ((first, bots[:4]), (second, bots[4:])):
        cup = play(new_tournament(entered, settings=ONE_ROUND, division=division))
        for number, bot in enumerate(entered, 1):
            write(cup.entries.get(bot=bot).seats.all(), awarded=number)
    submit.delete_bot(bots[7])  # it goes by itself
    close(season, alice, bot_2=second, bot_6=None)
    assert (season.is_open, season.closed_by) == (False, alice)
    following = seasons.begin(season.league, "2027/28")
    assert [(one.name, one.up, one.down) for one in following.divisions.all()] == [
        ("First", 1, 1),
        ("Second", 1, 1),
    ]
    assert names(following, 1) == ["Bot 1", "Bot 3", "Bot 5"]
    assert names(following, 2) == ["Bot 2", "Bot 4", "Bot 7"]
    assert names(season, 1) == ["Bot 1", "Bot 2", "Bot 3", "Bot 4"]  # who was where is kept


def test_a_closed_season_counts_as_it_did(
    season: Season, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    play(new_tournament(bots[:4], settings=ONE_ROUND))
    seasons.close(season, seasons.edition(season), {}, alice)
    season.refresh_from_db()
    before = rank.rankings(season.league, season)
    submit.change_league(season.league, {"least_attendance": 5, "best_results": 1})
    season.league.refresh_from_db()
    assert rank.rankings(season.league, season) == before
    assert rank.settings_of(season.league, season)["best_results"] == 0


def test_a_season_is_not_closed_twice_nor_on_stale_figures_nor_while_it_is_played(
    season: Season, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    looked_at = seasons.edition(season)
    cup = new_tournament(bots[:4], settings=ONE_ROUND)
    with pytest.raises(NotOpen, match="Somebody changed the season or a result meanwhile"):
        seasons.close(season, looked_at, {}, alice)
    schedule.draw(cup)
    schedule.publish(cup)
    with pytest.raises(NotOpen, match="Autumn Cup is still being played"):
        seasons.close(season, seasons.edition(season), {}, alice)
    looked_at = seasons.edition(season)
    while play_queued():
        schedule.advance(cup.pk)
    with pytest.raises(NotOpen, match="Somebody changed the season or a result meanwhile"):
        seasons.close(season, looked_at, {}, alice)
    looked_at = seasons.edition(season)
    submit.change_league(season.league, {"best_results": 1})
    season.refresh_from_db()
    with pytest.raises(NotOpen, match="Somebody changed the season or a result meanwhile"):
        seasons.close(season, looked_at, {}, alice)
    seasons.close(season, seasons.edition(season), {}, alice)
    with pytest.raises(NotOpen, match="“2026/27” is closed: alice has done it"):
        seasons.close(season, seasons.edition(season), {}, alice)


def test_a_season_is_not_closed_before_all_is_decided(
    season: Season, bots: list[Bot], alice: User
) -> None:
    first, _ = divide(season, bots[:2], [])
    members = [one.pk for one in season.members.all()]
    with pytest.raises(Refused, match="Say where Bot 2 plays next season"):
        seasons.close(season, seasons.edition(season), {members[0]: first}, alice)
    assert not season.members.exclude(next=None)


def test_closing_is_undone_until_the_next_season_is_played(
    season: Season, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    first, second = divide(season, bots[:4], bots[4:])
    close(season, alice, **{f"bot_{n}": second for n in range(1, 9)})
    following = seasons.begin(season.league, "2027/28")
    draft = new_tournament(bots[4:], settings=ONE_ROUND, division=following.divisions.get(number=2))
    seasons.reopen(season)
    season.refresh_from_db()
    draft.refresh_from_db()
    assert (season.is_open, season.closed_by, season.settings) == (True, None, None)
    assert not season.members.exclude(next=None)
    assert not Season.objects.filter(pk=following.pk)
    assert (draft.season, draft.division) == (season, second)

    close(season, alice, **{f"bot_{n}": first for n in range(1, 9)})
    following = seasons.begin(season.league, "2027/28")
    draft.refresh_from_db()
    schedule.draw(draft)
    schedule.publish(draft)
    with pytest.raises(NotOpen, match="“2027/28” has begun: Autumn Cup is published there"):
        seasons.reopen(season)
    play_queued()
    schedule.advance(draft.pk)
    seasons.close(
        following,
        seasons.edition(following),
        dict.fromkeys(following.members.values_list("pk", flat=True)),
    )
    seasons.begin(season.league, "2028/29")
    with pytest.raises(NotOpen, match="Two seasons have begun since “2026/27” was closed"):
        seasons.reopen(season)


def test_every_act_is_written_down_with_who_moved_where(
    season: Season, bots: list[Bot], alice: User
) -> None:
    first, second = divide(season, [bots[0]], [bots[1]])
    seasons.place_members(season, season.version, {bots[0]: second}, by=alice)
    season.refresh_from_db()
    seasons.place_members(season, season.version, {bots[0]: second}, by=alice)  # nobody moves
    close(season, alice, bot_1=first)
    seasons.reopen(season, alice)
    told = [acts.SAYS[act.kind] % act.about for act in season.league.acts.order_by("pk")]
    assert told == [
        "The season 2026/27 was begun.",
        "Name and divisions were changed: 2026/27 (First: +1 −1, Second: +1 −1).",
        "Members of 2026/27: Bot 1: – → First, Bot 2: – → Second.",
        "Members of 2026/27: Bot 1: First → Second, Bot 2: Second → –.",
        "The season 2026/27 was closed. Next time: Bot 1: Second → First.",
        "The closing of 2026/27 was undone.",
    ]
    assert [act.by for act in season.league.acts.filter(kind="season-closed")] == [alice]


@pytest.mark.django_db(transaction=True)
def test_of_acts_at_the_same_time_each_is_done_or_refused_with_a_reason(
    season: Season, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:4], settings=ONE_ROUND)
    schedule.draw(cup)
    seasons.close(season, seasons.edition(season), {})
    seasons.begin(season.league, "2027/28")
    begin = Barrier(3)

    def done(act: Callable[[], object]) -> str:
        begin.wait()
        try:
            act()
            return "done"
        except NotOpen as refused:
            return refused.sentence
        finally:
            connection.close()

    acts_at_once = [
        lambda: seasons.reopen(season),
        lambda: schedule.publish(cup),
        lambda: new_tournament(name="Spring Cup"),
    ]
    with ThreadPoolExecutor(3) as threads:
        reopened, published, made = threads.map(done, acts_at_once)
    assert (published, made) == ("done", "done")
    assert reopened in {"done", "“2027/28” has begun: Autumn Cup is published there."}
    cup.refresh_from_db()
    assert cup.season == season.league.season  # never in one that has gone
