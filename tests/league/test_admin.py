"""The back office takes nothing that would break a page or a match."""

import pytest
from django.test import Client
from django.urls import reverse

from bots.catalog import HOUSE
from league.models import Bot, Club, League, User, Version

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(client: Client) -> Client:
    """Whoever runs the machine, logged in."""
    client.force_login(User.objects.create_superuser("dora", password="dora-runs-the-machine"))
    return client


def test_every_list_and_form_of_the_back_office_opens(
    office: Client, club: Club, alice: User, bots: list[Bot]
) -> None:
    for kind in ("user", "club", "league", "player", "bot"):
        assert office.get(reverse(f"admin:league_{kind}_changelist")).status_code == 200
        assert office.get(reverse(f"admin:league_{kind}_add")).status_code == 200
    for row in (club, alice, bots[0]):
        address = reverse(f"admin:league_{row._meta.model_name}_change", args=[row.pk])
        assert office.get(address).status_code == 200


@pytest.mark.parametrize(("zone", "taken"), [("Europe/Paris", True), ("Berlin", False)])
def test_a_club_is_founded_in_a_time_zone_that_exists(
    office: Client, zone: str, taken: bool
) -> None:
    given = {"name": "Rosengarten", "slug": "rosengarten", "timezone": zone}
    members = {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}
    answer = office.post(reverse("admin:league_club_add"), given | members)
    assert Club.objects.exists() is taken
    assert set(Version.objects.values_list("house", flat=True)) == (set(HOUSE) if taken else set())
    assert (b"A time zone is named like Europe/Berlin." in answer.content) is not taken


@pytest.mark.parametrize(("house", "taken"), [("careful", True), ("gone", False)])
def test_a_version_plays_a_program_that_is_there(
    office: Client, bots: list[Bot], house: str, taken: bool
) -> None:
    bot = bots[0]
    version = {"versions-1-bot": bot.pk, "versions-1-number": 2, "versions-1-house": house}
    given = {
        "club": bot.club_id,
        "name": bot.name,
        "slug": bot.slug,
        "versions-TOTAL_FORMS": 2,
        "versions-INITIAL_FORMS": 1,
        "versions-0-id": Version.objects.get(bot=bot).pk,
        "versions-0-bot": bot.pk,
        **version,
    }
    office.post(reverse("admin:league_bot_change", args=[bot.pk]), given)
    assert Version.objects.filter(bot=bot, number=2, house=house).exists() is taken


def test_how_a_ranking_counts_is_left_to_the_form_of_the_site(
    office: Client, house_league: League
) -> None:
    address = reverse("admin:league_league_change", args=[house_league.pk])
    assert "settings" not in office.get(address).context["adminform"].form.fields


def test_organisers_and_members_have_no_business_there(
    client: Client, alice: User, bob: User
) -> None:
    for user in (alice, bob):
        client.force_login(user)
        assert client.get(reverse("admin:index")).status_code == 302
