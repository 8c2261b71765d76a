"""Members hand in bots: what is taken, what is refused, which version plays, what is kept."""

import io
import zipfile
from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from league import allowance, schedule, show, submit
from league.models import Bot, Club, Match, Seat, Source, Tournament, Trial, User, Version
from league.refusals import NotOpen, Refused
from tests.cast import FIRST, NewTournament, uploaded

pytestmark = pytest.mark.django_db


def refusal(bot: Bot, data: bytes, note: str = "") -> Refused:
    with pytest.raises(Refused) as refused:
        submit.upload(bot, data, "my_bot.py", note)
    return refused.value


def test_an_upload_is_kept_as_it_came_and_waits_for_its_trial(bobs_bot: Bot) -> None:
    version = submit.upload(bobs_bot, FIRST, "C:\\bots\\my\x07_bot.py", "  it   plays ")
    assert (version.number, version.state, version.note) == (1, "checking", "it plays")
    assert bytes(version.source.body) == FIRST
    assert version.source.filename == "C:\\bots\\my_bot.py"
    assert version.trial.state == Trial.State.QUEUED
    assert bobs_bot.playing_version() is None


def test_versions_are_numbered_and_none_takes_a_number_that_was_deleted(bobs_bot: Bot) -> None:
    submit.upload(bobs_bot, FIRST, "one.py")
    second = submit.upload(bobs_bot, FIRST, "two.py")
    submit.delete_version(second)
    assert submit.upload(bobs_bot, FIRST, "three.py").number == 3


def test_a_bad_archive_is_refused_with_the_name_of_the_entry_and_nothing_is_kept(
    bobs_bot: Bot,
) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("main.py", FIRST)
        archive.writestr("../escape.py", b"")
    refused = refusal(bobs_bot, made.getvalue())
    assert refused.sentence == "The entry '../escape.py' leads out of the zip."
    assert refused.field == "file"
    assert not Version.objects.exists()
    assert not Source.objects.exists()


@pytest.mark.parametrize(
    ("data", "note", "sentence"),
    [
        (b"", "", "This file is empty."),
        (b"#" * (5 << 20) + b"#", "", "A bot has at most 5 MiB; this has more."),
        (FIRST, "n" * 201, "A note has at most 200 characters, not 201."),
    ],
)
def test_what_is_not_taken_is_refused_in_one_sentence(
    bobs_bot: Bot, data: bytes, note: str, sentence: str
) -> None:
    assert refusal(bobs_bot, data, note).sentence == sentence
    assert not Version.objects.exists()


def test_only_so_many_versions_of_a_member_are_checked_at_once(
    club: Club, bob: User, bobs_bot: Bot
) -> None:
    for _ in range(allowance.MOST_CHECKED_AT_ONCE):
        submit.upload(bobs_bot, FIRST, "my_bot.py")
    other = submit.new_bot(club, bob, "Amsel")
    assert isinstance(refusal(other, FIRST), NotOpen)


def test_a_member_uploads_only_so_many_versions_a_day_even_if_he_deletes_them(
    bobs_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "MOST_A_DAY", 2)
    for _ in range(2):
        submit.delete_version(uploaded(bobs_bot))
    said = "You have uploaded 2 versions since this time yesterday. Wait a while."
    assert refusal(bobs_bot, FIRST).sentence == said
    with time_machine.travel(timezone.now() + timedelta(days=1, seconds=1)):
        uploaded(bobs_bot)


def test_a_bot_keeps_only_so_many_versions_and_says_which_one_could_go(
    new_tournament: NewTournament,
    bots: list[Bot],
    bobs_bot: Bot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "MOST_VERSIONS", 3)
    uploaded(bobs_bot)
    schedule.draw(new_tournament([bobs_bot, *bots[:3]]))
    spare, _playing = uploaded(bobs_bot), uploaded(bobs_bot)
    refused = refusal(bobs_bot, FIRST)
    assert isinstance(refused, NotOpen)
    said = "Häher has 3 versions, which is the most. Delete one, such as version 2 of Häher."
    assert refused.sentence == said
    submit.delete_version(spare)
    submit.go_back_to(uploaded(bobs_bot))
    assert refusal(bobs_bot, FIRST).sentence.endswith("such as version 3 of Häher.")


def test_the_sources_of_a_member_take_only_so_much_room(
    club: Club, bob: User, bobs_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "MOST_BYTES", 3 << 20)
    large = FIRST + b"#" * (1 << 20)
    small, spare, _playing = (uploaded(bobs_bot, one) for one in (FIRST, large, large))
    other = submit.new_bot(club, bob, "Amsel")
    assert refusal(other, large).sentence == (
        "Your versions take 2.0 of 3 MiB, and this one has 1.0 MiB."
        " Delete one, such as version 2 of Häher."
    )
    uploaded(other, FIRST)
    submit.delete_version(spare)
    uploaded(other, large)
    assert Source.objects.filter(version=small).exists()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("  ", "A bot needs a name."),
        ("x" * 81, "A name has at most 80 characters, not 81."),
        ("hÄHER", "There is a bot called hÄHER here already."),
        ("a\x1b[2Jb", "A name has no control characters."),
    ],
)
def test_a_bot_is_named_well(
    club: Club, bob: User, bobs_bot: Bot, name: str, sentence: str
) -> None:
    bobs_bot.name = "hÄHER"  # SQLite knows no capitals beyond ASCII
    bobs_bot.save()
    with pytest.raises(Refused) as refused:
        submit.new_bot(club, bob, name)
    assert refused.value.sentence == sentence


