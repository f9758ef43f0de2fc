"""What is known of an open session, in words: its file, what could not be used of it, how far the views may be believed."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.engine import Certificate
from inspector.tui.numerals import commas
from inspector.tui.session import Session

CERTIFICATES = {
    "exact": "the record holds the prompt itself",
    "reconstructed": "the view was rebuilt from what the agent recorded",
    "bounded": "from that request on the policy is applied to replies that another view produced",
}
"""Kind of certificate → what it says."""
PROBLEMS = 200
"""Lines not as expected that are listed."""


def about(session: Session, certificate: Certificate | None) -> str:
    """All of it, a fact a line."""
    return "\n".join([*_facts(session), "", *_believed(certificate), "", *_report(session)])


def _facts(session: Session) -> Iterator[str]:
    transcript, shape = session.transcript, session.transcript.structure
    facts = {
        "file": transcript.path or "messages in memory",
        "format": transcript.format,
        "model": transcript.model or "not recorded",
        "messages": f"{len(transcript.messages):,} in {len(shape.turn_starts):,} turns, {shape.requests:,} requests",
        "compactions": f"{len(transcript.compactions):,} in the record",
        "size": f"{transcript.report.bytes:,} bytes, {transcript.report.lines:,} lines",
        "policy": f"{session.name}{f' ({session.origin})' if session.origin else ''}, counted as {session.meter}",
    }
    return (f"{name:<12} {fact}" for name, fact in facts.items())


def _believed(certificate: Certificate | None) -> Iterator[str]:
    if certificate is None:
        return
    at = f" at request {certificate.request:,}" if certificate.request else ""
    yield f"{'believed':<12} {certificate.kind}{at}: {CERTIFICATES[certificate.kind]}"
    if certificate.why:
        yield f"{'':<12} {commas(certificate.why)}"


def _report(session: Session) -> Iterator[str]:
    problems = session.transcript.report.problems
    if not problems:
        yield "every line of the file was used"
        return
    lines = len({problem.line for problem in problems})
    yield f"{lines:,} {'line' if lines == 1 else 'lines'} not as expected"
    for problem in problems[:PROBLEMS]:
        yield f"  line {problem.line:,}: {problem.reason}"
    if len(problems) > PROBLEMS:
        yield f"  … and {len(problems) - PROBLEMS:,} more"
