"""The probes: a sandbox that does not hold is noticed before any bot runs in it."""

from __future__ import annotations

import pytest

from bots import probes, sandbox, syscalls
from bots.runtime import NoSandbox, Runtime


class Weak(sandbox.Box):
    """A sandbox whose command lacks something, or has something more."""

    lacks: tuple[str, ...] = ()
    has: tuple[str, ...] = ()

    def command(self, runtime: Runtime, filtering: int, told: int) -> list[str]:
        command = super().command(runtime, filtering, told)
        for word in self.lacks:
            command.remove(word)
        return [command[0], *self.has, *command[1:]]


def weak(lacks: tuple[str, ...] = (), has: tuple[str, ...] = ()) -> type[Weak]:
    return type("Weak", (Weak,), {"lacks": lacks, "has": has})


class Unfiltered(sandbox.Box):
    """Every call goes through."""

    def filter(self) -> bytes:
        return syscalls._assembled([(syscalls.ANSWER, 0, 0, syscalls.ALLOW)])


class WithRoom(sandbox.Box):
    """It has a folder that can be written to."""

    def command(self, runtime: Runtime, filtering: int, told: int) -> list[str]:
        command = super().command(runtime, filtering, told)
        place = command.index("--chdir")
        return [*command[:place], "--tmpfs", "/box", *command[place:]]


class Unlimited(sandbox.Box):
    """Its limits are not set."""

    limits = {}


def complaint(kind: type[sandbox.Box]) -> str:
    with pytest.raises(NoSandbox) as raised:
        probes.check(kind)
    return str(raised.value)


def test_the_sandbox_holds_here() -> None:
    probes.check()


@pytest.mark.parametrize("what", ["net", "ipc", "uts"])
def test_a_namespace_that_is_shared_is_noticed(what: str) -> None:
    kind = weak(lacks=(f"--unshare-{what}", *(("--hostname", "bot") if what == "uts" else ())))
    assert complaint(kind) == (
        f"The sandbox does not hold, a bot in it: shares the machine's {what} namespace."
    )


def test_a_filter_that_lets_everything_through_is_noticed() -> None:
    assert "open a socket, start a process" in complaint(Unfiltered)


def test_limits_that_were_not_set_are_noticed() -> None:
    assert "take a GiB of memory" in complaint(Unlimited)


def test_a_place_to_write_is_noticed() -> None:
    assert "write a file" in complaint(WithRoom)


def test_a_sandbox_that_does_not_start_is_told_in_one_sentence() -> None:
    assert complaint(weak(has=("--no-such-option",))).startswith("The sandbox does not start: ")
