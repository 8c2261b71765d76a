"""Schedule: a format draws the tables, the organiser publishes them, rounds follow one another.

`advance` closes the loop of the story: it is rung for whenever something ends and repeated by beat,
and does nothing where there is nothing to do.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import games
from league.formats import byhand
from league.formats import catalog as formats
from league.formats.core import Draw, Entrant, Field, Finish, Pair, Receipt, Table, Undrawable

from . import acts, deals, messages, onward, rank, ratings, record, sheets
from .models import (
    DrawnFrom,
    Entry,
    KeptApart,
    Match,
    Round,
    Season,
    Seat,
    Shuffle,
    Tournament,
    User,
    Version,
)
from .refusals import Gone, NotOpen, Refused, in_words

State = Tournament.State
How = KeptApart.How


def draw(tournament: Tournament, by: User | None = None) -> None:
    """Draw all tables from a fresh seed, in place of an earlier draw that was not published.
    Raises Refused if this field cannot be drawn, NotOpen when the tables are published or somebody
    changed the tournament meanwhile."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    if tournament.state not in {State.DRAFT, State.DRAWN}:
        raise NotOpen(_("The tables are published; they are not drawn again."))
    if tournament.format in formats.LADDERS:
        raise NotOpen(
            _("A ladder is without rounds. Open it, and its tables are drawn one by one.")
        )
    entries = playing(tournament)
    deals.check(tournament, entries)
    seed = secrets.token_bytes(32)
    # Drawing takes up to seconds, in which nobody else should wait for the database.
    field = field_of(tournament, entries, _places_at_start(tournament, entries))
    draws = _drawn(tournament, field, seed)
    with transaction.atomic():
        now = in_state(tournament, State.DRAFT, State.DRAWN)
        if now.version != tournament.version:  # entries, settings, or another draw
            raise NotOpen(_("Somebody changed the tournament meanwhile. Look again, then draw."))
        _forget(tournament.rounds.all())
        fix_versions(tournament, entries)
        _write(tournament, draws, entries, field)
        rounds = formats.FORMATS[tournament.format].rounds(field)
        move_on(tournament, State.DRAWN, draw_seed=seed, rounds_planned=rounds)
        acts.note(tournament, by, "drawn")


def _places_at_start(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, int]:
    """Those of the ratings, if the tables are drawn from them."""
    format = formats.FORMATS[tournament.format]
    if not format.starts_from_ratings(tournament.settings):
        return {}
    return ratings.places(entries, tournament.club, tournament.rules)


@transaction.atomic
def take_back(tournament: Tournament, by: User | None = None) -> None:
    """Forget a draw that was not published; the tournament is a draft again. Raises NotOpen."""
    tournament = in_state(tournament, State.DRAWN)
    _forget(tournament.rounds.all())
    tournament.entries.update(version=None)
    move_on(tournament, State.DRAFT, draw_seed=None, rounds_planned=0)
    acts.note(tournament, by, "taken-back")


@transaction.atomic
def publish(tournament: Tournament, version: int | None = None, by: User | None = None) -> None:
    """Show the draw and begin to play it. `version`: the tournament's when the organiser looked at
    the draw, so that nobody publishes tables he has not seen. Raises NotOpen."""
    tournament = in_state(tournament, State.DRAWN)
    if version not in (None, tournament.version):
        raise NotOpen(_("Somebody has drawn again meanwhile. Look at the tables, then publish."))
    check_season(tournament)
    move_on(tournament, State.RUNNING, published_at=timezone.now())
    acts.note(tournament, by, "published")
    start_round(tournament.rounds.get(number=1))


def check_season(tournament: Tournament) -> None:
    """What is played counts for a season that is open, and keeps it so. Raises NotOpen."""
    if tournament.season_id is None:
        return
    season = Season.objects.select_for_update(no_key=True).get(pk=tournament.season_id)
    if not season.is_open:
        raise NotOpen(
            _("“%(season)s” is closed. Begin the next season, and this counts for that.")
            % {"season": season}
        )


