"""Corrections: a result is put right or a match played again, and what follows is seen before."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction

from games import transcript
from league import correct, lease, rank, record, run, schedule
from league.correct import Score
from league.models import (
    Act,
    Attempt,
    Bot,
    LoggedMatch,
    Match,
    Result,
    Round,
    Seat,
    Tournament,
    User,
)
from league.refusals import NotOpen, Refused
from tests.cast import NewTournament, play_queued, write

pytestmark = pytest.mark.django_db
State = Tournament.State
WHY = "the card under the table"


def again(cup: Tournament) -> Tournament:
    return Tournament.objects.select_related("league").get(pk=cup.pk)


@pytest.fixture
def cup(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Four bots in twos, two rounds drawn before play; published, the first one played."""
    return begun(new_tournament(bots[:4], settings={"rounds": 2, "table_size": 2}))


@pytest.fixture
def knockout(new_tournament: NewTournament, bots: list[Bot]) -> Tournament:
    """Four bots in twos, the first of each on to the final, which is drawn and waits an hour."""
    settings = {"table_size": 2}
    return begun(new_tournament(bots[:4], format="knockout", settings=settings, pause_s=3600))


def begun(cup: Tournament) -> Tournament:
    """The first round is over, and everybody's place is that of his seat."""
    schedule.draw(cup)
    schedule.publish(cup)
    play_round(cup)
    return again(cup)


def play_round(cup: Tournament) -> None:
    play_queued()
    for seat in Seat.objects.filter(match__round__tournament=cup, match__state=Match.State.DONE):
        seat.awarded, seat.total = seat.number + 1, 10 * seat.match.table + seat.number
        seat.save()
    schedule.advance(cup.pk)


@pytest.mark.parametrize("first_stage", ["planned", "swiss"])
def test_only_what_was_drawn_from_a_result_depends_on_it(
    new_tournament: NewTournament, bots: list[Bot], first_stage: str
) -> None:
    """All rounds of a planned stage are drawn before it, those of the next one after it."""
    settings: dict[str, Any] = {"table_size": 2, "first_stage_rounds": 2, "going_on": 2}
    settings |= {"first_stage": first_stage}
    cup = begun(new_tournament(bots[:4], format="stages", settings=settings, pause_s=3600))
    first = table(cup)
    drawn_from_it = [one.number for one in correct.look(first, turned(first)).later]
    assert drawn_from_it == ([] if first_stage == "planned" else [2])
    Round.objects.filter(number=2).update(starts_at=None)
    schedule.advance(cup.pk)
    play_round(cup)
    last = table(cup, round_number=2)
    assert [one.number for one in correct.look(last, turned(last)).later] == [3]
    assert 3 in [one.number for one in correct.look(first, turned(first)).later]


