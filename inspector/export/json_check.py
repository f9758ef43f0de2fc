"""What is wrong with a session as JSON: the stable contract of `inspector check --json`.

`ok` is false when something failed: a line that is lost, a broken tool protocol, a request that the policy refuses.
Everything else is a note, a source of the durable state that is not available too. `line` counts from 1, 0 speaks of the
whole file. `sources` is empty without a durable state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.engine.view import DurableView, Problem, Row
from inspector.export.json_view import error_json, policy_json, problem_json, sources_json, transcript_json
from inspector.policy.model import Policy
from inspector.transcript.model import LoadProblem, Transcript

LOST = frozenset({"damaged", "not-an-object", "bad-envelope", "wrong-session", "duplicate-event"})
"""Kinds of load problem by which something of the record is lost. The rest was repaired, is bookkeeping, or goes on."""

NOTES = frozenset({"unfinished", "summary_failed", "over_window"})
"""Kinds of view problem that are no breach of the tool protocol."""


def check_json(
    transcript: Transcript,
    policy: Policy,
    problems: Sequence[Problem],
    refused: Sequence[Row],
    durable: DurableView | None = None,
) -> dict[str, Any]:
    return {
        "transcript": transcript_json(transcript),
        "policy": policy_json(policy),
        "ok": not failures(transcript, problems, refused),
        "load": [load_json(problem) for problem in transcript.report.problems],
        "problems": [
            {
                **problem_json(problem, transcript.structure),
                "line": line_of(problem, transcript),
                "failed": is_breach(problem),
            }
            for problem in problems
        ],
        "refused": [{"request": row.request, "error": error_json(row.error)} for row in refused if row.error],
        "sources": [] if durable is None else sources_json(durable),
    }


def load_json(problem: LoadProblem) -> dict[str, Any]:
    return {
        "line": problem.line,
        "kind": problem.kind,
        "reason": problem.reason,
        "bytes": problem.bytes,
        "failed": problem.kind in LOST,
    }


def failures(transcript: Transcript, problems: Sequence[Problem], refused: Sequence[Row]) -> int:
    """How many things failed."""
    lost = sum(problem.kind in LOST for problem in transcript.report.problems)
    return lost + sum(map(is_breach, problems)) + len(refused)


def is_breach(problem: Problem) -> bool:
    """Whether a problem breaks the tool protocol."""
    return problem.kind not in NOTES


def line_of(problem: Problem, transcript: Transcript) -> int:
    """The line of the file that the problem's message came from; 0 when there is none."""
    if problem.block is None:
        return 0
    return transcript.messages[transcript.structure.owner[problem.block]].line
