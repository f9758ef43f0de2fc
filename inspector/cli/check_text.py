"""What is wrong with a session, for people: by line of the file, then by request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inspector.cli.check_sendable_text import print_sendable
from inspector.cli.evidence_text import print_sources
from inspector.cli.findings_text import print_findings, print_watched
from inspector.cli.heading import line, print_certificate, print_policy, print_transcript
from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from inspector.engine.view import Problem, Row
from inspector.export.json_check import LOST, Checked, failures, faults, is_breach, line_of
from inspector.meter.provider.fault_words import fault_rows, mended_words
from inspector.meter.provider.faults import usage_faults
from inspector.phrases import counted
from inspector.transcript.model import Transcript

if TYPE_CHECKING:
    from rich.console import Console

    from inspector.engine import Replay

FAILED, NOTE = Cell("✗", "red"), Cell("·", "dim")


def print_check(
    console: Console, replay: Replay, problems: Sequence[Problem], refused: Sequence[Row], checked: Checked
) -> None:
    """Everything that was found, and in the last line what it comes to."""
    print_transcript(console, replay.transcript, notes=False)
    print_policy(console, replay.policy)
    if not replay.is_recorded and checked.diagnosis.certificate is not None:
        print_certificate(console, checked.diagnosis.certificate)
    _print_lines(console, replay.transcript, problems)
    _print_usage(console, replay.transcript)
    _print_refused(console, refused)
    durable = replay.durable_view
    print_sources(console, durable)
    print_findings(console, checked)
    if checked.sendable is not None and (checked.sendable.requests or (checked.sendable.unasked and replay.requests)):
        console.print()
        print_sendable(console, replay.transcript, checked.sendable, checked.told)
    print_watched(console, replay, checked.watched)
    console.print()
    failed = failures(replay.transcript, problems, refused, checked)
    line(console, "result", _verdict(replay, problems, refused, checked), "bold red" if failed else "bold green")


def _verdict(replay: Replay, problems: Sequence[Problem], refused: Sequence[Row], checked: Checked) -> str:
    """`sound · 2 notes`, or `3 failures · 1 error · 2 warnings · 1 fact is not kept · 4 notes`."""
    transcript, durable = replay.transcript, replay.durable_view
    failed = faults(transcript, problems, refused)
    notes = len(transcript.report.problems) + len(problems) + len(refused) - failed
    notes += sum(source.status != "available" for source in durable.sources) if durable else 0
    found = [each.severity for each in checked.diagnosis.findings]
    found += [each.breach.severity for each in checked.told]
    lacking = sum(not each.kept for each in checked.watched)
    parts = [counted(failed, "failure")] if failed else []
    parts += [counted(found.count(severity), severity) for severity in ("error", "warning") if severity in found]
    parts += [f"{counted(lacking, 'fact')} not kept"] if lacking else []
    whole = failures(transcript, problems, refused, checked)
    return " · ".join([*(parts if whole else ["sound", *parts]), counted(notes + found.count("note"), "note")])


def _print_lines(console: Console, transcript: Transcript, problems: Sequence[Problem]) -> None:
    """Load and protocol problems together, in the order of the file."""
    columns = (
        Column("line", right=True),
        Column("", whole=True),
        Column("problem", whole=True),
        Column("block", right=True),
        Column("what"),
    )
    table = Table(console, *columns, wrap=True)
    rows = [(p.line, p.kind in LOST, p.kind, "", p.reason) for p in transcript.report.problems]
    for problem in problems:
        name = "" if problem.block is None else transcript.structure.name(problem.block)
        rows.append((line_of(problem, transcript), is_breach(problem), problem.kind, name, problem.text))
    for number, failed, kind, name, text in sorted(rows, key=lambda row: row[0]):
        table.add(f"{number:,}" if number else "", FAILED if failed else NOTE, kind, name, text)
    if table.rows:
        console.print()
    table.show()


def _print_usage(console: Console, transcript: Transcript) -> None:
    """Reported usage that is not sound, and what was mended in it; neither fails."""
    columns = (
        Column("message", right=True),
        Column("request", right=True),
        Column("", whole=True),
        Column("usage", whole=True),
        Column("what"),
    )
    table = Table(console, *columns, wrap=True)
    for text in mended_words(transcript.report.usage):
        kind, _, words = text.partition(": ")
        table.add("", "", NOTE, kind, words)
    for fault, text in fault_rows(usage_faults(transcript)):
        table.add(f"{fault.message + 1:,}", f"{fault.request:,}", NOTE, fault.kind, text)
    if table.rows:
        console.print()
    table.show()


def _print_refused(console: Console, refused: Sequence[Row]) -> None:
    table = Table(console, Column("request", right=True), Column("", whole=True), Column("refused"), wrap=True)
    for row in refused:
        table.add(f"{row.request:,}", FAILED, str(row.error))
    if table.rows:
        console.print()
    table.show()