def test_in_a_planned_stage_a_table_is_played_again_beside_the_next_round(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = {"table_size": 2, "first_stage": "planned", "first_stage_rounds": 2, "going_on": 2}
    cup = begun(new_tournament(bots[:4], format="stages", settings=settings))
    schedule.advance(cup.pk)
    voided(table(cup))
    running = [Round.State.RUNNING, Round.State.RUNNING]
    assert [one.state for one in cup.rounds.order_by("number")] == running
    for _round in range(2):
        play_round(cup)
        schedule.advance(cup.pk)
    assert again(cup).state == State.DONE
    assert cup.rounds.count() == 3


@pytest.mark.parametrize("first_stage", ["planned", "swiss"])
def test_who_would_have_gone_on_is_told_of_every_round_of_the_stage_before(
    new_tournament: NewTournament, bots: list[Bot], first_stage: str
) -> None:
    settings: dict[str, Any] = {"table_size": 4, "first_stage_rounds": 2, "going_on": 4}
    settings |= {"first_stage": first_stage}
    cup = begun(new_tournament(bots, format="stages", settings=settings))
    Tournament.objects.update(pause_s=3600)  # from here on
    schedule.advance(cup.pk)
    play_queued()
    # In the second round all are equal, so that two of each table go on, and nobody by a lot.
    write(Seat.objects.filter(match__round__tournament=cup, match__round__number=2), awarded=1)
    schedule.advance(cup.pk)
    last = cup.rounds.get(number=3)
    there = schedule.as_drawn(last).ids
    first = table(cup)
    seen = correct.look(first, turned(first))
    assert seen.stays_out
    correct.correct(first, turned(first), WHY, seen.mark, redraw=True)
    schedule.advance(cup.pk)
    would = there - {one.pk for one in seen.stays_out} | {one.pk for one in seen.goes_on}
    assert schedule.as_drawn(cup.rounds.get(number=3)).ids == would


def table(cup: Tournament, number: int = 1, round_number: int = 1) -> Match:
    return Match.objects.get(round__tournament=cup, round__number=round_number, table=number)


def turned(match: Match) -> tuple[Score, ...]:
    """The last is first."""
    return tuple(reversed(correct.scores_of(match)))


def done(
    match: Match, scores: Sequence[Score], by: User | None = None, redraw: bool = False
) -> None:
    correct.correct(match, scores, WHY, correct.look(match, scores).mark, by, redraw)


def places(cup: Tournament) -> dict[int, int]:
    return {one.entry.pk: one.row.place for one in rank.table(again(cup))}


def voided(match: Match, by: User | None = None) -> Match:
    match.refresh_from_db()
    correct.void(match, WHY, correct.mark_of(match), by)
    match.refresh_from_db()
    return match


# Correcting


def test_the_preview_is_what_then_happens_and_changes_nothing(cup: Tournament, alice: User) -> None:
    match = table(cup)
    before, scores = places(cup), correct.scores_of(match)
    seen = correct.look(match, turned(match))
    assert places(cup) == before
    assert (correct.scores_of(match), Result.objects.count()) == (scores, 0)
    assert {one.entry.pk for one in seen.moved} == {seat.entry_id for seat in match.seats.all()}
    done(match, turned(match), alice)
    after = places(cup)
    assert {one.entry.pk: one.after.row.place for one in seen.moved}.items() <= after.items()
    assert {one.entry.pk: one.before.row.place for one in seen.moved}.items() <= before.items()
    assert after != before


def test_every_version_is_kept_with_who_when_and_why(cup: Tournament, alice: User) -> None:
    match = table(cup)
    first = correct.scores_of(match)
    done(match, turned(match), alice)
    done(match, first, alice)  # undone
    kept = list(match.results.all())
    assert [one.number for one in kept] == [1, 2, 3]
    assert [tuple(Score(*score) for score in one.scores) for one in kept] == [
        first,
        tuple(reversed(first)),
        first,
    ]
    assert [one.entered_by for one in kept] == [None, alice, alice]
    assert [one.why for one in kept] == ["", WHY, WHY]
    assert kept[0].entered_at == match.finished_at
    acts = Act.objects.filter(kind="corrected")
    assert [(act.by, act.why, act.about) for act in acts] == [
        (alice, WHY, {"table": "1", "round": "1"})
    ] * 2


def test_what_the_engine_said_stays(cup: Tournament) -> None:
    match = table(cup)
    engine = list(match.seats.values_list("place", "won"))
    LoggedMatch.objects.update(state=LoggedMatch.State.LOGGED)
    done(match, turned(match))
    assert list(match.seats.values_list("place", "won")) == engine
    assert match.logged.state == LoggedMatch.State.WAITING  # to be rated anew
    assert transcript.check(match.transcript.read()) is None


def test_places_that_do_not_fit_together_are_refused(cup: Tournament) -> None:
    with pytest.raises(Refused, match="place 2 would have to be 1"):
        correct.look(table(cup), [Score(2, 0), Score(2, 0)])


def test_equals_may_share_a_place(cup: Tournament) -> None:
    match = table(cup)
    scores = [Score(1, -5), Score(1, -5)]
    done(match, scores)
    assert correct.scores_of(match) == tuple(scores)


def test_a_correction_says_something_and_why(cup: Tournament) -> None:
    match = table(cup)
    scores = turned(match)
    with pytest.raises(Refused, match="Nothing is different"):
        correct.look(match, correct.scores_of(match))
    with pytest.raises(Refused, match="six digits"):
        correct.look(match, [Score(one.place, 10**6) for one in scores])
    with pytest.raises(Refused, match="Say why"):
        correct.correct(match, scores, "  ", correct.look(match, scores).mark)


def test_of_two_who_correct_at_once_the_second_looks_again(cup: Tournament) -> None:
    match = table(cup)
    scores = turned(match)
    mark = correct.look(match, scores).mark
    shared = [Score(1, 0), Score(1, 0)]
    done(table(cup, 2), shared)  # which changes where all of them stand
    with pytest.raises(NotOpen, match="Look again"):
        correct.correct(match, scores, WHY, mark)
    mark = correct.look(match, scores).mark
    done(match, shared)
    with pytest.raises(NotOpen, match="Look again"):
        correct.correct(match, scores, WHY, mark)


def test_a_table_without_a_result_has_none_to_correct(cup: Tournament) -> None:
    match = table(cup, round_number=2)
    with pytest.raises(NotOpen, match="no result yet"):
        correct.look(match, [Score(1, 0), Score(2, 0)])


def test_a_result_of_the_round_that_is_played_counts_when_it_is_over(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:4], settings={"rounds": 1, "table_size": 2})
    schedule.draw(cup)
    schedule.publish(cup)
    attempt = run.claim("alice's machine")
    assert attempt is not None
    run.play(attempt)
    match = Match.objects.get(pk=attempt.match_id)
    scores = (Score(1, -5), Score(1, -5))
    assert correct.look(match, scores).moved == ()
    done(match, scores)
    play_queued()
    schedule.advance(cup.pk)
    assert correct.scores_of(match) == scores


