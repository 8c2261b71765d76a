"""The comparison in docs/performance.md sets like against like; the peers need not be here."""

from docs import bench_peers
from docs.bench import names
from docs.measure import Figures, Name
from games import GAMES


def peers_at(ours: float) -> Figures:
    """Two rounds in which open_spiel makes 10 decisions a second, and uno 1."""
    found: dict[Name, list[tuple[float, ...]]] = {
        name: [(1, ours, ours / 2), (2, 2 * ours, ours)] for name in bench_peers.tasks()
    }
    found |= {
        (library, game): [(1.0, per_s, per_s), (1.0, 2 * per_s, 2 * per_s)]
        for library in ("open_spiel", "open_spiel from clones")
        for game, per_s in (("hearts", 1.0), ("skat", 10.0), ("spades", 99.0))
    }
    return found | {("rlcard", "uno"): [(1.0, 1.0, 1.0), (1.0, 2.0, 2.0)]}


def test_targets_are_set_against_the_median_library_game_in_the_same_round() -> None:
    rows = {(of, target): found for of, target, *found in bench_peers.targets(peers_at(20))}
    assert len(rows) == 3 * len(GAMES)
    once, twice = "1.00 (1.00–1.00), 2 seats", "2.00 (2.00–2.00), 2 seats"
    assert rows["couleur, decisions", "at least 1.5 × open_spiel"] == [twice, "yes"]
    assert rows["amoins, decisions", "at least 3 × open_spiel"] == [twice, "**no**"]
    assert rows["amoins, choices", "at least 1 × open_spiel"] == [once, "yes"]
    assert rows["amoins, decisions", "at least 10 × rlcard's uno"][1] == "yes"


def test_a_deal_before_each_playout_takes_its_time() -> None:
    with_deals = bench_peers.with_deals_of_spiel(peers_at(20), ("couleur", "2"))
    assert with_deals.median == 1  # as long as the playout


def test_every_game_with_every_number_of_seats_is_compared() -> None:
    ours = {(game.slug, str(seats)) for game in GAMES.values() for seats in game.seats}
    assert set(names(bench_peers.tasks(), "ours")) == ours


def test_the_report_compares_every_game() -> None:
    report = bench_peers.report(peers_at(20), "Measured somewhere.", {"open_spiel": "9"})
    assert "Measured somewhere. The libraries: open_spiel 9.\n" in report
    for slug in GAMES:
        assert f"| {slug} | 2 |" in report
