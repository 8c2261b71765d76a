"""XXL positions for tests: cards where a test wants them, the rest of the deck out of the way.

A deal is dealt as usual and its cards are laid anew: `hands`, `pile` and what else a variant keeps
are plain attributes, and `_moves` works out what is open, as the game does after every turn. Cards
are written as in the rulings, several with spaces between them.
"""

from collections.abc import Sequence

from games import GAMES
from games.rules.xxl._deal import XxlDeal
from games.rules.xxl._deck import BIT, COLOURS, club_deck
from games.rules.xxl._draw_or_play import WAY
from games.rules.xxl._faces import showing
from games.rules.xxl.amoins import Amoins
from games.rules.xxl.couleur import Couleur
from games.rules.xxl.couleur_atout import CouleurAtout
from games.rules.xxl.lun_apres import LunApres
from games.rules.xxl.montees import Montees
from games.rules.xxl.permis import SECOND, Permis

DECK = club_deck()
ALL = (1 << 55) - 1


def cards(texts: str) -> list[int]:
    """The numbers of these cards, in the order they are written."""
    return [DECK.texts.index(text) for text in texts.split()]


def card_set(texts: str) -> int:
    return sum(1 << card for card in cards(texts))


def _lay(state: XxlDeal, hands: Sequence[str], pile: str) -> int:
    """Give out hands and pile (its top last); returns the set of the cards left over."""
    state.hands = [card_set(hand) for hand in hands]
    state.pile = cards(pile)
    return ALL & ~sum(state.hands) & ~card_set(pile)


def amoins(
    *hands: str, top: str, pile: str = "", to_move: int = 0, voluntary_draw: bool = False
) -> Amoins:
    """A table at `amoins`, all cards not named lie under the top card."""
    state = GAMES["amoins"].deal(len(hands), bytes(32), to_move, voluntary_draw=voluntary_draw)
    assert isinstance(state, Amoins)
    state.laid = _lay(state, hands, pile)
    state._lay(cards(top)[0])
    state._open = state._moves()
    return state


def montees(
    *hands: str, tops: str, pile: str = "", to_move: int = 0, voluntary_draw: bool = False
) -> Montees:
    """A table at `montees` with two start cards, all cards not named lie under them."""
    state = GAMES["montees"].deal(len(hands), bytes(32), to_move, voluntary_draw=voluntary_draw)
    assert isinstance(state, Montees)
    state.laid = _lay(state, hands, pile)
    state._turn_up(*cards(tops))
    state._open = state._moves()
    return state


def lun_apres(
    *hands: str,
    runs: str = "",
    laid: str = "",
    pile: str = "",
    to_move: int = 0,
    voluntary_draw: bool = False,
) -> LunApres:
    """A table at `lun-apres` whose `runs` have come down so far (`r7 b3`), any cards lying in them,
    and those `laid` somewhere. The others are neither laid nor in hand nor in the pile."""
    state = GAMES["lun-apres"].deal(len(hands), bytes(32), to_move, voluntary_draw=voluntary_draw)
    assert isinstance(state, LunApres)
    free = _lay(state, hands, pile) & ~card_set(laid)
    state.laid = card_set(laid)
    for run in runs.split():
        of_colour = showing(DECK)[COLOURS.index(run[0])]
        for number in range(10, int(run[1:]) - 1, -1):
            move = next(face for face in of_colour[number] if free & BIT[face % WAY])
            state.laid |= BIT[move % WAY]
            state._lay(move)
    state._open = state._moves()
    return state


def couleur(*hands: str, leader: int = 0) -> Couleur:
    """A table at `couleur` before a trick, all cards not named set aside."""
    state = GAMES["couleur"].deal(len(hands), bytes(32), leader)
    assert isinstance(state, Couleur)
    left_over = _lay(state, hands, "")
    state.pile = [card for card in range(55) if left_over >> card & 1]
    state._open = state._moves()
    return state


def couleur_atout(*hands: str, trump: str = "", leader: int = 0) -> CouleurAtout:
    """A table at `couleur-atout` before a trick, trump named unless `trump` is empty."""
    state = GAMES["couleur-atout"].deal(len(hands), bytes(32), leader)
    assert isinstance(state, CouleurAtout)
    left_over = _lay(state, hands, "")
    state.pile = [card for card in range(55) if left_over >> card & 1]
    if trump:
        play(state, f"trump {trump}")
    return state


def permis(
    *hands: str,
    leader: int = 0,
    start: int = 0,
    won: Sequence[str] = (),
    second: bool = False,
    points: Sequence[int] | None = None,
    refuse: str = "fewest",
) -> Permis:
    """A table at `permis` before a trick of part one or two; `won` holds what each seat won, all
    other cards not named are set aside."""
    state = GAMES["permis"].deal(len(hands), bytes(32), start, points, refuse=refuse)
    assert isinstance(state, Permis)
    left_over = _lay(state, hands, "")
    state.taken = [card_set(texts) for texts in won] or [0] * len(hands)
    state.pile = [card for card in range(55) if left_over & ~sum(state.taken) >> card & 1]
    if second:
        state.phase = SECOND
    state._begin_trick(leader)
    return state


def play(state: XxlDeal, *moves: str) -> None:
    """Play moves that are written as texts, one after the other."""
    for move in moves:
        state.play(state.parse(move))


def legal(state: XxlDeal) -> list[str]:
    """The texts of all legal moves."""
    return [state.text(move) for move in state.legal()]
