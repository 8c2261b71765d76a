"""Who is kept apart shares no table in any round that has not begun; only organisers read of it."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from league import apart, attendance, schedule, submit, swap
from league.formats.core import Field
from league.models import Act, Bot, DrawnFrom, Entry, KeptApart, Round, Seat, Tournament, User
from league.refusals import Gone, NotOpen, Refused
from tests.cast import NewTournament, play_to_the_end

How = KeptApart.How
TWOS = {"table_size": 2, "rounds": 3}
FOURS = {"table_size": 4, "rounds": 2}


def two_of(cup: Tournament) -> tuple[Entry, Entry]:
    one, other = cup.entries.select_related("bot", "player")[:2]
    return one, other


def rounds_together(one: Entry, other: Entry) -> list[int]:
    """In which rounds they share a table."""
    shared = Seat.objects.filter(entry=one, match__seats__entry=other)
    return sorted(shared.values_list("match__round__number", flat=True))


def played_out(cup: Tournament) -> None:
    schedule.publish(cup)
    play_to_the_end(cup)


def page_of(entry: Entry) -> str:
    return f"{entry.tournament.get_absolute_url()}entries/{entry.pk}/"


@pytest.mark.parametrize("format", ["planned", "swiss"])
def test_they_share_no_table_in_any_round_and_every_draw_comes_out_again(
    new_tournament: NewTournament, bots: list[Bot], format: str
) -> None:
    cup = new_tournament(bots, format=format, settings={"table_size": 4, "rounds": 3})
    one, other = two_of(cup)
    apart.keep(other, one, How.NEVER)
    schedule.draw(cup)
    played_out(cup)
    cup.refresh_from_db()
    assert cup.state == Tournament.State.DONE
    assert rounds_together(one, other) == []
    assert all(schedule.comes_out_again(played) for played in cup.rounds.all())
    kept = DrawnFrom.objects.filter(round__tournament=cup)
    assert all(source.field["never"] == [[one.pk, other.pk]] for source in kept)


def test_a_draw_that_was_kept_before_comes_out_again_as_it_is(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, settings=TWOS)
    schedule.draw(cup)
    kept = DrawnFrom.objects.get(round__tournament=cup)
    assert {"never", "rather_not"}.isdisjoint(kept.field)
    assert Field.from_json(kept.field).as_json() == kept.field
    assert "kept_apart" not in cup.rounds.all()[0].receipt["costs"]


def test_rounds_that_have_begun_stay_and_the_others_are_drawn_anew(
    new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = new_tournament(bots, settings=TWOS)
    schedule.draw(cup)
    schedule.publish(cup)
    second = cup.rounds.get(number=2).matches.get(table=1)
    one, other = (seat.entry for seat in second.seats.all())
    assert one
    assert other
    first = schedule.as_drawn(cup.rounds.get(number=1))
    apart.keep(one, other, How.NEVER, alice)
    schedule.advance(cup.pk)
    assert schedule.as_drawn(cup.rounds.get(number=1)) == first
    assert cup.rounds.count() == 3
    assert set(rounds_together(one, other)) <= {1}
    act = Act.objects.get(kind="apart-never")
    assert (act.by, act.about) == (alice, {"one": str(one), "other": str(other)})


def test_a_tournament_that_cannot_keep_them_apart_any_more_pauses_and_says_why(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots, settings=FOURS)
    one, other = two_of(cup)
    apart.keep(one, other, How.NEVER)
    schedule.draw(cup)
    schedule.publish(cup)
    for entry in cup.entries.all()[4:]:
        attendance.become(entry, Entry.State.AWAY)
    schedule.advance(cup.pk)
    cup.refresh_from_db()
    assert cup.paused_at
    assert cup.why_paused.startswith("No tables were found that keep all those apart")
    apart.let(one, other)
    schedule.go_on(cup)
    schedule.advance(cup.pk)
    assert rounds_together(one, other) == [2]


def test_a_pair_is_kept_once_and_let_meet_again(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:4], settings=TWOS)
    one, other = two_of(cup)
    apart.keep(one, other, How.NEVER)
    apart.keep(other, one, How.NEVER)
    assert Act.objects.filter(kind="apart-never").count() == 1
    apart.keep(other, one, How.RATHER_NOT)
    kept = KeptApart.objects.get()
    assert (kept.one, kept.other, kept.how) == (one, other, How.RATHER_NOT)
    assert schedule.kept_apart(cup)[How.NEVER] == frozenset()
    with pytest.raises(Refused, match="nobody sits apart from himself"):
        apart.keep(one, one, How.NEVER)
    with pytest.raises(Refused, match="Choose how"):
        apart.keep(one, other, "sometimes")
    apart.let(other, one)
    with pytest.raises(NotOpen, match="not kept apart any more"):
        apart.let(one, other)
    assert not KeptApart.objects.exists()
    for first, second in ((one, one), (other, one)):
        with pytest.raises(IntegrityError), transaction.atomic():
            KeptApart.objects.create(one=first, other=second, how=How.NEVER)


def test_who_is_taken_out_takes_his_pairs_along_and_gets_no_new_ones(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    one, other = two_of(new_tournament(bots[:4]))
    apart.keep(one, other, How.NEVER)
    submit.withdraw(Entry.objects.get(pk=other.pk))
    assert not KeptApart.objects.exists()
    for pair in ((one, other), (other, one)):
        with pytest.raises(Gone, match=f"{other} was taken out meanwhile"):
            apart.keep(*pair, How.NEVER)


@pytest.mark.parametrize("format", ["ladder", "planned"])
def test_nobody_is_kept_apart_where_it_means_nothing(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User, format: str
) -> None:
    cup = new_tournament(bots, format=format, settings={})
    one, other = two_of(cup)
    Tournament.objects.filter(pk=cup.pk, format="planned").update(state=Tournament.State.DONE)
    with pytest.raises(NotOpen):
        apart.keep(one, other, How.NEVER)
    client.force_login(alice)
    assert "Kept apart" not in client.get(page_of(one)).content.decode()


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({"settings": {"table_size": 6}, "bots": 4}, "No tables were found"),
        ({"settings": {"table_size": 2}, "format": "everybody"}, "Everybody meets everybody"),
        ({"settings": {"table_size": 2}, "format": "knockout"}, "In a knockout results decide"),
    ],
    ids=["one table", "everybody", "knockout"],
)
def test_a_draw_that_cannot_keep_them_apart_says_so_and_tells_why_if_they_only_should_be(
    client: Client,
    new_tournament: NewTournament,
    bots: list[Bot],
    alice: User,
    setup: dict[str, Any],
    sentence: str,
) -> None:
    cup = new_tournament(bots[: setup.pop("bots", 8)], **setup)
    one, other = two_of(cup)
    apart.keep(one, other, How.NEVER)
    client.force_login(alice)
    draw = f"{cup.get_absolute_url()}draw/"
    refused = client.post(draw)
    assert refused.status_code == 400
    assert sentence in refused.content.decode()
    assert not cup.rounds.exists()
    apart.keep(one, other, How.RATHER_NOT)
    page = client.post(draw, follow=True).content.decode()
    met = bool(rounds_together(one, other))
    assert (f"{one} and {other} sit together, although they should not." in page) == met
    schedule.publish(Tournament.objects.get(pk=cup.pk))
    with pytest.raises(Refused, match=sentence):
        apart.keep(one, other, How.NEVER)
    assert KeptApart.objects.get().how == How.RATHER_NOT


def test_an_organiser_keeps_two_apart_from_the_page_before_the_draw(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User, bob: User
) -> None:
    cup = new_tournament(bots, settings=FOURS)
    one, other = two_of(cup)
    never = {"apart": other.pk, "how": "never"}
    client.force_login(bob)
    assert client.post(page_of(one), never).status_code == 404
    client.force_login(alice)
    done = client.post(page_of(one), never, follow=True).content.decode()
    assert f"{one} and {other} never sit together." in done
    assert "Let them meet" in done
    entries = client.get(f"{cup.get_absolute_url()}entries/").content.decode()
    assert f"{one} and {other}: never at one table" in entries
    for sent, status, sentence in (
        ({"apart": one.pk, "how": "never"}, 400, "nobody sits apart from himself"),
        ({"apart": "", "how": "never"}, 400, f"Choose from whom {one} is kept apart"),
        ({"apart": other.pk, "how": "x"}, 400, "Choose how they are kept apart"),
        ({"apart": "123456", "how": "never"}, 409, "is not entered any more"),
        ({"let": cup.entries.all()[3].pk}, 409, "are not kept apart any more"),
    ):
        refused = client.post(page_of(one), sent)
        assert (refused.status_code, sentence in refused.content.decode()) == (status, True)
    rather = client.post(page_of(one), {**never, "how": "rather-not"}, follow=True)
    assert "sit together only where it cannot be avoided" in rather.content.decode()
    schedule.draw(cup)
    refused = client.post(page_of(one), {"let": other.pk})
    assert refused.status_code == 409
    assert "Take the draw back to change who is kept apart" in refused.content.decode()
    schedule.take_back(cup)
    done = client.post(page_of(one), {"let": other.pk}, follow=True).content.decode()
    assert f"{one} and {other} may sit together." in done
    log = client.get(f"{cup.get_absolute_url()}log/").content.decode()
    assert log.count(f"{one} and {other}") == 3


def test_the_pages_tell_organisers_who_is_kept_apart_and_nobody_else(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = new_tournament(bots, settings=FOURS)
    one, other = two_of(cup)
    apart.keep(one, other, How.RATHER_NOT)
    schedule.draw(cup)
    first = cup.rounds.get(number=1)
    client.force_login(alice)
    says = f"Kept apart: {one} and {other}."
    draft = client.get(f"{cup.get_absolute_url()}draw/").content.decode()
    assert draft.count(says) == 2
    assert "Pairs at a table who should be kept apart" in draft
    swapped(first, one, other, alice)
    draft = client.get(f"{cup.get_absolute_url()}draw/").content.decode()
    assert draft.count(says) == 1
    together = f"{one} and {other} sit together, although they should not."
    assert f"{together} Chairs were changed by hand." in draft
    schedule.publish(cup)
    page = f"{cup.get_absolute_url()}?round=1"
    assert together in client.get(page).content.decode()
    client.logout()
    public = client.get(page).content.decode()
    assert together not in public
    # At a table of two the number alone would tell who they are.
    assert "Pairs at a table who should be kept apart" not in public
    assert "Nothing had to give way" not in public
    (costs, _) = (one["receipt"]["costs"] for one in rounds_by_api(client, cup))
    assert "repeats" in costs
    assert "kept_apart" not in costs


def rounds_by_api(client: Client, cup: Tournament) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = client.get(f"/api/v1/tournaments/{cup.pk}").json()["rounds"]
    return rounds


def swapped(played: Round, one: Entry, other: Entry, by: User) -> None:
    """Let `other` sit down with the one, by hand."""
    table = played.matches.get(seats__entry=one)
    there = table.seats.exclude(entry=one)[0].entry
    assert there
    swap.swap(played, other, there, swap.look(played, other, there).mark, by)


def test_chairs_changed_by_hand_bring_nobody_together_who_never_sits_so(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = new_tournament(bots, settings=FOURS)
    one, other = two_of(cup)
    apart.keep(one, other, How.RATHER_NOT)
    schedule.draw(cup)
    first = cup.rounds.get(number=1)
    there = first.matches.get(seats__entry=one).seats.exclude(entry=one)[0].entry
    assert there
    planned = swap.look(first, other, there)
    assert planned.counts["kept_apart"] == (0, 1)
    assert planned.price > 0
    client.force_login(alice)
    address = f"{cup.get_absolute_url()}rounds/1/swap/?one={other.pk}&other={there.pk}"
    assert f"{one} and {other}: should be kept apart" in client.get(address).content.decode()
    KeptApart.objects.update(how=How.NEVER)
    refused = client.get(address)
    assert refused.status_code == 400
    assert f"{one} and {other} never sit together." in refused.content.decode()
    with pytest.raises(Refused, match="never sit together"):
        swap.swap(first, other, there, planned.mark, alice)
