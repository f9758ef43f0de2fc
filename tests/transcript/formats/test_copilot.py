"""Copilot CLI event logs: what was sent, what one reply is, and what was left of the prompt when the client changed it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError, load, store
from inspector.transcript.artifacts import Artifacts
from inspector.transcript.model import Usage
from tests.transcript.cc import kinds
from tests.transcript.formats.doubted import doubts
from tests.transcript.formats.fixtures_copilot import SESSION, SYSTEM, Log
from tests.transcript.growth import assert_equal, cuts, grow

WRAPPED = "<current_datetime>now</current_datetime>\n\n"


def shape(transcript: Transcript) -> list[tuple[str, ...]]:
    return [(m.role, m.author, *(b.tool_id or b.text or b.kind for b in m.blocks)) for m in transcript.messages]


def test_messages_are_what_was_sent(tmp_path: Path) -> None:
    """The words with what was wrapped around them; of an output what the model was given, not what a person was shown."""
    log = Log()
    log.system()
    log.user("port it")
    log.reply("I read it.", "c1", api="a1")
    log.result("c1", "def parse(): ...")
    log.reply("done", api="a2")
    found = log.load(tmp_path)
    assert shape(found) == [
        ("system", "system", SYSTEM),
        ("user", "human", f"{WRAPPED}port it"),
        ("assistant", "model", "I read it.", "c1"),
        ("tool", "tool", "c1"),
        ("assistant", "model", "done"),
    ]
    assert found.messages[3].blocks[0].text == "def parse(): ..."
    assert (found.format, found.session, found.structure.requests, kinds(found)) == ("copilot", "45f1", 2, [])
    assert found.messages[2].blocks[1].input == {"command": "c1"}
    assert found.messages[4].model == "gpt-5.6-sol"


def test_one_call_of_the_provider_is_one_reply(tmp_path: Path) -> None:
    log = Log()
    log.user("go")
    log.reply(api="a1", reasoningOpaque="x" * 30, encryptedContent="y" * 20)
    log.reply(api="a1", reasoningText="two files")
    log.reply("reading", "c1", api="a1", phase="commentary", outputTokens=40)
    log.result("c1")
    log.reply("no id")
    log.reply("nor here")
    found = log.load(tmp_path)
    replies = [m for m in found.messages if m.role == "assistant"]
    assert [[b.kind for b in m.blocks] for m in replies] == [
        ["thinking", "thinking", "text", "tool_use"],
        ["text"],
        ["text"],
    ]
    first, second = replies[0].blocks[:2]
    assert (first.text, first.api["encrypted_bytes"], second.text) == ("", 50, "two files")
    assert replies[0].extra == {"phase": "commentary", "outputTokens": 40}
    assert [m.usage for m in replies] == [None, None, None]


def test_usage_where_somebody_wrote_it_down(tmp_path: Path) -> None:
    log = Log()
    log.user("go")
    log.reply("one", api="a1")
    log.add("assistant.usage", apiCallId="a1", inputTokens=900, cacheReadTokens=600, outputTokens=30, reasoningTokens=9)
    log.add("assistant.usage", apiCallId="other", inputTokens=1)
    assert log.load(tmp_path).messages[-1].usage == Usage(300, 600, 0, 30, 9)


def test_a_result_that_failed(tmp_path: Path) -> None:
    log = Log()
    log.reply("", "c1", api="a1")
    log.result("c1", success=False, result=None, error={"message": "Path does not exist", "code": "failure"})
    block = log.load(tmp_path).messages[-1].blocks[0]
    assert (block.text, block.api["is_error"]) == ("Path does not exist", True)


def test_pictures(tmp_path: Path) -> None:
    picture = {"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"}
    log = Log()
    log.user("look", attachments=[{**picture, "type": "blob"}, {"type": "file", "path": "a.py"}])
    log.reply("", "c1", api="a1")
    log.result("c1", result={"content": "a picture", "binaryResultsForLlm": [picture]})
    found = log.load(tmp_path)
    assert [[i.bytes for b in m.blocks for i in b.images] for m in found.messages] == [[5], [], [5]]
    assert found.messages[-1].blocks[0].text == "a picture"
    assert not any("aGVsbG8" in json.dumps(dict(b.api)) for b in found.structure.blocks)


def test_who_wrote_a_message(tmp_path: Path) -> None:
    log = Log()
    log.user("typed")
    log.user("typed meanwhile", delivery="steering")
    log.add("user.message", content="", transformedContent="<system_reminder>x</system_reminder>", source="system")
    log.user("skill", source="skill-pdf")
    log.user("go on", isAutopilotContinuation=True)
    log.add("system.notification", content="<system_notification>done</system_notification>", kind={})
    log.add("system.notification", content="Discovered instruction: AGENTS.md", kind={})
    found = log.load(tmp_path)
    assert [(m.author, m.interrupts, m.uncertain) for m in found.messages] == [
        ("human", False, False),
        ("human", True, False),
        ("client", False, False),
        ("client", False, False),
        ("client", False, False),
        ("client", False, True),
    ]


def test_the_system_prompt_is_one_as_long_as_it_is_the_same(tmp_path: Path) -> None:
    log = Log()
    log.system()
    log.user("a")
    log.system()
    log.user("b")
    log.system("another")
    found = log.load(tmp_path)
    assert [(m.role, m.uncertain) for m in found.messages] == [
        ("system", False),
        ("user", False),
        ("user", False),
        ("system", True),
    ]


# ---------------------------------------------------------------- what is left of the prompt


def background() -> Log:
    """A compaction that runs while the reply to the second prompt is written."""
    log = Log()
    log.system()
    log.user("first")
    log.reply("one", api="a1")
    log.user("second")
    log.add("session.compaction_start", trigger="threshold")
    log.reply("two", api="a2")
    log.compacted("we ported it")
    log.user("third")
    log.reply("three", api="a3")
    return log


def test_after_a_compaction_typed_words_the_summary_and_what_came_meanwhile(tmp_path: Path) -> None:
    found = background().load(tmp_path)
    (compaction,) = found.compactions
    assert (compaction.before, compaction.order, compaction.summary) == (5, (0, 5, 4), 5)
    assert (compaction.tokens_before, compaction.tokens_after, compaction.estimated) == (9000, 1200, True)
    assert (compaction.trigger, compaction.doubtful) == ("threshold", {4, 5})
    summary = found.messages[5]
    assert (summary.role, summary.author, summary.blocks[0].kind) == ("user", "client", "summary")
    told = "<user_message>\nfirst\n</user_message>\n<user_message>\nsecond\n</user_message>"
    assert summary.blocks[0].text == (
        "Some of the conversation history has been summarized to free up context.\n\n"
        "You were originally given instructions from a user over one or more turns. Here were the user messages:\n"
        f"{told}\n\nHere is a summary of the prior context:\n<summary>\nwe ported it\n</summary>"
    )
    view = inspector.replay(found).view(3)
    assert [m.origin for m in view.messages] == [0, 5, 4, 6]
    assert doubts(found, 3) == {4, 5}


def test_a_compaction_that_failed_changed_nothing(tmp_path: Path) -> None:
    log = Log()
    log.user("first")
    log.compacted(success=False, error="no answer")
    assert log.load(tmp_path).compactions == ()


def test_the_oldest_are_cut_off(tmp_path: Path) -> None:
    log = background()
    log.add("session.truncation", messagesRemovedDuringTruncation=2, tokensRemovedDuringTruncation=50)
    log.add("session.truncation", messagesRemovedDuringTruncation=0, tokensRemovedDuringTruncation=50)
    log.add("session.truncation", messagesRemovedDuringTruncation=0, tokensRemovedDuringTruncation=0)
    cut, shorter = log.load(tmp_path).compactions[1:]
    assert (cut.kind, cut.order, cut.doubtful) == ("full", (0, 6, 7), {6, 7})
    assert (shorter.kind, shorter.order, bool(shorter.doubt)) == ("micro", None, True)


def test_a_context_that_was_cleared(tmp_path: Path) -> None:
    log = background()
    log.add("session.context_cleared", messagesCleared=7, initialMessage="start anew")
    log.reply("yes", api="a4")
    found = log.load(tmp_path)
    assert found.compactions[-1].order == (0, 8)
    assert [m.origin for m in inspector.replay(found).view(4).messages] == [0, 8]


def test_what_was_rewound_can_be_chosen(tmp_path: Path) -> None:
    log = Log()
    log.user("first")
    log.reply("one", api="a1")
    cut = log.user("second")
    log.compacted()
    log.reply("two", api="a2")
    log.add("session.snapshot_rewind", upToEventId=cut, eventsRemoved=3)
    log.user("third")
    path = log.write(tmp_path)
    found = load(path)
    assert [m.blocks[0].text.removeprefix(WRAPPED) for m in found.messages] == ["first", "one", "third"]
    (branch,) = found.branches
    assert (branch.leaf, branch.title, branch.messages, found.compactions) == ("rewind-1", "second", 3, ())
    before = load(path, leaf="rewind-1")
    assert [m.blocks[0].text.removeprefix(WRAPPED) for m in before.messages][2::2] == ["second", "two"]
    assert (before.branch, len(before.compactions)) == ("rewind-1", 1)
    with pytest.raises(TranscriptError, match="no branch"):
        load(path, leaf="x")


@pytest.mark.parametrize("old", [False, True])
def test_subagents_in_the_same_file(tmp_path: Path, old: bool) -> None:
    """PostHog/ai-plugin#166: their messages are not the main conversation's."""
    log = Log()
    log.user("find the bug")
    log.reply("", "c1", api="a1")
    more = {"parentToolCallId": "c1"} if old else {}
    agent = "" if old else "g1"
    log.add("subagent.started", agent, toolCallId="c1", agentName="task", agentDisplayName="Task", agentDescription="")
    log.user("look", agent=agent, source="agent-task", **more)
    log.reply("line 4", agent=agent, api="a2", **more)
    log.result("c1", "line 4")
    path = log.write(tmp_path)
    found = load(path)
    assert [m.role for m in found.messages] == ["user", "assistant", "tool"]
    (side,) = found.sidechains
    assert (side.id, side.title, side.messages, side.parent_tool_id) == ("c1" if old else "g1", "Task", 2, "c1")
    inside = load(path, sidechain=side.id)
    assert [(m.role, m.author) for m in inside.messages] == [("user", "client"), ("assistant", "model")]
    with pytest.raises(TranscriptError, match="no subagent"):
        load(path, sidechain="zz")


