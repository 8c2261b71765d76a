"""Why a round is as it is, in sentences; what they are made of is counted in formats.reasons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.formats.core import Entrant, Pair
from league.formats.reasons import Again, Apart, Away, Tables, Together, kept_apart, reasons
from league.models import Seat, Tournament
from league.schedule import drawn_apart, entrant_of

from .rounds import Reason, RoundPage
from .seeds import seeds
from .words import how_often

FEW_NAMES = 3  # so many stand in the sentence itself


def explained(pages: Sequence[RoundPage]) -> tuple[RoundPage, ...]:
    """Rounds of one tournament, with the reasons why they are as they are."""
    if not pages:
        return ()
    tournament = pages[0].round.tournament
    entries = list(tournament.entries.select_related("player", "bot__owner"))
    entrants = tuple(entrant_of(entry) for entry in entries)
    names = {entry.pk: entry.who.name for entry in entries}
    kept = _kept(tournament)
    rounds = _rounds(tournament, kept)
    return tuple(_explained(page, entrants, names, rounds, kept) for page in pages)


def _explained(
    page: RoundPage,
    entrants: tuple[Entrant, ...],
    names: Mapping[int, str],
    rounds: tuple[Tables, ...],
    kept: _Kept,
) -> RoundPage:
    number = page.round.number
    until = min((one - 1 for one in kept.begins if one > number), default=len(rounds))
    found = reasons(entrants, rounds[:until], number)
    words = _Words(names, page, by_hand=any(one <= until for one in kept.by_hand))
    told = (
        words.again(found.again) if found.again else None,
        words.short(found.short) if found.short else None,
        words.rests(found.rests) if found.rests else None,
        words.owners(found.owners) if found.owners else None,
        words.bots(found.bots) if found.bots else None,
    )
    why = tuple(one for one in told if one)
    apart: tuple[Reason, ...] = ()
    if "kept_apart" in page.round.receipt.get("costs", {}):
        apart = words.apart(kept_apart(rounds[number - 1], drawn_apart(page.round)))
    return replace(page, why=why, apart=apart, seeds=seeds(page, names))


def _rounds(tournament: Tournament, kept: _Kept) -> tuple[Tables, ...]:
    """Who sits together in every round, in order; whoever rests alone."""
    found: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    first = Seat.objects.filter(match__round__tournament=tournament, match__seating=1)
    seats = first.order_by("match__table", "number")
    for number, table, entry in seats.values_list("match__round__number", "match__table", "entry"):
        found[number][table].append(entry)
    for number, entry in kept.rests:
        found[number][-entry] = [entry]
    return tuple(tuple(map(tuple, found[number].values())) for number in sorted(found))


class _Kept(NamedTuple):
    """Numbers of rounds: with which a draw begins, and in which chairs were changed by hand; who
    rests in which."""

    begins: set[int]
    by_hand: set[int]
    rests: list[tuple[int, int]]


def _kept(tournament: Tournament) -> _Kept:
    rows = list(tournament.rounds.values_list("number", "drawn_from", "receipt__swaps", "resting"))
    return _Kept(
        begins={number for number, drawn_from, *_others in rows if drawn_from is not None},
        by_hand={number for number, _from, swaps, _resting in rows if swaps},
        rests=[(number, resting) for number, *_others, resting in rows if resting is not None],
    )


@dataclass(frozen=True, slots=True)
class _Words:
    """What makes facts of a round into sentences."""

    names: Mapping[int, str]
    page: RoundPage
    by_hand: bool

    def again(self, found: Again) -> Reason:
        """Who meets again, and whether that had to be."""
        who, folded = self._pairs(found.pairs)
        forced = _forced(found)
        says = _("%(who)s meet again: %(forced)s.") if forced else _("%(who)s meet again.")
        sentences = [says % {"who": who, "forced": forced}]
        if found.drawn > found.forced:
            sentences.append(self._chosen(found))
        if found.thirds:
            sentences.append(_("Whoever meets for the third time counts as two repeats."))
        if found.in_a_row and self.page.round.number > 2:
            in_a_row, _folded = self._pairs(found.in_a_row)
            sentences.append(_("%(who)s met in the round before.") % {"who": in_a_row})
        return Reason(" ".join(sentences), folded)

    def _chosen(self, found: Again) -> str:
        """Why there is more than is forced."""
        if self.by_hand:
            return _("Chairs were changed by hand.")
        if self.page.is_one_table:
            return _("All who are still in it sit at one table.")
        if self.page.has_byes:
            return _("Seeds are placed by what they have reached, before anything else counts.")
        if "places_apart" in self.page.round.receipt.get("costs", {}):
            return _("The draw weighs repeats against letting equals meet.")
        if found.forced:
            return _("More than that is not proven to be forced, but no better draw was found.")
        return _("That is not proven to be forced, but no better draw was found.")

    def short(self, found: Away) -> Reason:
        """Who sits at a smaller table, and how often all do."""
        who, folded = self._people(found.who)
        words = {"who": who, "seats": found.seats, "size": found.size}
        says = _(
            "%(who)s sit at a smaller table: %(seats)d players do not fill tables of %(size)d."
        )
        return Reason(says % words + self._in_all(found, _("sits there")), folded)

    def rests(self, found: Away) -> Reason:
        """Who rests or has a bye, and how often all do."""
        who, folded = self._people(found.who)
        words = {"who": who, "seats": found.seats, "people": found.people}
        if self.page.has_byes:
            says = ngettext(
                "%(who)s has a bye: the tables hold %(seats)d of %(people)d.",
                "%(who)s have a bye: the tables hold %(seats)d of %(people)d.",
                len(found.who),
            )
            return Reason(says % words, folded)
        says = ngettext(
            "%(who)s rests: the tables hold %(seats)d of %(people)d.",
            "%(who)s rest: the tables hold %(seats)d of %(people)d.",
            len(found.who),
        )
        return Reason(says % words + self._in_all(found, _("rests")), folded)

    def _in_all(self, found: Away, does: str) -> str:
        if found.rounds < 2 or self.page.has_byes:
            return ""
        words = {"does": does, "times": how_often(found.least, found.most), "n": found.rounds}
        return " " + _("Over %(n)d rounds everybody %(does)s %(times)s.") % words

    def owners(self, found: Together) -> Reason:
        """Which pairs of one owner share a table, and whether that had to be."""
        who, folded = self._pairs(found.pairs)
        says = _("%(who)s have the same owner and share a table.") % {"who": who}
        return Reason(f"{says} {self._unavoidable(found)}", folded)

    def apart(self, found: Apart) -> tuple[Reason, ...]:
        """Who is kept apart, and who is not though he should be."""
        told: list[Reason] = []
        if found.apart:
            who, folded = self._pairs(found.apart)
            told.append(Reason(_("Kept apart: %(who)s.") % {"who": who}, folded))
        if found.together:
            who, folded = self._pairs(found.together)
            says = _("%(who)s sit together, although they should not.") % {"who": who}
            told.append(Reason(f"{says} {self._why_together(found)}", folded))
        return tuple(told)

    def _why_together(self, found: Apart) -> str:
        if self.by_hand:
            return _("Chairs were changed by hand.")
        if self.page.is_one_table:
            return _("All who are still in it sit at one table.")
        if self.page.all_meet:
            return _("Everybody meets everybody, so they do too.")
        if self.page.is_seeded:
            return _("Seeds are placed before anything else counts.")
        if not found.possible:
            return _("These tables cannot keep all of them apart.")
        return _("To keep them apart would have cost more elsewhere.")

    def bots(self, found: Together) -> Reason:
        """How many pairs of bots share a table, people being there too."""
        pairs = len(found.pairs)
        says = ngettext(
            "One pair of bots shares a table.", "%(n)d pairs of bots share a table.", pairs
        )
        if self.page.has_byes and pairs > found.forced and not self.by_hand:
            why = _("Who sits where in a knockout does not depend on who is a bot.")
        else:
            why = self._unavoidable(found)
        return Reason(f"{says % {'n': pairs}} {why}")

    def _unavoidable(self, found: Together) -> str:
        """How much of it had to be."""
        words = {"tables": found.tables, "n": found.forced}
        if found.forced == len(found.pairs):
            says = ngettext(
                "At one table that cannot be avoided.",
                "With %(tables)d tables that cannot be avoided.",
                found.tables,
            )
            return says % words
        if self.by_hand:
            return _("Chairs were changed by hand.")
        if self.page.all_meet:
            return _("Everybody meets everybody, so they do too.")
        if self.page.is_seeded and not found.forced:
            return _("It is not forced, but seeds are placed before anything else counts.")
        if not found.forced:
            return _("It is not forced, but to keep them apart would have cost more elsewhere.")
        says = _("With %(tables)d tables %(n)d of that is forced; avoiding more would cost more.")
        return says % words

    def _pairs(self, pairs: Sequence[Pair]) -> tuple[str, tuple[str, ...]]:
        told = tuple(
            _("%(one)s and %(other)s") % {"one": self.names[one], "other": self.names[other]}
            for one, other in pairs
        )
        if len(told) <= FEW_NAMES:
            return ", ".join(told), ()
        return ngettext("One pair", "%(n)d pairs", len(told)) % {"n": len(told)}, told

    def _people(self, ids: Sequence[int]) -> tuple[str, tuple[str, ...]]:
        told = tuple(self.names[one] for one in ids)
        if len(told) == 1:
            return told[0], ()
        if len(told) <= FEW_NAMES:
            both = {"one": ", ".join(told[:-1]), "other": told[-1]}
            return _("%(one)s and %(other)s") % both, ()
        return ngettext("One", "%(n)d", len(told)) % {"n": len(told)}, told


def _forced(found: Again) -> str:
    """How many repeats there have to be, and how many there are; empty if none has to be."""
    if not found.forced:
        return ""
    counted = {"forced": found.forced, "rounds": found.rounds, "field": _field(found)}
    forced = ngettext(
        "%(field)s force at least one repeat over %(rounds)d rounds",
        "%(field)s force at least %(forced)d repeats over %(rounds)d rounds",
        found.forced,
    )
    words = {"forced": forced % counted, "drawn": found.drawn}
    if found.drawn == found.forced:
        return _("%(forced)s, and there are no more") % words
    return _("%(forced)s, and there are %(drawn)d") % words


def _field(found: Again) -> str:
    """Who forces it."""
    words = {"players": found.people, "tables": found.tables}
    if found.people is None:
        return _("those who are here")
    if found.turns:
        return _("%(players)d players who take turns at %(tables)d tables") % words
    if found.tables == 1:
        return _("%(players)d players at one table") % words
    return _("%(players)d players at %(tables)d tables") % words
