"""The sandbox: bubblewrap, seccomp, limits; nothing else.

A `Box` is one sandbox with an interpreter in it that waits for a bot's source. It sees the
interpreter, its standard library, `games` and `bots.sdk`, all read-only, and nothing of the
machine: no other files, processes, network, devices or environment, nowhere to write. It is used
for one bot in one match.
"""

from __future__ import annotations

import itertools
import json
import os
import resource
import select
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress

from . import syscalls
from .runtime import NoSandbox, Runtime

NOBODY = "65534"  # who a bot is inside; outside it is the worker, or where that is root one of UIDS
UIDS = range(60_000, 65_000)
MEMORY = 256 << 20
LIMITS: Mapping[int, int] = {
    resource.RLIMIT_AS: MEMORY,
    resource.RLIMIT_DATA: MEMORY,
    resource.RLIMIT_NPROC: 16,
    resource.RLIMIT_NOFILE: 32,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_CORE: 1,  # with 0 a core handler that the machine may have would still start
    resource.RLIMIT_STACK: 8 << 20,
    resource.RLIMIT_MEMLOCK: 0,
    resource.RLIMIT_MSGQUEUE: 0,
    resource.RLIMIT_SIGPENDING: 64,
}
READY = b"ready\n"
STARTS_WITHIN_S = 10.0
DIES_WITHIN_S = 5.0

_turns = itertools.count(os.getpid() * 16)  # workers begin at different uids


class Box:
    """One sandbox. `stdin`, `stdout`, `stderr`: our ends of its pipes. `pid`, `pidfd`: the
    interpreter in it, which is all that runs there."""

    def __init__(self, runtime: Runtime) -> None:
        """Start one; `wait_until_ready` before it is used. Raises NoSandbox."""
        self._outer, self.pid = _started(runtime)
        self.pidfd = os.pidfd_open(self.pid)
        self.code: int | None = None  # how it ended
        assert self._outer.stdin and self._outer.stdout and self._outer.stderr
        self.stdin = self._outer.stdin.fileno()
        self.stdout = self._outer.stdout.fileno()
        self.stderr = self._outer.stderr.fileno()

    def wait_until_ready(self) -> None:
        """Until its interpreter waits for a source. Raises NoSandbox."""
        said = b""
        while said != READY and _readable(self.stdout, STARTS_WITHIN_S):
            more = os.read(self.stdout, len(READY) - len(said))
            if not more:
                break
            said += more
        if said != READY:
            raise NoSandbox(f"The interpreter in the sandbox does not start.{self._complaint()}")

    def give(self, source: bytes) -> bytes:
        """What has to be written to `stdin` to make it this bot, under the limits."""
        lock = syscalls.lock_filter().hex()
        head = {"size": len(source), "limits": LIMITS, "lock": lock}
        return json.dumps(head).encode() + b"\n" + source

    def kill(self) -> None:
        """`end`, then `close`."""
        self.end()
        self.close()

    def end(self) -> None:
        """Returns when it is certainly dead; what it wrote can still be read. Raises NoSandbox."""
        if self.code is None:
            self.signal(signal.SIGKILL)
            if not _readable(self.pidfd, DIES_WITHIN_S):
                raise NoSandbox("A process in a sandbox does not die.")
            self.code = self._outer.wait(DIES_WITHIN_S)

    def close(self) -> None:
        """Give its descriptors back, once it is dead."""
        if self.pidfd >= 0:
            os.close(self.pidfd)
            self.pidfd = -1
        for pipe in (self._outer.stdin, self._outer.stdout, self._outer.stderr):
            if pipe:
                pipe.close()

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal; nothing happens if it is dead."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, number)

    def _complaint(self) -> str:
        said = os.read(self.stderr, 4096) if _readable(self.stderr, 0) else b""
        lines = said.decode(errors="replace").split("\n")
        return " It says: " + " ".join(lines[-3:]).strip() if said else ""


def _readable(descriptor: int, within_s: float) -> bool:
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(within_s * 1000))


def _started(runtime: Runtime) -> tuple[subprocess.Popen[bytes], int]:
    """A sandbox, and the pid of the interpreter in it. Raises NoSandbox."""
    filtering = _file_in_memory(_start_filter())
    telling, told = os.pipe()
    try:
        outer = subprocess.Popen(
            _command(runtime, filtering, told),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(filtering, told),
            env={"LD_LIBRARY_PATH": str(runtime.libraries)},
            cwd="/",
            **_other_user(),
        )
        os.close(told)
        told = -1
        with open(telling, "rb", closefd=False) as info:
            return outer, int(json.loads(info.read())["child-pid"])
    except OSError as error:
        raise NoSandbox(f"The program bwrap cannot be started ({error.strerror}).") from error
    except ValueError:  # it said nothing
        raise NoSandbox(f"The sandbox does not start: {_last_words(outer)}") from None
    finally:
        for descriptor in (filtering, telling, told):
            if descriptor >= 0:
                os.close(descriptor)


def _last_words(outer: subprocess.Popen[bytes]) -> str:
    _, said = outer.communicate(timeout=DIES_WITHIN_S)
    return said.decode(errors="replace").strip() or f"bwrap ended with code {outer.returncode}."


def _start_filter() -> bytes:
    try:
        return syscalls.start_filter()
    except syscalls.NoFilter as why:
        raise NoSandbox(str(why)) from why


def _file_in_memory(data: bytes) -> int:
    descriptor = os.memfd_create("filter")
    os.write(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _other_user() -> dict[str, object]:
    """Root is bound by no limit of processes, so its sandboxes belong to others."""
    if os.getuid() != 0:
        return {}
    uid = UIDS[next(_turns) % len(UIDS)]
    return {"user": uid, "group": uid, "extra_groups": []}


def _command(runtime: Runtime, filtering: int, told: int) -> list[str]:
    unshare = ["user", "pid", "net", "ipc", "uts", "cgroup-try"]
    return [
        str(runtime.bwrap),
        *(f"--unshare-{what}" for what in unshare),
        "--disable-userns",
        *("--uid", NOBODY, "--gid", NOBODY, "--hostname", "bot"),
        *("--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"),
        *("--clearenv", "--setenv", "LC_ALL", "C.UTF-8"),
        # No /proc, no tmpfs: the first shows the worker's environment, the second has no end.
        *("--ro-bind", str(runtime.root), "/", "--dev-bind", "/dev/null", "/dev/null"),
        *("--chdir", "/box", "--seccomp", str(filtering), "--info-fd", str(told)),
        *("--", *runtime.interpreter),
    ]
