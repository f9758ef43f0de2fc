"""Rules about the order of roles, by hand."""

from __future__ import annotations

import pytest

from inspector.analysis.sendable.facts import Facts
from inspector.analysis.sendable.models import checks_prefix, refuses_prefill
from inspector.analysis.sendable.plain import of_messages
from inspector.engine import Replay
from inspector.transcript import load_messages
from tests.analysis.sendable.asking import rules
from tests.engine.messages import assistant, call, result, system, user

END = [assistant("done"), user("thanks")]


def test_the_first_message_is_the_users() -> None:
    assert rules([assistant("hello"), user("go")]) == ["first-user 1.1"]
    assert rules([system("you"), assistant("hello"), user("go")]) == ["first-user 2.1"]
    assert rules([system("you"), user("go")]) == []
    assert rules([assistant("hello"), user("go")], "openai") == []
    assert rules([system("you"), assistant("hello"), user("go")], "template") == ["first-user 2.1"]


def test_there_is_a_message() -> None:
    for provider in ("anthropic", "openai", "template"):
        transcript = load_messages([assistant("hello")])
        view = Replay(transcript).view(1)
        assert [breach.rule for breach in of_messages(view.messages, Facts(transcript, provider), 1)] == ["no-messages"]
    assert rules([system("you")]) == ["no-messages"]
    assert rules([system("you")], "openai") == []


def test_a_view_that_ends_in_the_models_own_words() -> None:
    transcript = load_messages([user("go"), assistant("so"), assistant("far")])
    view = Replay(transcript).view(2)
    found = of_messages(view.messages, Facts(transcript, "anthropic"), 2)
    assert [(breach.rule, breach.severity) for breach in found] == [("prefill", "note")]
    assert of_messages(view.messages, Facts(transcript, "openai"), 2) == ()


def test_a_policy_that_leaves_the_end_out_is_refused_by_models_without_prefill() -> None:
    for model, severity in (("claude-opus-4-6", "error"), ("claude-sonnet-4-5-20250929", "note"), ("", "note")):
        transcript = load_messages([user("go"), {**assistant("so"), "model": model}, user("on")])
        facts = Facts(transcript, "anthropic")
        given = facts.given(2)._replace(model=model)
        facts.given = lambda request, waiting=frozenset(), given=given: given  # type: ignore[method-assign, assignment]
        found = of_messages(Replay(transcript).view(2).messages[:2], facts, 2)
        assert [(breach.rule, breach.severity) for breach in found] == [("prefill", severity)]


def test_neighbours_of_one_role_are_joined_by_the_messages_api() -> None:
    """They are as recorded: nothing to say. A policy that makes neighbours of them is told so (see the presets)."""
    two = [user("go"), user("on"), *END]
    assert rules(two) == []
    assert rules(two, "openai") == []
    assert rules(two, "template") == ["alternation 2.1 1.1"]


def test_strict_templates_want_roles_in_turn_and_one_system_message_at_the_top() -> None:
    tools = [user("go"), assistant(call("a"), call("b")), user(result("a", "1"), result("b", "2")), *END]
    assert rules([system("you"), *tools], "template") == []
    assert rules([user("go"), system("note"), *END], "template") == ["system-top 2.1"]
    assert rules([system("you"), system("too"), user("go"), *END], "template")[0] == "system-top 2.1"


@pytest.mark.parametrize(
    ("model", "prefill", "prefix"),
    [
        ("claude-3-5-sonnet-20241022", False, False),
        ("claude-opus-4-20250514", False, False),
        ("claude-opus-4-5-20251101", False, False),
        ("claude-sonnet-4-6", True, False),
        ("us.anthropic.claude-opus-4-6-v1:0", True, False),
        ("anthropic/claude-opus-4.7", True, False),
        ("claude-opus-5", True, False),
        ("claude-fable-5", True, False),
        ("claude-fable-5-1", True, True),
        ("claude-haiku-5-5", True, True),
        ("gpt-5.1", False, False),
        ("", False, False),
    ],
)
def test_models_by_name(model: str, prefill: bool, prefix: bool) -> None:
    assert (refuses_prefill(model), checks_prefix(model)) == (prefill, prefix)
