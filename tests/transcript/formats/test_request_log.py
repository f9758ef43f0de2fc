"""Logs of requests: what loggers put around the bodies, streams, chains, side calls, the provider's own edits."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError
from inspector.transcript.model import Usage
from tests.transcript.formats import fixtures_request_log as given
from tests.transcript.formats.doubted import doubts
from tests.transcript.formats.prompts.talk import view, words
from tests.transcript.growth import assert_equal, cuts, grow

Record = dict[str, Any]


@pytest.fixture
def loaded(tmp_path: Path) -> Any:
    def load(records: list[Record] | Record, sidechain: str | None = None) -> Transcript:
        path = tmp_path / "log.jsonl"
        path.write_bytes(given.lines(records) if isinstance(records, list) else json.dumps(records).encode())
        return inspector.load(path, sidechain=sidechain)

    return load


SAID = ["You mend programs.", "which port?", "look | I look. | call toolu_1", "result toolu_1: port = 8443", "8443"]


@pytest.mark.parametrize("log", [given.PROXY, given.FLAT, given.HAR], ids=["proxy", "flat", "har"])
def test_every_wrapper_of_the_same_two_requests(loaded: Any, log: Any) -> None:
    found = loaded(log)
    assert [words(message) for message in found.messages] == SAID
    assert found.exact == {1, 2}
    usage = [message.usage for message in found.messages if message.role == "assistant"]
    assert usage == [Usage(10, 0, 90, 30), Usage(12, 90, 20, 5)]
    assert [tool["name"] for tool in found.tools] == ["read_file"]
    assert found.model == "claude-x-1"
    assert view(found, 2) == ["You mend programs.", "which port?", "look | I look. | call toolu_1", "port = 8443"]
    assert inspector.replay(found).certificate(2).kind == "exact"


def test_times_are_those_of_the_requests(loaded: Any) -> None:
    times = [message.timestamp for message in loaded(given.PROXY).messages if message.role == "assistant"]
    assert times == ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z"]


@pytest.mark.parametrize("log", [given.PROXY, given.HAR], ids=["proxy", "har"])
def test_no_key_is_kept(loaded: Any, log: Any) -> None:
    found = loaded(log)
    kept = repr([(m.extra, [b.api for b in m.blocks]) for m in found.messages]) + repr(found)
    assert "sk-secret" not in kept


def test_chat_requests_with_their_response(loaded: Any) -> None:
    found = loaded(given.CHAT_LOG)
    assert [m.role for m in found.messages] == ["system", "user", "assistant", "tool", "assistant"]
    assert found.messages[2].usage == Usage(30, 20, 0, 7)
    assert found.exact == {1, 2}


def test_chat_chunks_are_put_together(loaded: Any) -> None:
    found = loaded(given.CHAT_STREAM)
    assert dict(found.messages[2].blocks[0].input) == {"path": "port.toml"}
    assert found.messages[2].usage == Usage(30, 20, 0, 7)
    assert found.exact == {1, 2}


@pytest.mark.parametrize("streamed", [False, True])
def test_items_of_one_reply_are_one_message(loaded: Any, streamed: bool) -> None:
    first = {"request": given.RESPONSES[0]["request"], "response": {"body": given.sse(given.RESPONSES_EVENTS)}}
    found = loaded([first if streamed else given.RESPONSES[0], given.RESPONSES[1]])
    assert [m.role for m in found.messages] == ["system", "user", "assistant", "tool", "assistant"]
    assert [block.kind for block in found.messages[2].blocks] == ["thinking", "tool_use"]
    assert found.messages[2].usage == Usage(20, 40, 0, 9, 4)
    assert found.exact == {1, 2}


def test_a_prompt_that_goes_on_from_a_response_in_the_log(loaded: Any) -> None:
    found = loaded(given.CHAINED)
    assert [m.role for m in found.messages] == ["system", "user", "assistant", "tool", "assistant"]
    assert found.exact == {1}, "the second one was put together by us"
    assert found.report.problems == ()


def test_a_prompt_that_goes_on_from_a_response_elsewhere(loaded: Any) -> None:
    found = loaded(given.CHAINED[1:])
    assert [m.role for m in found.messages] == ["system", "tool", "assistant"]
    assert found.exact == frozenset()
    assert [problem.kind for problem in found.report.problems] == ["prompt-not-recorded"]


def test_one_request_of_responses_is_a_prompt(loaded: Any) -> None:
    found = loaded(given.RESPONSES[1]["request"])
    assert (found.format, found.is_prompt, len(found.messages)) == ("responses", True, 4)


def test_encrypted_reasoning_is_opaque_and_has_a_size(loaded: Any) -> None:
    items = [given.ITEMS[0], {"type": "reasoning", "summary": [], "encrypted_content": "g" * 40}, given.ITEMS[2]]
    found = loaded({"model": "m", "input": items})
    assert [block.kind for block in found.messages[1].blocks] == ["opaque", "tool_use"]


def test_side_calls_are_apart(loaded: Any) -> None:
    """Counting tokens is no request for a reply; a title has rules of its own."""
    count = {
        "request": {"url": "/v1/messages/count_tokens", "body": given.body([given.ASKED])},
        "response": {"input_tokens": 8},
    }
    title = {
        "request": {**given.body([given.ASKED], system="Write a title."), "model": "small"},
        "response": given.answer([{"type": "text", "text": "Ports"}], given.USAGE[1]),
    }
    found = loaded([count, title, *given.FLAT])
    assert [words(message) for message in found.messages] == SAID
    assert [(each.id, each.messages) for each in found.sidechains] == [("request-1", 3)]
    assert found.report.records["count_tokens"] == 1
    assert words(loaded([count, title, *given.FLAT], "request-1").messages[2]) == "Ports"


def test_two_sessions_in_one_log(loaded: Any) -> None:
    """The same words in two sessions are two conversations where the client names its sessions."""
    other = [
        {**each, "request": {**each["request"], "metadata": {"user_id": "user_1_session_two"}}} for each in given.FLAT
    ]
    found = loaded([*given.FLAT, *other])
    assert (len(found.messages), [each.messages for each in found.sidechains]) == (5, [5])


def test_a_request_that_failed_and_was_sent_again(loaded: Any) -> None:
    failed = {**given.FLAT[1], "response": {"type": "error", "error": {"type": "overloaded_error"}}}
    found = loaded([given.FLAT[0], failed, given.FLAT[1]])
    assert [words(message) for message in found.messages] == SAID
    assert found.exact == {1, 2}
    assert found.report.records["error"] == 1


def test_what_the_provider_cleared_is_told_and_doubtful(loaded: Any) -> None:
    edit = {"type": "clear_tool_uses_20250919", "cleared_tool_uses": 1, "cleared_input_tokens": 500}
    second = {**given.FLAT[1]["response"], "context_management": {"applied_edits": [edit]}}
    found = loaded([given.FLAT[0], {**given.FLAT[1], "response": second}])
    (compaction,) = found.compactions
    assert (compaction.kind, compaction.before, compaction.doubtful) == ("micro", 4, {3})
    assert (compaction.tokens_before, compaction.tokens_after) == (622, 122)
    assert "cleared 1 tool result" in compaction.doubt
    assert found.exact == {1}


def test_the_providers_own_summary_stands_for_all_before_it(loaded: Any) -> None:
    summary = {"type": "compaction", "content": "They look for a port."}
    said = [summary, {"type": "text", "text": "8443"}]
    ask = given.body(
        [*given.PROMPTS[1], {"role": "assistant", "content": said}, {"role": "user", "content": "and now?"}]
    )
    log = [
        given.FLAT[0],
        {**given.FLAT[1], "response": given.answer(said, given.USAGE[1])},
        {"request": ask, "response": given.answer([{"type": "text", "text": "done"}], given.USAGE[1])},
    ]
    found = loaded(log)
    (compaction,) = found.compactions
    assert (compaction.order, compaction.summary, compaction.trigger) == ((0, 4), 4, "the provider")
    assert [block.kind for block in found.messages[4].blocks] == ["summary", "text"]
    assert view(found, 3) == ["You mend programs.", "They look for a port. | 8443", "and now?"]
    assert found.exact == {1, 2}
    assert doubts(found, 3) == {0, 4}


def test_a_picture_is_a_reference(loaded: Any) -> None:
    """anthropics/claude-code#80175: base64 is never kept, nor taken for text."""
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo" * 90_000}}
    first = {**given.FLAT[0], "request": given.body([{"role": "user", "content": [picture]}])}
    (block,) = loaded([first]).messages[1].blocks
    assert (block.kind, len(block.images)) == ("image", 1)
    assert len(repr(block.api)) < 400