def test_events_that_are_not_known_are_told_once(tmp_path: Path) -> None:
    log = Log()
    log.add("session.canvas.recorded")
    log.add("moon.phase")
    log.add("moon.phase")
    found = log.load(tmp_path)
    assert (kinds(found), found.report.records["moon.phase"]) == (["unknown-record"], 2)


def test_it_grows_as_it_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = [at + 1 for at, byte in enumerate(SESSION) if byte == 10]
    for grown, fresh, _ in grow(tmp_path / "s.jsonl", SESSION, sorted({*ends, *cuts(SESSION, 20, 1)})):
        assert_equal(grown, fresh)
    monkeypatch.setattr(store, "HOLD_BELOW", 0)
    for grown, fresh, _ in grow(tmp_path / "s.jsonl", SESSION, cuts(SESSION, 12, 2)):
        assert_equal(grown, fresh)


def test_an_output_that_was_kept_elsewhere(tmp_path: Path) -> None:
    """The client names a file of its own machine; it is found where the artifacts of the session lie."""
    log = Log()
    log.reply("", "c1", api="a1")
    log.result(
        "c1", "Output too large to read at once (34.7 KB). Saved to: /var/T/copilot-tool-output-1.txt\nPreview: x"
    )
    found = log.load(tmp_path)
    artifacts = Artifacts.of(found)
    assert artifacts is not None
    assert artifacts.for_block(found, 1) is None
    kept = tmp_path / "artifacts" / "45f1" / "copilot-tool-output-1.txt"
    kept.parent.mkdir(parents=True)
    kept.write_text("all of it")
    artifact = artifacts.for_block(found, 1)
    assert artifact is not None
    assert (artifact.path, artifact.found_by) == (kept, "path")


def test_text_and_calls_of_one_answer_without_its_id(tmp_path: Path) -> None:
    """Nothing was sent between the two events; after calls, and after a person, another answer begins."""
    log = Log()
    log.user("is it there?")
    log.reply("I look.")
    log.reply("", "c1")
    log.result("c1")
    log.reply("It is.")
    log.user("sure?")
    log.reply("Yes.")
    found = log.load(tmp_path)
    assert [[block.kind for block in m.blocks] for m in found.messages if m.role == "assistant"] == [
        ["text", "tool_use"],
        ["text"],
        ["text"],
    ]
    assert found.structure.requests == 3