def redraw(tournament: Tournament) -> None:
    """Forget the rounds that have not begun; they are drawn anew for who plays now, at once or when
    the results are in. To be called in the transaction that has changed who plays, or where."""
    _forget(tournament.rounds.filter(state__in=Round.NOT_BEGUN))
    record.changed(tournament.pk)
    messages.may_go_on(tournament.pk)


@transaction.atomic
def show_held(tournament: Tournament, version: int | None = None, by: User | None = None) -> None:
    """Show the rounds that were held; the pause before the next one begins. `version`: as for
    `publish`. Raises NotOpen."""
    tournament = in_state(tournament, State.RUNNING)
    if version not in (None, tournament.version):
        raise NotOpen(_("Something has changed meanwhile. Look at the tables, then show them."))
    if not tournament.rounds.filter(state=Round.State.HELD).update(state=Round.State.DRAWN):
        raise NotOpen(_("No round waits for being shown."))
    acts.note(tournament, by, "shown")
    _pause_before(tournament, _unfinished(tournament))
    record.changed(tournament.pk)


@transaction.atomic
def pause(tournament: Tournament, by: User | None = None, why: str = "") -> None:
    """Begin no table until `go_on`. Raises NotOpen."""
    tournament = in_state(tournament, State.RUNNING)
    if tournament.paused_at:
        raise NotOpen(_("The tournament is paused already."))
    Tournament.objects.filter(pk=tournament.pk).update(paused_at=timezone.now())
    acts.note(tournament, by, "paused", why)
    record.changed(tournament.pk)


@transaction.atomic
def go_on(tournament: Tournament, by: User | None = None, why: str = "") -> None:
    """End the pause, which takes nothing of a round's time. Raises NotOpen."""
    tournament = in_state(tournament, State.RUNNING)
    if not tournament.paused_at:
        raise NotOpen(_("The tournament is not paused."))
    in_between = tournament.rounds.filter(
        state=Round.State.RUNNING, begun_at__lte=tournament.paused_at
    )
    in_between.update(begun_at=F("begun_at") + (timezone.now() - tournament.paused_at))
    Tournament.objects.filter(pk=tournament.pk).update(paused_at=None)
    acts.note(tournament, by, "gone-on", why)
    record.changed(tournament.pk)
    messages.matches_wait(
        Match.objects.filter(round__tournament=tournament, state=Match.State.QUEUED).count()
    )
    messages.may_go_on(tournament.pk)


@transaction.atomic
def end_early(tournament: Tournament, by: User | None = None, why: str = "") -> None:
    """End the tournament with the round that is being played, or at once between two, and a ladder
    on which no table has begun. Raises NotOpen."""
    tournament = in_state(tournament, State.RUNNING)
    begun = tournament.rounds.exclude(state__in=Round.NOT_BEGUN).count()
    if not begun and tournament.format not in formats.LADDERS:
        raise NotOpen(_("No round has begun yet, so there is nothing to end."))
    if begun == tournament.rounds_planned and tournament.format not in formats.LADDERS:
        raise NotOpen(_("The last round has begun, and the tournament ends with it anyway."))
    _forget(tournament.rounds.filter(state__in=Round.NOT_BEGUN))
    rounds = tournament.rounds.count()
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=rounds)
    acts.note(tournament, by, "ended-early", why)
    if tournament.paused_at:
        go_on(tournament, by)
    if not begun:
        move_on(tournament, State.DONE, finished_at=timezone.now())
    record.changed(tournament.pk)
    messages.may_go_on(tournament.pk)


def advance(tournament_id: int) -> None:
    """End rounds whose matches are all played, draw the next if it waited for results, start it
    when its pause is over, end the tournament after the last. Safe to call at any time and any
    number of times."""
    to_draw = _advance(tournament_id)
    if to_draw:
        _draw_next(to_draw)
        _advance(tournament_id)


