"""What pages say of shared cards: the form, the preview, the slip of a set, a match of it."""

import pytest
from django.test import Client

from league import run, schedule, show
from league.models import Bot, Entry, Match, Player, Seat, Tournament, User
from tests.cast import NewTournament, play_queued, write

from .test_pages_organise import NEW, setup
from .test_pages_public import text

pytestmark = pytest.mark.django_db
TABLE = {"rounds": 1, "table_size": 4}


@pytest.fixture
def drawn(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """A table of four and one of three, which are to play sets."""
    cup = new_tournament(bots[:7], deals="duplicate", settings=TABLE)
    schedule.draw(cup)
    return Tournament.objects.get(pk=cup.pk)


@pytest.fixture
def cup(drawn: Tournament) -> Tournament:
    """The same, published."""
    schedule.publish(drawn)
    return Tournament.objects.get(pk=drawn.pk)


def slip(page: str, table: int) -> str:
    """What stands about a table."""
    return page.partition(f">Table {table}</h3>")[2].partition("</article>")[0]


def test_the_cards_are_chosen_in_the_form_and_kept(
    client: Client, alice: User, house_league: object
) -> None:
    client.force_login(alice)
    assert client.post(NEW, setup(deals="stacked")).status_code == 400
    client.post(NEW, setup(deals="duplicate"))
    draft = Tournament.objects.get()
    assert draft.deals == "duplicate"
    page = text(client, draft.get_absolute_url())
    assert "<dt>Which cards</dt><dd>the same again in every seat</dd>" in page
    edit = f"{draft.get_absolute_url()}edit/"
    assert '<option value="duplicate" selected>' in text(client, edit)
    client.post(edit, setup())
    draft.refresh_from_db()
    assert draft.deals == "own"
    assert "<dt>Which cards</dt>" not in text(client, draft.get_absolute_url())


def test_people_and_the_same_cards_again_are_refused_where_the_organiser_draws(
    client: Client, alice: User, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    draft = new_tournament(bots[:3], deals="duplicate")
    bob = Player.objects.create(club=draft.club, name="Bob")
    Entry.objects.create(tournament=draft, player=bob)
    client.force_login(alice)
    response = client.post(f"{draft.get_absolute_url()}draw/")
    assert response.status_code == 400
    assert "Bob is no bot" in response.content.decode()


def test_the_preview_shows_every_table_once(client: Client, alice: User, drawn: Tournament) -> None:
    client.force_login(alice)
    page = text(client, f"{drawn.get_absolute_url()}draw/")
    assert page.count('class="slip__no"') == 2
    assert "Every table plays its cards as often as it has seats" in page


def test_a_slip_shows_the_matches_of_a_set_and_who_leads(client: Client, cup: Tournament) -> None:
    matches = list(cup.rounds.get().matches.filter(table=1))
    before = slip(text(client, cup.get_absolute_url()), 1)
    assert "0 of 4 matches" in before
    assert all(match.get_absolute_url() in before for match in matches)
    play_queued()
    first, second = (match.seats.get(number=1).entry_id for match in matches[:2])
    write(Seat.objects.filter(match__table=1), awarded=4, total=10)
    write(Seat.objects.filter(match=matches[0], entry=first), awarded=1)
    write(Seat.objects.filter(match=matches[1], entry=second), awarded=2, verdict="late")
    page = text(client, cup.get_absolute_url())
    assert "finished" in slip(page, 1)
    assert "late" in slip(page, 1)
    lines = show.round_page(cup.rounds.get()).sets[0].lines
    assert [line.seats[0].seat.entry_id for line in lines[:2]] == [first, second]
    assert [(line.place, line.shared, str(line.mean_place)) for line in lines] == [
        (1, False, "13/4"),
        (2, False, "7/2"),
        (3, True, "4"),
        (3, True, "4"),
    ]
    assert [line.verdicts for line in lines] == [(), ("late",), (), ()]


def test_a_set_in_the_middle_is_ordered_by_what_is_played(cup: Tournament, client: Client) -> None:
    last = cup.rounds.get().matches.get(table=1, seating=4)
    Match.objects.filter(pk=last.pk).update(state=Match.State.VOID)
    play_queued()
    (one, other) = show.round_page(cup.rounds.get()).sets
    assert (one.done, one.is_void, other.done, other.is_void) == (3, True, 3, False)
    assert [line.place for line in one.lines] == sorted(line.place or 0 for line in one.lines)
    assert all(line.seats[3].place is None for line in one.lines)
    page = text(client, cup.get_absolute_url())
    assert "6 of 7 matches finished" in page
    assert "6 of 7 matches finished" in text(client, "/")
    assert "3 of 4 matches" in slip(page, 1)
    assert "slip--differ" in page


def test_a_match_of_a_set_names_its_seating_and_leads_to_the_others(
    client: Client, cup: Tournament
) -> None:
    play_queued()
    schedule.advance(cup.pk)
    one, *others = cup.rounds.get().matches.filter(table=2)
    page = text(client, one.get_absolute_url())
    assert "Round 1, table 2, seating 1" in page
    assert "This table plays the same cards in other seatings:" in page
    assert all(f'href="{match.get_absolute_url()}"' in page for match in others)
    bot = one.seats.get(number=0).who
    assert isinstance(bot, Bot)
    assert "round 1, table 2, seating 3" in text(client, bot.get_absolute_url())
    told = client.get(f"/api/v1/tournaments/{cup.pk}").json()
    assert told["deals"] == "duplicate"
    assert [(m["table"], m["seating"]) for m in told["rounds"][0]["matches"]] == [
        *((1, seating) for seating in range(1, 5)),
        *((2, seating) for seating in range(1, 4)),
    ]
    assert "a set and pay their mean" in text(client, cup.get_absolute_url())


def test_a_match_leads_to_the_other_tables_with_its_cards(
    client: Client, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, deals="same", settings=TABLE)
    schedule.draw(cup)
    schedule.publish(cup)
    attempt = run.claim("test")
    assert attempt
    assert run.play(attempt)
    done = Match.objects.get(state=Match.State.DONE)
    other = Match.objects.exclude(pk=done.pk).get()
    page = text(client, done.get_absolute_url())
    assert "its moves are still closed" in page
    assert "The same cards are played at other tables of this round:" in page
    assert f'href="{other.get_absolute_url()}">table {other.table}<' in page
    assert "seating" not in page
    play_queued()
    assert bytes(done.shuffle.seed).hex() in text(client, done.get_absolute_url())
