"""Claude Code: split replies, usage, parallel calls, authors (formats.md §2.5-2.6; bug reports 1-4, 19, 20, 39)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.transcript import Usage
from tests.transcript.cc import Writer, call, kinds, shape, text


def usage(output: int, **more: Any) -> dict[str, Any]:
    return {
        "input_tokens": 4,
        "cache_creation_input_tokens": 15_000,
        "cache_read_input_tokens": 7,
        "output_tokens": output,
        **more,
    }


@pytest.mark.parametrize("request_id", [{"requestId": "req"}, {}, {"requestId": ""}], ids=["request", "none", "empty"])
def test_lines_of_one_reply_are_one_message_counted_once(tmp_path: Path, request_id: dict[str, str]) -> None:
    writer = Writer()
    writer.user("u", "go")
    for number, output in enumerate((9, 9, 159)):
        block = [text("a"), call("t1"), {"type": "thinking", "thinking": "", "signature": "s"}][number]
        writer.reply(f"a{number}", "msg", block, usage=usage(output), **request_id)
    transcript = writer.load(tmp_path)
    assert shape(transcript) == [("user", ["go"]), ("assistant", ["a", "t1", ""])]
    assert transcript.messages[1].usage == Usage(4, 7, 15_000, 159, 0)
    assert transcript.messages[1].extra["uuids"] == ["a0", "a1", "a2"]
    assert transcript.structure.requests == 2


def test_without_message_id_the_request_groups_and_then_the_record(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", None, text("one"), requestId="r1")
    writer.reply("b", None, text("two"), requestId="r1")
    writer.user("v", "more")
    writer.reply("c", None, text("three"))
    writer.reply("d", None, text("four"))
    assert shape(writer.load(tmp_path))[1::2] == [("assistant", ["one", "two"]), ("assistant", ["three"])]


def test_thinking_tokens_are_a_part_of_the_output(tmp_path: Path) -> None:
    writer = Writer()
    writer.reply(
        "a", "m", text("x"), usage=usage(50, output_tokens_details={"thinking_tokens": 30}, iterations=[usage(50)])
    )
    assert writer.load(tmp_path).messages[0].usage == Usage(4, 7, 15_000, 50, 30)


def test_what_usage_says_of_the_cache(tmp_path: Path) -> None:
    """How long it lives, and the prompts of a reply that took several passes; an adviser's pass is none of them."""
    rounds = [{"type": "message", **usage(5)}, {"type": "advisor_message", **usage(9)}, {"type": "message", **usage(6)}]
    writer = Writer()
    writer.reply(
        "a", "m", text("x"), usage=usage(9, cache_creation={"ephemeral_1h_input_tokens": 7}, iterations=rounds)
    )
    writer.reply(
        "b", "n", text("y"), usage=usage(9, cache_creation={"ephemeral_5m_input_tokens": 7}, iterations=rounds[:1])
    )
    writer.reply("c", "o", text("z"), usage=usage(9, cache_creation=None, iterations="none"))
    found = [message.extra.get("caching") for message in writer.load(tmp_path).messages]
    assert found == [{"ttl": "1h", "passes": [15_011, 15_011]}, {"ttl": "5m"}, None]


def parallel(order: str) -> Writer:
    """Calls A and B of one reply; each result hangs on its own call, the next reply on one of the results."""
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m", call("A"), parent="u")
    if order == "between":
        writer.result("ra", "A", "result A", parent="a")
    writer.reply("b", "m", call("B"), parent="a")
    if order == "reversed":
        writer.result("rb", "B", "result B", parent="b")
        writer.result("ra", "A", "result A", parent="a")
    else:
        if order == "straight":
            writer.result("ra", "A", "result A", parent="a")
        writer.result("rb", "B", "result B", parent="b")
    return writer


@pytest.mark.parametrize("order", ["straight", "between", "reversed"])
def test_parallel_results_are_recovered_in_call_order(tmp_path: Path, order: str) -> None:
    writer = parallel(order)
    writer.reply("c", "m2", text("both"), parent="rb")
    transcript = writer.load(tmp_path)
    assert shape(transcript) == [
        ("user", ["go"]),
        ("assistant", ["A", "B"]),
        ("user", ["result A", "result B"]),
        ("assistant", ["both"]),
    ]
    assert transcript.branches == ()
    assert transcript.messages[2].author == "tool"
    assert transcript.structure.requests == 2


