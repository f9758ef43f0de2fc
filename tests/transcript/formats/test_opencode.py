"""opencode: messages, calls, usage and branches, from each of its three stores."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError
from inspector.transcript.artifacts import Artifacts
from inspector.transcript.model import Usage
from inspector.transcript.parts import parts_of
from tests.transcript.formats.fixtures_opencode import (
    PNG,
    START,
    Record,
    child,
    database,
    export,
    file,
    reply,
    sample,
    session,
    storage,
    text,
    thought,
    tool,
    user,
    written,
)


def loaded(tmp_path: Path, value: Record, **choice: str) -> Transcript:
    return inspector.load(written(tmp_path / "session.json", value), **choice)


def told(transcript: Transcript) -> list[tuple[str, str, list[str]]]:
    return [(m.role, m.author, [block.kind for block in m.blocks]) for m in transcript.messages]


def test_the_three_stores_say_the_same(tmp_path: Path) -> None:
    ways = [
        loaded(tmp_path, sample()),
        inspector.load(storage(tmp_path / "storage", sample())),
        inspector.load(database(tmp_path / "opencode.db", sample(), child())),
    ]
    shown = [[(*each, m.id, m.timestamp, m.usage) for each, m in zip(told(w), w.messages, strict=True)] for w in ways]
    assert shown[0] == shown[1] == shown[2]
    assert [[block.api for m in way.messages for block in m.blocks] for way in ways[1:]] == [
        [block.api for m in ways[0].messages for block in m.blocks]
    ] * 2
    assert [way.compactions for way in ways[1:]] == [ways[0].compactions] * 2
    assert {way.title for way in ways} == {"Fix the cart"}
    assert {way.session for way in ways} == {"ses_main"}


def test_a_reply_and_the_results_of_its_calls(tmp_path: Path) -> None:
    found = loaded(tmp_path, export(user(1, "go"), reply(2, "so:", tool("a"), tool("b"), parent=1), reply(3, "done")))
    assert told(found) == [
        ("user", "human", ["text"]),
        ("assistant", "model", ["text", "tool_use", "tool_use"]),
        ("user", "tool", ["tool_result", "tool_result"]),
        ("assistant", "model", ["text"]),
    ]
    assert found.structure.requests == 2
    assert [block.text for block in found.messages[2].blocks] == ["output of a", "output of b"]
    assert found.messages[1].blocks[1].input == {"filePath": "cart.py"}
    assert found.messages[1].model == "claude-sonnet-4-5"
    assert found.messages[0].timestamp == "2026-02-02T02:40:01.000Z"


def test_messages_and_parts_are_in_the_order_of_their_ids(tmp_path: Path) -> None:
    value = export(reply(2, "one", "two", parent=1), user(1, "go"))
    value["messages"][0]["parts"].reverse()
    found = loaded(tmp_path, value)
    assert [m.role for m in found.messages] == ["user", "assistant"]
    assert [block.text for block in found.messages[1].blocks] == ["one", "two"]


def test_usage_is_disjoint_and_counted_once(tmp_path: Path) -> None:
    """Reasoning stands beside the output there; `tokens` of the message are those of its step."""
    spent = {"input": 100, "output": 30, "reasoning": 12, "cache": {"read": 4000, "write": 50}, "total": 4192}
    found = loaded(tmp_path, export(user(1, "go"), reply(2, "yes", parent=1, tokens=spent)))
    assert found.messages[1].usage == Usage(100, 4000, 50, 42, 12)


def test_several_steps_in_one_message_are_several_requests(tmp_path: Path) -> None:
    """The first versions wrote all requests of a turn into one message."""
    step = {"type": "step-start"}
    one = {"type": "step-finish", "tokens": {"input": 10, "output": 1, "reasoning": 0, "cache": {}}}
    two = {"type": "step-finish", "tokens": {"input": 20, "output": 2, "reasoning": 0, "cache": {}}}
    both = reply(2, tool("a"), one, step, "done", two, parent=1)
    both["parts"] = both["parts"][:-1]
    found = loaded(tmp_path, export(user(1, "go"), both))
    assert [m.role for m in found.messages] == ["user", "assistant", "user", "assistant"]
    assert [m.usage and m.usage.context for m in found.messages] == [None, 10, None, 20]


def test_a_running_call_is_sent_as_interrupted(tmp_path: Path) -> None:
    """anomalyco/opencode#27594: the stub that is sent is seen, and the pairs are whole."""
    running = reply(2, tool("a", status="running"), tool("b", status="pending"), parent=1)
    found = loaded(tmp_path, export(user(1, "go"), running, user(3, "well?"), reply(4, "yes", parent=3)))
    results = found.messages[2]
    assert [block.text for block in results.blocks] == ["[Tool execution was interrupted]"] * 2
    assert results.blocks[0].api["is_error"] is True
    assert results.author == "client"
    assert results.extra["stubs"] == ["a", "b"]
    assert -1 not in [found.structure.partner[call] for call in found.structure.calls]


