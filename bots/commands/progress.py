"""A bar that shows how far something is, on a terminal only."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

BAR = 30  # columns
OFTEN_S = 0.1
ERASE = "\r\x1b[K"


class Progress:
    """A bar on stderr, gone at the end. Use it as a context."""

    def __init__(self, total: int, what: str) -> None:
        self.total = total
        self.what = what
        self._visible = sys.stderr.isatty()
        self._began = time.monotonic()
        self._shown = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._write(ERASE)

    def show(self, done: int) -> None:
        """So many are done."""
        now = time.monotonic()
        if self._visible and now - self._shown > OFTEN_S:
            self._shown = now
            self._write(ERASE + self.line(done, now - self._began))

    def line(self, done: int, took_s: float) -> str:
        """The bar when so many are done after so many seconds."""
        full = BAR * done // self.total
        left_s = round(took_s / done * (self.total - done))
        bar = "#" * full + "." * (BAR - full)
        left = f"{left_s // 60}:{left_s % 60:02} left"
        return f"[{bar}] {done} of {self.total} {self.what}, {left}"

    def _write(self, text: str) -> None:
        if self._visible:
            print(text, end="", file=sys.stderr, flush=True)
