"""The referee: laws over every match and house bot, and what becomes of players that fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bots import referee
from bots.catalog import HOUSE
from bots.players import Player
from bots.referee import Report, SeatVerdict, Void, award
from bots.verdict import LONGEST_LOG, Fault, Verdict
from games import MATCHES
from games.core import BadOption
from games.transcript import Transcript, check, read
from tests.games.cases import SPREAD_CASES, Case, each_of, is_sentence

from .players import Answering, NeverReady, Plain, SoreLoser, garbling, raising

SEED = bytes(range(32))
every_setting = each_of(SPREAD_CASES)
AMOINS = MATCHES["xxl-individuel"]
OPTIONS = {"variant": "amoins"}


def play(*players: Player) -> Report:
    """A short match of amoins."""
    return referee.play(AMOINS, OPTIONS, SEED, players)


def without_times(transcript: Transcript) -> Transcript:
    """As it was played; how long it took differs from day to day."""
    deals = [replace(deal, think_us=()) for deal in transcript.deals]
    return replace(transcript, deals=tuple(deals))


def house_match(case: Case, bots: Sequence[str]) -> Report:
    """A match of a case, the house bots in turn around the table."""
    players = [HOUSE[bots[seat % len(bots)]](f"seat {seat}") for seat in range(case.seats)]
    return referee.play(MATCHES[case.kind.slug], case.options, SEED, players)


# Laws


@every_setting
def test_every_match_among_house_bots_is_written_down_as_it_was_played(case: Case) -> None:
    report = house_match(case, ["careful", "random"])
    assert check(read(report.transcript.text())) is None
    assert {one.verdict for one in report.verdicts} == {Verdict.OK}
    assert report.awarded == report.result.places == report.transcript.places


@every_setting
def test_the_same_seed_and_bots_play_the_same_match(case: Case) -> None:
    once, again = (house_match(case, ["random", "careful"]).transcript for _ in range(2))
    assert without_times(once) == without_times(again)


@every_setting
def test_think_times_stand_beside_every_move_that_was_asked_and_no_other(case: Case) -> None:
    report = house_match(case, ["random"])
    match = report.transcript.start()
    for deal in report.transcript.deals:
        for text, think_us in zip(deal.moves, deal.think_us, strict=True):
            assert (think_us is None) == (len(match.legal()) == 1)
            match.play(match.parse(text))
    thought = [us for deal in report.transcript.deals for us in deal.think_us if us is not None]
    assert sorted(thought) == sorted(us for seat in report.think_us for us in seat)


def test_a_seat_with_a_single_move_is_not_asked() -> None:
    alice, bob = Plain("alice"), Plain("bob")
    report = play(alice, bob)
    asked = alice.asked + bob.asked
    assert asked
    assert min(map(len, asked)) > 1
    assert any(us is None for deal in report.transcript.deals for us in deal.think_us)


def test_every_player_hears_who_plays_what_and_how_it_ended() -> None:
    alice, bob = Plain("alice"), Plain("bob")
    report = play(alice, bob)
    (hello,) = bob.hellos
    assert (hello.match, hello.options, hello.seat, hello.seats) == (
        "xxl-individuel",
        OPTIONS,
        1,
        2,
    )
    assert hello.names == ("alice", "bob")
    assert bob.results == [report.result]
    assert bob.closed == 1


def test_bots_draw_their_chances_from_the_match_and_their_seat() -> None:
    alice, bob, charlie = Plain(), Plain(), Plain()
    play(alice, bob)
    referee.play(AMOINS, OPTIONS, bytes(32), [charlie, Plain()])
    seeds = {player.hellos[0].seed for player in (alice, bob, charlie)}
    assert len(seeds) == 3
    assert all(len(seed) == 32 for seed in seeds)


def test_the_transcript_names_the_players_and_their_versions() -> None:
    report = play(Plain("alice", "7"), Plain("bob", "2"))
    assert report.transcript.seats == (
        {"name": "alice", "version": "7"},
        {"name": "bob", "version": "2"},
    )


def test_an_impossible_match_is_refused() -> None:
    with pytest.raises(BadOption):
        referee.play(AMOINS, OPTIONS, SEED, [Plain()])


def test_the_heart_beats_with_every_move() -> None:
    beats: list[None] = []
    players = [Plain(), Plain()]
    report = referee.play(AMOINS, OPTIONS, SEED, players, heartbeat=lambda: beats.append(None))
    assert len(beats) == sum(len(deal.moves) for deal in report.transcript.deals)


def test_what_the_heartbeat_raises_ends_the_match_and_closes_the_players() -> None:
    def lost() -> None:
        raise LookupError("the lease is gone")

    alice = Plain()
    with pytest.raises(LookupError):
        referee.play(AMOINS, OPTIONS, SEED, [alice, Plain()], heartbeat=lost)
    assert alice.closed == 1


# Players that fail


def test_a_crash_is_told_with_its_place_and_traceback() -> None:
    report = play(Plain("alice"), raising(ZeroDivisionError("one over none"), at=3))
    fault = report.verdicts[1]
    assert fault.verdict is Verdict.CRASHED
    assert "ZeroDivisionError: one over none" in fault.log
    assert fault.deal is not None
    assert fault.move is not None
    assert report.transcript.verdicts == (
        {"verdict": "ok"},
        {"verdict": "crashed", "deal": fault.deal, "move": fault.move},
    )
    assert len(report.think_us[1]) == 3  # the fallback's times are not the bot's


def test_the_place_of_a_fault_is_that_of_the_move_it_failed_to_make() -> None:
    bob = raising(ZeroDivisionError(), at=3)
    report = play(Plain("alice"), bob)
    fault = report.verdicts[1]
    match = report.transcript.start()
    for number, deal in enumerate(report.transcript.deals):
        for count, text in enumerate(deal.moves):
            if (number, count) == (fault.deal, fault.move):
                assert match.to_move == 1
                assert match.legal() == bob.asked[-1]
            match.play(match.parse(text))


@pytest.mark.parametrize("answer", [-1, 10_000, 1 << 80, True, None, "draw", 1.0, [0]], ids=repr)
def test_an_answer_that_is_no_legal_move_is_illegal(answer: object) -> None:
    report = play(Plain("alice"), Answering(lambda turn: answer))
    assert report.verdicts[1].verdict is Verdict.ILLEGAL
    assert is_sentence(report.verdicts[1].log)


def test_a_number_that_only_equals_a_legal_move_is_illegal() -> None:
    report = play(Plain("alice"), Answering(lambda turn: float(turn.moves[0])))
    assert report.verdicts[1].verdict is Verdict.ILLEGAL


def test_a_text_that_is_no_legal_move_is_illegal_and_the_log_says_what_was_open() -> None:
    report = play(Plain("alice"), garbling("r99y99"))
    assert report.verdicts[1].verdict is Verdict.ILLEGAL
    assert "'r99y99' is not open now; open are" in report.verdicts[1].log


def test_a_fault_keeps_its_own_verdict_and_log() -> None:
    report = play(Plain("alice"), raising(Fault(Verdict.LATE, "thought for 3 s"), at=1))
    assert (report.verdicts[1].verdict, report.verdicts[1].log) == (Verdict.LATE, "thought for 3 s")


def test_of_a_long_log_the_end_is_kept() -> None:
    report = play(Plain("alice"), raising(ValueError("x" * 100_000 + "the end")))
    assert len(report.verdicts[1].log) == LONGEST_LOG
    assert report.verdicts[1].log.endswith("the end\n")


def test_a_player_that_fails_is_last_and_is_asked_no_more() -> None:
    bob = raising(ValueError(), at=5)
    report = play(bob, Plain("alice"))
    assert report.awarded == (2, 1)
    assert len(bob.asked) == 6
    assert bob.results == []
    assert check(report.transcript) is None


def test_a_player_that_fails_is_closed_at_once() -> None:
    bob = raising(ValueError(), at=5)
    closed: list[int] = []
    players = [Plain("alice"), bob]
    referee.play(AMOINS, OPTIONS, SEED, players, heartbeat=lambda: closed.append(bob.closed))
    assert closed[0] == 0
    assert closed[-1] == 1


def test_careful_plays_on_for_it_and_the_same_way_every_time() -> None:
    once, again = (play(raising(ValueError(), at=2), Plain("alice")) for _ in range(2))
    assert without_times(once.transcript) == without_times(again.transcript)
    failed_at_once = play(raising(ValueError()), Plain("alice"))
    careful = play(HOUSE["careful"]("bob"), Plain("alice"))
    assert [deal.moves for deal in failed_at_once.transcript.deals] == [
        deal.moves for deal in careful.transcript.deals
    ]


def test_a_player_that_does_not_get_ready_has_no_start() -> None:
    report = play(Plain("alice"), NeverReady("bob"))
    assert report.verdicts[1].verdict is Verdict.NO_START
    assert (report.verdicts[1].deal, report.verdicts[1].move) == (None, None)
    assert "no model found" in report.verdicts[1].log
    assert report.transcript.verdicts[1] == {"verdict": "no-start"}
    assert report.awarded == (1, 2)


def test_a_player_that_fails_after_the_last_move_loses_nothing() -> None:
    report = play(SoreLoser("alice"), Plain("bob"))
    assert report.verdicts[0].verdict is Verdict.OK
    assert "impossible" in report.verdicts[0].log
    assert report.awarded == report.result.places


def test_of_two_that_fail_the_earlier_is_lower() -> None:
    early, late = (
        raising(ValueError(), at=1, name="early"),
        raising(ValueError(), at=6, name="late"),
    )
    report = play(early, late, Plain("alice"))
    assert report.awarded == (3, 2, 1)
    assert check(report.transcript) is None


def test_all_may_fail_and_the_match_is_still_played_to_its_end() -> None:
    report = play(raising(ValueError(), at=4), NeverReady(), raising(ValueError(), at=9))
    assert report.awarded == (2, 3, 1)
    assert check(report.transcript) is None


def test_awarded_places_are_the_engines_among_clean_seats_with_their_ties() -> None:
    ok, early, late = (
        SeatVerdict(),
        SeatVerdict(Verdict.CRASHED, 0, 9),
        SeatVerdict(Verdict.LATE, 1, 0),
    )
    none = SeatVerdict(Verdict.NO_START)
    assert award((1, 2, 2, 4), (ok, ok, ok, ok)) == (1, 2, 2, 4)
    assert award((1, 2, 2, 4), (early, ok, ok, ok)) == (4, 1, 1, 3)
    assert award((1, 2, 2, 4), (early, ok, late, ok)) == (4, 1, 3, 2)
    assert award((1, 2, 2, 4), (late, none, ok, early)) == (2, 4, 1, 3)


def test_who_never_started_shares_the_last_place_wherever_he_sat() -> None:
    none = SeatVerdict(Verdict.NO_START)
    assert award((1, 2, 3), (none, SeatVerdict(), none)) == (2, 1, 2)


# Our fault


def void(*players: Player) -> Void:
    with pytest.raises(Void) as caught:
        play(*players)
    return caught.value


def test_our_fault_breaks_the_match_off_and_closes_every_player() -> None:
    alice = Plain("alice")
    broken = raising(Fault(Verdict.VOID_SLOW, "the canary took 90 ms"), at=4)
    fault = void(alice, broken)
    assert (fault.verdict, fault.log) == (Verdict.VOID_SLOW, "the canary took 90 ms")
    assert (alice.closed, broken.closed) == (1, 1)


def test_a_fallback_that_fails_is_our_fault() -> None:
    with pytest.raises(Void) as caught:
        referee.play(
            AMOINS,
            OPTIONS,
            SEED,
            [raising(ValueError("first")), Plain("alice")],
            fallback=lambda: raising(ValueError("second")),
        )
    assert caught.value.verdict is Verdict.VOID_WORKER
    assert "ValueError: second" in caught.value.log


def test_a_fallback_that_does_not_get_ready_is_our_fault() -> None:
    with pytest.raises(Void) as caught:
        referee.play(
            AMOINS, OPTIONS, SEED, [NeverReady("bob"), Plain("alice")], fallback=NeverReady
        )
    assert caught.value.verdict is Verdict.VOID_WORKER


def test_who_asks_the_worker_to_stop_is_not_taken_for_a_bot_that_crashed() -> None:
    def stop(turn: object) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(Answering(stop), Plain("alice"))
