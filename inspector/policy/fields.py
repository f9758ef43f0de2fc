"""The smallest parts of a policy document: numbers and `$knob` references, units, texts."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

Unit = Literal["bytes", "chars", "tokens", "lines", "messages", "turns", "results", "files", "percent"]
TextUnit = Literal["bytes", "chars", "tokens", "lines"]
TEXT_UNITS: tuple[str, ...] = get_args(TextUnit)

KNOB_NAME = r"^[a-z][a-z0-9_]*$"
MODEL_PATTERN = r"^[A-Za-z0-9*?][A-Za-z0-9*?._:/@+-]*$"
REFERENCE = r"^\$[a-z][a-z0-9_]*$"
LARGEST = 1_000_000_000_000


class Part(BaseModel):
    """Any part of the document: nothing is converted, nothing unknown is let through."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def wrong(text: str) -> PydanticCustomError:
    """A fault in our own words; braces in it are no template."""
    return PydanticCustomError("policy", "{text}", {"text": text})


def _number(value: Any) -> Any:
    if type(value) is int:
        return _in_bounds(value)
    if isinstance(value, str) and value.startswith("$"):
        if re.match(REFERENCE, value):
            return value
        raise wrong(f"{value!r} is no knob reference: write $ and a knob's name in small letters, such as $keep_recent")
    raise wrong(f"must be a whole number or a $knob, not {describe(value)}")


def _in_bounds(value: int) -> int:
    if 0 <= value <= LARGEST:
        return value
    raise wrong(f"must be 0 or more, not {value:,}" if value < 0 else f"must be at most {LARGEST:,}, not {value:,}")


def _number_or_off(value: Any) -> Any:
    if value == "off":
        return value
    try:
        return _number(value)
    except PydanticCustomError as fault:
        raise wrong(f"{fault.message()} (or the word off)") from None


def describe(value: Any) -> str:
    """A value as an error message may show it: its kind, and itself where it is short."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"the truth value {str(value).lower()}"
    if isinstance(value, int | float):
        return f"{value}"
    if isinstance(value, str):
        return f"the text {value[:40]!r}" + ("…" if len(value) > 40 else "")
    return "a list" if isinstance(value, list) else "a mapping"


_NUMBER_SCHEMA: list[dict[str, Any]] = [
    {"type": "integer", "minimum": 0, "maximum": LARGEST},
    {"type": "string", "pattern": REFERENCE, "description": "a reference to a knob"},
]

Number = Annotated[int | str, BeforeValidator(_number), WithJsonSchema({"anyOf": _NUMBER_SCHEMA})]
"""A whole number, or `$knob`: the current value of that knob."""

NumberOrOff = Annotated[
    int | str, BeforeValidator(_number_or_off), WithJsonSchema({"anyOf": [*_NUMBER_SCHEMA, {"const": "off"}]})
]
"""A whole number, `$knob`, or `off`."""

_NO_CONTROL = r"^[^\x00-\x1f\x7f-\x9f]*$"
_NO_CONTROL_BUT_LINES = r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$"

Words = Annotated[str, Field(min_length=1, max_length=200, pattern=_NO_CONTROL)]
"""One line of text, without control characters: names and tools are shown on terminals."""

Sentence = Annotated[str, Field(max_length=2000, pattern=_NO_CONTROL_BUT_LINES)]
"""Text for people, of any number of lines, without other control characters."""

Notice = Annotated[str, Field(max_length=20_000, pattern=_NO_CONTROL_BUT_LINES)]
"""Text that goes into a view; its slots are checked against the known ones."""

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=80)]


def is_reference(number: int | str) -> bool:
    return isinstance(number, str) and number.startswith("$")
