"""What a finding rests on reads as a sentence: every number says what it counts, and no name of a key is left."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from inspector.analysis.diagnose.finding import Finding, Value
from inspector.analysis.diagnose.grounds import FORMS, grounds
from inspector.analysis.diagnose.run import diagnose
from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.transcript import load


def said(family: str, evidence: Mapping[str, Value]) -> str:
    return grounds(Finding(family, "warning", "", "", evidence=evidence))


def test_loops_in_words() -> None:
    evidence = {"loops": 21, "read_again": 9_000, "rereads": 28, "first": 76, "next": 77, "grown": 3_992,
                "first_again": 76, "unit": "tokens"}  # fmt: skip
    assert said("thrash", evidence) == (
        "in 21 rounds 28 things were read again, 9,000 tokens in all; first at request 76;"
        " between requests 76 and 77 3,992 came in"
    )


def test_one_is_no_plural_and_what_is_not_there_is_not_said() -> None:
    assert said("broken-pairs", {"kind": "missing", "count": 1, "first_request": 3, "requests": 1}) == (
        "1 block in 1 view, first at request 3"
    )
    silent: dict[str, Value] = {"layers": ["a"], "why": ["shut"], "knobs_without_effect": [], "requests_looked_at": 9}
    assert said("configured-not-effective", silent) == "looked at 9 requests"
    assert said("cache-broken", {"changes": 1, "rewritten": 70, "percent_of_history": 9, "saved": -4}) == (
        "1 change wrote 70 tokens again, 9 % of the whole history"
    )


def test_a_list_tells_its_first_members() -> None:
    many: dict[str, Value] = {"limit": 1_000, "sizes": [1_200, 1_300, 1_400, 1_500], "tokens_before": [1]}
    assert said("configured-not-effective", many).endswith("sizes of 1,200, 1,300, 1,400 and 1 more")


def test_what_was_lost_is_quoted_and_nothing_lost_is_not_said() -> None:
    evidence: dict[str, Value] = {"results": 1, "things": 4, "worst_needed": ["6080", "a long one"]}
    assert said("load-bearing-cleared", evidence) == (
        "1 result left with 4 things that were needed; the worst: 6080, “a long one”"
    )
    chain: dict[str, Value] = {"generations": 8, "read": 8, "held": 10, "lost": 0, "typed_lost": 0}
    assert said("summary-of-summary", chain) == "8 summaries of each other, 8 could be read"


def test_a_family_without_a_form_names_its_values() -> None:
    assert said("new-one", {"some_size": 1_000, "who": "me"}) == "some size 1,000, who me"


@pytest.mark.parametrize(
    ("sample", "policy", "knobs"),
    [
        ("re-reads", "workbuddy-s14", {"soft_threshold": 3_000}),
        ("lost-rule", "agent-engineering", {}),
        ("research", "evo-agent", {}),
        ("re-reads", "go-tiny-claw", {}),
    ],
)
def test_every_finding_of_the_samples_has_a_form(
    samples: dict[str, Path], sample: str, policy: str, knobs: dict[str, int]
) -> None:
    found = diagnose(Replay(load(samples[sample]), load_policy(policy).with_knobs(**knobs), None)).findings
    for finding in found:
        assert finding.family in FORMS
        words = grounds(finding)
        assert words != said("new-one", finding.evidence), words


def test_a_cause_is_told_once(samples: dict[str, Path]) -> None:
    """What one layer took, and made loops with, is one finding, not an error and a warning."""
    policy = load_policy("workbuddy-s14").with_knobs(soft_threshold=3_000)
    found = diagnose(Replay(load(samples["re-reads"]), policy, None), ["thrash"]).findings
    assert len({(each.family, each.change) for each in found}) == len(found)
    assert [each.severity for each in found] == ["error"]