def test_a_call_that_runs_at_the_end_is_unanswered_yet(tmp_path: Path) -> None:
    found = loaded(tmp_path, export(user(1, "go"), reply(2, tool("a"), tool("b", status="running"), parent=1)))
    assert [block.tool_id for m in found.messages for block in m.blocks if block.kind == "tool_result"] == ["a"]


def test_errors_and_interrupted_output(tmp_path: Path) -> None:
    cut = tool("b", status="error", error="aborted", metadata={"interrupted": True, "output": "half of it"})
    found = loaded(
        tmp_path,
        export(user(1, "go"), reply(2, tool("a", status="error", error="denied"), cut, parent=1), reply(3, "so")),
    )
    one, two = found.messages[2].blocks
    assert (one.text, one.api.get("is_error")) == ("denied", True)
    assert (two.text, two.api.get("is_error")) == ("half of it", None)


def test_a_failed_reply_is_in_no_prompt_but_an_aborted_one_is(tmp_path: Path) -> None:
    found = loaded(
        tmp_path,
        export(
            user(1, "go"),
            reply(2, "half", parent=1, error={"name": "APIError", "data": {}}),
            reply(3, "cut off", parent=1, error={"name": "MessageAbortedError"}),
            reply(4, parent=1, error={"name": "MessageAbortedError"}) | {"parts": [thought("hm")]},
            reply(5, "done", parent=1),
        ),
    )
    assert [m.blocks[0].text for m in found.messages] == ["go", "cut off", "done"]
    assert [problem.kind for problem in found.report.problems] == ["failed-reply", "failed-reply"]


def test_who_wrote_a_prompt(tmp_path: Path) -> None:
    found = loaded(
        tmp_path,
        export(
            user(1, text("typed"), text("the file's content", synthetic=True)),
            user(2, text("Continue if you have next steps", synthetic=True)),
            user(3, text("seen by nobody", ignored=True)),
            reply(4, "yes", parent=1),
        ),
    )
    assert [(m.author, len(m.blocks)) for m in found.messages] == [("human", 2), ("client", 1), ("model", 1)]


def test_files(tmp_path: Path) -> None:
    found = loaded(
        tmp_path,
        export(
            user(
                1,
                file("image/png", f"data:image/png;base64,{PNG}"),
                file("text/plain", "file:///cart.py"),
                file("application/pdf", "file:///bill.pdf", filename="bill.pdf"),
            ),
            reply(2, tool("a", attachments=[file("image/png", f"data:image/png;base64,{PNG}")]), parent=1),
            reply(3, "seen"),
        ),
    )
    picture, bill = found.messages[0].blocks
    assert (picture.kind, picture.images[0].width, picture.images[0].height) == ("image", 64, 32)
    assert PNG not in str(picture.api)
    assert (bill.kind, bill.api["source"]) == ("document", {"type": "url", "url": "file:///bill.pdf"})
    (result,) = found.messages[2].blocks
    assert result.text == "output of a"
    assert result.images[0].width == 64


def test_a_summary_of_differences_is_no_compaction(tmp_path: Path) -> None:
    found = loaded(
        tmp_path, export(user(1, "go", summary={"title": "t", "diffs": []}), reply(2, "done", parent=1, summary=False))
    )
    assert found.compactions == ()
    assert found.messages[1].blocks[0].kind == "text"


