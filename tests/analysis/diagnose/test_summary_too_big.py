"""summary-too-big: whoever writes the summary cannot be given what it has to summarise."""

from __future__ import annotations

from inspector.engine.summariser import SummaryRequest
from inspector.policy.model import Policy
from inspector.transcript.model import Compaction
from tests.analysis.diagnose.building import found, policy, session, talk
from tests.engine.messages import assistant, user

NAME = "summary-too-big"


class Short:
    def __init__(self, name: str = "short") -> None:
        self.name = name

    def summarise(self, request: SummaryRequest) -> str:
        return "short"


def limited(most: int, start: int = 500) -> Policy:
    return policy(f"""
state: rewrite
stop: never
meter: {{count: chars, unit: chars}}
knobs: {{input: {{default: {most}, unit: bytes, min: 0, max: 10000000, help: input}}}}
start: {{">": {start}}}
layers:
  - id: sum
    do: summarise
    keep: {{last: 1, unit: messages}}
    input: {{max: $input, unit: bytes, notice: ""}}
    assemble: {{role: user, summary: "{{summary}}"}}
""")


def unlimited(start: int) -> Policy:
    return policy(f"""
state: rewrite
stop: never
meter: {{count: chars, unit: chars}}
start: {{">": {start}}}
layers:
  - id: sum
    do: summarise
    keep: {{last: 1, unit: messages}}
    output: {{max: 500, unit: tokens}}
    assemble: {{role: user, summary: "{{summary}}"}}
""")


def test_an_input_limit_that_leaves_out_more_than_half_shows() -> None:
    """Two messages of 300 bytes go, before request 2; 200 of the 600 bytes are given."""
    (one,) = found(NAME, session(talk(1, 300)), limited(200), Short())
    assert (one.severity, one.requests) == ("warning", (2,))
    assert {"input_bytes": 600, "left_out_bytes": 400, "limit": 200}.items() <= one.evidence.items()
    assert "input to 600" in one.change


def test_an_input_limit_that_leaves_out_less_does_not_show() -> None:
    """350 of 600 bytes are given; and all of them."""
    assert not found(NAME, session(talk(1, 300)), limited(350), Short())
    assert not found(NAME, session(talk(1, 300)), limited(600), Short())


def test_no_summary_no_finding() -> None:
    assert not found(NAME, session(talk(1, 300)), limited(200, start=5_000), Short())


LONG = [user("word " * 9_000), assistant("ok"), user("on")]


def test_a_request_above_the_window_of_the_sessions_model_shows() -> None:
    """9,000 words are 9,000 tokens or so, and gpt-4 holds 8,192."""
    (one,) = found(NAME, session(LONG, model="gpt-4"), unlimited(1_000), Short())
    assert (one.severity, one.requests, one.evidence["window"]) == ("warning", (2,), 8_192)
    assert 9_000 < int(str(one.evidence["tokens"])) < 12_000


def test_a_request_above_the_window_of_the_summariser_is_an_error() -> None:
    """What is asked has 160,000 tokens of o200k, some 229,000 of the model's; it holds 200,000."""
    messages = [user("word " * 160_000), assistant("ok"), user("on")]
    writer = Short("anthropic:claude-haiku-4-5")
    (one,) = found(NAME, session(messages), unlimited(1_000), writer)
    assert (one.severity, one.evidence["window"]) == ("error", 200_000)


def test_a_request_that_fits_does_not_show() -> None:
    assert not found(NAME, session(LONG, model="claude-opus-4-5"), unlimited(1_000), Short())
    assert not found(NAME, session(LONG, model="a model that nobody knows"), unlimited(1_000), Short())


AGENTS = [user("go"), assistant("a"), user("summary"), assistant("b"), user("on")]


def test_a_recorded_summary_of_more_than_the_window_shows() -> None:
    cut = Compaction("full", before=2, summary=2, trigger="auto", tokens_before=300_000)
    (one,) = found(NAME, session(AGENTS, cut, model="claude-opus-4-5"))
    assert (one.requests, one.evidence["tokens"]) == ((2,), 300_000)


def test_a_recorded_summary_within_the_window_does_not_show() -> None:
    cut = Compaction("full", before=2, summary=2, trigger="auto", tokens_before=155_000)
    assert not found(NAME, session(AGENTS, cut, model="claude-opus-4-5"))
