"""A package."""

from .inner import name

__all__ = ["name"]
