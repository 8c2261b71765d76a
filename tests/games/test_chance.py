"""The shuffle, so simple that anyone can check a deal."""

import hashlib

from games.chance import commitment, deal_seed, shuffled

SEED = bytes(32)


def test_all_2_the_check_values_of_the_rulings() -> None:
    assert shuffled(range(10), SEED, 0) == [3, 8, 2, 7, 1, 0, 9, 5, 4, 6]
    assert shuffled(range(10), SEED, 1) == [3, 2, 5, 8, 6, 1, 4, 0, 7, 9]


def test_all_2_cards_are_sorted_by_the_keys_that_the_seed_gives_them() -> None:
    stream = hashlib.shake_256(SEED + (7).to_bytes(4, "big")).digest(55 * 8)
    keys = [int.from_bytes(stream[8 * i : 8 * i + 8], "big") for i in range(55)]
    assert shuffled(range(55), SEED, 7) == sorted(range(55), key=keys.__getitem__)


def test_a_shuffle_keeps_cards_that_look_alike() -> None:
    assert sorted(shuffled([4, 4, 4, 5, 5], SEED, 0)) == [4, 4, 4, 5, 5]


def test_shuffling_leaves_the_deck_as_it_was() -> None:
    deck = [3, 1, 2]
    shuffled(deck, SEED, 0)
    assert deck == [3, 1, 2]
    assert shuffled([], SEED, 0) == []


def test_every_deal_of_a_match_has_a_seed_of_its_own() -> None:
    assert deal_seed(SEED, 1) == hashlib.sha256(SEED + b"deal\x00\x00\x00\x01").digest()
    assert len({deal_seed(SEED, deal) for deal in range(100)}) == 100


def test_the_commitment_fixes_the_seed_without_telling_it() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert commitment(SEED) != commitment(bytes(31) + b"\x01")
