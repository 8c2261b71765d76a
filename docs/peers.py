"""Random play in other libraries, each called from Python as its documentation does."""

from __future__ import annotations

import importlib
import random
from collections.abc import Sequence
from importlib.metadata import version
from itertools import cycle
from typing import Any

import kaggle_environments
import numpy as np
import pyspiel
import rlcard
from rlcard.agents import RandomAgent

from .measure import Name, Task

LIBRARIES = ("open_spiel", "rlcard", "pettingzoo", "kaggle-environments", "numpy")
OPEN_SPIEL = ("hearts", "crazy_eights", "gin_rummy", "skat", "oh_hell", "spades")
RLCARD = ("uno", "gin-rummy")
PETTINGZOO = ("gin_rummy_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "leduc_holdem_v4")
KAGGLE = {"open_spiel_hearts": 4, "open_spiel_gin_rummy": 2, "cabt": 2}  # and how many play
CLONES = 24


def tasks() -> dict[Name, tuple[Task, float]]:
    """Every game of every library, each with its seconds a round. All count decisions and
    choices."""
    found: dict[Name, tuple[Task, float]] = {}
    for name in OPEN_SPIEL:
        found["open_spiel", name] = open_spiel(name), 0.2
        found["open_spiel from clones", name] = open_spiel_from_clones(name), 0.1
    found |= {("rlcard", name): (rlcard_runs(name), 0.3) for name in RLCARD}
    found |= {("pettingzoo", name): (pettingzoo(name), 0.3) for name in PETTINGZOO}
    found |= {("kaggle-environments", n): (kaggle(n, seats), 0.3) for n, seats in KAGGLE.items()}
    return found


def versions() -> dict[str, str]:
    """What was measured, and the NumPy under it."""
    return {name: version(name) for name in LIBRARIES}


def open_spiel(name: str) -> Task:
    """From the initial state on, with all chance nodes."""
    game = pyspiel.load_game(name)
    return lambda: open_spiel_playout(game.new_initial_state())


def open_spiel_from_clones(name: str) -> Task:
    """From clones of states in which the first player is to move."""
    game = pyspiel.load_game(name)
    starts = cycle([open_spiel_dealt(game.new_initial_state()) for _ in range(CLONES)])
    return lambda: open_spiel_playout(next(starts).clone())


def open_spiel_dealt(state: Any) -> Any:
    """The state after the chance nodes at its beginning."""
    while state.is_chance_node():
        sample_chance(state)
    return state


def open_spiel_playout(state: Any) -> tuple[int, int]:
    """Its documented loop for games without simultaneous moves, and the counting."""
    decisions = choices = 0
    while not state.is_terminal():
        if state.is_chance_node():
            sample_chance(state)
        else:
            actions = state.legal_actions()
            decisions += 1
            choices += len(actions) > 1
            state.apply_action(random.choice(actions))
    return decisions, choices


def sample_chance(state: Any) -> None:
    """As its documentation does."""
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(np.random.choice(actions, p=chances))


def rlcard_runs(name: str) -> Task:
    """Whole games among its random agents."""
    env = rlcard.make(name, config={"seed": 42})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def task() -> tuple[int, int]:
        paths, _ = env.run(is_training=False)
        asked = [state for path in paths for state in path[:-1:2]]  # state, action, ..., state
        return len(asked), sum(len(state["legal_actions"]) > 1 for state in asked)

    return task


def pettingzoo(name: str) -> Task:
    """Whole games by the loop over `agent_iter`."""
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def task() -> tuple[int, int]:
        env.reset()
        decisions = choices = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"]
            decisions += 1
            choices += int(mask.sum() > 1)
            env.step(env.action_space(agent).sample(mask))
        return decisions, choices

    return task


def kaggle(name: str, seats: int) -> Task:
    """Whole episodes among its random agents."""
    told = {} if name == "cabt" else {"includeLegalActions": True}
    env = kaggle_environments.make(name, told)

    def task() -> tuple[int, int]:
        steps = env.run(["random"] * seats)
        asked = [one.observation for step in steps for one in step if one.status == "ACTIVE"]
        open_then = [len(kaggle_moves(observation)) for observation in asked]
        return sum(count > 0 for count in open_then), sum(count > 1 for count in open_then)

    return task


def kaggle_moves(observation: Any) -> Sequence[Any]:
    """What an agent may do now: nothing if it is not asked."""
    select = observation.get("select") or {}  # in cabt
    return observation.get("legalActions") or select.get("option") or ()
