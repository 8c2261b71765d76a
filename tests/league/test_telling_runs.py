"""What a card did to its run is told beside the table, and on the cards which face it was played
for."""

import re
from collections.abc import Callable, Iterator

import pytest

from league import schedule, show, stepping
from league.models import Club, Match
from league.templatetags import telling
from tests.cast import NewTournament, make_bots, play_queued

Plays = Callable[[str], Iterator[tuple[stepping.Position, str, str]]]


@pytest.fixture
def plays(new_tournament: NewTournament, club: Club) -> Plays:
    """Every card played in the first deal of a match: the position, what is said, and why."""

    def played(variant: str) -> Iterator[tuple[stepping.Position, str, str]]:
        tournament = new_tournament(
            make_bots(club, 4, house="careful"),
            rules="xxl-individuel",
            options={"variant": variant, "deals": 1},
        )
        schedule.draw(tournament)
        tournament.refresh_from_db()
        schedule.publish(tournament)
        play_queued()
        match = Match.objects.filter(round__tournament=tournament).first()
        assert match is not None
        paper, seats = match.transcript.read(), show.match(match).table.seats
        for number, text in enumerate(paper.deals[0].moves, 1):
            if ":" in text:
                position = stepping.position(paper, 0, number)
                yield position, telling.said(position, seats), telling.why(position, seats)

    return played


def words(markup: str) -> str:
    return re.sub(r"<[^>]+>", "", markup)


def test_montees_tells_where_runs_begin_go_on_and_end(plays: Plays) -> None:
    told = set()
    for position, said, why in plays("montees"):
        assert position.move is not None
        (event,) = position.move.seen
        before, after = (v["tops"][event["pile"]] for v in (position.before, position.after))
        colour, number = event["face"][0], int(event["face"][1:])
        at_end = number == (10 if after["step"] == 1 else 0)
        goes_on = before["run"] is not None and before["run"][0] == colour
        climbs = "climb" if after["step"] == 1 else "fall"
        first = words(why).partition(".")[0]
        assert ("That ends the" in first) == at_end
        assert (climbs in first) == (not at_end)
        assert ("begins" in first) == (not at_end and not goes_on)
        assert said.endswith(f"on pile {'AB'[event['pile']]}.")
        told |= set(re.findall("begins|climbs on|falls on|ends", first))
    assert told == {"begins", "climbs on", "falls on", "ends"}


def test_lun_apres_tells_where_runs_begin_and_end_and_when_a_colour_is_dead(plays: Plays) -> None:
    told = set()
    for position, _said, why in plays("lun-apres"):
        assert position.move is not None
        (event,) = position.move.seen
        number = int(event["face"][1:])
        assert ("begins" in why) == (number == 10)
        assert ("That ends" in why) == (number == 0)
        before, after = position.before["runs"], position.after["runs"]
        dead = [colour for colour in after if before[colour]["next"] and not after[colour]["next"]]
        assert why.count("any more") == len(dead)
        told |= set(re.findall("begins|ends|any more", why))
    assert told == {"begins", "ends", "any more"}


def test_the_face_a_card_is_played_for_comes_first_and_the_other_is_pale(plays: Plays) -> None:
    for position, said, _why in plays("lun-apres"):
        assert position.move is not None
        first, second = re.findall(r"#face-([rgby]\d+)", said)
        assert first == position.move.seen[0]["face"]
        assert {first, second} == set(re.findall(r"[rgby]\d+", position.move.seen[0]["card"]))
        assert said.count("face--other") == 1