@transaction.atomic
def _advance(tournament_id: int) -> Tournament | None:
    """All of it but the draw. If there is one to make, the tournament as it was then: whoever
    changes it before the draw is written makes that one void."""
    held = Tournament.objects.select_for_update()
    in_rounds = held.exclude(format__in=formats.LADDERS)
    tournament = in_rounds.filter(pk=tournament_id, state=State.RUNNING).first()
    if tournament is None:
        return None
    current = _unfinished(tournament)
    while current and _is_over(current):
        _end(tournament, current)
        current = _unfinished(tournament)
    if tournament.paused_at:
        return None
    ahead = formats.FORMATS[tournament.format].draws_ahead
    if (current is None or ahead) and tournament.rounds.count() < tournament.rounds_planned:
        return Tournament.objects.select_related("league").get(pk=tournament_id)
    if current is None:
        move_on(tournament, State.DONE, finished_at=timezone.now())
    elif current.state == Round.State.DRAWN and _may_start(current):
        start_round(current)
    return None


def _is_over(current: Round) -> bool:
    """Whether it has begun and every table of it is in."""
    begun = current.state == Round.State.RUNNING
    return begun and not current.matches.exclude(state=Match.State.DONE).exists()


def _may_start(current: Round) -> bool:
    return current.starts_at is None or current.starts_at <= timezone.now()


def _draw_next(tournament: Tournament) -> None:
    """Draw from the results so far, unless somebody else has or changes the tournament meanwhile.
    If those who are there cannot be drawn, the tournament pauses and its log says why."""
    try:
        _draw_rest(tournament)
    except NotOpen:
        return  # it comes again soon
    except Refused as refused:
        with suppress(NotOpen):
            pause(tournament, why=refused.sentence)


def _draw_rest(tournament: Tournament) -> None:
    entries = playing(tournament)
    deals.check(tournament, entries)
    places = {pk: row.place for pk, row in rank.rows(tournament).items()}
    played = all_as_drawn(tournament.rounds.all())
    field = field_of(tournament, entries, places, rank.finishes(tournament))
    draws = _drawn(tournament, field, bytes(tournament.draw_seed or b""), played)
    with transaction.atomic():
        now = in_state(tournament, State.RUNNING)
        if now.version != tournament.version:
            raise NotOpen("")
        if formats.FORMATS[tournament.format].draws_ahead or not draws:
            # As many as it takes for those who are there; or so many have left that it is over.
            planned = len(played) + len(draws)
            Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=planned)
        _write(tournament, draws, entries, field)
        _pause_before(tournament, _unfinished(tournament))
        record.changed(tournament.pk)


def comes_out_again(played: Round) -> bool:
    """Whether the same tables come out if this round is drawn once more from what is kept of it;
    chairs changed by hand since then are changed back before they are compared. Raises NotOpen
    where nothing is kept, or somebody changed the tournament meanwhile."""
    same = _comes_out_again(played)
    unchanged = Tournament.objects.filter(
        pk=played.tournament_id, version=played.tournament.version
    )
    if not same and not unchanged.exists():
        raise NotOpen(_("Somebody changed the tournament meanwhile. Look again, then draw."))
    return same


def _comes_out_again(played: Round) -> bool:
    source = source_of(played)
    if source is None:
        raise NotOpen(_("What this round was drawn from was not kept yet at that time."))
    before = all_as_drawn(played.tournament.rounds.filter(number__lt=source.round.number))
    seed = bytes.fromhex(played.receipt["seed"])
    format = formats.FORMATS[played.tournament.format]
    drawn = byhand.as_drawn(as_drawn(played))
    plan = format.plan(Field.from_json(source.field), seed, before)
    again = next((one for one in plan if one.number == drawn.number), None)
    if again is None:
        return False
    check_method(drawn, again)
    return (again.tables, again.resting) == (drawn.tables, drawn.resting)


def check_method(drawn: Draw, again: Draw) -> None:
    """What was drawn in another way cannot come out again. Raises NotOpen."""
    if again.receipt.method != drawn.receipt.method:
        method = {"method": drawn.receipt.method}
        raise NotOpen(
            _("It was drawn by “%(method)s”, in which nothing is drawn any more.") % method
        )


def source_of(played: Round) -> DrawnFrom | None:
    """What this round was drawn from, with the rounds drawn together with it."""
    return _sources(played).select_related("round").first()


def drawn_apart(played: Round) -> frozenset[Pair]:
    """Which pairs this round was to keep apart, in whatever way, when it was drawn."""
    kept = _sources(played).values_list("field__never", "field__rather_not").first() or ()
    return frozenset((one, other) for pairs in kept for one, other in pairs or ())


