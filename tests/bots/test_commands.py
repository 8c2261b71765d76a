"""`python -m bots`, as a bot's author meets it."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bots import duplicate, trial
from bots.__main__ import main
from bots.catalog import HOUSE
from bots.commands import new
from bots.commands.progress import Progress
from bots.duplicate import SingleDeal
from bots.players import HouseBot, Turn
from games import GAMES, MATCHES
from games.transcript import check, read

from .programs import packed
from .test_trial import FIRST, bot

ROOT = Path(__file__).parent.parent.parent
SEED = "07" * 32
ONE_GAME = ["--match", "xxl-individuel", "--option", "variant=couleur", "--option", "deals=1"]
CRASHING = bot(
    'plays = ("quibbles",)',
    "def choose(self, turn):",
    "    print('\\x1b[31mhm')",
    "    raise RuntimeError('what now')",
)

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs one command in a folder with some bots; gives code, output and errors."""
    monkeypatch.chdir(tmp_path)
    for name, source in (("first.py", FIRST), ("crashing.py", CRASHING)):
        Path(name).write_bytes(source)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture(scope="module")
def one_match(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The transcript of a match with bob's bot `first` in seat 0."""
    folder = tmp_path_factory.mktemp("played")
    first = folder / "first.py"
    first.write_bytes(FIRST)
    play = ["play", str(first), "random", *ONE_GAME, "--deals", "1", "--seed", SEED]
    main([*play, "--keep", str(folder)])
    return (folder / "1-0.json").read_bytes()


@pytest.fixture
def kept(run: Run, one_match: bytes) -> Path:
    """That transcript, in the folder where commands run."""
    kept = Path("kept.json")
    kept.write_bytes(one_match)
    return kept


def test_alone_it_says_what_it_can_do(run: Run) -> None:
    code, out, _ = run()
    assert code == 0
    assert all(f"    {command} " in out for command in ("new", "check", "play", "replay"))


def test_what_cannot_be_done_gets_one_sentence(run: Run) -> None:
    Path("a.zip").write_bytes(packed({"notes.txt": b""}))
    for arguments, says in (
        ("new first.py --match quibbles", "first.py is there already; it was left as it is."),
        ("new other --match quibbles", "A bot is a Python file: call it other.py."),
        ("new other.py --match chess", "There is no match 'chess'; there are abluxxen, "),
        ("new other.py --match amoins", "amoins is a game; the matches it is played in are: "),
        ("new no/other.py --match quibbles", "no/other.py cannot be written (No such file or "),
        ("check other.py", "There is no file other.py."),
        ("check .", ".: This is no file."),
        ("check a.zip", "a.zip: There is no main.py in this zip."),
        ("play first.py --match quibbles", "Quibbles is for "),
        ("play first.py carful --match quibbles", "There is no file carful; the house bots are "),
        ("play first.py random --match xxl-individuel", "The option variant must be given: "),
        ("play first.py random --match quibbles --option x", "An option is written NAME=VALUE"),
        ("play first.py random --match quibbles --deals 0", "--deals is a number from 1 to "),
        ("play first.py random --match quibbles --jobs 0", "--jobs is a number from 1 to "),
        ("play first.py random --match quibbles --seed 7", "A seed is 64 hex digits."),
        ("play random random --match quibbles --keep first.py", "The folder first.py cannot be "),
        ("replay other.json", "other.json: This file cannot be read (No such file or directory)."),
        ("replay first.py", "first.py: This is not a transcript: "),
    ):
        code, out, err = run(*arguments.split())
        assert (code, out) == (1, ""), arguments
        assert err.startswith(says), arguments
        assert err.count("\n") == 1, arguments
    assert Path("first.py").read_bytes() == FIRST


def test_without_bubblewrap_nothing_is_run(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_bytes(FIRST)
    for arguments in (["check", "first.py"], ["play", "first.py", "random", *ONE_GAME]):
        done = subprocess.run(
            [sys.executable, "-S", "-m", "bots", *arguments],  # without the wheel
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT), "PATH": "/nowhere"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 1
        assert done.stderr == (
            "There is no bubblewrap here: sudo apt install bubblewrap. "
            "Bots run in a sandbox or not at all.\n"
        )


@pytest.mark.parametrize("slug", MATCHES)
def test_a_new_bot_passes_its_trial(slug: str) -> None:
    source = new.first_bot(MATCHES[slug], 'it\'s "my"\n').encode()
    introduced = trial.introduce(source)
    assert (introduced.name, introduced.plays) == ('it\'s "my"\n', (slug,))
    one = trial.play(source, "alice", "1", next(trial.tasks([slug])))
    assert one.passed, one.verdict.log


@pytest.mark.parametrize("slug", MATCHES)
def test_a_new_bot_is_short_and_names_what_is_worth_a_look(slug: str) -> None:
    lines = new.first_bot(MATCHES[slug], "alice").splitlines()
    code = [line for line in lines if line.strip() and not line.strip().startswith(("#", '"'))]
    assert len(code) <= 12
    assert max(map(len, lines)) <= 100
    for game in MATCHES[slug].games:
        assert any(f"#   {game.slug} (games/rules/" in line for line in lines)
    text = " ".join(lines)
    files = re.findall(r"\((games/[\w/]+\.py)\)", text)
    assert all((ROOT / file).is_file() for file in files)


@pytest.mark.parametrize(
    ("slug", "game"),
    [
        ("xxl-pur", "series"),
        ("xxl-pur", "permis"),
        ("arschmallows", "arschmallows"),
        ("abluxxen", "abluxxen"),
        ("quibbles", "quibbles"),
    ],
)
def test_a_new_bot_is_better_than_chance(slug: str, game: str) -> None:
    """Where a few deals can show it."""
    script = new.first_bot(MATCHES[slug], "alice").replace("run(MyBot)", "")
    written: dict[str, object] = {}
    exec(script, written)

    class Here(HouseBot):
        slug, name, version, says = "alice", "alice", "1", "The bot that is written first."

        def choose(self, turn: Turn) -> int:
            return turn.parse(written["MyBot"]().choose(turn))  # type: ignore[operator]  # exec

    leads = [
        duplicate.play(SingleDeal(GAMES[game]), {}, 3, bytes([n]) * 32, Here, HOUSE["random"]).lead
        for n in range(12)
    ]
    assert sum(leads) > 0


def test_a_bot_that_is_ready_is_told_its_times(run: Run) -> None:
    source = bot('plays = ("quibbles",)', "def choose(self, turn): return turn.legal[0]")
    Path("alone.py").write_bytes(source)
    Path("packed.zip").write_bytes(packed({"main.py": source}))
    for file in ("alone.py", "packed.zip"):
        code, out, err = run("check", file)
        assert (code, err) == (0, "")
        assert re.search(r"\nquibbles +ok +\d+ +\d+\.\d +\d+\.\d +\d+\.\d +\d+\.\d\d\n", out)
        assert out.endswith(f"\nReady: {file} keeps to the rules and to its time.\n")


def test_a_bot_that_fails_is_told_where_and_shown_its_log(run: Run) -> None:
    code, out, _ = run("check", "crashing.py")
    assert code == 1
    assert re.search(r"\nquibbles +crashed ", out)
    assert re.search(r"\n  Deal 1, move \d+, seat \d: Stopped with an error of its own\.\n", out)
    assert "[31mhm\n" in out
    assert "\x1b" not in out
    assert "\n    RuntimeError: what now\n" in out
    assert out.endswith("\nNot ready: crashing.py fails at quibbles.\n")


def test_a_bot_that_does_not_start_is_shown_why(run: Run) -> None:
    Path("wrong.py").write_text("import nothing_of_that_name\n")
    code, out, _ = run("check", "wrong.py")
    assert code == 1
    assert "Start: no-start. Did not get ready for the match.\n" in out
    assert "No module named 'nothing_of_that_name'" in out
    assert out.endswith("\nNot ready: wrong.py does not start.\n")


def test_log_and_notes_are_shown_if_asked_for(run: Run) -> None:
    chatty = bot(
        'plays = ("quibbles",)',
        "def choose(self, turn):",
        "    print('well, well')",
        "    turn.note = f'{len(turn.legal)} open'",
        "    return turn.legal[0]",
    )
    Path("chatty.py").write_bytes(chatty)
    assert "well, well" not in run("check", "chatty.py")[1]
    _, out, _ = run("check", "chatty.py", "--log")
    assert "\n    well, well\n" in out
    assert re.search(r"\n    Deal 1, decision 1: \d+ open\n    Deal 1, decision 2: ", out)


def test_duplicate_deals_seat_every_bot_everywhere(run: Run) -> None:
    play = ["play", "first.py", "careful", "random", *ONE_GAME, "--duplicate", "--seed", SEED]
    code, out, err = run(*play, "--deals", "4", "--jobs", "2", "--keep", "kept")
    assert (code, err) == (0, "")
    assert out.startswith("4 shuffles, 12 matches of xxl-individuel; every bot in every seat.\n")
    rows = re.findall(r"^(\w+) +\d\.\d\d ± \d\.\d\d +\d+ +0(?:  [+-].* ± .*)?$", out, re.MULTILINE)
    assert rows == ["first", "careful", "random"]
    assert out.endswith(f"\nSeed: {SEED}\n")
    found = {path.name: read(path.read_bytes()) for path in Path("kept").iterdir()}
    assert len(found) == 12
    assert all(check(match) is None for match in found.values())
    names = [[seat["name"] for seat in found[f"3-{moved}.json"].seats] for moved in range(3)]
    assert names == [
        ["first", "careful", "random"],
        ["random", "first", "careful"],
        ["careful", "random", "first"],
    ]
    assert len({found[f"3-{moved}.json"].seed for moved in range(3)}) == 1
    assert len({match.seed for match in found.values()}) == 4


def test_the_places_add_up(run: Run) -> None:
    play = ["play", "random", "random", "random", *ONE_GAME, "--seed", SEED, "--deals", "9"]
    _, out, _ = run(*play, "--keep", "kept")
    rows = re.findall(r"^(random[ ()\d]*?) +(\d\.\d\d) ± .*$", out, re.MULTILINE)
    assert [name for name, _ in rows] == ["random", "random (2)", "random (3)"]
    for bot_number, (_, mean) in enumerate(rows):
        places = [
            match.awarded[(bot_number + number) % 3]
            for number in range(9)
            for match in [read(Path(f"kept/{number + 1}-{number % 3}.json").read_bytes())]
        ]
        assert float(mean) == pytest.approx(sum(places) / 9, abs=0.006)


def test_the_same_seed_plays_the_same_matches(run: Run) -> None:
    play = ["play", "random", "careful", *ONE_GAME, "--seed", SEED, "--deals", "3"]
    _, once, _ = run(*play)
    _, again, _ = run(*play, "--jobs", "2")
    assert once == again


def test_faults_are_told_with_the_log(run: Run) -> None:
    code, out, _ = run(
        *("play", "crashing.py", "random", "--match", "quibbles", "--deals", "4", "--jobs", "2")
    )
    assert code == 1
    assert "\ncrashing failed in 4 of its matches (crashed 4).\n" in out
    assert re.search(
        r"\n  Match 1-0, crashed\. Deal 1, move \d+, seat 0: Stopped with an error", out
    )
    assert re.search(
        r"\n  Match 2-1, crashed\. Deal 1, move \d+, seat 1: Stopped with an error", out
    )
    assert "\n  And 1 more.\n" in out
    assert out.count("RuntimeError: what now") == 1


def test_a_job_and_its_bots_stay_on_one_core(run: Run) -> None:
    """The bot says in its log where it may run."""
    tells = bot(
        "def choose(self, turn):",
        "    import os",
        "    raise RuntimeError(f'cores {len(os.sched_getaffinity(0))}')",
    )
    Path("tells.py").write_bytes(tells)
    _, out, _ = run("play", "tells.py", "random", *ONE_GAME, "--deals", "1")
    assert "RuntimeError: cores 1" in out


def test_a_progress_bar_says_how_far_it_is() -> None:
    progress = Progress(200, "shuffles")
    assert progress.line(1, 2) == f"[{'.' * 30}] 1 of 200 shuffles, 6:38 left"
    assert progress.line(50, 70) == f"[{'#' * 7}{'.' * 23}] 50 of 200 shuffles, 3:30 left"
    assert progress.line(200, 70) == f"[{'#' * 30}] 200 of 200 shuffles, 0:00 left"


def test_on_a_terminal_a_bar_is_shown_and_ctrl_c_ends_all(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    play = ["play", "random", "random", "--match", "quibbles", "--deals", "100000", "--jobs", "2"]
    heeding = ["env", "--default-signal=INT"]  # where the tests run in the background, too
    with subprocess.Popen(
        [*heeding, sys.executable, "-m", "bots", *play],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    ) as process:
        os.close(theirs)
        shown = b""
        while b" of 100000 shuffles" not in shown:
            shown += os.read(ours, 1 << 16)
        os.killpg(process.pid, signal.SIGINT)
        while b"Stopped." not in shown:
            shown += os.read(ours, 1 << 16)
    os.close(ours)
    assert process.returncode == 1
    assert b"Traceback" not in shown


def test_a_match_is_stepped_through(run: Run, kept: Path) -> None:
    code, out, err = run("replay", str(kept))
    assert (code, err) == (0, "")
    match = read(kept.read_bytes())
    decisions = out.count("It chose ")
    assert decisions == sum(us is not None for us in match.deals[0].think_us)
    assert "Deal 1, Déterminer la couleur, move 1. Seat 0, first.\n" in out
    assert f"Seat 0, first: place {match.awarded[0]} with {match.totals[0]}, Played to the" in out
    seats = [run("replay", str(kept), "--seat", seat)[1].count("It chose ") for seat in "01"]
    assert sum(seats) == decisions
    assert min(seats) > 0


def test_a_seat_is_shown_its_own_cards_only(run: Run, kept: Path) -> None:
    _, out, _ = run("replay", str(kept), "--seat", "1")
    match = read(kept.read_bytes()).start()
    others = set(match.view(0)["hand"])
    first = out.partition("It chose")[0]
    played = set(read(kept.read_bytes()).deals[0].moves[:1])
    assert not any(card in first for card in others - played)


def test_what_names_contain_moves_no_cursor(run: Run, kept: Path) -> None:
    match = json.loads(kept.read_text())
    match["seats"][0]["name"] = "\x1b[2Jbob\r"
    kept.write_text(json.dumps(match))
    _, out, _ = run("replay", str(kept))
    assert "Seat 0, \\x1b[2Jbob\\r." in out
    assert "\x1b" not in out


def test_a_seat_or_deal_that_is_not_there_is_refused(run: Run, kept: Path) -> None:
    replay = ["replay", str(kept)]
    assert run(*replay, "--seat", "2")[2] == "The seats of this match are 0 to 1.\n"
    assert run(*replay, "--deal", "2")[2] == "The deals of this match are 1 to 1.\n"
    assert run(*replay, "--bot", "first.py")[2] == (
        "Say with --seat where the bot sat: 0 first, 1 random.\n"
    )


def test_a_damaged_match_is_refused(run: Run, kept: Path) -> None:
    text = kept.read_text()
    kept.write_text(text.replace('"totals":[', '"totals":[1'))
    code, _, err = run("replay", str(kept))
    assert code == 1
    assert err.startswith(f"{kept}: The totals are [")


def test_the_same_build_is_told_from_another(run: Run, kept: Path) -> None:
    replay = ["replay", str(kept), "--seat", "0", "--bot"]
    code, out, _ = run(*replay, "first.py")
    assert code == 0
    assert re.fullmatch(r"first\.py decides as first did, (\d+) times out of \1\.\n", out)
    Path("last.py").write_bytes(bot("def choose(self, turn): return turn.legal[-1]"))
    code, out, _ = run(*replay, "last.py")
    assert code == 1
    assert out.startswith("At decision 1 of seat 0:\n\nDeal 1, ")
    assert re.search(r"\nfirst chose \S+ after \S+ ms\.\nlast\.py chooses \S+\.\n$", out)
    code, out, _ = run(*replay, "crashing.py")
    assert code == 1
    assert "\ncrashing.py failed (crashed). Stopped with an error of its own.\n" in out
    assert "\n    RuntimeError: what now\n" in out


def test_on_a_terminal_replay_waits_at_every_decision(run: Run, kept: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "bots", "replay", str(kept)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        os.close(theirs)
        os.write(ours, b"\n\nq\n")
        shown = b""
        while shown.count(b"q leaves. ") < 3:
            shown += os.read(ours, 1 << 16)
    os.close(ours)
    assert process.returncode == 0
    assert shown.count(b"It chose ") == 3
