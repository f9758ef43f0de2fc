"""What is known of an open session, in words: its file, what could not be used of it, how far the views may be believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from inspector.engine import Certificate
from inspector.meter.provider.fault_words import fault_rows, mended_words
from inspector.meter.provider.faults import usage_faults
from inspector.meter.provider.texts import EXACT
from inspector.meter.sizes import known_sizes
from inspector.phrases import counted
from inspector.policy import remetered, written_meter
from inspector.transcript.formats.registry import format_of
from inspector.transcript.model import LoadProblem, LoadReport, Transcript
from inspector.tui.counters import ABOUT
from inspector.tui.headline import HALF
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


def about(
    session: Session,
    certificate: Certificate | None,
    report: LoadReport | None = None,
    files: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """All of it, a fact a line. `report`: the newest of the file; `files`: what is known of the files that are watched."""
    report = report or session.transcript.report
    return "\n".join(
        [*_facts(session, report, files), "", *_believed(certificate), "", *_report(report), *_usage(session, report)]
    )


def _facts(session: Session, report: LoadReport, files: Mapping[str, str]) -> Iterator[str]:
    transcript, shape = session.transcript, session.transcript.structure
    turns = counted(len(shape.turn_starts), "turn")
    facts = {
        "file": transcript.path or "messages in memory",
        "format": transcript.format,
        "model": transcript.model or "not recorded",
        "messages": f"{len(transcript.messages):,} in {turns}, {counted(shape.requests, 'request')}",
        "compactions": _compactions(transcript),
        "records": _recorded(transcript.format),
        "size": f"{report.bytes:,} bytes" + (f", {counted(report.lines, 'line')}" if report.lines else ""),
        "policy": f"{session.title}{f' ({session.origin})' if session.origin else ''}",
        "counted as": _meter(session),
        **files,
    }
    return (f"{name:<12} {fact}" for name, fact in facts.items())


def _meter(session: Session) -> str:
    """The meter, what that is, and the policy's own where another one was chosen."""
    policy = session.policy
    own = f"; the policy itself says {written_meter(policy)}" if policy is not None and remetered(policy) else ""
    return f"{session.meter}: {ABOUT.get(session.meter, session.unit)}{own}"


def _compactions(transcript: Transcript) -> str:
    """Full ones, and those that only cleared results."""
    micro = sum(each.kind == "micro" for each in transcript.compactions)
    some = f"{len(transcript.compactions) - micro:,} in the record"
    return f"{some}, and {counted(micro, 'clearing')} of results" if micro else some


def _recorded(key: str) -> str:
    """What the format writes down beside the messages."""
    try:
        told = format_of(key).records
    except KeyError:
        return "messages"
    return "; ".join(f"{name}: {answer}" for name, answer in told._asdict().items())


def _believed(certificate: Certificate | None) -> Iterator[str]:
    if certificate is None:
        return
    at = f" at request {certificate.request:,}" if certificate.request else ""
    yield f"{'believed':<12} {certificate.kind}{at}: {CERTIFICATES[certificate.kind]}"
    if certificate.why:
        yield f"{'':<12} {commas(certificate.why)}"


def _report(report: LoadReport) -> Iterator[str]:
    problems = [problem for problem in report.problems if problem.kind != HALF]
    for half in report.problems:
        if half.kind == HALF:
            yield f"line {half.line:,}, the last one, is not complete yet: it is used when its end is there"
    if not problems:
        yield "every other line of the file was used" if report.problems else "every line of the file was used"
        return
    lines = len({problem.line for problem in problems})
    yield f"{lines:,} {'line' if lines == 1 else 'lines'} not as expected"
    for problem in problems[:PROBLEMS]:
        last = " (the last line: it is looked at again with the one that follows)" if _is_last(problem, report) else ""
        yield f"  line {problem.line:,}: {problem.reason}{last}"
    if len(problems) > PROBLEMS:
        yield f"  … and {len(problems) - PROBLEMS:,} more"


def _usage(session: Session, report: LoadReport) -> Iterator[str]:
    """What was mended in reported usage, and what is not sound in it, where texts were counted already."""
    told = [f"  {text.replace(': ', ' · ', 1)}" for text in mended_words(report.usage)]
    if known_sizes(session.transcript, EXACT) is not None:
        rows = fault_rows(usage_faults(session.transcript))
        told += [
            f"  {fault.kind} · message {fault.message + 1:,}, request {fault.request:,} · {text}"
            for fault, text in rows
        ]
    elif any(message.usage is not None for message in session.transcript.messages):
        told.append("  whether reports are sound is known when o200k tokens were counted: inspector check")
    if told:
        yield from ("", "usage that the provider reported", *told)


def _is_last(problem: LoadProblem, report: LoadReport) -> bool:
    """Whether it is about the end of the file, that could not be used as it stands."""
    return problem.line == report.lines and problem.kind == "damaged"
