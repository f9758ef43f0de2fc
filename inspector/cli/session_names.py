"""How sessions are chosen on the command line: an agent's key, a time since when."""

from __future__ import annotations

import re
import time
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from inspector.cli.errors import BadUse, did_you_mean

if TYPE_CHECKING:
    from inspector.transcript.discover import Agent

    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType

_SECONDS = {"m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400}
_AGO = re.compile(r"(\d{1,6})([mhdw])")


class AgentName(_Type):
    """The key of an agent whose sessions can be found."""

    name = "agent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        known = [agent.key for agent in _agents()]
        if value not in known:
            hint = did_you_mean(str(value), known)
            raise BadUse(f"--agent {value}: no such agent.{hint}\nThere is {', '.join(known)}.")
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(agent.key, help=agent.name) for agent in _agents() if agent.key.startswith(incomplete)]


class Since(_Type):
    """A time: so long ago, or a date with or without a time of day, of this machine's zone unless it names one.

    It becomes seconds since 1970.
    """

    name = "when"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        if found := _AGO.fullmatch(str(value)):
            return time.time() - int(found[1]) * _SECONDS[found[2]]
        try:
            return datetime.fromisoformat(str(value)).astimezone().timestamp()
        except (ValueError, OverflowError, OSError):
            raise BadUse(f"--since {value}: write 7d, 12h, 30m or 2w, or a date as 2026-11-30.") from None


def _agents() -> tuple[Agent, ...]:
    from inspector.transcript.discover import AGENTS

    return AGENTS