def test_after_the_end_the_ranking_of_the_league_follows(cup: Tournament) -> None:
    play_round(cup)
    assert again(cup).state == State.DONE
    match = table(cup)
    before = {one.who: one.row.place for one in rank.league_table(cup.league)}
    seen = correct.look(match, turned(match))
    done(match, turned(match))
    after = {one.who: one.row.place for one in rank.league_table(cup.league)}
    assert {(one.name, one.before, one.after) for one in seen.ranking} == {
        (who.name, place, after[who]) for who, place in before.items() if after[who] != place
    }
    assert seen.ranking


def test_who_would_have_gone_on_is_told_and_the_next_round_stays(knockout: Tournament) -> None:
    match = table(knockout)
    entries = [seat.entry for seat in match.seats.order_by("number")]
    seen = correct.look(match, turned(match))
    assert set(seen.goes_on) == set(entries[1:])
    assert set(seen.stays_out) == set(entries[:1])
    assert [one.number for one in seen.later] == [2]
    assert seen.to_redraw == seen.later
    final = seated(knockout, 2)
    done(match, turned(match))
    schedule.advance(knockout.pk)
    assert seated(knockout, 2) == final


def seated(cup: Tournament, number: int) -> set[int | None]:
    seats = Seat.objects.filter(match__round__tournament=cup, match__round__number=number)
    return set(seats.values_list("entry", flat=True))


def test_the_next_round_is_drawn_anew_from_the_corrected_result(knockout: Tournament) -> None:
    match = table(knockout)
    seen = correct.look(match, turned(match))
    before = seated(knockout, 2)
    done(match, turned(match), redraw=True)
    schedule.advance(knockout.pk)
    out, on = {one.pk for one in seen.stays_out}, {one.pk for one in seen.goes_on}
    assert seated(knockout, 2) == (before - out) | on
    assert schedule.comes_out_again(knockout.rounds.get(number=2))


def test_a_round_that_has_begun_is_not_drawn_anew(knockout: Tournament) -> None:
    Round.objects.filter(tournament=knockout, number=2).update(starts_at=None)
    match = table(knockout)
    seen = correct.look(match, turned(match))
    schedule.advance(knockout.pk)
    with pytest.raises(NotOpen, match="Look again"):
        correct.correct(match, turned(match), WHY, seen.mark, redraw=True)
    seen = correct.look(match, turned(match))
    assert seen.later
    assert seen.to_redraw == ()
    assert seen.goes_on
    with pytest.raises(NotOpen, match="Look again"):
        correct.correct(match, turned(match), WHY, seen.mark, redraw=True)
    done(match, turned(match))


