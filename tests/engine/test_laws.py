"""The laws of the engine, on random policies over random histories."""

from __future__ import annotations

import copy
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from inspector.engine import Fate, Replay, compact
from inspector.policy import load_policy
from inspector.policy.model import (
    Clear,
    Dedupe,
    Drop,
    Keep,
    Layer,
    Limit,
    MeterSpec,
    Operation,
    Policy,
    Region,
    Select,
    Summarise,
)
from inspector.transcript import load_messages
from inspector.transcript.model import Transcript
from tests.engine import laws
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.messages import assistant, call, result, step, user
from tests.engine.policies import TOOLS, policy
from tests.engine.profile import examples
from tests.engine.telling import MODES, Telling

Api = dict[str, Any]
Case = tuple[Policy, list[Api], str]


def case(choose: Choices) -> Case:
    return policy(choose), either_form(choose, large=choose.chance(2), media=choose.chance(3)), choose.pick(MODES)


def broken_case(choose: Choices) -> Case:
    """A history that lost a message, or in which an id is used twice or the wrong way round."""
    rules, messages, mode = case(choose)
    at = choose.below(len(messages)) if messages else 0
    if choose.chance(3) and messages:
        messages = [*messages[:at], *messages[at:][1:2], *messages[at:][:1], *messages[at:][2:]]
    elif choose.chance(2):
        messages = [*messages[: at + 1], *messages[at:]]
    else:
        messages = [*messages[:at], *messages[at + 1 :]]
    return rules, messages, mode


@examples(400)
@given(cases(case))
def test_every_view_obeys_the_laws(given_case: Case) -> None:
    rules, messages, mode = given_case
    replay = Replay(load_messages(messages), rules, Telling(mode))
    for request in range(1, replay.requests + 1):
        laws.check(replay, request)


@examples(100)
@given(cases(broken_case))
def test_broken_histories_lose_nothing_unseen(given_case: Case) -> None:
    """Under `mark` a breach is shown and the other laws hold as ever."""
    rules, messages, mode = given_case
    replay = Replay(load_messages(messages), replace(rules, protocol="mark"), Telling(mode))
    for request in range(1, replay.requests + 1):
        view = replay.view(request)
        laws.conservation(replay, view)
        laws.kept_text(view)
        laws.layer_sums(replay, request)
        laws.layer_diffs(replay, request)
        laws.measured_afresh(replay, view)
        laws.system_messages(replay, view)
        laws.order(view)
        laws.same_as_row(replay.row(request), view)


def everything(transcript: Transcript) -> Any:
    return copy.deepcopy(
        [
            (m.number, m.role, m.plain, [(b.kind, b.text, dict(b.api), b.tool_id) for b in m.blocks])
            for m in transcript.messages
        ]
    )


@examples(100)
@given(cases(case))
def test_pure_in_any_order_and_the_record_untouched(given_case: Case) -> None:
    rules, messages, mode = given_case
    given_messages = copy.deepcopy(messages)
    transcript = load_messages(messages)
    before = everything(transcript)
    first, second = Replay(transcript, rules, Telling(mode)), Replay(load_messages(messages), rules, Telling(mode))
    forwards = [laws.signature(first, request) for request in range(1, first.requests + 1)]
    backwards = [laws.signature(second, request) for request in range(second.requests, 0, -1)]
    assert forwards == backwards[::-1]
    after_rows = Replay(transcript, rules, Telling(mode))
    after_rows.rows()
    assert [laws.signature(after_rows, request) for request in range(1, first.requests + 1)] == forwards
    assert everything(transcript) == before
    assert messages == given_messages


@examples(60)
@given(cases(case))
def test_several_threads_see_the_same(given_case: Case) -> None:
    rules, messages, mode = given_case
    transcript = load_messages(messages)
    alone, shared = Replay(transcript, rules, Telling(mode)), Replay(load_messages(messages), rules, Telling(mode))
    asked = [request for request in range(1, alone.requests + 1) for _ in range(2)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda request: laws.signature(shared, request), reversed(asked)))
        rows = list(pool.map(shared.row, asked))
    assert found[::-1] == [laws.signature(alone, request) for request in asked]
    assert [row.view for row in rows] == [alone.row(request).view for request in asked]


@examples(100)
@given(cases(case))
def test_without_a_summariser_a_summary_has_a_size_and_no_text(given_case: Case) -> None:
    rules, messages, _ = given_case
    replay = Replay(load_messages(messages), rules)
    for request in range(1, replay.requests + 1):
        view = replay.view(request)
        laws.conservation(replay, view)
        laws.kept_text(view)
        laws.layer_sums(replay, request)
        laws.layer_diffs(replay, request)
        laws.pairs(replay, view)
        laws.system_messages(replay, view)
        laws.stretches(replay, view)
        laws.same_as_row(replay.row(request), view)
        made = [m.made for m in view.messages if m.made and m.made.kind == "summary"]
        assert all(summary.approximate and not summary.text for summary in made)
        assert replay.row(request).approximate == bool(made)


