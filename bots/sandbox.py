"""The sandbox: bubblewrap, seccomp, limits; nothing else.

A `Box` is one sandbox with Python in it that waits for a bot's source. It sees the interpreter, its
standard library, `games` and `bots.sdk`, all read-only, and nothing of the machine: no other files,
processes, network, devices or environment, nowhere to write. It is used for one bot in one match.

A bot for another interpreter gets a sandbox with that one in it, too. The files of its zip are laid
out in a folder of their own, 24 MiB at most, before the lock; from then on nothing is written there
either. Python is replaced by the interpreter under the same limits but for those that it cannot
live with, and nothing can be executed after that.

What a bot can learn all the same, and why that is accepted: the version of the kernel, the load and
the memory of the machine (`uname`, `sysinfo`: libraries ask for them, and nothing follows from
them), the number of the disk its files lie on (`stat`), how long the machine has been up, and how
busy its core is. Two bots of one match that want to conspire can signal to each other by keeping
the machine busy or idle; no sandbox prevents that, and it is as slow as it is visible in their
think times.

What bounds a bot that is not stopped: 16 threads (Node 32), 32 descriptors (64) with the pipes'
usual size, and 256 MiB of memory for its only process. What it maps is counted at once, and that is
nearly all. What escapes are page tables, which can be made as large as the memory that they lead
to; and where an interpreter needs more addresses than memory, what is written and then made
read-only. Memory of no file that could be shared is refused: it stays as long as one page of it is
mapped, and so no look at what is mapped would find it. So the worker looks, whenever a bot computes
for longer than some milliseconds, at what it holds of the machine (`memory.held`), and ends it if
that is 50 MiB more than it may have: 256 MiB, for Node 512, which would not start with that as a
limit. Between two looks it can take what a core can write to in 20 ms, or in the time for which the
worker gets no core, at most 4 GiB. A machine needs 310 MiB for each seat played at the same time
(Node 600). Threads are counted for each sandbox from Linux 5.14 on, for each user before.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import resource
import secrets
import select
import signal
import struct
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import IO, Any

from . import syscalls
from .interpreters import PYTHON, Interpreter
from .runtime import NoSandbox, Runtime

NOBODY = "65534"  # who a bot is inside; outside it is the worker, or where that is root one of UIDS
UIDS = range(60_706, 61_184)  # given neither to people nor to services
MEMORY = PYTHON.memory
LIMITS: Mapping[int, int] = {
    resource.RLIMIT_AS: MEMORY,
    resource.RLIMIT_DATA: MEMORY,
    resource.RLIMIT_CPU: 3600,  # should a worker hang: it is its clocks that judge
    resource.RLIMIT_NPROC: 16,
    resource.RLIMIT_NOFILE: 32,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_CORE: 1,  # with 0 a core handler that the machine may have would still start
    resource.RLIMIT_STACK: 8 << 20,
    resource.RLIMIT_MEMLOCK: 0,
    resource.RLIMIT_MSGQUEUE: 0,
    resource.RLIMIT_SIGPENDING: 64,
}
TO_FIND_IT = 50 << 20  # beside the memory itself: page tables
ROOM = 24 << 20  # for the files of a zip, each of which fills whole pages
ADDRESSES = range(1 << 44, 5 << 44, 4096)  # of pages; programs and libraries lie above
WITHIN_A_PAGE = 2048  # which leaves room for a path, or a list of arguments
READY = re.compile(rb"ready ([0-9a-f]{8})\n")
READY_SIZE = 15
STARTS_WITHIN_S = 30.0  # a busy machine needs seconds where an idle one needs 50 ms
DIES_WITHIN_S = 10.0
KILLED = syscalls.AS_IF_KILLED  # as bwrap tells of it
MAKE_FOLDERS = tuple(syscalls.MAKE_FOLDERS.values())
# Else the first eight threads reserve all the memory there may be, and use none of it.
ENVIRONMENT = {"LC_ALL": "C.UTF-8", "MALLOC_ARENA_MAX": "1"}
# Else sets of texts would have another order each time, and a bot play otherwise.
PYTHONS = {"PYTHONHASHSEED": "0"}
FIRST_TO_GO = "1000"  # when memory runs out: a bot before the worker, and before the database

_turns = itertools.count()


class Box:
    """One sandbox. `stdin`, `stdout`, `stderr`: our ends of its pipes. `pid`, `pidfd`: the
    interpreter in it, which is all that runs there. `code`: how that ended, None before.

    It dies with the thread that made it: make it in one that lives as long.
    """

    limits: Mapping[int, int] = LIMITS

    def __init__(
        self, runtime: Runtime, ahead: bool = False, interpreter: Interpreter = PYTHON
    ) -> None:
        """Start one; `wait_until_ready` before it is used. `ahead`: nobody waits for it, so that it
        loads the rules too, which not every bot wants. Raises NoSandbox."""
        self.interpreter = interpreter
        self.limits = {**type(self).limits, **interpreter.limits}
        self._loads = ("games",) if ahead else ()
        self.code: int | None = None
        self._ended_by_us = False
        self._near = 0  # where its libraries lie; until it has said so, it is not ready
        self._outer, self.pid, self.pidfd = self._started(runtime)
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in self._pipes())
        with suppress(OSError):
            _write(f"/proc/{self.pid}/oom_score_adj", FIRST_TO_GO)

    def wait_until_ready(self) -> None:
        """Until its interpreter waits for a source. Raises NoSandbox."""
        if self._near:
            return
        said = b""
        while len(said) < READY_SIZE and _readable(self.stdout, STARTS_WITHIN_S):
            more = os.read(self.stdout, READY_SIZE - len(said))
            if not more:
                break
            said += more
        found = READY.fullmatch(said)
        if not found:
            raise NoSandbox(f"The interpreter in the sandbox does not start.{self.complaint()}")
        self._near = int(found[1], 16)

    def give(self, source: bytes, main: str = PYTHON.main) -> bytes:
        """What has to be written to `stdin` to make it this bot, under the limits, once it is
        ready. `main`: the file of its zip that is started."""
        head = {"size": len(source), "main": main, "limits": dict(self.limits)}
        if self.interpreter.is_python:
            head["lock"] = syscalls.lock_filter(self._near).hex()
        else:
            at = {"path_at": _address(), "arguments_at": _address()}
            environment = {**ENVIRONMENT, **self.interpreter.environment}
            command = self.interpreter.command(main)
            head["program"] = {"command": command, "environment": environment, **at}
            head["lock"] = syscalls.launch_filter(**at).hex()
        text = json.dumps(head).encode()
        return struct.pack(">I", len(text)) + text + source

    @property
    def may_hold(self) -> int:
        """Bytes of the machine's memory, with what the kernel needs to find them."""
        return self.interpreter.memory + TO_FIND_IT

    def has_ended(self, within_s: float = 0.0) -> bool:
        """Whether it ends in this time without our doing."""
        if self.code is None and _readable(self.pidfd, within_s):
            self._reap()
        return self.code is not None

    @property
    def was_killed_by_others(self) -> bool:
        """Whether it ended by a SIGKILL that is not ours: somebody's, or that of a machine out of
        memory. A bot cannot bring this about: the first process of a namespace is deaf to its own
        SIGKILL, and the lock keeps it from leaving with the code that stands for one."""
        if self.code is None or self._ended_by_us:
            return False
        return self.code == KILLED or self.code < 0  # below 0: bwrap itself was

    def kill(self) -> None:
        """`end`, then `close`."""
        self.end()
        self.close()

    def end(self) -> None:
        """Returns when it is certainly dead; what it wrote can still be read. Raises NoSandbox."""
        if not self.has_ended():
            self._ended_by_us = True
            self.signal(signal.SIGKILL)
            self._go_first()
            if not _readable(self.pidfd, DIES_WITHIN_S):
                raise NoSandbox("A process in a sandbox does not die.")
            self._reap()

    def _go_first(self) -> None:
        """Once it is doomed: giving back 220 MiB takes it 19 ms of a core, for which it would have
        to wait its turn. Nothing of a bot runs any more, so it goes before all others, where we may
        say so: root may."""
        first = os.sched_param(1)
        with suppress(OSError):
            for thread in map(int, os.listdir(f"/proc/{self.pid}/task")):
                with suppress(ProcessLookupError):
                    os.sched_setscheduler(thread, os.SCHED_RR, first)

    def close(self) -> None:
        """Give its descriptors back, once it is dead."""
        if self.pidfd >= 0:
            os.close(self.pidfd)
            self.pidfd = -1
        for pipe in self._pipes():
            pipe.close()

    def forget(self) -> None:
        """In a process that was forked: it is the parent's, and goes on."""
        self._outer.returncode = 0  # or its end would be waited for here
        self.close()

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal; nothing happens if it is dead."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, number)

    def keep_to(self, cores: set[int]) -> None:
        """Have it run on these cores; nothing happens if it is dead."""
        with suppress(OSError):
            os.sched_setaffinity(self.pid, cores)

    def command(self, runtime: Runtime, filtering: int, told: int) -> list[str]:
        """What starts it. bwrap reads its filter from one descriptor, and tells on the other which
        process is in it."""
        unshare = ["user", "pid", "net", "ipc", "uts", "cgroup-try"]
        return [
            str(runtime.bwrap),
            *(f"--unshare-{what}" for what in unshare),
            "--disable-userns",
            *("--uid", NOBODY, "--gid", NOBODY, "--hostname", "bot"),
            *("--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"),
            *("--clearenv", *_settings({**ENVIRONMENT, **PYTHONS})),
            # No /proc, no tmpfs: the first shows the worker's environment, the second has no end.
            *("--ro-bind", str(runtime.root), "/", "--dev-bind", "/dev/null", "/dev/null"),
            *self._room(),
            *("--chdir", "/box", "--seccomp", str(filtering), "--info-fd", str(told)),
            *("--", *runtime.interpreter, *self._loads),
        ]

    def filter(self) -> bytes:
        """The system calls it may make. Raises NoSandbox."""
        try:
            return syscalls.start_filter(() if self.interpreter.is_python else MAKE_FOLDERS)
        except syscalls.NoFilter as why:
            raise NoSandbox(str(why)) from why

    def _room(self) -> list[str]:
        """A folder for the files of a zip, if they have to lie in one."""
        return [] if self.interpreter.is_python else ["--size", str(ROOM), "--tmpfs", "/box"]

    def _started(self, runtime: Runtime) -> tuple[subprocess.Popen[bytes], int, int]:
        """bwrap, and pid and pidfd of the interpreter in the sandbox. Raises NoSandbox."""
        telling, told = _pipe()
        with telling, told, _file_in_memory(self.filter()) as filtering:
            descriptors = (filtering.fileno(), told.fileno())
            outer = _spawned(self.command(runtime, *descriptors), descriptors, runtime)
            told.close()
            try:
                return outer, *_who_is_inside(outer, telling)
            except (OSError, ValueError):  # it has ended, and has not told who
                raise NoSandbox(f"The sandbox does not start: {_last_words(outer)}") from None

    def _pipes(self) -> Iterator[IO[bytes]]:
        yield from filter(None, (self._outer.stdin, self._outer.stdout, self._outer.stderr))

    def _reap(self) -> None:
        """bwrap ends when its only process has, with its code."""
        try:
            self.code = self._outer.wait(DIES_WITHIN_S)
        except subprocess.TimeoutExpired:  # somebody has stopped it
            self._outer.kill()
            self.code = self._outer.wait()

    def complaint(self) -> str:
        """What it has written on stderr so far, as the end of a sentence about it."""
        said = os.read(self.stderr, 4096) if _readable(self.stderr, 0) else b""
        lines = said.decode(errors="replace").split("\n")
        return " It says: " + " ".join(lines[-3:]).strip() if said else ""


