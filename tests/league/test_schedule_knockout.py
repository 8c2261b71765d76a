"""A knockout from the draw to the last table: who goes on, who is out, and what pages say of it."""

from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse

from league import onward, rank, schedule, show
from league.formats.catalog import FORMATS
from league.models import Bot, Entry, Pool, Rating, Seat, Tournament, User
from league.refusals import Refused
from tests.cast import NewTournament, again, play_queued, published

from .test_pages_public import text

pytestmark = pytest.mark.django_db
State = Tournament.State
SETTINGS = {"table_size": 4, "advance": 2}


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Eight bots in fours, of whom two of each table go on; published."""
    return published(new_tournament(bots, format="knockout", settings=SETTINGS))


def end_round(cup: Tournament) -> None:
    """Play the round and let the next one be drawn."""
    play_round(cup)
    schedule.advance(cup.pk)


def play_round(cup: Tournament) -> None:
    """Play all tables of the round; the order of the seats is that of the places, and the lower
    table has the lower totals."""
    play_queued()
    for seat in Seat.objects.filter(match__round=cup.rounds.order_by("number").last()):
        seat.awarded, seat.total = seat.number + 1, 10 * seat.match.table + seat.number
        seat.save()


def seated(cup: Tournament, number: int) -> list[int]:
    """The entries of a round by table and seat."""
    seats = Seat.objects.filter(match__round__tournament=cup, match__round__number=number)
    return [seat.entry_id or 0 for seat in seats.order_by("match__table", "number")]


def test_the_first_of_each_table_play_on_until_one_table_is_left(cup: Tournament) -> None:
    assert (cup.rounds_planned, cup.rounds.count()) == (2, 1)
    first = seated(cup, 1)
    end_round(cup)
    final = seated(cup, 2)
    assert sorted(final) == sorted([*first[:2], *first[4:6]])
    assert not cup.rounds.get(number=2).resting.exists()
    end_round(cup)
    assert again(cup).state == State.DONE
    assert [one.stage for one in cup.rounds.order_by("number")] == [1, 2]


def test_standings_have_the_last_table_first_and_then_who_went_out_before(
    cup: Tournament,
) -> None:
    first = seated(cup, 1)
    end_round(cup)
    middle = rank.table(cup)
    assert [(one.row.place, one.stage, one.out_in) for one in middle] == [
        *[(1, 2, None)] * 4,
        *[(5, 1, 1)] * 2,
        *[(7, 1, 1)] * 2,
    ]
    end_round(cup)
    table = rank.table(again(cup))
    assert [one.row.place for one in table] == [1, 2, 3, 4, 5, 5, 7, 7]
    assert [one.entry.pk for one in table[:4]] == seated(cup, 2)
    assert {one.entry.pk for one in table[4:6]} == {first[2], first[6]}
    assert [one.out_in for one in table] == [None] * 4 + [1] * 4
    assert [one.row.matches for one in table] == [2] * 4 + [1] * 4
    places = [one.row.points for one in rank.league_table(cup.league)]
    assert places == [1, 2, 3, 4, 5, 5, 7, 7]


@pytest.mark.parametrize(("rules", "sign"), [("arschmallows", 1), ("abluxxen", -1)])
def test_a_finish_has_the_total_in_the_direction_of_the_game(
    new_tournament: NewTournament, bots: list[Bot], rules: str, sign: int
) -> None:
    cup = new_tournament(
        bots[:4], format="knockout", rules=rules, options={"deals": 1}, settings={"table_size": 2}
    )
    schedule.draw(cup)
    schedule.publish(cup)
    end_round(cup)
    first = seated(cup, 1)
    found = rank.finishes(cup)[1]
    assert [(found[one].place, sign * found[one].total) for one in first] == [
        (1, 10),
        (2, 11),
        (1, 20),
        (2, 21),
    ]


def test_a_receipt_gives_the_round_again(cup: Tournament) -> None:
    end_round(cup)
    second = cup.rounds.get(number=2)
    field = schedule.field_of(cup, schedule.playing(cup), {}, rank.finishes(cup))
    seed = bytes.fromhex(second.receipt["seed"])
    first = schedule.as_drawn(cup.rounds.get(number=1))
    (drawn,) = FORMATS["knockout"].plan(field, seed, (first,))
    assert drawn == schedule.as_drawn(second)


def test_a_bye_pays_nothing_and_is_called_so(client: Client, cup: Tournament) -> None:
    entry = seated(cup, 1)[0]
    play_round(cup)
    Seat.objects.filter(entry=entry).delete()
    cup.rounds.get().resting.add(entry)
    schedule.advance(cup.pk)
    (standing,) = (one for one in rank.table(cup) if one.entry.pk == entry)
    assert (standing.stage, standing.row.points, standing.row.rounds) == (2, 0, {})
    page = text(client, f"{cup.get_absolute_url()}?round=1")
    assert "Bye:" in page
    assert "A bye pays nothing." in page
    assert "Place at the table → Match total → Drawn lot." in page
    assert "rested" not in page
    assert "Resting:" not in page


def test_when_nobody_is_left_to_draw_the_tournament_ends(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FORMATS["knockout"], "plan", lambda *_field_seed_drawn: ())
    end_round(cup)
    assert again(cup).state == State.DONE
    assert again(cup).rounds_planned == 1


def test_the_page_of_a_round_says_who_goes_on_from_each_table(
    client: Client, cup: Tournament
) -> None:
    assert "goes on" not in text(client, cup.get_absolute_url())
    end_round(cup)
    first = show.round_page(cup.rounds.get(number=1))
    for table in first.tables:
        assert [line.goes_on for line in table.by_place] == [True, True, False, False]
    final = show.round_page(cup.rounds.get(number=2))
    assert not any(table.sends_on for table in final.tables)
    page = text(client, f"{cup.get_absolute_url()}?round=1")
    assert page.count('title="goes on"') == 4
    assert page.count("goes on; place, total") == 2
    assert "round 1" in page
    assert "Who got further is first." in page


def test_the_end_names_who_is_first_at_the_last_table(client: Client, cup: Tournament) -> None:
    end_round(cup)
    end_round(cup)
    page = text(client, cup.get_absolute_url())
    assert "First of 8 at the last table." in page
    assert "Final standings" in page


def test_the_preview_says_what_is_to_come(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = new_tournament(bots[:7], format="knockout", settings={"table_size": 4})
    client.force_login(alice)
    page = text(client, f"{cup.get_absolute_url()}draw/")
    assert "one table of 4, one table of 3" in page
    schedule.draw(cup)
    page = text(client, f"{cup.get_absolute_url()}draw/")
    assert "What is to come" in page
    assert "one table of 4, one table of 3" in page
    assert show.course(again(cup)) == (
        show.CourseLine(range(1, 2), 7, ((4, 1), (3, 1)), 0, has_byes=True),
        show.CourseLine(range(2, 3), 4, ((4, 1),), 0, has_byes=True),
    )


def test_what_is_to_come_is_said_of_those_who_would_be_drawn(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:6], format="knockout", settings={"table_size": 4})
    cup.entries.filter(bot=bots[0]).update(state=Entry.State.AWAY)
    assert show.course(cup)[0].left == 5


def test_the_draw_of_too_few_says_nothing_of_what_is_to_come(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = new_tournament(bots[:1], format="knockout", settings={"table_size": 4})
    client.force_login(alice)
    assert "What is to come" not in text(client, f"{cup.get_absolute_url()}draw/")


def test_the_api_tells_stages_and_who_is_out(client: Client, cup: Tournament) -> None:
    end_round(cup)
    found = client.get(f"/api/v1/tournaments/{cup.pk}").json()
    assert [one["stage"] for one in found["rounds"]] == [1, 2]
    rows = client.get(f"/api/v1/tournaments/{cup.pk}/standings").json()
    assert [(one["stage"], one["out_in"]) for one in rows] == [(2, None)] * 4 + [(1, 1)] * 4


def test_other_formats_have_no_course(new_tournament: NewTournament, bots: list[Bot]) -> None:
    assert show.course(new_tournament(bots)) == ()


def test_too_many_that_go_on_are_refused_beside_their_field(
    new_tournament: NewTournament,
) -> None:
    with pytest.raises(Refused, match="at most 2 of 3") as refused:
        new_tournament(format="knockout", settings={"table_size": 3, "advance": 3})
    assert refused.value.field == "advance"


def rate(bots: Sequence[Bot], rules: str) -> None:
    """Let each of them be better than the next."""
    pool, _new = Pool.objects.get_or_create(club=bots[0].club, rules=rules, kind=Pool.Kind.BOTS)
    Rating.objects.filter(pool=pool).delete()
    Rating.objects.bulk_create(
        Rating(pool=pool, bot=bot, mu=40 - number, sigma=2, matches=1)
        for number, bot in enumerate(bots)
    )


def at_tables(cup: Tournament, number: int) -> list[list[str]]:
    """The names of those who sit together."""
    tables = cup.rounds.get(number=number).matches.order_by("table")
    return [sorted(str(seat.who) for seat in one.seats.all()) for one in tables]


def test_the_first_round_is_seeded_by_rating_where_the_organiser_wants_it(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = new_tournament(bots, format="knockout", settings={"table_size": 2, "seeds": "by_rating"})
    rate(bots[:6], cup.rules)
    schedule.draw(cup)
    (one, two), (three, four), *newcomers = at_tables(cup, 1)
    assert (one, three) == ("Bot 1", "Bot 2")
    assert {two, four} == {"Bot 7", "Bot 8"}
    assert newcomers == [["Bot 3", "Bot 6"], ["Bot 4", "Bot 5"]]
    client.force_login(alice)
    assert "Seeded by rating; 2 newcomers come last, by lot." in text(
        client, f"{cup.get_absolute_url()}draw/"
    )
    schedule.publish(cup)
    rate(bots[::-1], cup.rules)  # what it was drawn from is kept
    assert schedule.comes_out_again(cup.rounds.get())
    page = text(client, cup.get_absolute_url())
    assert "1 Bot 1 (table 1), 2 Bot 2 (table 2), 3 Bot 3 (table 3), 4 Bot 4 (table 4)" in page
    end_round(cup)
    page = text(client, f"{cup.get_absolute_url()}?round=2")
    assert "Seeded by what everybody reached in the round before." in page


@pytest.mark.parametrize(
    ("rated", "says"),
    [
        (0, "Seeded by lot: nobody has a rating here yet."),
        (7, "Seeded by rating; one newcomer comes last."),
        (8, "Seeded by rating."),
    ],
)
def test_the_page_says_by_what_the_first_round_is_seeded(
    new_tournament: NewTournament, bots: list[Bot], rated: int, says: str
) -> None:
    cup = new_tournament(bots, format="knockout", settings={"seeds": "by_rating"})
    rate(bots[:rated] or bots[:1], cup.rules if rated else "abluxxen")
    schedule.draw(cup)
    (page,) = show.explained(show.draw(cup.rounds.all()))
    assert page.seeds
    assert page.seeds.says == says


def test_without_ratings_the_first_round_is_seeded_by_lot(cup: Tournament) -> None:
    (page,) = show.explained(show.draw(cup.rounds.all()))
    assert page.seeds
    assert page.seeds.says == "Seeded by lot."
    assert len(page.seeds.names) == 8


def test_where_seeds_come_first_those_of_one_owner_meet_if_it_comes_so(
    new_tournament: NewTournament, bots: list[Bot], bob: User
) -> None:
    Bot.objects.filter(pk__in=[bots[0].pk, bots[7].pk]).update(owner=bob)
    cup = new_tournament(bots, format="knockout", settings={"seeds": "by_rating"})
    rate(bots, cup.rules)
    schedule.draw(cup)
    (page,) = show.explained(show.draw(cup.rounds.all()))
    assert page.why[-1].says == (
        "Bot 1 and Bot 8 have the same owner and share a table. It is not forced, but seeds are "
        "placed before anything else counts."
    )


def test_who_goes_on_from_equal_places_is_decided_by_what_tells_tables_apart(
    new_tournament: NewTournament,
) -> None:
    def order(**setup: object) -> tuple[str, ...]:
        return onward.order(new_tournament(format="knockout", settings=SETTINGS, **setup))

    assert order(tie_breaks=["last_round", "deals_won"]) == ("deals_won", "match_total")
    assert order(tie_breaks=["drawn_lot", "deals_won"]) == ("drawn_lot",)
    assert order(tie_breaks=["deals_won"], scoring="totals") == ("match_total", "deals_won")
    assert order(tie_breaks=["head_to_head"]) == ()  # the match total
    swiss = new_tournament(format="swiss", tie_breaks=["deals_won"])
    assert onward.order(swiss) == ()


LEVEL = ([(1, 0), (2, 10), (2, 10), (4, 60)], [(1, 0), (2, 9), (3, 20), (4, 40)])


@pytest.mark.parametrize(
    ("tie_breaks", "by", "told"),
    [
        (
            ["opponents_mean_place", "share_of_table_score"],
            {"goes on by tie-break (Share of table score)": 2},
            "Place at the table → Share of table score → Match total → Drawn lot.",
        ),
        (
            [],
            {"goes on by lot": 1, "goes on by match total": 1},
            "Place at the table → Match total → Drawn lot.",
        ),
        (["drawn_lot"], {"goes on by lot": 2}, "Place at the table → Drawn lot."),
    ],
    ids=["share", "total", "lot"],
)
def test_the_page_says_who_goes_on_by_what(
    client: Client,
    new_tournament: NewTournament,
    bots: list[Bot],
    tie_breaks: list[str],
    by: dict[str, int],
    told: str,
) -> None:
    """Three are second at two tables, and two of them go on."""
    settings = {"table_size": 4, "advance": 1}
    cup = published(
        new_tournament(bots, format="knockout", settings=settings, tie_breaks=tie_breaks)
    )
    play_queued()
    for seat in Seat.objects.filter(match__round__tournament=cup).select_related("match"):
        seat.awarded, seat.total = LEVEL[seat.match.table - 1][seat.number]
        seat.save()
    first = cup.rounds.get()
    assert show.round_page(first).decided == ()
    schedule.advance(cup.pk)
    decided = show.round_page(first).decided
    assert {says: len(who) for says, who in decided} == by
    page = text(client, f"{cup.get_absolute_url()}?round=1")
    for says, many in by.items():
        assert page.count(f'title="{says}"') == many
        assert f"{says[0].upper()}{says[1:]}:" in page
    assert told in page
    assert schedule.comes_out_again(cup.rounds.get(number=2))
    Tournament.objects.filter(pk=cup.pk).update(tie_breaks=["deals_won"])
    assert told in text(client, cup.get_absolute_url())  # as it was drawn


def test_the_form_says_which_tie_breaks_decide_who_goes_on(
    client: Client, cup: Tournament, alice: User
) -> None:
    client.force_login(alice)
    address = reverse("tournament-new", args=[cup.club.slug, cup.league.slug])
    asked = f"{address}?rules=xxl-individuel&format=knockout&scoring="
    page = text(client, f"{asked}places")
    assert "Share of table score, Deals won, Drawn lot. After them the match total" in page
    assert "The match total decides before them" in text(client, f"{asked}totals")
    assert "In a knockout" not in text(client, asked.replace("knockout", "swiss") + "places")
