"""A model's summary in a replay: it takes its place, or the view stays as it was and says why."""

from __future__ import annotations

import pytest

from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.summary import Extractive
from inspector.transcript import load_messages
from inspector.transcript.model import Transcript
from tests.engine.messages import assistant, step, user
from tests.summary.asking import server as acts
from tests.summary.asking.running import SILENCE, Serve, summariser
from tests.summary.asking.server import Act

POLICY = load_policy("evo-agent")
TEXT = "## Goal\nFind the 500; read only."


def session() -> Transcript:
    """Two requests; before the second, the history is larger than what the policy allows."""
    long = "line of the log\n" * 4_000
    messages = [user("Find the 500. Read only."), *step("t1", "short"), assistant("I look."), user("And? " + long)]
    return load_messages([*messages, assistant("Found."), user("go on")])


def test_it_takes_its_place(serve: Serve) -> None:
    server = serve(acts.says(TEXT))
    replay = Replay(session(), POLICY, summariser(server.url))
    last = replay.requests
    view = replay.view(last)
    (made,) = [message for message in view.messages if message.made is not None]
    assert made.role == "user"
    assert TEXT in made.made.text if made.made else False
    assert replay.row(last).view < replay.row(last).transcript
    assert "Find the 500. Read only." in server.seen[0].body["messages"][0]["content"]


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (acts.fails(400, "invalid_request_error", "no such thing"), "refused the request"),
        (acts.fails(401, "authentication_error", "bad"), "the key was refused"),
        (acts.fails(413, "request_too_large", "large"), "too large for the service"),
        (acts.fails(429, "rate_limit_error", "slow", retry_after="0.01"), "the rate limit is reached"),
        (acts.fails(500, "api_error", "oops"), "the service failed"),
        (acts.fails(529, "overloaded_error", "busy"), "the service is overloaded"),
        (acts.hangs, "sent nothing for"),
        (acts.hangs_inside, "sent nothing for"),
        (acts.breaks_inside, "broke"),
        (acts.says(""), "blank"),
        (acts.says(TEXT, reason="max_tokens"), "cut off"),
        (acts.calls_a_tool, "called a tool"),
        (acts.refuses, "refused to write"),
        (acts.sends("<html>"), "no answer of the Messages API"),
        (acts.says("word " * 40_000), "the view would not be smaller"),
    ],
)
def test_or_the_view_stays_as_it_was(serve: Serve, act: Act, says: str) -> None:
    transcript = session()
    silent = {"read": SILENCE} if act in (acts.hangs, acts.hangs_inside) else {}
    asked = summariser(serve(act).url, retries=1, **silent)
    replay = Replay(transcript, POLICY, asked)
    last = replay.requests
    outcome = replay.steps(last).outcomes[-1]
    assert outcome.note.startswith("summary failed: ")
    assert says in outcome.note
    before, after = replay.steps(last).outcomes[0].plan_after, replay.plan(last)
    assert (after.size, after.spans, after.made) == (before.size, before.spans, ())
    assert replay.row(last).view > Replay(transcript, POLICY, Extractive()).row(last).view


def test_without_a_key_the_view_stays_as_it_was() -> None:
    from inspector.summary.anthropic_summariser import AnthropicSummariser

    replay = Replay(session(), POLICY, AnthropicSummariser("claude-opus-5", {}))
    note = replay.steps(replay.requests).outcomes[-1].note
    assert note.startswith("summary failed: there is no key for Anthropic: set ANTHROPIC_API_KEY")
