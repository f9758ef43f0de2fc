"""Sessions and policies for the families' tests, small enough to be worked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.run import diagnose
from inspector.engine import Replay
from inspector.engine.summariser import Summariser
from inspector.policy.load import load_text
from inspector.policy.model import Policy
from inspector.transcript import load_messages
from inspector.transcript.model import Compaction, LoadProblem, LoadReport, Transcript, Usage
from tests.engine.messages import Api, assistant, user

HEAD = "schema: compaction-policy/1\nname: small\nprotocol: mark\n"


def policy(text: str) -> Policy:
    """A policy of a few lines; what every one has is put before them."""
    return load_text(HEAD + text)


def session(
    messages: Sequence[Api], *compactions: Compaction, usage: Sequence[int] = (), model: str = "", partial: bool = False
) -> Transcript:
    """A session. `usage` are the sizes of the prompts as the provider gave them, one a reply; 0: none was given."""
    found = load_messages(list(messages))
    told, replies = iter(usage), []
    for message in found.messages:
        size = next(told, 0) if message.role == "assistant" else 0
        replies.append(
            replace(
                message,
                line=message.number,
                usage=Usage(size) if size else None,
                model=model if message.role == "assistant" else "",
            )
        )
    problems = (LoadProblem(1, "broken-parent", "its parent is not in the file"),) if partial else ()
    return replace(found, messages=tuple(replies), compactions=compactions, report=LoadReport(problems=problems))


def found(
    family: str, transcript: Transcript, under: Policy | None = None, summariser: Summariser | None = None
) -> tuple[Finding, ...]:
    """The findings of one family."""
    return diagnose(Replay(transcript, under, summariser), [family]).findings


def talk(turns: int, length: int) -> list[Api]:
    """So many prompts and answers of `length` characters each, and a last prompt: that many requests and one."""
    messages: list[Api] = []
    for turn in range(turns):
        messages += [user(f"{turn}?".ljust(length, "x")), assistant(f"{turn}!".ljust(length, "y"))]
    return [*messages, user("?".ljust(length, "x"))]