@examples(200)
@given(cases(case))
def test_a_failed_summary_changes_nothing(given_case: Case) -> None:
    """A summariser that fails leaves every view as if there were no summary layer."""
    rules, messages, mode = given_case
    mode = mode if mode in ("raise", "break", "blank") else "raise"
    without = replace(
        rules, layers=tuple(replace(layer, enabled=layer.enabled and layer.do != "summarise") for layer in rules.layers)
    )
    failing = Replay(load_messages(messages), rules, Telling(mode))
    never = Replay(load_messages(messages), without)
    for request in range(1, failing.requests + 1):
        found, expected = failing.view(request), never.view(request)
        assert not any(layer.fired for layer in found.layers if layer.do == "summarise")
        assert not any(message.made for message in found.messages)
        assert shown(found.messages) == shown(expected.messages)
        assert (found.size, list(found.gone)) == (expected.size, list(expected.gone))
        assert str(found.error) == str(expected.error)
        assert failing.steps(request).state.count == 0


def shown(messages: Any) -> Any:
    return [(m.role, m.origin, [(b.fate, b.layer, b.text) for b in m.blocks]) for m in messages]


@examples(100)
@given(cases(case))
def test_a_certificate_is_bounded_at_the_first_view_that_differs(given_case: Case) -> None:
    rules, messages, mode = given_case
    replay = Replay(load_messages(messages), rules, Telling(mode))
    first = None
    for request in range(1, replay.requests + 1):
        view = replay.view(request)
        differs = bool(view.gone) or any(m.made or m.fate is not Fate.VERBATIM for m in view.messages)
        first = request if first is None and differs else first
        expected = ("bounded", first) if first else ("reconstructed", None)
        assert (view.certificate.kind, view.certificate.request) == expected
        assert view.certificate.why
    assert replay.certificate() == replay.certificate(replay.requests)


READ_ONCE = Dedupe("path", "newest", TOOLS, ("path", "file_path"))
TWICE: dict[str, tuple[Operation, Select, Region]] = {
    "dedupe": (READ_ONCE, Select(), Region()),
    "drop": (Drop(Keep(1, 3, "messages")), Select(), Region()),
    "turns": (Drop(Keep(1, 1, "turns")), Select(), Region()),
    "clear": (Clear("[gone]"), Select(("tool_result",)), Region("outside", results=2, last_batch=True)),
}


@pytest.mark.parametrize("name", TWICE)
@examples(60)
@given(cases(either_form))
def test_doing_it_twice_is_doing_it_once(name: str, messages: list[Api]) -> None:
    operation, select, region = TWICE[name]
    layer = Layer(name, operation, "always", select, region)
    rules = Policy("twice", "", "rewrite", "mark", "never", MeterSpec("chars", "chars"), (layer,))
    once = compact(messages, rules)
    again = compact(once.messages, rules)
    assert again.messages == once.messages
    assert again.after == again.before == once.after


@examples(60)
@given(cases(either_form))
def test_below_every_threshold_nothing_happens(messages: list[Api]) -> None:
    for name in ("go-tiny-claw", "workbuddy-s14", "agent-engineering"):
        preset = load_policy(name)
        rules = preset.with_knobs(**{"max_chars": 10**6} if name == "go-tiny-claw" else {})
        replay = Replay(load_messages(messages), rules)
        for row in replay.rows():
            assert (row.fired, row.view, row.compacted, row.error) == ((), row.transcript, False, None)
            view = replay.view(row.request)
            assert all(m.fate is Fate.VERBATIM and m.made is None for m in view.messages)
            assert not view.gone


def test_under_overlay_a_pair_comes_back_whole() -> None:
    """What dedupe took lies on both sides of the checkpoint's boundary: the log behind it comes back, but no half pair."""
    read = {"path": "f"}
    messages = [
        user("x" * 300),
        *step("a", "y" * 300, "cat", **read),
        assistant(call("k"), call("b", "cat", **read)),
        user(result("k", "q")),
        user("typed while it ran"),
        user(result("b", "z" * 100)),
        assistant("ok"),
        user("go"),
    ]
    gate = Limit(">=", 300, "bytes")
    layers = (
        Layer("dedupe", Dedupe("path", "oldest", ("cat",), ("path",)), gate),
        Layer("summary", Summarise(Keep(0, 1, "messages"), "assistant", "<{summary}>"), gate),
    )
    rules = Policy("x", "", "overlay", "mark", "never", MeterSpec("bytes", "bytes"), layers)
    replay = Replay(load_messages(messages), rules, Telling())
    for request in range(1, replay.requests + 1):
        laws.check(replay, request)
