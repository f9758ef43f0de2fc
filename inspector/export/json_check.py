"""What is wrong with a session as JSON: the stable contract of `inspector check --json`.

`ok` is false when something failed: a line that is lost, a broken tool protocol, a request that the policy refuses, a finding
that fails by `fail_on`, a fact that must be kept and is not. Everything else is a note, a source of the durable state that is
not available too. `line` counts from 1, 0 speaks of the whole file. `sources` is empty without a durable state, `must_keep`
without a file of facts. `families` are those that were looked for; `certificate` is that of the last request, because all of
them were looked at; null without requests. `sendable` and `breaches` say what the provider refuses or merely puts up with in
the views. `usage` tells of reports of the provider's tokens that are not sound (they are left out where tokens are counted);
neither they nor what was mended fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from inspector.analysis.diagnose.failing import DEFAULT, SENDABLE, failing, fails
from inspector.analysis.diagnose.run import Diagnosis
from inspector.analysis.must_keep.breaches import Watched
from inspector.analysis.sendable.explain import Told
from inspector.analysis.sendable.session import Sendable
from inspector.engine.view import DurableView, Problem, Row
from inspector.export.json_findings import finding_json, watched_json
from inspector.export.json_sendable import breaches_json, sendable_json
from inspector.export.json_view import (
    certificate_json,
    error_json,
    policy_json,
    problem_json,
    sources_json,
    transcript_json,
)
from inspector.meter.provider.faults import usage_faults
from inspector.policy.model import Policy
from inspector.transcript.model import LoadProblem, Transcript

LOST = frozenset({"damaged", "not-an-object", "bad-envelope", "wrong-session", "duplicate-event"})
"""Kinds of load problem by which something of the record is lost. The rest was repaired, is bookkeeping, or goes on."""

NOTES = frozenset({"unfinished", "summary_failed", "over_window"})
"""Kinds of view problem that are no breach of the tool protocol."""


NOTHING = Diagnosis((), (), None)
"""No family was looked for."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found beside lines, protocol and refusals: by the diagnosis, of the facts that must be kept, and what a
    provider would say to the views (`told`: a rule at a time).
    """

    diagnosis: Diagnosis = NOTHING
    watched: tuple[Watched, ...] = ()
    fail_on: tuple[str, ...] = DEFAULT
    sendable: Sendable | None = None
    told: tuple[Told, ...] = ()

    @property
    def failures(self) -> int:
        """Findings that fail, facts that are not kept, and rules of the provider that are broken."""
        found = sum(fails(each, self.fail_on) for each in self.diagnosis.findings)
        return found + sum(not each.kept for each in self.watched) + sum(map(self.fails, self.told))

    def fails(self, told: Told) -> bool:
        """Whether a broken rule makes the check fail; what a provider merely puts up with never does under `sendable`."""
        words = self.fail_on if told.breach.severity == "error" else [w for w in self.fail_on if w != SENDABLE]
        return failing(SENDABLE, told.breach.severity, words)


def check_json(
    transcript: Transcript,
    policy: Policy,
    problems: Sequence[Problem],
    refused: Sequence[Row],
    durable: DurableView | None = None,
    checked: Checked | None = None,
) -> dict[str, Any]:
    checked = checked or Checked()
    diagnosis = checked.diagnosis
    return {
        "transcript": transcript_json(transcript),
        "policy": policy_json(policy),
        "ok": not failures(transcript, problems, refused, checked),
        "load": [load_json(problem) for problem in transcript.report.problems],
        "usage": usage_faults_json(transcript),
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
        "families": list(diagnosis.families),
        "findings": [finding_json(each, transcript.structure, checked.fail_on) for each in diagnosis.findings],
        "sendable": None if checked.sendable is None else sendable_json(checked.sendable),
        "breaches": breaches_json(checked.told, transcript.structure),
        "must_keep": [watched_json(each, transcript.structure) for each in checked.watched],
        "fail_on": list(checked.fail_on),
        "certificate": certificate_json(diagnosis.certificate) if diagnosis.certificate else None,
    }


def usage_faults_json(transcript: Transcript) -> dict[str, Any]:
    """`mended`: kind → how many reports were mended when they were read; `faults`: reports that are not sound."""
    faults = [{**each._asdict(), "message": each.message + 1} for each in usage_faults(transcript)]
    return {"mended": dict(transcript.report.usage), "faults": faults}


def load_json(problem: LoadProblem) -> dict[str, Any]:
    return {
        "line": problem.line,
        "kind": problem.kind,
        "reason": problem.reason,
        "bytes": problem.bytes,
        "failed": problem.kind in LOST,
    }


def failures(
    transcript: Transcript, problems: Sequence[Problem], refused: Sequence[Row], checked: Checked | None = None
) -> int:
    """How many things failed. A broken pair counts as a problem of the record and, in a view, as a finding."""
    return faults(transcript, problems, refused) + (checked.failures if checked else 0)


def faults(transcript: Transcript, problems: Sequence[Problem], refused: Sequence[Row]) -> int:
    """Lines that are lost, breaches of the tool protocol, and refused requests."""
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