def test_a_round_that_is_held_is_drawn_anew_as_well(knockout: Tournament) -> None:
    knockout.rounds.filter(number=2).update(state=Round.State.HELD)
    match = table(knockout)
    assert [one.number for one in correct.look(match, turned(match)).to_redraw] == [2]
    voided(match)
    assert knockout.rounds.count() == 1


def test_rounds_drawn_before_play_depend_on_no_result(cup: Tournament) -> None:
    seen = correct.look(table(cup), turned(table(cup)))
    assert (seen.later, seen.goes_on, seen.stays_out, seen.ranking) == ((), (), (), ())


# Playing again


def test_a_void_match_is_played_again_and_counts_only_then(cup: Tournament, alice: User) -> None:
    match = table(cup)
    before, commitment = correct.scores_of(match), match.shuffle.commitment
    voided(match, alice)
    assert match.state == Match.State.QUEUED
    assert match.shuffle.commitment != commitment  # these cards may be known
    assert cup.rounds.get(number=1).state == Round.State.RUNNING
    assert set(match.seats.values_list("awarded", flat=True)) == {None}
    assert rank.table(again(cup))[0].row.rounds == {}
    schedule.advance(cup.pk)
    assert cup.rounds.get(number=1).state == Round.State.RUNNING
    play_queued()
    schedule.advance(cup.pk)
    match.refresh_from_db()
    assert match.state == Match.State.DONE
    assert cup.rounds.get(number=1).state == Round.State.DONE
    kept = match.replaced.get()
    assert correct.scores_of(kept) == before
    assert kept.event == cup
    versions = list(match.results.all())
    assert [bool(one.scores) for one in versions] == [False]
    assert not LoggedMatch.objects.filter(match=kept).exists()
    assert (versions[0].kept, versions[0].entered_by, versions[0].why) == (kept, alice, WHY)
    schedule.advance(cup.pk)
    play_queued()
    schedule.advance(cup.pk)
    assert again(cup).state == State.DONE


def test_what_came_of_it_is_kept_whole(cup: Tournament) -> None:
    match = table(cup)
    text = match.transcript.text
    voided(match)
    kept = match.replaced.get()
    assert kept.transcript.text == text
    assert kept.state == Match.State.REPLACED
    assert [one.state for one in kept.attempts.all()] == [Attempt.State.DONE]
    assert not match.attempts.exists()
    assert kept.shuffle.is_open
    assert not match.shuffle.is_open
    voided_again = played(match)
    assert voided(voided_again).replaced.count() == 2


def played(match: Match) -> Match:
    play_queued()
    match.refresh_from_db()
    return match


def test_whoever_plays_a_void_match_brings_nothing(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:4], settings={"rounds": 1, "table_size": 2})
    schedule.draw(cup)
    schedule.publish(cup)
    late = run.claim("alice's machine")
    assert late is not None
    match = Match.objects.get(pk=late.match_id)
    shuffle = match.shuffle
    voided(match)
    assert (match.state, match.shuffle) == (Match.State.QUEUED, shuffle)  # nobody has seen them
    assert run.play(late) is False
    with pytest.raises(lease.Stale):
        record.lost(late)
    assert Attempt.objects.get(pk=late.pk).state == Attempt.State.STOPPED
    play_queued()
    match.refresh_from_db()
    assert match.state == Match.State.DONE
    assert match.attempts.count() == 2
    assert not match.replaced.exists()