def test_a_log_that_grows(tmp_path: Path) -> None:
    data = given.lines([*given.PROXY, given.CHAT_LOG[0], *given.CHAINED])
    for grown, fresh, _ in grow(tmp_path / "log.jsonl", data, cuts(data, 12, 1)):
        assert_equal(grown, fresh)


def test_a_log_is_kept_as_deltas(tmp_path: Path) -> None:
    """SkillfulAgents/SuperAgent#749: 200 requests that repeat their history take the room of the last one."""
    history: list[Record] = [given.ASKED]
    log = []
    for step in range(200):
        call = {**given.CALL, "id": f"t{step}"}
        log.append({"request": given.body(list(history)), "response": given.answer([call], given.USAGE[0])})
        result = {**given.RESULT, "tool_use_id": f"t{step}", "content": f"{step} " * 300}
        history += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    path = tmp_path / "log.jsonl"
    path.write_bytes(given.lines(log))
    del log, history
    inspector.load(path)  # what is imported at the first use is not measured
    tracemalloc.start()
    found = inspector.load(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < path.stat().st_size / 3
    assert (len(found.messages), len(found.exact)) == (401, 200)


def test_sessions_that_are_not_there(loaded: Any, tmp_path: Path) -> None:
    loaded(given.FLAT)
    for address in (f"{tmp_path}/log.jsonl#7",):
        with pytest.raises(TranscriptError):
            inspector.load(address)
    with pytest.raises(TranscriptError):
        inspector.load(tmp_path / "log.jsonl", sidechain="request-9")


def test_bodies_without_responses_are_a_log_where_one_goes_on_with_another(loaded: Any) -> None:
    """Bodies as training data, each a conversation of its own, stay such: they name no model, or share nothing."""
    found = loaded([body for body, _ in given.ANTHROPIC])
    assert [words(message) for message in found.messages] == SAID[:4]
    assert (found.format, found.exact) == ("request-log", {1, 2})
    other = given.body([{"role": "user", "content": "something else"}])
    with pytest.raises(TranscriptError, match="2 conversations"):
        loaded([given.ANTHROPIC[0][0], other])
    with pytest.raises(TranscriptError, match="2 conversations"):
        loaded([{"messages": body["messages"]} for body, _ in given.ANTHROPIC])
