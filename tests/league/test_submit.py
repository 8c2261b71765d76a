"""Setting a tournament up, and entering it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from league import schedule, submit
from league.models import Bot, Club, Entry, League, Tournament, Version
from league.refusals import NotOpen, Refused
from league.scoring.tiebreaks import TIE_BREAKS
from tests.cast import NewTournament, make_bots

pytestmark = pytest.mark.django_db


def test_a_new_tournament_is_a_draft_with_an_address_of_its_own(
    new_tournament: NewTournament,
) -> None:
    first, second = new_tournament(), new_tournament()
    assert first.state == Tournament.State.DRAFT
    assert (first.slug, second.slug) == ("autumn-cup", "autumn-cup-2")


def test_a_name_without_latin_letters_and_a_reserved_one_get_an_address(
    new_tournament: NewTournament,
) -> None:
    assert new_tournament(name="東").slug == "tournament"
    assert new_tournament(name="New").slug == "new-2"


@pytest.mark.parametrize(
    ("setup", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 300}, "name"),
        ({"rules": "chess"}, "rules"),
        ({"rules": "xxl-individuel", "options": {}}, "variant"),
        ({"options": {"variant": "amoins", "deals": 0}}, "deals"),
        ({"options": {"variant": "amoins", "deals": "many"}}, "deals"),
        ({"options": {"variant": "couleur", "voluntary_draw": True}}, "voluntary_draw"),
        ({"options": {"variant": "amoins", "colour": "red"}}, "colour"),
        ({"options": {"variant": "amoins", "deck": "nonsense"}}, "deck"),
        ({"format": "sorting-hat"}, "format"),
        ({"settings": {"rounds": 3, "table_size": 7}}, "table_size"),
        ({"settings": {"rounds": 0, "table_size": 4}}, "rounds"),
        ({"settings": {"moon": "full"}}, "moon"),
        ({"scoring": "applause"}, "scoring"),
        ({"scoring_settings": {"place_points": "squared"}}, "place_points"),
        ({"scoring_settings": {"list_of_points": "5-3-2-1"}}, "list_of_points"),
        (
            {"scoring": "table-points", "scoring_settings": {"list_of_points": "1-2-3"}},
            "list_of_points",
        ),
        ({"tie_breaks": ["deals_won", "applause"]}, "tie_break-2"),
        ({"tie_breaks": ["deals_won", "deals_won"]}, "tie_break-2"),
        ({"tie_breaks": list(TIE_BREAKS)}, "tie_break-5"),
        ({"pause_s": -1}, "pause_s"),
        ({"pause_s": 10**6}, "pause_s"),
    ],
)
def test_a_wrong_setting_is_refused_beside_its_field_and_nothing_is_saved(
    new_tournament: NewTournament, setup: dict[str, object], field: str
) -> None:
    with pytest.raises(Refused) as refused:
        new_tournament(**setup)
    assert refused.value.field == field
    assert refused.value.sentence.endswith(".")
    assert not Tournament.objects.exists()


def test_a_draft_can_be_changed_and_keeps_its_address(new_tournament: NewTournament) -> None:
    draft = new_tournament()
    submit.change_tournament(
        draft,
        name="Winter Cup",
        rules="arschmallows",
        options={"cards": "4", "deals": "3"},
        format="everybody",
        settings={"table_size": 2},
        scoring="totals",
        pause_s=5,
    )
    draft.refresh_from_db()
    assert (draft.name, draft.slug, draft.rules) == ("Winter Cup", "autumn-cup", "arschmallows")
    assert draft.options == {"cards": 4}  # what is the default anyway is not kept


def test_where_nothing_is_said_points_are_counted_as_usual(new_tournament: NewTournament) -> None:
    draft = new_tournament()
    usual: submit.Setup = {
        "name": "Winter Cup",
        "rules": "xxl-individuel",
        "options": {"variant": "amoins"},
        "format": "planned",
        "settings": {},
        "scoring": "places",
        "pause_s": 0,
    }
    submit.change_tournament(draft, **usual)
    draft.refresh_from_db()
    assert draft.scoring_settings == {"place_points": "as_they_are", "tie_pays": "best"}
    assert draft.tie_breaks == ["share_of_table_score", "opponents_mean_place"]
    usual["tie_breaks"] = []
    submit.change_tournament(draft, **usual)
    draft.refresh_from_db()
    assert draft.tie_breaks == []


def test_bots_enter_together_or_not_at_all(
    new_tournament: NewTournament, bots: list[Bot], club: Club
) -> None:
    draft = new_tournament(bots[:2])
    with pytest.raises(Refused, match="Bot 2 is entered already"):
        submit.enter(draft, [bots[2], bots[1]])
    assert draft.entries.count() == 2


def test_the_same_bot_named_twice_in_one_request_is_refused(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    draft = new_tournament()
    with pytest.raises(Refused, match="Bot 1 is entered already"):
        submit.enter(draft, [bots[0], bots[0]])
    assert not Entry.objects.exists()


def test_bots_of_another_club_and_bots_without_a_version_are_refused(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    draft = new_tournament()
    other = Club.objects.create(name="Rosengarten", slug="rosengarten")
    with pytest.raises(Refused, match="not in this club"):
        submit.enter(draft, make_bots(other, 1))
    Version.objects.filter(bot=bots[0]).delete()
    with pytest.raises(Refused, match="no program"):
        submit.enter(draft, [bots[0]])


def test_who_withdraws_from_a_draft_is_out(new_tournament: NewTournament, bots: list[Bot]) -> None:
    draft = new_tournament(bots)
    submit.withdraw(draft.entries.get(bot=bots[3]))
    assert list(draft.entries.values_list("bot__name", flat=True)) == [
        f"Bot {number}" for number in (1, 2, 3, 5, 6, 7, 8)
    ]


def test_nothing_changes_once_the_tables_are_drawn(
    new_tournament: NewTournament, bots: list[Bot], house_league: League
) -> None:
    drawn = new_tournament(bots[:7])
    schedule.draw(drawn)
    with pytest.raises(NotOpen, match="Take the draw back"):
        submit.enter(drawn, [bots[7]])
    with pytest.raises(NotOpen, match="Take the draw back"):
        submit.withdraw(drawn.entries.first())  # type: ignore[arg-type]  # there are seven
    assert drawn.entries.count() == 7


@pytest.mark.django_db(transaction=True)
def test_organisers_who_make_tournaments_of_one_name_at_once_get_one_each(
    new_tournament: NewTournament,
) -> None:
    def make(_number: int) -> str:
        try:
            return new_tournament().slug
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as organisers:
        slugs = list(organisers.map(make, range(12)))
    assert len(set(slugs)) == 12
