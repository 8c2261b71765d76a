"""A wrong value in the environment stops the start with one sentence and exit code 1."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from league.launcher import site
from tests.parts import ROOT, small_environment

SETTINGS = (ROOT / "league" / "settings.py").read_text()
VARIABLES = set(re.findall(r'(?:env\.\w+|flag|number)\(\s*"([A-Z_]+)"', SETTINGS))


def load(var: Path, show: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a process of their own and show one of them, or more, as a tuple."""
    command = [sys.executable, "-c", f"from league.settings import *; print({show})"]
    environment = small_environment(**{"VAR": str(var), **environment})
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DEBUG", "perhaps", "DEBUG must be true or false, not 'perhaps'."),
        ("HTTPS", "2", "HTTPS must be true or false, not '2'."),
        ("LEASE_S", "-1", "LEASE_S is a whole number above 0, not '-1'."),
        (
            "INTERPRETERS",
            "node,cobol",
            "INTERPRETERS may list python, node, binary, not 'cobol'.",
        ),
        (
            "DATABASE_URL",
            "mysql://a:b@c/d",
            "DATABASE_URL must begin with postgres:// or sqlite:///.",
        ),
        ("DATABASE_URL", "club", "DATABASE_URL must begin with postgres:// or sqlite:///."),
        ("REDIS_URL", "127.0.0.1", "REDIS_URL must begin with redis://, rediss:// or unix://."),
        (
            "CSRF_TRUSTED_ORIGINS",
            "club.example",
            "CSRF_TRUSTED_ORIGINS must list addresses that begin with http:// or https://.",
        ),
        ("VAR", "/dev/null/var", "The folder /dev/null/var cannot be used: Not a directory."),
    ],
)
def test_a_wrong_value_stops_the_start_with_a_sentence(
    tmp_path: Path, name: str, value: str, sentence: str
) -> None:
    loaded = load(tmp_path, "DEBUG", **{name: value})
    assert (loaded.returncode, loaded.stderr) == (1, f"{sentence}\n")


def test_the_key_is_made_once_and_for_nobody_else_to_read(tmp_path: Path) -> None:
    first, second = (load(tmp_path / "var", "SECRET_KEY").stdout for _ in range(2))
    assert first == second
    assert len(first) > 50
    assert (tmp_path / "var" / "secret-key").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "var").stat().st_mode & 0o777 == 0o700


def test_a_given_key_is_used_and_not_written_down(tmp_path: Path) -> None:
    assert load(tmp_path, "SECRET_KEY", SECRET_KEY="of the club").stdout == "of the club\n"
    assert not list(tmp_path.iterdir())


def test_an_empty_value_is_none(tmp_path: Path) -> None:
    empty = dict.fromkeys(VARIABLES - {"VAR"}, "")
    names = "ALLOWED_HOSTS, DATABASES, REDIS_URL, DEBUG"
    loaded = load(tmp_path, names, **empty)
    assert loaded.stderr == ""
    assert loaded.stdout == load(tmp_path, names).stdout


@pytest.mark.parametrize(("word", "value"), [("true", True), ("off", False), ("", False)])
def test_cookies_are_for_https_only_where_told(tmp_path: Path, word: str, value: bool) -> None:
    loaded = load(tmp_path, "SESSION_COOKIE_SECURE", HTTPS=word)
    assert loaded.stdout == f"{value}\n"


def test_every_variable_is_in_the_example_of_an_environment() -> None:
    example = (ROOT / "deploy" / "env.example").read_text()
    assert set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)) == VARIABLES


def test_no_part_is_handed_a_variable_that_settings_have_read() -> None:
    assert not VARIABLES & set(site.PASSED_ON)