def end_orphans(runtime: Runtime) -> None:
    """End those that a worker has left which was killed in the very moment in which it started one:
    between bwrap's fork and the call that ties the child to its parent lies a millisecond. They
    wait for ever, with nothing of a bot in them."""
    home = os.fsencode(runtime.root.parent.parent)
    for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
        with suppress(OSError):
            pidfd = os.pidfd_open(pid)
            try:
                if _is_orphan(pid, home):
                    signal.pidfd_send_signal(pidfd, signal.SIGKILL)
            finally:
                os.close(pidfd)


def _is_orphan(pid: int, home: bytes) -> bool:
    """Whether it is a bwrap of ours inside of a sandbox, without the one outside."""
    return (
        _is_bwrap(pid, home)
        and os.readlink(f"/proc/{pid}/ns/pid") != os.readlink("/proc/self/ns/pid")
        and not _is_bwrap(_parent(pid), home)
    )


def _is_bwrap(pid: int, home: bytes) -> bool:
    with open(f"/proc/{pid}/cmdline", "rb") as file:
        words = file.read().split(b"\0")
    return words[0].endswith(b"bwrap") and any(word.startswith(home) for word in words)


def _settings(environment: Mapping[str, str]) -> Iterator[str]:
    for name, value in environment.items():
        yield from ("--setenv", name, value)