def test_what_was_played_after_it_counts_again_when_it_is_in(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = begun(new_tournament(bots[:4], settings={"rounds": 3, "table_size": 2}))
    play_round(cup)
    assert set(rank.table(again(cup))[0].row.rounds) == {1, 2}
    match = voided(table(cup))
    assert set(rank.table(again(cup))[0].row.rounds) == set()
    assert rank.finishes(again(cup)) == {}
    play_queued()
    schedule.advance(cup.pk)
    assert played(match).state == Match.State.DONE
    assert set(rank.table(again(cup))[0].row.rounds) >= {1, 2}


def test_cards_that_others_hold_too_are_kept(cup: Tournament) -> None:
    match = table(cup)
    Match.objects.filter(round=match.round).update(shuffle=match.shuffle)
    shuffle = match.shuffle
    assert voided(match).shuffle == shuffle


def test_one_match_of_a_set_is_played_again_with_its_cards(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    settings = {"rounds": 2, "table_size": 2}
    cup = begun(new_tournament(bots[:4], settings=settings, deals="duplicate"))
    match = Match.objects.get(round__tournament=cup, round__number=1, table=2, seating=2)
    seated = list(match.seats.values_list("number", "entry"))
    shuffle = match.shuffle
    assert voided(match).shuffle == shuffle
    assert list(match.seats.values_list("number", "entry")) == seated
    schedule.advance(played(match).event.pk)
    assert cup.rounds.get(number=1).state == Round.State.DONE


def test_a_later_round_that_was_over_before_the_one_played_again_ends_with_it(
    cup: Tournament,
) -> None:
    match = Match.objects.filter(round__number=1)[0]
    correct.void(match, WHY, correct.mark_of(match))
    assert play_queued() == 3
    schedule.advance(cup.pk)
    assert set(cup.rounds.values_list("state", flat=True)) == {Round.State.DONE}
    assert again(cup).state == State.DONE


def test_a_table_that_nobody_has_played_is_not_made_void(cup: Tournament) -> None:
    waiting = table(cup, round_number=2)
    with pytest.raises(NotOpen, match="Nothing was played"):
        voided(waiting)


def test_after_the_end_nothing_is_played_again(cup: Tournament) -> None:
    play_round(cup)
    assert again(cup).state == State.DONE
    with pytest.raises(NotOpen, match="can still be corrected"):
        voided(table(cup))


def test_of_two_who_make_it_void_at_once_the_second_looks_again(cup: Tournament) -> None:
    match = table(cup)
    mark = correct.mark_of(match)
    voided(match)
    with pytest.raises(NotOpen, match="Look again"):
        correct.void(match, WHY, mark)
    assert match.replaced.count() == 1


def test_rounds_drawn_from_a_void_result_are_drawn_anew(knockout: Tournament) -> None:
    voided(table(knockout))
    assert knockout.rounds.count() == 1
    schedule.advance(knockout.pk)
    play_queued()
    schedule.advance(knockout.pk)
    assert knockout.rounds.count() == 2
    assert knockout.rounds.get(number=2).state == Round.State.DRAWN


def test_a_result_that_a_round_was_drawn_from_which_has_begun_is_not_made_void(
    knockout: Tournament,
) -> None:
    Round.objects.filter(tournament=knockout, number=2).update(starts_at=None)
    schedule.advance(knockout.pk)
    with pytest.raises(NotOpen, match="Round 2 was drawn from this result"):
        voided(table(knockout))


def test_the_result_of_the_second_try_can_be_corrected_too(cup: Tournament) -> None:
    match = played(voided(table(cup)))
    done(match, turned(match))
    assert [(one.number, bool(one.scores), one.why) for one in match.results.all()] == [
        (1, False, WHY),
        (2, True, ""),
        (3, True, WHY),
    ]


@pytest.mark.django_db(transaction=True)
def test_who_looks_at_one_match_of_a_set_waits_for_nobody_who_brings_another(
    new_tournament: NewTournament, bots: list[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = new_tournament(bots[:4], settings={"rounds": 1, "table_size": 2}, deals="duplicate")
    begun(cup)
    first, second = Match.objects.filter(round__tournament=cup, table=1)
    LoggedMatch.objects.all().delete()  # the next one points at the first match of the set
    is_held, is_brought, in_state = Event(), Event(), schedule.in_state

    def brought() -> None:
        is_held.wait(5)
        with transaction.atomic():
            record.rescored(second)
            is_brought.set()
        connection.close()

    def slowly(*args: Any) -> Tournament:
        is_held.set()
        is_brought.wait(0.5)
        return in_state(*args)

    monkeypatch.setattr(schedule, "in_state", slowly)
    with ThreadPoolExecutor(1) as threads:
        done = threads.submit(brought)
        correct.look(first, [Score(2, 0), Score(1, 5)])
        done.result()
