"""The header: which session, which policy, and how far the view may be believed. No Textual here."""

from __future__ import annotations

from pathlib import Path

from inspector.engine.view import Certificate
from inspector.phrases import counted
from inspector.terminal_text import clip
from inspector.transcript.model import LoadReport
from inspector.tui import apart
from inspector.tui.parts import Part
from inspector.tui.replays import summarises
from inspector.tui.session import Session
from inspector.tui.writers import DEFAULT

HALF = "in-progress"
"""The kind of problem that is none yet: the last line is still being written."""


def headline(session: Session, certificate: Certificate | None, report: LoadReport | None = None) -> tuple[Part, ...]:
    """The parts of the header line. `report`: the newest of the file; None: the one of the transcript."""
    return (
        *_transcript(session, report or session.transcript.report),
        *_policy(session),
        *_certificate(certificate),
    )


def _transcript(session: Session, report: LoadReport) -> list[Part]:
    transcript = session.transcript
    unusable = len({problem.line for problem in report.problems if problem.kind != HALF})
    return [
        Part(Path(transcript.path).name or "messages in memory", "strong", 9),
        Part(f"  {transcript.format}", "quiet", 3),
        Part(f" · {counted(len(transcript.messages), 'message')}", "quiet", 4),
        Part(f" · request {session.request:,} of {session.requests:,}", "plain", 8),
        Part(f" · {transcript.model}" if transcript.model else "", "quiet", 2),
        Part(f" · {counted(unusable, 'line')} not as expected" if unusable else "", "warn", 1),
    ]


def _policy(session: Session) -> list[Part]:
    if session.held is not None:
        return apart.header(session)
    return [
        Part("policy ", "quiet", 3, right=True),
        Part(session.title, "accent", 8, right=True),
        Part(" *modified" if session.modified else "", "warn", 7, right=True),
        Part(_meter(session), "warn", 6, right=True),
        Part(_author(session), "quiet", 4, right=True),
        Part(f" ({session.origin})" if session.origin else "", "quiet", 1, right=True),
    ]


def _meter(session: Session) -> str:
    """What sizes are measured by, where that is not the policy's own meter."""
    return f" · meter {session.replayed.meter.count}" if session.remetered else ""


def _author(session: Session) -> str:
    """Who writes summaries, where that is not the usual one."""
    spec = session.author
    return f" · summaries by {clip(spec, 24)}" if spec != DEFAULT and summarises(session.policy) else ""


def _certificate(certificate: Certificate | None) -> list[Part]:
    if certificate is None:
        return []
    at = f" at {certificate.request}" if certificate.kind == "bounded" and certificate.request else ""
    return [Part(f" · {certificate.kind}{at}", "good" if certificate.kind == "exact" else "quiet", 5, right=True)]