def test_a_bot_gets_an_address_of_its_own(club: Club, bob: User) -> None:
    names = ("New", "Blue Tit", "Blue-Tit", "名前")
    found = [submit.new_bot(club, bob, name).slug for name in names]
    assert found == ["new-2", "blue-tit", "blue-tit-2", "bot"]


def test_a_member_has_only_so_many_bots(
    club: Club, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowance, "MOST_BOTS", 1)
    submit.new_bot(club, bob, "Amsel")
    with pytest.raises(Refused, match="You have 1 bots here, which is the most"):
        submit.new_bot(club, bob, "Drossel")


def test_a_version_is_either_of_the_house_or_uploaded(bobs_bot: Bot) -> None:
    for both_or_none in ({"house": "", "sha256": ""}, {"house": "random", "sha256": "ab"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Version.objects.create(bot=bobs_bot, number=1, **both_or_none)


def test_the_newest_version_that_is_ready_plays_or_an_older_one_gone_back_to(
    bobs_bot: Bot,
) -> None:
    first, second = uploaded(bobs_bot), uploaded(bobs_bot)
    rejected = uploaded(bobs_bot, state=Version.State.REJECTED)
    assert bobs_bot.playing_version() == second
    submit.go_back_to(first)
    bobs_bot.refresh_from_db()
    assert bobs_bot.playing_version() == first
    with pytest.raises(NotOpen):
        submit.go_back_to(rejected)
    submit.delete_version(first)
    bobs_bot.refresh_from_db()
    assert bobs_bot.playing_version() == second


def test_a_draw_fixes_the_version_that_was_gone_back_to(
    new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot
) -> None:
    first, _second = uploaded(bobs_bot), uploaded(bobs_bot)
    submit.go_back_to(first)
    schedule.draw(new_tournament([bobs_bot, *bots[:3]]))
    uploaded(bobs_bot)
    seats = Seat.objects.filter(entry__bot=bobs_bot)
    assert {seat.version for seat in seats} == {first}


def test_a_bot_enters_only_what_it_plays(new_tournament: NewTournament, bobs_bot: Bot) -> None:
    draft = new_tournament(rules="arschmallows", options={}, scoring="totals")
    with pytest.raises(Refused, match="Häher has no program that could play"):
        submit.enter(draft, [bobs_bot])
    uploaded(bobs_bot)
    with pytest.raises(Refused, match="Häher does not play Arschmallows"):
        submit.enter(draft, [bobs_bot])


def test_an_organiser_is_offered_the_bots_that_play_this(
    new_tournament: NewTournament, club: Club, bob: User, bots: list[Bot], bobs_bot: Bot
) -> None:
    submit.new_bot(club, bob, "Amsel")
    uploaded(bobs_bot)
    individuel = new_tournament(bots[:7])
    pur = new_tournament(bots[:7], rules="xxl-pur", options={})
    offered = [[line.bot for line in show.may_enter(one)] for one in (individuel, pur)]
    assert offered == [[bots[7], bobs_bot], [bots[7]]]


def test_a_bot_without_a_version_that_plays_is_not_drawn(
    new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot
) -> None:
    version = uploaded(bobs_bot)
    draft = new_tournament([bobs_bot, *bots[:3]])
    submit.delete_version(version)
    with pytest.raises(Refused, match="Häher has no version that plays this"):
        schedule.draw(draft)


def test_what_a_match_needs_is_kept_when_a_bot_is_deleted(
    new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot
) -> None:
    drawn = uploaded(bobs_bot)
    schedule.draw(new_tournament([bobs_bot, *bots[:3]]))
    spare = uploaded(bobs_bot)
    with pytest.raises(NotOpen, match="This version is still to play a match"):
        submit.delete_version(drawn)
    submit.delete_bot(bobs_bot)
    bobs_bot.refresh_from_db()
    spare.refresh_from_db()
    assert bobs_bot.playing_version() is None
    assert spare.state == Version.State.DELETED
    assert list(Source.objects.all()) == [drawn.source]
    assert isinstance(refusal(bobs_bot, FIRST), NotOpen)


def test_a_version_whose_matches_are_played_is_deleted_and_they_still_name_it(
    new_tournament: NewTournament, bots: list[Bot], bobs_bot: Bot
) -> None:
    version = uploaded(bobs_bot)
    drawn = new_tournament([bobs_bot, *bots[:3]])
    schedule.draw(drawn)
    Match.objects.filter(round__tournament=drawn).exclude(round__number=1).update(state="done")
    with pytest.raises(NotOpen):
        submit.delete_version(version)
    Match.objects.update(state=Match.State.DONE)
    with pytest.raises(NotOpen):  # a round may follow
        submit.delete_version(version)
    Tournament.objects.update(state=Tournament.State.DONE)
    submit.delete_version(version)
    assert not Source.objects.exists()
    named = Version.objects.filter(seats__entry__bot=bobs_bot).distinct()
    assert [one.sha256 for one in named] == [version.sha256]


def test_a_bot_that_has_entered_nothing_is_deleted_altogether(bobs_bot: Bot) -> None:
    uploaded(bobs_bot)
    submit.delete_bot(bobs_bot)
    assert not Bot.objects.exists()
    assert not Source.objects.exists()
