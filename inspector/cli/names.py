"""Names that people type on the command line, with their completion: policies, knobs, requests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from inspector.cli.errors import BadUse, did_you_mean

POLICYS = "policy"
"""Stands for the summariser that the policy names."""
RECORDED = "recorded"
"""The view that the agent really had: no policy."""

LAST = "last"

# Generic since click 8.5, and only for type checkers.
if TYPE_CHECKING:
    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType


class FileName(click.Path):
    """A path. An empty one, as an unset variable of a script gives it, is no file."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not value:
            raise BadUse(f"{_spoken(param)} is empty; name a file.")
        return super().convert(value, param, ctx)


class Id(_Type):
    """An id of the record. An empty one would be read as none."""

    name = "id"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value:
            raise BadUse(f"{_spoken(param)} is empty; write an id of the record, or leave the option out.")
        return str(value)


class PolicyName(_Type):
    """A preset's name, the path of a YAML file, or `recorded`."""

    name = "name|file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value:
            raise BadUse(f"{_spoken(param)} is empty; write a preset's name or a YAML file.")
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = [CompletionItem(name) for name in (RECORDED, *_presets()) if name.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="file")]


class SummariserName(_Type):
    """Who writes summaries: a word, and behind a colon what it needs; or the one that the policy names."""

    name = "spec"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from inspector.summary.registry import UnknownSummariser, parse

        source = ctx.get_parameter_source(param.name) if ctx and param and param.name else None
        if value == POLICYS or (
            not value and source is ParameterSource.DEFAULT
        ):  # an empty one that was typed is wrong
            return str(value)
        try:
            parse(str(value), also=(POLICYS,))
        except UnknownSummariser as error:
            raise BadUse(f"{_spoken(param)}: {error}") from None
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from inspector.summary.registry import SPECS

        offered = ((f"{spec.word}:" if ":" in spec.form else spec.word, spec.help) for spec in SPECS)
        names = (*offered, (POLICYS, "the one that the policy's own file names"))
        return [CompletionItem(text, help=about) for text, about in names if text.startswith(incomplete)]


class FailOn(_Type):
    """Which findings fail: a severity, a family, or never."""

    name = "severity|family|never"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from inspector.analysis.diagnose.failing import WORDS

        if value not in WORDS:
            raise BadUse(
                f"--fail-on {value}: no such word.{did_you_mean(str(value), WORDS)}\nThere is {', '.join(WORDS)}."
            )
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from inspector.analysis.diagnose.failing import WORDS
        from inspector.analysis.diagnose.families import FAMILIES

        about = {family.name: family.about for family in FAMILIES}
        return [CompletionItem(word, help=about.get(word)) for word in WORDS if word.startswith(incomplete)]


class CounterName(_Type):
    """A way to measure sizes."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from inspector.meter import UNITS

        source = ctx.get_parameter_source(param.name) if ctx and param and param.name else None
        if not value and source is not ParameterSource.DEFAULT:
            raise BadUse(f"{_spoken(param)} is empty; write a counter: {', '.join(UNITS)}.")
        if value and value not in UNITS:
            near = did_you_mean(str(value), UNITS)
            raise BadUse(f"{_spoken(param)} {value}: there is no such counter.{near}\nCounters: {', '.join(UNITS)}.")
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from inspector.meter import UNITS

        return [CompletionItem(name, help=unit) for name, unit in UNITS.items() if name.startswith(incomplete)]


class KnobSetting(_Type):
    """`KNOB=VALUE`: a whole number; `60_000` and `60,000` are read as 60000."""

    name = "knob=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        if isinstance(value, tuple):
            return value
        knob, equals, number = value.partition("=")
        try:
            return knob.strip(), int(number.replace(",", "_"))
        except ValueError:
            wrong = f"{number!r} is no whole number" if equals and knob.strip() else "there is no '='"
            raise BadUse(f"--set {value}: {wrong}. Write KNOB=VALUE, as in --set max_chars=3000.") from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        if "=" in incomplete:
            return []
        knobs = dict(_knobs(ctx.params.get("policy")))
        return [
            CompletionItem(f"{name}=", help=text) for name, text in sorted(knobs.items()) if name.startswith(incomplete)
        ]


class RequestNumber(_Type):
    """A request's number, from 1, or `last` (None)."""

    name = "n|last"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        if value is None or value.lower() == LAST:
            return None
        try:
            return int(value)
        except ValueError:
            raise BadUse(f"--request {value}: write a request's number, from 1, or 'last'.") from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(LAST)] if LAST.startswith(incomplete) else []


class KeptName(_Type):
    """The name of a kept summary, or how it begins."""

    name = "key"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from inspector.summary.cassette import Cassette

        return [CompletionItem(name[:12]) for name in Cassette().find(incomplete)]


class SampleName(_Type):
    """The name of a bundled transcript."""

    name = "sample"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from inspector.settings import samples

        return [CompletionItem(s.name, help=s.title) for s in samples() if s.name.startswith(incomplete)]


def _spoken(param: click.Parameter | None) -> str:
    """An option as it is typed, an argument by the name that the help gives it."""
    if param is None:
        return "the name"
    return param.opts[0] if param.param_type_name == "option" else param.human_readable_name


def _presets() -> tuple[str, ...]:
    from inspector.policy import preset_names

    return tuple(preset_names())


def _knobs(policy: str | None) -> Iterator[tuple[str, str]]:
    """Knobs and what they do: of the policy that was named before, else of every preset."""
    from inspector.policy import PolicyError, load_policy

    for name in [policy] if policy and policy != RECORDED else _presets():
        try:
            knobs = load_policy(name).knobs
        except (PolicyError, OSError):
            continue
        for knob in knobs:
            yield knob.name, f"{knob.help} ({knob.default:,} {knob.unit})"
