"""Read models: what pages and the API are made from."""

import pytest

from league import schedule, show
from league.models import Bot, Tournament
from tests.cast import NewTournament

pytestmark = pytest.mark.django_db


def test_a_list_counts_entries_and_rounds_each_for_itself(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    new_tournament()
    new_tournament(bots[:5])
    schedule.draw(new_tournament(bots[:3], settings={"rounds": 4, "table_size": 3}))
    shown = show.listed(Tournament.objects.order_by("pk"))
    assert [(one.entries, one.rounds) for one in shown] == [(0, 0), (5, 0), (3, 4)]
