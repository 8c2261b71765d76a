"""`python -m games`: list, rules, play, check, and one sentence for whatever is wrong."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bots.house.careful import Careful
from bots.house.random import Random
from games import GAMES, MATCHES, Game, MatchRules
from games.__main__ import main

from .cases import is_sentence

SEED = bytes(range(32)).hex()
KINDS: list[Game | MatchRules] = [*GAMES.values(), *MATCHES.values()]
AMOINS = ["play", "xxl-individuel", "--option", "variant=amoins", "--seed", SEED]

Output = Callable[[], tuple[str, str]]


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str]) -> Output:
    """What was printed since this was last asked: output and errors."""

    def read() -> tuple[str, str]:
        captured = capsys.readouterr()
        return captured.out, captured.err

    return read


def refusal(output: Output, *arguments: str, code: int = 1) -> str:
    """The one line of errors of a command that must fail."""
    assert main(arguments) == code
    out, err = output()
    assert out == ""
    assert is_sentence(err.strip())
    return err


def test_list_names_every_game_and_match_with_its_options(output: Output) -> None:
    assert main(["list"]) == 0
    out, _ = output()
    for kind in KINDS:
        assert f"{kind.slug} ({kind.seats[0]} to {kind.seats[-1]} players): {kind.says}" in out
        assert all(option.name in out for option in kind.options)


@pytest.mark.parametrize("slug", [*GAMES, *MATCHES])
def test_rules_prints_the_rules_and_every_ruling(slug: str, output: Output) -> None:
    assert main(["rules", slug]) == 0
    out = " ".join(output()[0].split())
    for kind in (kind for kind in KINDS if kind.slug == slug):
        for option in kind.options:
            assert all(text in out for text in (option.name, option.says, *option.means))
        for section in kind.rules.sections:
            assert " ".join([section.heading, *section.paragraphs]) in out
        assert all(f"{ruling.id} {ruling.says}" in out for ruling in kind.rulings)


def test_rules_show_how_many_cards_are_dealt(output: Output) -> None:
    assert main(["rules", "arschmallows"]) == 0
    lines = [line.split() for line in output()[0].splitlines()]
    assert ["2", "6", "1", "49", "0"] in lines
    assert ["2", "4", "1", "53", "0"] in lines


def test_rules_of_something_unknown(output: Output) -> None:
    assert "'skat'" in refusal(output, "rules", "skat")


@pytest.mark.parametrize(
    "arguments",
    [[], ["deal"], ["play"], ["play", "arschmallows"], ["check"], ["play", "--seats", "many"]],
    ids=str,
)
def test_a_command_that_is_written_wrongly_is_one_line_and_code_2(
    arguments: list[str], output: Output
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert is_sentence(output()[1].strip())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "skat", "--seats", "3"], "no match 'skat'"),
        (["play", "amoins", "--seats", "3"], "xxl-individuel"),
        (["play", "xxl-individuel", "--seats", "3"], "variant must be given"),
        ([*AMOINS, "--seats", "7"], "2 to 6 players"),
        ([*AMOINS, "--seats", "-1"], "2 to 6 players"),
        ([*AMOINS, "--seats", "2", "--seed", "abc"], "64 hex digits"),
        ([*AMOINS, "--seats", "2", "--seed", "ab"], "64 hex digits"),
        ([*AMOINS, "--seats", "2", "--option", "deals"], "NAME=VALUE"),
        ([*AMOINS, "--seats", "2", "--option", "deals=0"], "1 to 100"),
        ([*AMOINS, "--seats", "2", "--option", "trump=r"], "'trump'"),
        ([*AMOINS, "--seats", "2", "--option", "seats=3"], "'seats' is no option"),
        ([*AMOINS, "--seats", "9" * 4000], "a very large number"),
        ([*AMOINS, "--seats", "2", "--option", "deck=@no/such/file"], "no/such/file"),
        ([*AMOINS, "--seats", "2", "--option", "deck=@/dev/zero"], "/dev/zero: This is no file."),
        ([*AMOINS, "--seats", "2", "--option", f"deck=@{sys.executable}"], "no text in UTF-8"),
        ([*AMOINS, "--seats", "2", "--seat", "2=random"], "0 to 1"),
        ([*AMOINS, "--seats", "2", "--seat", "0=bob"], "person, careful, random"),
        ([*AMOINS, "--seats", "2", "--seat", "random"], "written SEAT=WHO"),
        ([*AMOINS, "--seats", "2", "--transcript", "no/such/folder/t.json"], "no/such/folder"),
        ([*AMOINS, "--seats", "2", "--transcript", "games"], "games is a folder"),
        ([*AMOINS, "--seats", "2", "--transcript", "README.md"], "README.md is there already"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_match_that_cannot_be_played_is_refused(
    arguments: list[str], says: str, output: Output
) -> None:
    assert says in refusal(output, *arguments)


def test_bots_play_a_match_that_checks(output: Output, tmp_path: Path) -> None:
    for slug, option in (("arschmallows", "deals=2"), ("xxl-individuel", "variant=couleur")):
        file = tmp_path / f"{slug}.json"
        play = ["play", slug, "--seats", "3", "--option", option, "--seat", "0=random"]
        assert main([*play, "--transcript", str(file)]) == 0
        out, _ = output()
        assert "Totals: " in out
        assert "Type a move" not in out  # nobody is there to
        named = [(seat["name"], seat["version"]) for seat in json.loads(file.read_text())["seats"]]
        assert named == [(bot.name, bot.version) for bot in (Random, Careful, Careful)]
        assert main(["check", str(file)]) == 0
        assert output() == ("1 of 1 agree.\n", "")


def test_the_same_seed_gives_the_same_match_of_bots(output: Output) -> None:
    play = [*AMOINS, "--seats", "3", "--seat", "0=random"]
    main(play)
    first = output()
    main(play)
    assert output() == first


def test_a_deck_can_be_read_from_a_file(output: Output, tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("number,colour\n")
    deck = f"deck=@{tmp_path / 'deck.csv'}"
    assert "deck table" in refusal(output, *AMOINS, "--seats", "2", "--option", deck)


def test_check_reads_no_more_of_a_file_than_a_transcript_can_have(
    output: Output, tmp_path: Path
) -> None:
    file = tmp_path / "large"
    file.touch()
    os.truncate(file, 1 << 40)  # takes no room on the disk
    assert "at most 10 MB" in refused(output, file)


def test_check_waits_for_nothing_that_is_no_file(output: Output, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        assert "no file" in refused(output, path)


def refused(output: Output, path: Path) -> str:
    """The sentence about a file that is no transcript."""
    assert main(["check", str(path)]) == 1
    out, err = output()
    assert out == "0 of 1 agree.\n"
    assert is_sentence(err.strip())
    return err


HOSTILE = {
    "lists": lambda: '{"format":1,"seats":[' + "[]," * 1_000_000 + "0]}",
    "objects": lambda: '{"format":1,"seats":[' + '{"a":1},' * 500_000 + "0]}",
    "keys": lambda: '{"format":1' + "".join(f',"🂡{i}":{i}' for i in range(500_000)) + "}",
    "texts": lambda: '{"format":1,"x":[' + ",".join(f'"🂡{i}"' for i in range(500_000)) + "]}",
    "numbers": lambda: '{"format":1,"x":[' + ",".join(map(str, range(10**6))) + "]}",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_check_needs_less_than_200_mb_for_whatever_it_is_given(kind: str, tmp_path: Path) -> None:
    file = tmp_path / kind
    file.write_text(HOSTILE[kind](), "utf-8")
    script = (
        "import resource, sys; from games.__main__ import main; "
        "resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20)); "
        "sys.exit(main(['check', sys.argv[1]]))"
    )
    command = [sys.executable, "-S", "-c", script, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert is_sentence(done.stderr.strip())


def test_check_says_what_differs_in_which_file(output: Output, tmp_path: Path) -> None:
    good, bad, broken = (tmp_path / name for name in ("good", "bad", "broken"))
    main([*AMOINS, "--seats", "2", "--seat", "0=random", "--transcript", str(good)])
    output()
    raw = json.loads(good.read_text())
    raw["totals"][0] += 1
    bad.write_text(json.dumps(raw))
    broken.write_bytes(b"\xff\xfe")
    assert main(["check", *map(str, (good, bad, broken, tmp_path / "missing", tmp_path))]) == 1
    out, err = output()
    assert out == "1 of 5 agree.\n"
    assert [line.partition(": ")[0] for line in err.splitlines()] == [
        str(path) for path in (bad, broken, tmp_path / "missing", tmp_path)
    ]
    assert all(map(is_sentence, err.splitlines()))


def test_a_reader_that_has_seen_enough_makes_no_noise() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "games", "list"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_full_disk_is_said_in_a_sentence() -> None:
    command = [sys.executable, "-m", "games", "list"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert is_sentence(done.stderr.decode().strip())


def test_nowhere_to_print_is_no_trouble() -> None:
    command = f"{shlex.quote(sys.executable)} -m games list >&-"
    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_that_knows_ascii_alone_is_enough() -> None:
    command = [sys.executable, "-m", "games", "rules", "amoins"]
    environment = {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"? moins")
