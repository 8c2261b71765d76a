"""Who comes late, is away, leaves or is sent away while a tournament is played; pausing it."""

from typing import Any

import pytest
from django.test import Client

from league import attendance, penalties, rank, run, schedule, submit
from league.models import Act, Bot, Entry, Match, Penalty, Round, Tournament, User
from league.refusals import NotOpen, Refused
from tests.cast import NewTournament, play_queued, play_to_the_end, published

State = Entry.State


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot], alice: User) -> Tournament:
    """Seven of eight bots in three rounds at tables of four, the first of which is played."""
    return begun(new_tournament(bots[:7]))


def begun(tournament: Tournament, rounds: int = 1) -> Tournament:
    published(tournament)
    for number in range(1, rounds + 1):
        play_queued()
        if number < rounds:
            schedule.advance(tournament.pk)
    tournament.refresh_from_db()
    return tournament


def drawn_in(played: Round) -> set[int]:
    seated = played.matches.values_list("seats__entry", flat=True)
    return {*seated, *played.resting.values_list("pk", flat=True)}


def entry_of(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(bot__name=f"Bot {number}")


def row_of(entry: Entry) -> Any:
    return next(one for one in rank.table(entry.tournament) if one.entry == entry).row


def test_who_is_withdrawn_is_drawn_no_more_and_ranks_behind_all_who_stay(cup: Tournament) -> None:
    gone = entry_of(cup, 3)
    first = list(cup.rounds.get(number=1).matches.values_list("seats__entry", "shuffle"))
    attendance.become(gone, State.WITHDRAWN, why="had to go")
    play_to_the_end(cup)
    for played in cup.rounds.filter(number__gt=1):
        assert drawn_in(played) == set(cup.entries.exclude(pk=gone.pk).values_list("pk", flat=True))
    assert cup.rounds.count() == 3
    assert list(cup.rounds.get(number=1).matches.values_list("seats__entry", "shuffle")) == first
    assert rank.table(cup)[-1].entry == gone
    assert row_of(gone).matches == 1


def test_rounds_that_have_not_begun_are_drawn_anew_while_one_is_played(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = begun(new_tournament(bots), rounds=0)
    attendance.become(entry_of(cup, 1), State.AWAY)
    assert cup.rounds.count() == 1  # the others are forgotten in the same transaction
    schedule.advance(cup.pk)
    assert [played.state for played in cup.rounds.order_by("number")] == [
        *(Round.State.RUNNING, Round.State.DRAWN, Round.State.DRAWN)
    ]
    assert entry_of(cup, 1).pk not in drawn_in(cup.rounds.get(number=2))


def test_who_is_back_is_drawn_again_and_the_round_missed_counts_as_the_worst(
    cup: Tournament,
) -> None:
    away = entry_of(cup, 2)
    attendance.become(away, State.AWAY)
    schedule.advance(cup.pk)
    play_queued()
    attendance.become(away, State.PLAYING)
    play_to_the_end(cup)
    assert away.pk not in drawn_in(cup.rounds.get(number=2))
    assert away.pk in drawn_in(cup.rounds.get(number=3))
    row = row_of(away)
    assert row.missed == {2}
    others = [one.row.rounds[2] for one in rank.table(cup) if one.entry != away]
    assert row.rounds[2] == max(others)


def test_who_comes_late_plays_from_the_next_round_on(cup: Tournament, bots: list[Bot]) -> None:
    (late,) = attendance.come_late(cup, [bots[7]])
    play_to_the_end(cup)
    assert late.version is not None
    assert late.pk not in drawn_in(cup.rounds.get(number=1))
    assert all(late.pk in drawn_in(cup.rounds.get(number=number)) for number in (2, 3))
    assert row_of(late).missed == {1}


def test_nobody_comes_late_to_the_last_round_nor_to_a_knockout(
    cup: Tournament, new_tournament: NewTournament, bots: list[Bot]
) -> None:
    knockout = begun(
        new_tournament(bots[:7], format="knockout", settings={"table_size": 4, "advance": 2})
    )
    with pytest.raises(NotOpen, match="Nobody joins"):
        attendance.come_late(knockout, [bots[7]])
    schedule.advance(cup.pk)
    play_queued()
    schedule.advance(cup.pk)
    assert not attendance.may_enter(cup)
    with pytest.raises(NotOpen, match="last round"):
        attendance.come_late(cup, [bots[7]])


def test_nobody_joins_twice_or_leaves_twice(cup: Tournament, bots: list[Bot]) -> None:
    with pytest.raises(Refused, match="entered already"):
        attendance.come_late(cup, [bots[0]])
    attendance.become(entry_of(cup, 1), State.AWAY)
    acts = Act.objects.count()
    with pytest.raises(NotOpen, match="already"):
        attendance.become(entry_of(cup, 1), State.AWAY)
    assert Act.objects.count() == acts


def test_an_entry_is_sent_away_only_with_a_reason_and_may_be_so_after_the_end(
    cup: Tournament,
) -> None:
    entry = entry_of(cup, 1)
    with pytest.raises(Refused, match="Say why"):
        attendance.become(entry, State.DISQUALIFIED)
    play_to_the_end(cup)
    with pytest.raises(NotOpen):
        attendance.become(entry, State.WITHDRAWN, why="late")
    attendance.become(entry, State.DISQUALIFIED, why="two copies of one program")
    cup.refresh_from_db()
    assert cup.rounds.count() == 3
    assert rank.table(cup)[-1].entry == entry
    ranked = {one.who: one.row for one in rank.league_table(cup.league)}
    assert entry.bot not in ranked
    entry.refresh_from_db()
    attendance.become(entry, State.PLAYING)
    assert entry.bot in {one.who for one in rank.league_table(cup.league)}


def test_who_is_out_in_a_knockout_makes_room_for_the_next_best(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = begun(new_tournament(bots, format="knockout", settings={"table_size": 4, "advance": 2}))
    schedule.advance(cup.pk)
    second = cup.rounds.get(number=2)
    gone = Entry.objects.get(pk=min(drawn_in(second)))
    Round.objects.filter(pk=second.pk).update(state=Round.State.DRAWN)  # its pause is not over
    Match.objects.filter(round=second).update(state=Match.State.DRAWN)
    attendance.become(gone, State.WITHDRAWN, why="ill")
    play_to_the_end(cup)
    assert len(drawn_in(cup.rounds.get(number=2))) == 4
    assert gone.pk not in drawn_in(cup.rounds.get(number=2))


def test_it_pauses_and_says_why_when_too_few_are_left_and_can_be_ended(cup: Tournament) -> None:
    for entry in cup.entries.order_by("pk")[:6]:
        attendance.become(entry, State.AWAY)
    schedule.advance(cup.pk)
    cup.refresh_from_db()
    assert cup.state == Tournament.State.RUNNING
    assert cup.paused_at
    act = Act.objects.filter(kind="paused").get()
    assert act.by is None
    assert "at least 2" in act.why
    schedule.advance(cup.pk)
    assert Act.objects.filter(kind="paused").count() == 1
    schedule.end_early(cup)
    play_to_the_end(cup)
    assert cup.rounds.count() == 1


def test_while_it_is_paused_no_table_and_no_round_begins(
    new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = begun(new_tournament(bots), rounds=0)
    attempt = run.claim("test")
    assert attempt
    schedule.pause(cup, alice, "fire alarm")
    assert run.claim("test") is None
    with pytest.raises(NotOpen):
        schedule.pause(cup, alice)
    assert run.play(attempt)  # what had begun is played to its end
    schedule.go_on(cup, alice)
    play_queued()
    schedule.pause(cup, alice)
    schedule.advance(cup.pk)
    assert cup.rounds.get(number=1).state == Round.State.DONE
    assert cup.rounds.get(number=2).state == Round.State.DRAWN
    schedule.go_on(cup, alice)
    play_to_the_end(cup)
    assert list(Act.objects.filter(kind="paused").values_list("why", flat=True)) == [
        *("", "fire alarm")
    ]


def test_a_tournament_is_ended_with_the_round_that_is_played(
    new_tournament: NewTournament, bots: list[Bot], client: Client
) -> None:
    cup = begun(new_tournament(bots), rounds=0)
    schedule.end_early(cup, why="the hall closes")
    play_to_the_end(cup)
    assert "<strong>Ended early</strong>" in client.get(cup.get_absolute_url()).content.decode()
    assert cup.rounds.count() == cup.rounds_planned == 1
    with pytest.raises(NotOpen):
        schedule.end_early(cup)


def test_a_tournament_whose_last_round_is_played_is_not_ended_early(
    new_tournament: NewTournament, bots: list[Bot], client: Client
) -> None:
    cup = begun(new_tournament(bots, settings={"table_size": 4, "rounds": 1}), rounds=0)
    with pytest.raises(NotOpen, match="ends with it anyway"):
        schedule.end_early(cup)
    play_to_the_end(cup)
    assert "<strong>Finished</strong>" in client.get(cup.get_absolute_url()).content.decode()


def test_a_penalty_counts_until_it_is_cancelled(cup: Tournament, alice: User) -> None:
    schedule.advance(cup.pk)
    entry = entry_of(cup, 1)
    before = row_of(entry).points
    penalty = penalties.give(entry, "1,5", "phone at the table", alice)
    assert row_of(entry).points == before + penalty.exact_points
    penalties.cancel(penalty, alice)
    assert row_of(entry).points == before
    with pytest.raises(NotOpen):
        penalties.cancel(penalty, alice)
    assert Penalty.objects.count() == 1
    written = Act.objects.filter(kind__startswith="penalty")
    assert [act.about["points"] for act in written] == ["1.5", "1.5"]


def test_a_penalty_is_a_number_above_nothing(cup: Tournament) -> None:
    entry = entry_of(cup, 1)
    for points in ("", "0", "-1", "10000", "1.234", "nan", "1e99999", "two"):
        with pytest.raises(Refused, match="above 0"):
            penalties.give(entry, points, "phone")
    assert not Penalty.objects.exists()


def test_the_desk_does_what_an_organiser_asks_for(
    client: Client, cup: Tournament, bots: list[Bot], alice: User
) -> None:
    User.objects.filter(pk=alice.pk).update(first_name="Alice")
    client.force_login(alice)
    entry = entry_of(cup, 4)
    page = f"{cup.get_absolute_url()}entries/{entry.pk}/"
    refused = client.post(page, {"become": "withdrawn", "why": " "})
    assert refused.status_code == 400
    assert "Say why" in refused.content.decode()
    client.post(page, {"points": "2", "why": "phone"})
    client.post(page, {"become": "withdrawn", "why": "had to go"})
    assert client.post(page, {"become": "withdrawn", "why": "again"}).status_code == 409
    client.post(page, {"cancel": Penalty.objects.get().pk})
    shown = client.get(page).content.decode()
    assert "withdrawn" in shown
    assert "phone" in shown
    assert "cancelled by Alice" in shown
    client.post(cup.get_absolute_url() + "entries/", {"bots": bots[7].pk})
    client.post(cup.get_absolute_url() + "pause/", {"pause": "", "why": "fire alarm"})
    assert "fire alarm" in client.get(cup.get_absolute_url()).content.decode()
    client.post(cup.get_absolute_url() + "pause/", {"go-on": "", "why": "it was a drill"})
    log = client.get(cup.get_absolute_url() + "log/").content.decode()
    for sentence in ("Bot 4 was withdrawn.", "Came late: Bot 8.", "The tournament was paused."):
        assert sentence in log
    assert "it was a drill" in log
    assert "<td>Alice</td>" in log


def test_only_organisers_sit_at_the_desk(
    client: Client, cup: Tournament, bob: User, charlie: User
) -> None:
    entry = entry_of(cup, 1)
    for user in (bob, charlie):
        client.force_login(user)
        for address in (f"entries/{entry.pk}/", "pause/"):
            sent = client.post(cup.get_absolute_url() + address, {"become": "away"})
            assert sent.status_code == 403
    assert State.AWAY not in cup.entries.values_list("state", flat=True)


def test_an_entry_of_another_tournament_is_not_at_this_desk(
    client: Client, cup: Tournament, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    other = new_tournament(name="Other")
    (entry,) = submit.enter(other, bots[:1])
    client.force_login(alice)
    assert client.get(f"{cup.get_absolute_url()}entries/{entry.pk}/").status_code == 404