def _sources(played: Round) -> QuerySet[DrawnFrom]:
    """The one that counts for this round is the first of them."""
    kept = DrawnFrom.objects.filter(
        round__tournament=played.tournament_id, round__number__lte=played.number
    )
    return kept.order_by("-round__number")


def as_drawn(played: Round) -> Draw:
    """A round as the format gave it."""
    (draw,) = _as_drawn([played])
    return draw


def all_as_drawn(rounds: QuerySet[Round]) -> tuple[Draw, ...]:
    """These rounds as the format gave them, in order, in as many queries as one."""
    return _as_drawn(list(rounds.order_by("number")))


def _as_drawn(rounds: Sequence[Round]) -> tuple[Draw, ...]:
    tables: dict[int, dict[int, list[int]]] = {one.pk: {} for one in rounds}
    first = Seat.objects.filter(match__round__in=rounds, match__seating=1)
    seats = first.order_by("match__table", "number")
    for played, table, entry in seats.values_list("match__round", "match__table", "entry"):
        tables[played].setdefault(table, []).append(entry)
    resting: dict[int, list[int]] = {one.pk: [] for one in rounds}
    rests = Round.resting.through.objects.filter(round__in=rounds).order_by("entry")
    for played, entry in rests.values_list("round", "entry"):
        resting[played].append(entry)
    return tuple(
        Draw(
            number=one.number,
            tables=tuple(Table(tuple(ids)) for ids in tables[one.pk].values()),
            resting=tuple(resting[one.pk]),
            receipt=Receipt.from_json(one.receipt),
            stage=one.stage,
        )
        for one in rounds
    )


def advance_all() -> None:
    """As `advance`, for every tournament that is being played."""
    running = Tournament.objects.filter(state=State.RUNNING)
    for tournament_id in running.values_list("pk", flat=True):
        advance(tournament_id)


def in_state(tournament: Tournament, *states: Tournament.State) -> Tournament:
    """The tournament as it is now, held until the transaction ends. Raises NotOpen."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state not in states:
        now = {"state": tournament.get_state_display()}
        raise NotOpen(_("This is not open: the tournament is %(state)s.") % now)
    return tournament


def of_entry(entry: Entry, *states: Tournament.State) -> Tournament:
    """As `in_state`, the tournament of an entry. Raises NotOpen, Gone."""
    tournament = in_state(entry.tournament, *states)
    check_entry(tournament, entry)
    return tournament


def check_entry(tournament: Tournament, entry: Entry) -> None:
    """Raises Gone for one that is not in it any more."""
    if not tournament.entries.filter(pk=entry.pk).exists():
        raise Gone(_("%(who)s was taken out meanwhile.") % {"who": entry})


def move_on(tournament: Tournament, state: Tournament.State, **fields: object) -> None:
    """Write its new state down, and tell those who watch."""
    Tournament.objects.filter(pk=tournament.pk).update(state=state, **fields)
    record.changed(tournament.pk)


def playing(tournament: Tournament) -> list[Entry]:
    """The entries that play."""
    found = tournament.entries.filter(state=Entry.State.PLAYING)
    return list(found.select_related("bot", "player").order_by("pk"))


def field_of(
    tournament: Tournament,
    entries: Sequence[Entry],
    places: Mapping[int, int] | None = None,
    finishes: Mapping[int, Mapping[int, Finish]] | None = None,
) -> Field:
    """What a draw of these entries depends on."""
    entrants = tuple(entrant_of(entry) for entry in entries)
    seats = tournament.match_rules.seats
    field = Field(entrants, seats, tournament.settings, places or {}, finishes or {})
    apart = kept_apart(tournament)
    field = replace(
        field,
        never=apart[How.NEVER],
        rather_not=apart[How.RATHER_NOT],
        tie_breaks=onward.order(tournament) if finishes else (),
    )
    return field.only({entry.pk for entry in entries})


def kept_apart(tournament: Tournament) -> dict[str, frozenset[Pair]]:
    """The pairs of entries that an organiser keeps apart now, by how."""
    rows = KeptApart.objects.filter(one__tournament=tournament)
    kept = list(rows.values_list("one", "other", "how"))
    return {how: frozenset((a, b) for a, b, its in kept if its == how) for how in How}


def _drawn(
    tournament: Tournament, field: Field, seed: bytes, drawn: Sequence[Draw] = ()
) -> tuple[Draw, ...]:
    """The rounds that can be drawn now. Raises Refused."""
    rules = tournament.match_rules
    try:
        draws = formats.FORMATS[tournament.format].plan(field, seed, drawn)
        for size in {len(table.seats) for one in draws for table in one.tables}:
            rules.check(size, **tournament.options)
    except (Undrawable, games.BadOption) as error:
        raise Refused(in_words(error)) from None
    return draws


def entrant_of(entry: Entry) -> Entrant:
    """Two bots of one owner should not meet; the club's own bots have none."""
    owner = entry.bot.owner_id if entry.bot else None
    return Entrant(
        entry.pk,
        None if owner is None else str(owner),
        bot=entry.bot is not None,
        table=entry.fixed_table,
    )


