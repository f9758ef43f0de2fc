"""ATIF trajectories (formats.md, section 16): the interchange format of Harbor and Terminal-Bench, v1.0 to v1.8.

One document: `steps` of a system, a user and an agent, which holds its calls and what came of them. Steps that were copied
into a continuation, and steps of an agent without a model, are no replies. Subagents' trajectories are in the document
(v1.7) or in files beside it; the file in which a trajectory goes on is named. A system step in the middle is an event of the
harness: whether it was sent is not recorded. Where one step stands for several calls of a model, its usage is their sum and
is kept as a field alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.assembly import Piece, assembled
from inspector.transcript.formats.atif.steps import pieces_of_step
from inspector.transcript.formats.atif.summaries import folds, references, tells
from inspector.transcript.formats.beside import json_below
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Format, Record, Records, Source
from inspector.transcript.model import Sidechain, Transcript
from inspector.transcript.names import name_fault
from inspector.transcript.problems import Problems

FILES = 50
"""Trajectories of subagents beside a document that are looked at."""


def _test(record: Record) -> bool:
    return words_of(record.get("schema_version")).startswith("ATIF")


def _document(value: Record, problems: Problems, source: Source) -> Transcript:
    chosen = source.choice.sidechain
    if chosen is not None:
        return _other(value, problems, source, chosen)
    agent = _agent(value)
    pieces, telling = _pieces(value, words_of(agent.get("model_name")), problems)
    goes_on = words_of(value.get("continued_trajectory_ref"))
    if goes_on:
        problems.add(0, "continued", f"the trajectory goes on in {goes_on[:200]!r}")
    tools = agent.get("tool_definitions")
    prune(tools)
    return assembled(
        "atif",
        pieces,
        folds(pieces, telling),
        problems,
        session=words_of(value.get("session_id")) or words_of(value.get("trajectory_id")),
        title=" ".join(words_of(agent.get("name"))[:80].split()),
        tools=tuple([tool for tool in tools if isinstance(tool, dict)]) if isinstance(tools, list) else (),
        sidechains=tuple(_sidechains(value, source)),
    )


def _agent(value: Record) -> Record:
    agent = value.get("agent")
    return agent if isinstance(agent, dict) else {}


def _pieces(value: Record, model: str, problems: Problems) -> tuple[list[Piece], list[Piece]]:
    """All messages, and those of them that tell of a compaction."""
    pieces: list[Piece] = []
    telling = []
    for step in steps_of(value):
        made = pieces_of_step(step, model, problems)
        pieces += made
        if made and made[0].role == "system" and tells(step):
            telling.append(made[0])
    return pieces, telling


def steps_of(value: Record) -> list[Any]:
    steps = value.get("steps")
    return steps if isinstance(steps, list) else []


def _inside(value: Record) -> dict[str, Record]:
    """The subagents' trajectories of a document by what they are called."""
    listed = value.get("subagent_trajectories")
    told = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    return {_name(each) or f"subagent-{number}": each for number, each in enumerate(told, 1)}


def _name(value: Record) -> str:
    return words_of(value.get("trajectory_id")) or words_of(value.get("session_id"))


def _calls(value: Record) -> Iterator[tuple[str, str]]:
    """What each result calls a subagent's trajectory, and the call that it is a result of ("" for none)."""
    for step in steps_of(value):
        if not isinstance(step, dict) or "observation" not in step:
            continue
        observation = step["observation"]
        listed = observation.get("results") if isinstance(observation, dict) else None
        if type(listed) is not list:
            continue
        for result in listed:
            if type(result) is dict and "subagent_trajectory_ref" in result:
                for name in references({"observation": {"results": [result]}}):
                    yield name, words_of(result.get("source_call_id"))


def _sidechains(value: Record, source: Source) -> Iterator[Sidechain]:
    called = dict(_calls(value))
    inside = _inside(value)
    for name, each in inside.items():
        yield Sidechain(name, len(steps_of(each)), _title(each), "", called.get(name, ""))
    seen = 0
    for name, call in called.items():
        if name not in inside and seen < FILES and (found := _beside(source.path, name)) is not None:
            seen += 1
            yield Sidechain(name, len(steps_of(found)), _title(found), str(Path(source.path).parent / name), call)


def _beside(path: str, name: str) -> Record | None:
    """A trajectory in the folder of this one: a name without a folder; no link is followed."""
    if not path or name_fault(name):
        return None
    found = json_below(Path(path).parent, name)
    return found if isinstance(found, dict) and _test(found) else None


def _title(value: Record) -> str:
    first = next((each for each in steps_of(value) if isinstance(each, dict) and each.get("source") == "user"), {})
    return re.sub(r"\s+", " ", words_of(first.get("message"))[:400]).strip()[:80]


def _other(value: Record, problems: Problems, source: Source, chosen: str) -> Transcript:
    found, path = _inside(value).get(chosen), source.path
    if found is None and chosen in dict(_calls(value)):
        found, path = _beside(path, chosen), str(Path(path).parent / chosen)
    if found is None:
        raise TranscriptError(f"there is no subagent {chosen!r} in this trajectory")
    return replace(_document(found, problems, Source(source.file, path, Choice())), path=path)


ATIF = Format(
    "atif",
    "an ATIF trajectory",
    _test,
    document=_document,
    chooses=frozenset({"sidechain"}),
    prunes=True,
    records=Records("in part", "in part", summaries="in part", usage="yes"),
)
FORMATS = (ATIF,)
