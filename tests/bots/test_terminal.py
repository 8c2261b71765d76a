"""`python -m games play`: people at a terminal, among themselves and against house bots."""

import io
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bots import printed, terminal
from bots.players import Player
from games import GAMES, MATCHES
from games.__main__ import main
from games.core import IllegalMove

SEED = bytes(range(32))
COULEUR = ["play", "xxl-individuel", "--option", "variant=couleur", "--seed", SEED.hex()]
EVERY_GAME = [
    *[("xxl-individuel", {"variant": slug}) for slug in ("amoins", "montees", "permis", "series")],
    *[("xxl-individuel", {"variant": slug}) for slug in ("lun-apres", "couleur")],
    *[("xxl-atout", {}), ("arschmallows", {}), ("abluxxen", {}), ("quibbles", {})],
]

Output = Callable[[], str]


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What people see who always make the first move, screen by screen."""
    found: list[str] = []

    def answer(prompt: str = "") -> str:
        found.append(capsys.readouterr().out + prompt)
        return "" if "press Enter" in prompt else "1"

    monkeypatch.setattr("builtins.input", answer)
    return found


@pytest.fixture
def typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[str, str]]:
    """Plays with these lines typed, then Ctrl-D; gives what was printed: output and errors."""

    def play(*lines: str) -> tuple[str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main([*COULEUR, "--seats", "2"]) == 1
        captured = capsys.readouterr()
        return captured.out, captured.err

    return play


@pytest.mark.parametrize(("slug", "options"), EVERY_GAME, ids=str)
def test_a_person_plays_every_game_against_careful(
    slug: str, options: dict[str, str], screens: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "t.json"
    given = [f"--option={name}={value}" for name, value in options.items()]
    play = ["play", slug, "--seats", "3", "--seed", SEED.hex(), *given]
    assert main([*play, "--transcript", str(file)]) == 0
    assert all(screen.endswith("Seat 0> ") for screen in screens)
    assert any("\nSeat 1: " in screen for screen in screens)
    assert "None" not in "".join(screens)
    seats = json.loads(file.read_text())["seats"]
    assert [seat["name"] for seat in seats] == ["person", "Careful", "Careful"]
    assert main(["check", str(file)]) == 0


def test_a_person_sees_his_own_cards_and_no_others(screens: list[str]) -> None:
    match = MATCHES["xxl-individuel"].start(2, SEED, variant="couleur")
    main([*COULEUR, "--seats", "2"])
    assert all(card in screens[0] for card in match.view(0)["hand"])
    assert not any(card in screens[0] for card in match.view(1)["hand"])


def test_he_hears_once_what_happened_since_his_last_move(
    screens: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main([*COULEUR, "--seats", "2"])
    told = "".join([*screens, capsys.readouterr().out])
    assert told.count("trick leader") == 2 * 12
    assert told.count("Deal 1 is over (all cards played). Scores: ") == 1
    assert told.count("Deal 2 is over (all cards played). Scores: ") == 1


def test_two_people_hand_the_screen_over(screens: list[str]) -> None:
    main([*COULEUR, "--seats", "2", "--seat", "1=person"])
    hands = MATCHES["xxl-individuel"].start(2, SEED, variant="couleur").state
    mine, yours = hands.view(0)["hand"], hands.view(1)["hand"]
    ends = [screen.splitlines()[-1] for screen in screens[:5]]
    assert ends == [
        "Seat 0 is next: press Enter when nobody else is looking. ",
        "Seat 0> ",
        "Seat 0: press Enter to hide your cards. ",
        "Seat 1 is next: press Enter when nobody else is looking. ",
        "Seat 1> ",
    ]
    assert not any(card in screens[0] + screens[3] for card in mine + yours)
    assert all(card in screens[4] for card in yours)


def test_a_line_that_is_no_move_is_answered_and_asked_again(
    typed: Callable[..., tuple[str, str]],
) -> None:
    out, err = typed("", "x9", "99", " draw ")
    assert out.count("is not open now; open are") == 3
    assert "'draw' is not open now" in out
    assert out.count("Seat 0> ") == 5
    assert err == "\nStopped; this match was not finished.\n"


def test_a_question_mark_tells_how_moves_are_written(
    typed: Callable[..., tuple[str, str]],
) -> None:
    out, _ = typed("?")
    assert "A move is written as the card (" in out
    assert "hands    how many cards each seat holds" in out


def test_every_game_has_something_to_tell() -> None:
    for slug in GAMES:
        assert "to_move" in printed.explained(slug)


def test_a_number_in_the_list_is_never_a_move_of_its_own() -> None:
    """Else `3` could mean two moves."""
    for game in GAMES.values():
        state = game.deal(game.seats[-1], SEED)
        while state.to_move >= 0:
            moves = state.legal()
            for number in range(1, len(moves) + 1):
                with pytest.raises(IllegalMove):
                    state.parse(str(number))
            state.play(moves[len(moves) // 2])


def test_ctrl_c_ends_politely(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert main([*COULEUR, "--seats", "2"]) == 1
    assert capsys.readouterr().err == "\nStopped; this match was not finished.\n"


def test_nobody_plays_on_for_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(player: Player, turn: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(terminal.Person, "choose", broken)
    with pytest.raises(ZeroDivisionError):
        main([*COULEUR, "--seats", "2"])


def test_on_a_real_terminal_the_screen_is_emptied_and_ctrl_d_leaves() -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "games", *COULEUR, "--seats", "2", "--seat", "1=person"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        os.write(ours, b"\n\xe9\n1\n\n\n\x04")  # an e acute of another encoding is no move
        shown = b""
        while not shown.endswith(b"not finished.\r\n"):
            shown += os.read(ours, 1 << 16)
    os.close(ours)
    assert process.returncode == 1
    assert shown.count(terminal.CLEAR.encode()) == 3
    assert shown.endswith(b"Seat 1> \r\nStopped; this match was not finished.\r\n")
