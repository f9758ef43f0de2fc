"""What later summaries still hold: the same as an audit says of each, without the cost of one for every pair."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.analysis.cuts import cuts
from inspector.analysis.generations import generations
from inspector.summary.audit import Source, audit, findings


def test_survivals_are_what_the_audit_covers(samples: dict[str, Path]) -> None:
    chain = cuts(inspector.replay(inspector.load(samples["re-reads"]), "evo-agent"), 60)
    told = generations(chain)
    assert len(told.cuts) > 2
    assert {each.generation for each in told.survivals} <= set(range(1, len(told.cuts) + 1))
    for generation, first in enumerate(told.cuts, 1):
        source = Source.of(first.request)
        audits = [audit(source, cut.text) for cut in told.cuts[generation - 1 :]]
        for each in (one for one in told.survivals if one.generation == generation):
            wanted = [next(item.held for item in one.coverage if item.text == each.item.text) for one in audits]
            assert [each.item.held, *each.later] == wanted


def test_nothing_without_ground_is_looked_for(samples: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings take long, and generations come in pairs: a session with a hundred summaries would never end."""
    monkeypatch.setattr(findings, "ALL", (lambda source, taken: pytest.fail("findings were looked for"),))
    monkeypatch.setattr("inspector.summary.audit.run.ALL", findings.ALL)
    chain = cuts(inspector.replay(inspector.load(samples["re-reads"]), "evo-agent"), 60)
    assert generations(chain).survivals
