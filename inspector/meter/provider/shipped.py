"""Factors that come with the package: fitted on recorded sessions of each family of models, by `python -m tests.fitting`."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from inspector.meter.provider.fit import Prior
from inspector.meter.provider.kinds import KINDS, SIZES

_NEW_CLAUDE = re.compile(r"(opus|sonnet|haiku|fable)-?(4[-.][789]|[5-9])(?!\d)")
"""From Claude Opus 4.7 on the tokenizer is another one (platform.claude.com, "What's new in Claude Opus 4.7")."""
_FORGETS = re.compile(r"claude-(3|(sonnet|haiku|opus)-4(?!\d)|instant|2)")
_REMEMBERS = re.compile(r"opus-4[-.][5-9](?!\d)|(sonnet|haiku)-4[-.][6-9](?!\d)")
"""Claude keeps thinking of earlier turns from Opus 4.5 and Sonnet 4.6 on (platform.claude.com, extended thinking, "thinking
block preservation"; in recorded sessions of Sonnet 4.5 it left at every turn, of Opus 4.5 and Sonnet 4.6 it stayed)."""
_GPT = re.compile(r"(^|/)(gpt-|chatgpt-|codex-|o[1345](-|$))")

UNKNOWN = "unknown"
"""The family of a model that nobody measured."""


class Family(NamedTuple):
    """Factors of a family of models: `sessions` and `steps` that they were fitted on; none for an unknown one."""

    name: str
    prior: Prior
    sessions: int
    steps: int


class Typical(NamedTuple):
    """What prompts of an agent hold beside messages: the median of its sessions, and where 9 of 10 lie."""

    tokens: int
    low: int
    high: int


def family_of(model: str) -> str:
    """The name of a model's family: models with one tokenizer and one way to deal with thinking."""
    name = model.lower()
    if "claude" in name:
        return "claude-4.7+" if _NEW_CLAUDE.search(name) else "claude"
    if _GPT.search(name):
        return "gpt"
    return "gemini" if "gemini" in name else UNKNOWN


def leaves(model: str) -> bool:
    """Whether thinking of earlier turns leaves the prompts of a model as a person speaks, unless its session tells better."""
    name, family = model.lower(), family_of(model)
    if family == "claude":
        return bool(_FORGETS.search(name)) and not _REMEMBERS.search(name)
    return family in ("gpt", "gemini")


def prior_of(model: str) -> Prior:
    """What is known of a model before its session says anything."""
    return shipped(family_of(model)).prior._replace(leaves=leaves(model))


@cache
def shipped(name: str) -> Family:
    """The factors of a family; those of an unknown model are a guess with a wide spread."""
    rows = _table()["families"]
    row = rows.get(name) or rows[UNKNOWN]
    kinds = [row["kinds"][kind] for kind in KINDS]
    mean = tuple(float(each[part]) for part in ("factor", "block") for each in kinds)
    spread = tuple(float(each[f"{part}_spread"]) for part in ("factor", "block") for each in kinds)
    assert len(mean) == 2 * SIZES
    found = name if name in rows else UNKNOWN
    prior = Prior(mean, spread, name in ("gpt", "gemini"), float(row["step"]), float(row["texts"]))
    return Family(found, prior, int(row["sessions"]), int(row["steps"]))


_BARE = ("anthropic", "openai")
"""Formats that are lists of messages and name no agent."""


@cache
def typical(agent: str) -> Typical:
    """The fixed input of sessions of that format; of all where it was not measured.

    Of a bare list of messages nobody knows which agent sent it, or whether one did: nothing, up to what the largest has.
    """
    rows = _table()["fixed"]
    if agent.startswith(_BARE):
        return Typical(0, 0, int(rows[UNKNOWN]["high"]))
    row = rows.get(agent) or rows[UNKNOWN]
    return Typical(int(row["tokens"]), int(row["low"]), int(row["high"]))


def fitted_on() -> str:
    """The day of the fit."""
    return str(_table()["fitted"])


@cache
def _table() -> dict[str, Any]:
    from ruamel.yaml import YAML

    text = files("inspector.meter").joinpath("factors.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = YAML(typ="safe").load(text)
    return loaded
