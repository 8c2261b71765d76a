"""What can be agreed about a match."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from games import MatchRules, Option
from league.formats.core import Setting
from league.refusals import Refused

from .fields import OptionField, PlainForm


class RulesForm(PlainForm):
    """What can be agreed about a match by known `rules`. Options are named `option-NAME`."""

    def __init__(self, rules: MatchRules, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self._add("option", rules.options)

    def _add(self, prefix: str, options: Iterable[Option | Setting]) -> None:
        for option in options:
            self.fields[f"{prefix}-{option.name}"] = OptionField(option)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """What is usually agreed about the game."""
        return [field for field in self._named("option-") if not _is_rare(field)]

    @property
    def rare_fields(self) -> list[forms.BoundField]:
        """Long texts like a deck table, which hardly anybody needs."""
        return [field for field in self._named("option-") if _is_rare(field)]

    @property
    def rare_is_open(self) -> bool:
        """Whether something is written there, or wrong there."""
        return any(field.errors or field.value() for field in self.rare_fields)

    def _named(self, prefix: str) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(prefix)]

    def given(self, prefix: str) -> dict[str, Any]:
        """What was decided; what has its default is not said, so that it stays the default."""
        start = f"{prefix}-"
        return {
            name.removeprefix(start): self.cleaned_data[name]
            for name, field in self.fields.items()
            if name.startswith(start)
            and isinstance(field, OptionField)
            and not field.is_default(self.cleaned_data[name])
        }

    def refuse(self, refused: Refused) -> None:
        """Put the sentence of a chapter beside the field it is about."""
        field = refused.field
        names = (field, f"setting-{field}", f"option-{field}", f"scoring-{field}")
        self.add_error(next((n for n in names if n in self.fields), None), refused.sentence)


def _is_rare(field: forms.BoundField) -> bool:
    return isinstance(field.field, OptionField) and field.field.option.kind == "text"