def fix_versions(tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Write down which version plays for each entry, whatever is uploaded later. Raises Refused
    where a bot has none for this game."""
    bots = [entry.bot_id for entry in entries]
    # Held until the draw is written, so that none of them is deleted meanwhile.
    list(Version.objects.select_for_update().filter(bot__in=bots).order_by("pk").values_list("pk"))
    playing = Version.playing(bots)
    for entry in entries:
        entry.version = playing.get(entry.bot_id or 0)
        if entry.bot and not (entry.version and entry.version.can_play(tournament.rules)):
            raise Refused(_("%(bot)s has no version that plays this.") % {"bot": entry.bot})
    Entry.objects.bulk_update(entries, ["version"])


def _forget(rounds: QuerySet[Round]) -> None:
    shuffles = Shuffle.objects.filter(matches__round__in=rounds)
    pks = list(shuffles.values_list("pk", flat=True))
    rounds.delete()
    Shuffle.objects.filter(pk__in=pks, matches__isnull=True).delete()


def _write(
    tournament: Tournament, draws: Sequence[Draw], entries: Sequence[Entry], field: Field
) -> None:
    versions = {entry.pk: entry.version_id for entry in entries}
    written = [write_round(tournament, one, versions) for one in draws]
    if written:
        DrawnFrom.objects.create(round=written[0], field=field.as_json())


def write_round(tournament: Tournament, one: Draw, versions: Mapping[int, int | None]) -> Round:
    """A round as it was drawn, with its matches and their cards; `versions` play, by entry."""
    first = tournament.state != State.RUNNING  # the organiser looks at it in any case
    held = tournament.looks_first and not first
    played = Round.objects.create(
        tournament=tournament,
        state=Round.State.HELD if held else Round.State.DRAWN,
        number=one.number,
        stage=one.stage,
        receipt=one.receipt.as_json(),
    )
    played.resting.set(one.resting)
    deals.seat(played, one.tables, versions)
    return played


def start_round(current: Round) -> None:
    """Let its tables be played."""
    current.state, current.begun_at = Round.State.RUNNING, timezone.now()
    current.save(update_fields=["state", "begun_at"])
    drawn = current.matches.filter(state=Match.State.DRAWN)
    queued = drawn.update(state=Match.State.QUEUED, queued_at=timezone.now())
    record.changed(current.tournament_id)
    messages.matches_wait(queued)


def _end(tournament: Tournament, current: Round) -> None:
    """End this round; if the next is drawn already, its pause begins."""
    current.state, current.finished_at = Round.State.DONE, timezone.now()
    current.save(update_fields=["state", "finished_at"])
    sheets.keep(current)
    _pause_before(tournament, _unfinished(tournament))
    record.changed(tournament.pk)


def _pause_before(tournament: Tournament, following: Round | None) -> None:
    """Set the time at which this round starts."""
    if following and following.state == Round.State.DRAWN:
        following.starts_at = timezone.now() + timedelta(seconds=tournament.pause_s)
        following.save(update_fields=["starts_at"])
        messages.may_go_on(tournament.pk, after_s=tournament.pause_s)


def _unfinished(tournament: Tournament) -> Round | None:
    return tournament.rounds.exclude(state=Round.State.DONE).order_by("number").first()