def test_an_unknown_part_is_kept_and_told_once(tmp_path: Path) -> None:
    odd: list[Record] = [{"type": "wonder", "url": f"data:image/png;base64,{PNG}"}, {"type": ["x"]}, {"type": "wonder"}]
    found = loaded(tmp_path, export(user(1, "go", *odd), reply(2, "done", parent=1)))
    assert [block.kind for block in found.messages[0].blocks] == ["text", "opaque", "opaque", "opaque"]
    assert found.messages[0].blocks[1].api["type"] == "wonder"
    assert PNG not in str(found.messages[0].blocks[1].api)
    assert len(found.report.problems) == 2


def test_a_session_that_was_taken_back(tmp_path: Path) -> None:
    messages = (user(1, "go"), reply(2, "one", parent=1), user(3, "and?"), reply(4, "two", parent=3))
    value = export(*messages, revert={"messageID": "msg_0003"})
    found = loaded(tmp_path, value)
    assert [m.id for m in found.messages] == ["msg_0001", "msg_0002"]
    assert [(branch.leaf, branch.messages) for branch in found.branches] == [("msg_0004", 4)]
    other = loaded(tmp_path, value, leaf="msg_0004")
    assert len(other.messages) == 4
    assert [branch.leaf for branch in other.branches] == ["msg_0002"]
    with pytest.raises(TranscriptError, match="no branch"):
        loaded(tmp_path, value, leaf="msg_9")


def test_a_session_that_was_taken_back_to_a_part(tmp_path: Path) -> None:
    messages = (user(1, "go"), reply(2, "one", "two", parent=1))
    found = loaded(tmp_path, export(*messages, revert={"messageID": "msg_0002", "partID": "prt_0002_2"}))
    assert [block.text for block in found.messages[1].blocks] == ["one"]


def test_the_system_prompt_of_the_first_versions(tmp_path: Path) -> None:
    found = loaded(tmp_path, export(user(1, "go"), reply(2, "yes", parent=1, system=["You are", "an agent"])))
    assert told(found)[0] == ("system", "system", ["text", "text"])


def test_sessions_of_subagents(tmp_path: Path) -> None:
    path = database(tmp_path / "opencode.db", sample(), child())
    found = inspector.load(path)
    (side,) = found.sidechains
    assert (side.id, side.title, side.messages, side.parent_tool_id) == ("ses_child", "Fix the cart", 2, "c3")
    for same in (inspector.load(path, sidechain="ses_child"), inspector.load(f"{path}#ses_child")):
        assert [m.blocks[0].text for m in same.messages] == ["find the rounding", "in cart.py"]
    first = storage(tmp_path / "storage", sample())
    storage(tmp_path / "storage", child())
    (beside,) = inspector.load(first).sidechains
    assert (beside.id, beside.messages, beside.parent_tool_id) == ("ses_child", 2, "c3")
    assert [m.blocks[0].text for m in inspector.load(beside.path).messages] == ["find the rounding", "in cart.py"]


def test_the_sessions_of_a_database(tmp_path: Path) -> None:
    older = export(user(1, "x"), id="ses_old", title="Older", time={"created": START, "updated": START - 5000})
    for message in older["messages"]:
        message["info"]["id"] = "msg_old"
        message["parts"][0]["id"] = "prt_old"
    path = database(tmp_path / "opencode.db", older, sample(), child())
    assert [(part.id, part.messages, part.parent) for part in parts_of(path)] == [
        ("ses_child", 2, "ses_main"),
        ("ses_main", 11, ""),
        ("ses_old", 1, ""),
    ]
    assert parts_of(path)[1].project == "/home/u/shop"
    assert inspector.load(path).parts == parts_of(path)
    assert inspector.load(path).part == "ses_main"
    assert inspector.load(f"{path}#ses_o").title == "Older"
    with pytest.raises(TranscriptError, match="no session"):
        inspector.load(f"{path}#ses_none")
    with pytest.raises(TranscriptError, match="3 sessions"):
        inspector.load(f"{path}#ses_")


