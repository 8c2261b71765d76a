"""Why a round is as it is: one sentence for each thing there is to say, with names."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from league import schedule, show
from league.formats.core import Receipt
from league.models import (
    Bot,
    DrawnFrom,
    Entry,
    Match,
    Player,
    Round,
    Seat,
    Shuffle,
    Tournament,
    User,
)
from tests.cast import NewTournament

FIRST = "1-2-3-4 5-6-7-8"


def drawn(tournament: Tournament, *rounds: str, receipt: dict[str, Any] | None = None) -> None:
    """Rounds such as 1-2-3 4-5 6 of Bot 1 and so on, drawn together; 6 rests."""
    entries = {entry.who.name: entry for entry in tournament.entries.all()}
    for number, tables in enumerate(rounds, start=1):
        one = Round.objects.create(tournament=tournament, number=number, receipt=receipt or {})
        for table, seated in enumerate(tables.split(), start=1):
            here = [entries[f"Bot {who}"] for who in seated.split("-")]
            if len(here) == 1:
                one.resting.add(*here)
                continue
            match = Match.objects.create(round=one, table=table, shuffle=Shuffle.fresh(1)[0])
            Seat.objects.bulk_create(
                Seat(match=match, number=chair, entry=entry) for chair, entry in enumerate(here)
            )


def told(tournament: Tournament, number: int) -> list[str]:
    pages = show.explained(show.draw(tournament.rounds.all()))
    return [reason.says for reason in pages[number - 1].why]


def test_who_meets_again_is_named_and_that_it_was_forced(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:4])
    drawn(cup, "1-2 3-4", "1-3 2-4", "1-4 2-3", "1-2 4-3")
    assert told(cup, 1) == told(cup, 2) == []
    assert told(cup, 4) == [
        "Bot 1 and Bot 2, Bot 3 and Bot 4 meet again: 4 players at 2 tables force at least 2 "
        "repeats over 4 rounds, and there are no more."
    ]


def test_a_knockout_does_not_say_that_it_has_looked_for_bots(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:2], format="knockout", settings={"table_size": 2})
    for name in ("Bot 3", "Bot 4"):
        person = Player.objects.create(club=cup.club, name=name)
        Entry.objects.create(tournament=cup, player=person)
    drawn(cup, "1-2 3-4")
    assert told(cup, 1) == [
        "One pair of bots shares a table. Who sits where in a knockout does not depend on who is a "
        "bot."
    ]


def test_that_more_was_drawn_than_is_forced_is_told(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:4])
    drawn(cup, "1-2 3-4", "1-3 2-4", "1-3 2-4", "1-3 2-4")
    assert told(cup, 3) == [
        "Bot 1 and Bot 3, Bot 2 and Bot 4 meet again: 4 players at 2 tables force at least 2 "
        "repeats over 4 rounds, and there are 6. More than that is not proven to be forced, but no "
        "better draw was found. Whoever meets for the third time counts as two repeats. Bot 1 and "
        "Bot 3, Bot 2 and Bot 4 met in the round before."
    ]
    assert told(cup, 1) == []


@pytest.mark.parametrize(
    ("receipt", "why"),
    [
        ({}, "That is not proven to be forced, but no better draw was found."),
        (
            {"costs": {"places_apart": {"count": 0, "price": 2}}},
            "The draw weighs repeats against letting equals meet.",
        ),
    ],
    ids=["planned", "swiss"],
)
def test_what_is_not_forced_was_chosen(
    new_tournament: NewTournament, bots: list[Bot], receipt: dict[str, Any], why: str
) -> None:
    cup = new_tournament(bots[:4])
    drawn(cup, "1-2 3-4", "1-2 3-4", receipt=receipt)
    (says,) = told(cup, 2)
    assert says == f"Bot 1 and Bot 2, Bot 3 and Bot 4 meet again. {why}"


def test_in_a_knockout_seeds_come_first(new_tournament: NewTournament, bots: list[Bot]) -> None:
    cup = new_tournament(bots, format="knockout", settings={"table_size": 4, "advance": 2})
    receipt = Receipt(seed="00" * 32, method="", steps=0, cut_short=False, costs={})
    drawn(cup, "1-2-3 4-5-6 7", "1-2 4-7", "1-2", receipt=receipt.as_json())
    field = schedule.field_of(cup, schedule.playing(cup)).as_json()
    for one in cup.rounds.all():  # each follows from the results of the one before
        DrawnFrom.objects.create(round=one, field=field)
    assert told(cup, 1) == ["Bot 7 has a bye: the tables hold 6 of 7."]
    assert told(cup, 2) == [
        "Bot 1 and Bot 2 meet again. Seeds are placed by what they have reached, before anything "
        "else counts."
    ]
    assert told(cup, 3) == [
        "Bot 1 and Bot 2 meet again: those who are here force at least 2 repeats over 3 rounds, "
        "and there are 3. All who are still in it sit at one table. Whoever meets for the third "
        "time counts as two repeats. Bot 1 and Bot 2 met in the round before."
    ]


def test_smaller_tables_and_rests_are_told_with_how_often_everybody_has_them(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:6])
    drawn(cup, "1-2-3 4-5 6", "4-6-5 1-2 3")
    assert told(cup, 1) == [
        "Bot 4 and Bot 5 sit at a smaller table: 5 players do not fill tables of 3. Over 2 rounds "
        "everybody sits there at most once.",
        "Bot 6 rests: the tables hold 5 of 6. Over 2 rounds everybody rests at most once.",
    ]


def test_taking_turns_is_a_reason(new_tournament: NewTournament, bots: list[Bot]) -> None:
    cup = new_tournament(bots[:7])
    drawn(cup, "1-2-3-4 5-6-7", "5-6-7-1 2-3-4")
    again, short = show.explained(show.draw(cup.rounds.all()))[1].why
    assert again.says == (
        "6 pairs meet again: 7 players who take turns at 2 tables force at least 6 repeats over 2 "
        "rounds, and there are no more."
    )
    assert again.names[0] == "Bot 5 and Bot 6"
    assert len(again.names) == 6
    assert short.says.startswith("Bot 2, Bot 3 and Bot 4 sit at a smaller table:")
    assert short.names == ()


def test_pairs_of_one_owner_are_told_and_whether_it_had_to_be(
    new_tournament: NewTournament, bots: list[Bot], bob: User
) -> None:
    cup = new_tournament(bots)
    Bot.objects.filter(pk__in=[bot.pk for bot in bots[:3]]).update(owner=bob)
    drawn(cup, "1-2-4-5 3-6-7-8", "1-2-3-4 5-6-7-8")
    assert told(cup, 1) == [
        "Bot 1 and Bot 2 have the same owner and share a table. With 2 tables that cannot be "
        "avoided."
    ]
    assert told(cup, 2)[1] == (
        "Bot 1 and Bot 2, Bot 1 and Bot 3, Bot 2 and Bot 3 have the same owner and share a table. "
        "With 2 tables 1 of that is forced; avoiding more would cost more."
    )
    Bot.objects.filter(pk=bots[0].pk).update(owner=None)
    assert told(cup, 2)[1].endswith(
        "It is not forced, but to keep them apart would have cost more elsewhere."
    )


def test_where_everybody_meets_everybody_those_of_one_owner_do_too(
    new_tournament: NewTournament, bots: list[Bot], bob: User
) -> None:
    cup = new_tournament(bots[:4], format="everybody", settings={"table_size": 2})
    Bot.objects.filter(pk__in=[bots[0].pk, bots[1].pk]).update(owner=bob)
    drawn(cup, "1-2 3-4")
    assert told(cup, 1) == [
        "Bot 1 and Bot 2 have the same owner and share a table. Everybody meets everybody, so they "
        "do too."
    ]


def test_who_was_moved_by_hand_is_not_blamed_on_the_search(
    new_tournament: NewTournament, bots: list[Bot], bob: User
) -> None:
    cup = new_tournament(bots[:4])
    Bot.objects.filter(pk__in=[bots[0].pk, bots[1].pk]).update(owner=bob)
    drawn(cup, "1-2 3-4", "1-2 3-4", receipt={"swaps": [[1, 2]]})
    again, owners = told(cup, 2)
    assert again.endswith("meet again. Chairs were changed by hand.")
    assert owners.endswith("share a table. Chairs were changed by hand.")


def test_a_round_is_not_judged_by_what_was_drawn_after_it(
    new_tournament: NewTournament, bots: list[Bot]
) -> None:
    cup = new_tournament(bots[:4])
    drawn(cup, "1-2 3-4", "1-2 3-4", "1-2 3-4")
    for one in cup.rounds.filter(number__in=[1, 3]):
        DrawnFrom.objects.create(round=one, field={})
    assert "over 3 rounds" not in told(cup, 2)[0]
    assert "third time" not in told(cup, 2)[0]
    assert "third time" in told(cup, 3)[0]


def text_of(response: Any) -> str:
    """What can be read, tags and spaces left out."""
    return " ".join(re.sub("<[^>]*>", " ", unescape(response.content.decode())).split())


def test_the_page_of_a_round_and_that_of_a_draft_say_why(
    client: Client, new_tournament: NewTournament, bots: list[Bot], alice: User
) -> None:
    cup = new_tournament(bots)
    schedule.draw(cup)
    client.force_login(alice)
    why = "8 players at 2 tables force at least 12 repeats over 3 rounds, and there are no more."
    assert text_of(client.get(f"{cup.get_absolute_url()}draw/")).count(why) == 2
    schedule.publish(cup)
    client.logout()
    assert "Nothing had to give way in this round." in text_of(client.get(cup.get_absolute_url()))
    page = text_of(client.get(f"{cup.get_absolute_url()}?round=3"))
    assert why in page
    assert re.search("Who Bot [0-9] and Bot [0-9], Bot", page)
