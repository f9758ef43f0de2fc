"""Which findings make a check fail."""

from __future__ import annotations

import pytest

from inspector.analysis.diagnose.failing import fails
from inspector.analysis.diagnose.finding import Finding, Severity


@pytest.mark.parametrize(
    ("severity", "fail_on", "expected"),
    [
        ("error", ["error"], True),
        ("warning", ["error"], False),
        ("error", ["warning"], True),
        ("warning", ["warning"], True),
        ("note", ["warning"], False),
        ("note", ["note"], True),
        ("note", ["tail"], True),
        ("error", ["stale-meter"], False),
        ("warning", ["stale-meter", "warning"], True),
        ("error", ["never"], False),
        ("error", ["error", "never"], False),
        ("error", [], False),
    ],
)
def test_by_severity_family_and_never(severity: Severity, fail_on: list[str], expected: bool) -> None:
    assert fails(Finding("tail", severity, "", ""), fail_on) is expected