def test_nothing_is_followed_out_of_the_store(tmp_path: Path) -> None:
    path = storage(tmp_path / "storage", export(user(1, "go"), reply(2, "done", parent=1)))
    secret = written(tmp_path / "secret.json", {"id": "msg_0003", "role": "user", "time": {"created": 1}})
    (tmp_path / "storage" / "message" / "ses_main" / "msg_0003.json").symlink_to(secret)
    (tmp_path / "storage" / "part" / "msg_0003").symlink_to(tmp_path / "storage" / "part" / "msg_0001")
    found = inspector.load(path)
    assert len(found.messages) == 2
    assert "unreadable" in [problem.kind for problem in found.report.problems]
    outside = written(tmp_path / "storage/session/p1/ses_x.json", session(id="ses_/../../message/ses_main"))
    assert inspector.load(outside).messages == ()


def test_values_of_any_type(tmp_path: Path) -> None:
    odd: list[Record] = [
        user(1, "go", system=7),
        {"info": None, "parts": []},
        {"info": {"role": {"a": 1}}, "parts": 3},
        {"info": {"role": "assistant", "id": 4, "time": "x", "tokens": [], "error": [], "summary": True}, "parts": [3]},
        {"info": {"role": "assistant"}, "parts": [{"type": "tool", "callID": {}, "tool": [], "state": "no"}]},
        {
            "info": {"role": "assistant"},
            "parts": [{"type": "tool", "state": {"status": [], "time": {"compacted": "9e9"}}}],
        },
        {
            "info": {"role": "user"},
            "parts": [{"type": "file", "mime": None, "url": 3}, {"type": "compaction", "auto": 1}],
        },
    ]
    value = export(*odd, revert="x", title=None, id=["a"])
    assert len(loaded(tmp_path, value).messages) == 6


def test_deep_nesting_and_long_lists(tmp_path: Path) -> None:
    deep = '{"a":' * 5000 + "1" + "}" * 5000
    made = str(written(tmp_path / "s.json", export(user(1, "go"), reply(2, tool("a", input="DEEP"), parent=1))))
    words = Path(made).read_text().replace('"DEEP"', deep)
    Path(made).write_text(words)
    try:
        transcript = inspector.load(made)
    except TranscriptError:
        return
    assert len(transcript.messages) == 2


def _with_outputs() -> Record:
    """A result whose whole output was kept: named in a field, and in the text of another."""
    note = "The tool call succeeded but the output was truncated. Full output saved to: /home/u/x/tool-output/tool_b"
    return export(
        user(1, "go"),
        reply(2, tool("a", metadata={"truncated": True, "outputPath": "/home/u/x/tool-output/tool_a"}), parent=1),
        reply(
            3,
            tool("b", output=f"beginning\n\n{note}"),
            tool("c", output="Full output saved to: ../../secret"),
            parent=1,
        ),
        reply(4, "done", parent=1),
    )


@pytest.mark.parametrize("store", ["export", "database", "storage"])
def test_outputs_that_were_kept(tmp_path: Path, store: str) -> None:
    if store == "storage":
        path = storage(tmp_path / "storage", _with_outputs())
    else:
        path = database(tmp_path / "opencode.db", _with_outputs())
        path = written(tmp_path / "session.json", _with_outputs()) if store == "export" else path
    for name in ("tool_a", "tool_b"):
        (tmp_path / "tool-output").mkdir(exist_ok=True)
        (tmp_path / "tool-output" / name).write_text(f"all of {name}\n")
    (tmp_path / "secret").write_text("no")
    found = inspector.load(path)
    artifacts = Artifacts.of(found)
    assert artifacts is not None
    results = [artifacts.for_block(found, block) for block in found.structure.results]
    assert [each and each.file for each in results] == ["tool_a", "tool_b", None]
    first = results[0]
    assert first is not None
    assert [row.text for row in artifacts.preview(first, tail=2).tail] == ["all of tool_a"]
    (tmp_path / "tool-output" / "tool_a").unlink()
    (tmp_path / "tool-output" / "tool_a").symlink_to(tmp_path / "secret")
    assert artifacts.for_block(found, found.structure.results[0]) is None