def _address() -> int:
    """One that nobody guesses, and that no part of a process lies at."""
    return secrets.choice(ADDRESSES) + secrets.randbelow(WITHIN_A_PAGE)


def _readable(descriptor: int, within_s: float) -> bool:
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(within_s * 1000))


def _pipe() -> tuple[IO[bytes], IO[bytes]]:
    reading, writing = os.pipe()
    return open(reading, "rb", buffering=0), open(writing, "wb", buffering=0)


def _file_in_memory(data: bytes) -> IO[bytes]:
    descriptor = os.memfd_create("filter")
    os.write(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return open(descriptor, "rb", buffering=0)


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def _spawned(
    command: list[str], descriptors: tuple[int, int], runtime: Runtime
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=descriptors,
            env={"LD_LIBRARY_PATH": str(runtime.libraries)},
            cwd="/",
            start_new_session=True,  # a Ctrl-C is for the worker, which then ends its bots
            **_other_user(),
        )
    except OSError as error:
        raise NoSandbox(f"The program bwrap cannot be started ({error.strerror}).") from error


def _other_user() -> dict[str, Any]:
    """Root is bound by no limit of processes, so its sandboxes belong to others."""
    if os.getuid() != 0:
        return {}
    slot = 61 * os.getpid() + next(_turns)  # workers begin at different ones
    uid = UIDS[slot % len(UIDS)]
    return {"user": uid, "group": uid, "extra_groups": []}


def _who_is_inside(outer: subprocess.Popen[bytes], telling: IO[bytes]) -> tuple[int, int]:
    """Its pid and pidfd. Raises OSError or ValueError if there is nobody."""
    told = b""
    while not told.rstrip().endswith(b"}"):
        if not _readable(telling.fileno(), STARTS_WITHIN_S) or not (more := telling.read(4096)):
            raise ValueError("It has not told.")
        told += more
    pid = int(json.loads(told)["child-pid"])
    pidfd = os.pidfd_open(pid)
    if _parent(pid) != outer.pid:  # it is dead, and its number somebody else's
        os.close(pidfd)
        raise ValueError("It has ended.")
    return pid, pidfd


def _parent(pid: int) -> int:
    with open(f"/proc/{pid}/stat", "rb") as file:
        return int(file.read().rpartition(b")")[2].split()[1])


def _last_words(outer: subprocess.Popen[bytes]) -> str:
    with suppress(subprocess.TimeoutExpired):
        outer.wait(1)
    outer.kill()  # with it goes what it may have started
    _, said = outer.communicate()
    return said.decode(errors="replace").strip() or f"bwrap ended with code {outer.returncode}."