def test_results_of_a_dead_end_at_the_end_of_the_file(tmp_path: Path) -> None:
    assert shape(parallel("reversed").load(tmp_path))[-1] == ("user", ["result A", "result B"])


def test_text_typed_while_a_tool_ran_follows_the_results(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m", call("A"), call("B"))
    writer.user("r", [text("hurry"), {"type": "tool_result", "tool_use_id": "B", "content": "b"}])
    writer.result("s", "A", "a")
    transcript = writer.load(tmp_path)
    assert shape(transcript)[2] == ("user", ["a", "b", "hurry"])
    assert transcript.messages[2].author == "human"
    assert len(transcript.structure.turn_starts) == 1


def test_attachments_between_call_and_result_do_not_part_them(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m", call("A"))
    writer.attach("h", "hook_additional_context", content=["a hook says"])
    writer.attach("q", "queued_command", prompt="also do this", origin={"kind": "human"})
    writer.result("r", "A", "a")
    transcript = writer.load(tmp_path)
    assert shape(transcript)[1:] == [
        ("assistant", ["A"]),
        ("user", ["a"]),
        ("user", ["a hook says"]),
        ("user", ["also do this"]),
    ]
    assert [m.author for m in transcript.messages[2:]] == ["tool", "client", "human"]
    assert [m.uncertain for m in transcript.messages[2:]] == [False, True, False]


def test_attachments_on_a_dead_side_branch_are_kept(tmp_path: Path) -> None:
    writer = parallel("straight")
    writer.attach("q", "queued_command", parent="ra", prompt="typed meanwhile")
    writer.reply("c", "m2", text("both"), parent="rb")
    assert ("user", ["typed meanwhile"]) in shape(writer.load(tmp_path))


def test_the_same_call_written_twice_counts_once(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m", call("A"))
    writer.reply("b", "m", call("A"))
    writer.result("r", "A", "one")
    assert shape(writer.load(tmp_path)) == [("user", ["go"]), ("assistant", ["A"]), ("user", ["one"])]


def test_an_orphan_result_is_a_message_of_its_own(tmp_path: Path) -> None:
    writer = Writer()
    writer.result("r", "gone", "lost call")
    writer.reply("a", "m", text("hm"))
    transcript = writer.load(tmp_path)
    assert shape(transcript) == [("user", ["lost call"]), ("assistant", ["hm"])]
    assert transcript.structure.partner == (-1, -1)


def test_an_id_that_comes_back_after_a_new_prompt_is_a_new_reply(tmp_path: Path) -> None:
    writer = Writer()
    for number in range(3):
        writer.user(f"u{number}", f"prompt {number}")
        writer.reply(f"a{number}", "always-the-same", text(f"reply {number}"))
    assert len(writer.load(tmp_path).messages) == 6


def test_client_errors_are_no_replies(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    record = writer.reply("e", "x", text("API Error: 500"), isApiErrorMessage=True)
    record["message"]["model"] = "<synthetic>"
    writer.user("v", "again")
    writer.reply("a", "m", text("yes"))
    transcript = writer.load(tmp_path)
    assert shape(transcript) == [("user", ["go"]), ("user", ["again"]), ("assistant", ["yes"])]
    assert kinds(transcript) == ["client-reply"]
    assert transcript.structure.requests == 1


@pytest.mark.parametrize(
    ("content", "fields", "author"),
    [
        ("plain words", {}, "human"),
        ([text("with a picture"), {"type": "image", "source": {"type": "url", "url": "x"}}], {}, "human"),
        ("plain words", {"origin": {"kind": "human"}}, "human"),
        ("done", {"origin": {"kind": "task-notification"}}, "client"),
        ("skill text", {"isMeta": True}, "client"),
        ("<command-name>/ide</command-name>", {}, "client"),
        ("<local-command-stdout>ok</local-command-stdout>", {}, "client"),
        ([text("[Request interrupted by user for tool use]")], {}, "client"),
        ("I saw <command-name> in a file", {}, "human"),
    ],
)
def test_who_wrote_a_user_record(tmp_path: Path, content: Any, fields: dict[str, Any], author: str) -> None:
    writer = Writer()
    writer.user("u", content, **fields)
    transcript = writer.load(tmp_path)
    assert [m.author for m in transcript.messages] == [author]
    assert transcript.messages[0].plain == isinstance(content, str)


def test_what_the_model_saw_is_the_text_of_a_result(tmp_path: Path) -> None:
    seen = (
        "<persisted-output>\nOutput too large (29.5KB). Full output saved to: /x/tool-results/t.txt\n\n"
        "Preview (first 2KB):\nhead\n</persisted-output>"
    )
    writer = Writer()
    writer.reply("a", "m", call("A"))
    writer.result("r", "A", seen, toolUseResult={"stdout": "the whole output " * 1000, "persistedOutputPath": "/x"})
    transcript = writer.load(tmp_path)
    assert transcript.messages[1].blocks[0].text == seen
    assert "the whole output" not in repr([dict(m.extra) for m in transcript.messages])


def test_blocks_that_are_not_read_are_opaque(tmp_path: Path) -> None:
    writer = Writer()
    blocks = [
        {"type": "redacted_thinking", "data": "xyz"},
        {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "q"}},
        {"type": "web_search_tool_result", "tool_use_id": "s", "content": [{"type": "web_search_result", "url": "u"}]},
    ]
    writer.reply("a", "m", *blocks)
    message = writer.load(tmp_path).messages[0]
    assert [block.kind for block in message.blocks] == ["opaque"] * 3
    assert [dict(block.api) for block in message.blocks] == blocks


def test_a_lone_surrogate_does_not_lose_the_final_reply(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m", text("ok \ud83d"))
    transcript = writer.load(tmp_path)
    assert transcript.messages[-1].blocks[0].text == "ok \ufffd"
    assert kinds(transcript) == ["repaired"]


def test_what_is_typed_while_a_turn_runs_opens_none(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m1", call("A"))
    writer.user("early", "typed before the result", parent="a")
    writer.result("r", "A", "a")
    writer.attach("q", "queued_command", prompt="queued")
    writer.reply("b", "m2", text("done"))
    writer.attach("late", "queued_command", prompt="queued at the end")
    writer.reply("c", "m3", call("B"))
    writer.user("n", "never mind")
    writer.reply("d", "m4", text("fine"))
    transcript = writer.load(tmp_path)
    said = {block.text: m.interrupts for m in transcript.messages if m.author == "human" for block in m.blocks}
    assert said == {
        "go": False,
        "typed before the result": True,
        "queued": True,
        "queued at the end": False,
        "never mind": False,
    }
    assert len(transcript.structure.turn_starts) == 3


def test_a_queued_prompt_with_a_picture(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.attach(
        "q", "queued_command", prompt=[text("look"), {"type": "image", "source": {"type": "url", "url": "x"}}]
    )
    writer.attach("t", "queued_command", prompt="a task ended", origin={"kind": "task-notification"})
    transcript = writer.load(tmp_path)
    assert [block.kind for block in transcript.messages[1].blocks] == ["text", "image"]
    assert [(m.author, m.plain) for m in transcript.messages[1:]] == [("human", False), ("client", True)]


@pytest.mark.parametrize(
    ("attachment", "expected"),
    [
        ({"type": "hook_success", "hookEvent": "SessionStart", "content": "printed"}, "printed"),
        ({"type": "hook_success", "hookEvent": "PostToolUse", "content": "printed"}, None),
        ({"type": "nested_memory", "content": {"path": "/a", "content": "memory"}}, "memory"),
        ({"type": "invoked_skills", "skills": [{"name": "a", "content": "A"}, {"name": "b", "content": "B"}]}, "A\nB"),
        ({"type": "hook_blocking_error", "blockingError": {"blockingError": "no", "command": "c"}}, "no"),
        ({"type": "deferred_tools_delta", "addedLines": ["x", "y"], "addedNames": ["z"]}, "x\ny"),
        ({"type": "file", "content": {"type": "image", "file": {"base64": "AAAA"}}}, None),
        ({"type": "plan_mode", "planFilePath": "/p"}, None),
    ],
)
def test_the_text_of_attachments(tmp_path: Path, attachment: dict[str, Any], expected: str | None) -> None:
    writer = Writer()
    writer.user("u", "go")
    writer.attach("x", attachment.pop("type"), **attachment)
    said = [block.text for m in writer.load(tmp_path).messages[1:] for block in m.blocks]
    assert said == ([expected] if expected else [])
