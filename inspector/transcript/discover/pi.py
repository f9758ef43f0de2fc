"""pi: `agent/sessions/--<folder>--/<time>_<id>.jsonl`. Others write the same entries elsewhere."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import last, said, title, within, words


def roots(machine: Machine) -> list[Path]:
    return [machine.moved("PI_CODING_AGENT_DIR", ".pi", "agent") / "sessions"]


def wanted(parts: Parts) -> bool:
    return len(parts) == 2 and parts[1].endswith(".jsonl")


def describe(ends: Ends) -> Details:
    records = ends.records
    messages = [within(each, "message") or each for each in records if each.get("type") == "message" or "role" in each]
    typed = (said(within(each, "content")) for each in messages if within(each, "role") == "user")
    named = last(words(each.get("title")) or words(each.get("name")) for each in records if "message" not in each)
    models = [words(each.get("modelId")) for each in records if each.get("type") == "model_change"]
    count = sum(each.get("type") == "compaction" for each in records)
    return Details(
        title=title([*typed, named]),
        model=last([*models, *(words(within(each, "model")) for each in messages)]),
        compactions=count if count or ends.whole else None,
        more=not ends.whole,
        project=next((cwd for each in records if (cwd := words(each.get("cwd")))), ""),
    )


def project(parts: Parts) -> str:
    return parts[0].strip("-")


SIGN = {"type": "session", "id": "1", "timestamp": "", "cwd": ""}
AGENT = Agent("pi", "pi", roots, wanted, describe, sign=SIGN, project=project)
