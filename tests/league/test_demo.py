"""The demo club: made once, with a password that opens the door."""

from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from pytest_django import Settings

from league import demo
from league.models import Club, Tournament, User
from league.refusals import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR = tmp_path
    return tmp_path


def test_it_is_made_once_and_its_password_stays() -> None:
    password = demo.ensure()
    assert demo.ensure() == password
    assert Club.objects.count() == 1
    assert {cup.state for cup in Tournament.objects.all()} == {"running"}
    assert authenticate(username=demo.ORGANISER, password=password)


def test_only_its_owner_can_read_the_file_of_the_password(var: Path) -> None:
    demo.ensure()
    assert (var / "demo-password").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("left", [None, ""])
def test_a_lost_password_is_replaced_by_one_that_works(var: Path, left: str | None) -> None:
    demo.ensure()
    (var / "demo-password").unlink()
    if left is not None:
        (var / "demo-password").write_text(left)
    assert authenticate(username=demo.ORGANISER, password=demo.ensure())


def test_an_account_of_that_name_is_not_taken_over(var: Path) -> None:
    User.objects.create_user(demo.ORGANISER, password="a person of flesh and blood")
    with pytest.raises(Refused, match="taken here"):
        demo.ensure()
    assert authenticate(username=demo.ORGANISER, password="a person of flesh and blood")
    assert not Club.objects.exists()
    assert not (var / "demo-password").exists()
