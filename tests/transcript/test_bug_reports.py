"""How other readers of Claude Code sessions went wrong, each with an input of our own and what is right.

Reports about other agents' files stand with the tests of their formats; each test names its report.
"""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.analysis.cost.together import reported_of, together
from inspector.engine.view import Fate
from inspector.meter.provider.usage import usage_of
from inspector.transcript import load
from inspector.transcript.model import Usage
from tests.transcript.cc import Writer, call, kinds, shape, text

ONCE = {"input_tokens": 4, "cache_creation_input_tokens": 15_000, "output_tokens": 7}


def usages(path: Path) -> list[Usage]:
    return [message.usage for message in load(path).messages if message.usage is not None]


@pytest.mark.parametrize("fields", [{"requestId": "q"}, {}, {"requestId": ""}, {"requestId": "q", "stop": "tool_use"}])
def test_a_reply_of_several_lines_is_charged_once(tmp_path: Path, fields: dict[str, str]) -> None:
    """ccusage#389; without or with an empty requestId ccusage#976; a stop_reason on every line ccstatusline#549."""
    writer = Writer()
    writer.user("u", "go")
    stop = fields.pop("stop", None) if "stop" in fields else None
    for number, block in enumerate((text("looking"), call("t1"), call("t2"))):
        record = writer.reply(f"a{number}", "m1", block, usage=ONCE, **fields)
        record["message"]["stop_reason"] = stop
    (usage,) = usages(writer.write(tmp_path))
    assert usage.context == 15_004
    assert usage.output == 7


def test_the_last_snapshot_of_the_output_counts(tmp_path: Path) -> None:
    """ccusage#901, ccusage#797."""
    writer = Writer()
    writer.user("u", "go")
    for number, output in enumerate((9, 9, 159)):
        writer.reply(f"a{number}", "m1", text(str(number)), usage={**ONCE, "output_tokens": output})
    assert [usage.output for usage in usages(writer.write(tmp_path))] == [159]


def test_a_reply_in_two_files_is_summed_once_and_shown_in_both(tmp_path: Path) -> None:
    """LifeOS PR#1894: a resumed session is a copy of the first one plus what is new."""
    first, second = Writer(), Writer("another")
    for writer, replies in ((first, 3), (second, 5)):
        writer.user("u", "go")
        for number in range(replies):
            writer.reply(f"a{number}", f"m{number}", text(str(number)), usage={"input_tokens": 100, "output_tokens": 1})
    a, b = load(first.write(tmp_path, "a.jsonl")), load(second.write(tmp_path, "b.jsonl"))
    found = reported_of([a, b])
    assert (found.replies, found.copies, found.usage.context) == (5, 3, 500)
    view = inspector.replay(b).view(5)
    assert [m.blocks[0].text for m in view.messages] == ["go", "0", "1", "2", "3"]


def test_totals_with_and_without_subagents(tmp_path: Path) -> None:
    """ai-plugin#166: nested files are found, the context of the main conversation is its own."""
    main, agent = Writer(), Writer()
    main.user("u", "go")
    main.reply("a", "m1", call("t1", "Task", prompt="look"), usage={"input_tokens": 1_000, "output_tokens": 1})
    main.result("r", "t1", "found", toolUseResult={"agentId": "77"})
    path = main.write(tmp_path, f"{main.session}.jsonl")
    agent.user("s", "look", None, isSidechain=True, agentId="77")
    agent.reply(
        "t", "m2", text("found"), usage={"input_tokens": 5_000, "output_tokens": 1}, isSidechain=True, agentId="77"
    )
    folder = tmp_path / main.session / "subagents"
    folder.mkdir(parents=True)
    agent.write(folder, "agent-77.jsonl")
    sums = together(load(path))
    assert (sums.own.usage.context, sums.both.usage.context) == (1_000, 6_000)
    assert usages(path) == [Usage(1_000, output=1)]


def test_after_a_compaction_the_old_context_is_not_the_present_one(tmp_path: Path) -> None:
    """ccstatusline PR#524: until the next answer there is a recorded estimate of the messages alone, or nothing."""
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m1", text("done"), usage={"input_tokens": 150_000, "output_tokens": 9})
    writer.boundary("b", "a", trigger="auto", preTokens=150_000, postTokens=12_000)
    writer.summary("s")
    transcript = writer.load(tmp_path)
    assert transcript.structure.requests == 2
    assert usage_of(transcript, 2) is None
    assert transcript.compactions[-1].tokens_after == 12_000


def test_the_context_of_a_request_has_no_output_in_it(tmp_path: Path) -> None:
    """PostHog/code PR#1548: what the request held, and what the next one holds at least, are two figures."""
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m1", call("t"), usage={"input_tokens": 1_000, "output_tokens": 500})
    writer.result("r", "t", "x")
    writer.reply("b", "m2", text("done"), usage={"input_tokens": 1_520, "output_tokens": 2})
    first, second = usages(writer.write(tmp_path))
    assert (first.context, first.context + first.output, second.context) == (1_000, 1_500, 1_520)


def parallel() -> Writer:
    """Two calls of one reply; the first result hangs on a dead side branch."""
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m1", call("A"))
    writer.reply("b", "m1", call("B"))
    writer.result("ra", "A", "of A", parent="a")
    writer.result("rb", "B", "of B", parent="b")
    writer.reply("c", "m2", text("done"))
    return writer


def test_parallel_calls_keep_both_results(tmp_path: Path) -> None:
    """claude-code#31330, claude-code#37779."""
    assert shape(parallel().load(tmp_path))[1:3] == [("assistant", ["A", "B"]), ("user", ["of A", "of B"])]


def test_a_call_is_cut_with_its_result_and_its_sibling_stays(tmp_path: Path) -> None:
    """cozempic#57: clearing one of two parallel results leaves the other, and every call its result."""
    transcript = parallel().load(tmp_path)
    policy = inspector.load_policy("evo-agent").with_knobs(keep_recent_results=1)
    view = inspector.replay(transcript, policy).view(2)
    ids = {block.source.tool_id for m in view.messages for block in m.blocks if block.source and block.source.tool_id}
    assert ids == {"A", "B"}
    assert not [problem for problem in view.problems if problem.kind == "unpaired"]


def test_a_parent_that_was_never_written_begins_the_newest_part(tmp_path: Path) -> None:
    """claude-code#46603: the record before is taken, and it is said."""
    writer = Writer()
    for number in range(20):
        writer.user(f"o{number}", f"old {number}")
    writer.user("n", "newest", parent="never-written")
    transcript = writer.load(tmp_path)
    assert transcript.messages[-1].blocks[0].text == "newest"
    assert kinds(transcript) == ["broken-parent"]


def test_a_boundary_whose_history_was_deleted(tmp_path: Path) -> None:
    """claude-code#40027."""
    writer = Writer()
    writer.boundary("b", "deleted-session", trigger="manual")
    writer.summary("s", "what was done")
    writer.user("u", "go on")
    transcript = writer.load(tmp_path)
    assert shape(transcript) == [("user", ["what was done"]), ("user", ["go on"])]


def test_kept_messages_lie_before_the_boundary(tmp_path: Path) -> None:
    """cozempic#59, claude-agent-sdk-go PR#80: summary, the kept ones in order, then the rest; unknown uuids are passed over."""
    writer = Writer()
    for number in range(1, 11):
        if number % 2:
            writer.user(f"n{number}", f"message {number}")
        else:
            writer.reply(f"n{number}", f"m{number}", text(f"message {number}"))
    kept = {"anchorUuid": "s", "uuids": ["n8", "n10", "never-written"]}
    writer.boundary("b", "n10", trigger="auto", preservedMessages=kept)
    writer.summary("s", "summary")
    writer.user("u", "go on")
    transcript = writer.load(tmp_path)
    view = inspector.replay(transcript).view(transcript.structure.requests)
    assert [m.blocks[0].text for m in view.messages] == ["summary", "message 8", "message 10", "go on"]


def test_a_summary_is_a_block_of_its_own_kind_with_all_its_text(tmp_path: Path) -> None:
    """hermes-agent#86234, happy#1339, claudecodeui#1292, agentsview#418; quoted by a person it is what the person said."""
    words = "This session is being continued from a previous conversation. " + "It was long. " * 200
    writer = Writer()
    writer.boundary("b", None, trigger="auto")
    writer.summary("s", words)
    writer.user("u", f'why does it say "{words[:60]}"?')
    summary, quoted = writer.load(tmp_path).messages
    assert (summary.blocks[0].kind, summary.blocks[0].text, summary.author) == ("summary", words, "client")
    assert (quoted.blocks[0].kind, quoted.author) == ("text", "human")


def test_subagents_belong_to_the_session_that_began_them(tmp_path: Path) -> None:
    """claude-code-history#7, deja-vu PR#1533: files carry the parent's session id; whose they are, the agent id tells."""
    for session, agents in (("one", ("11", "12")), ("two", ("21",))):
        main = Writer(session)
        main.user("u", "go")
        for agent in agents:
            main.reply(f"a{agent}", f"m{agent}", call(f"t{agent}", "Task", prompt="look"))
            main.result(f"r{agent}", f"t{agent}", "found", toolUseResult={"agentId": agent})
        main.write(tmp_path, f"{session}.jsonl")
        for agent in agents:
            own = Writer(session)
            own.user("s", f"look as {agent}", None, isSidechain=True, agentId=agent)
            own.write(tmp_path, f"agent-{agent}.jsonl")
    one, two = load(tmp_path / "one.jsonl"), load(tmp_path / "two.jsonl")
    assert [(s.id, s.parent_tool_id) for s in one.sidechains] == [("11", "t11"), ("12", "t12")]
    assert [s.id for s in two.sidechains] == ["21"]
    assert [m.blocks[0].text for m in load(tmp_path / "agent-11.jsonl").messages] == ["look as 11"]
    assert len(one.messages) == 1 + 2 * 2


def test_two_records_on_one_line(tmp_path: Path) -> None:
    """qwen-code PR#3656: both are kept, or the chain breaks; the strings hold what looks like a border."""
    writer = Writer()
    writer.user("u", 'a string with }{ and }\\n{" in it')
    writer.reply("a", "m1", text("}{"))
    glued = [json.dumps(record) for record in writer.records]
    writer.records = ["".join(glued)]
    writer.user("v", "third", parent="a")
    assert [role for role, _ in shape(writer.load(tmp_path))] == ["user", "assistant", "user"]


def test_a_control_character_in_a_string(tmp_path: Path) -> None:
    """claude-code-viewer PR#160: the line is kept, the rest of the file too, and it is told."""
    writer = Writer()
    writer.user("u", "go")
    writer.raw(json.dumps(writer.reply("a", "m1", text("odd"))).replace("odd", "o\x01d"))
    del writer.records[1]
    writer.user("v", "on", parent="a")
    transcript = writer.load(tmp_path)
    assert [words for _, words in shape(transcript)] == [["go"], ["o\x01d"], ["on"]]
    assert kinds(transcript) == ["repaired"]


def test_half_an_emoji_at_the_end(tmp_path: Path) -> None:
    """claude-code#56064, #45982, codex-trace PR#279: replaced, the record kept, and counted."""
    writer = Writer()
    writer.user("u", "go")
    writer.raw(json.dumps(writer.reply("a", "m1", text("ok HALF"))).replace("HALF", "\\ud83d"))
    del writer.records[1]
    transcript = writer.load(tmp_path)
    assert transcript.messages[-1].blocks[0].text == "ok \ufffd"
    assert transcript.structure.requests == 1
    assert kinds(transcript) == ["repaired"]


def test_a_large_file_takes_memory_by_its_messages_and_not_by_its_bytes(tmp_path: Path) -> None:
    """SuperAgent PR#749, claude-tap#18, claude-code#52840: bodies stay in the file, and are read when looked at."""
    path = tmp_path / "large.jsonl"
    writer = Writer()
    with path.open("w", encoding="utf-8") as file:
        for number in range(800):
            writer.records = []
            writer.user(f"u{number}", f"{number}: " + "x" * 70_000)
            file.write(json.dumps(writer.records[0]) + "\n")
    assert path.stat().st_size > 50_000_000
    tracemalloc.start()
    transcript = load(path)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held < 5_000_000
    assert transcript.messages[799].blocks[0].text.startswith("799: x")


def test_pictures_are_references_and_never_text(tmp_path: Path) -> None:
    """claude-code#80175, pi#9613, codex#28531: one picture, written twice in its line, is kept by digest and measured once."""
    data = "QUJD" * 400_000
    source = {"type": "base64", "media_type": "image/png", "data": data}
    shown = {"type": "image", "file": {"base64": data}}
    writer = Writer()
    writer.user("u", "look")
    writer.reply("a", "m1", call("t"))
    writer.user(
        "r",
        [{"type": "tool_result", "tool_use_id": "t", "content": [{"type": "image", "source": source}]}],
        toolUseResult=shown,
    )
    transcript = writer.load(tmp_path)
    (result,) = transcript.messages[2].blocks
    assert [image.bytes for image in result.images] == [3 * 400_000]
    assert result.text == ""
    assert len(json.dumps(result.api)) < 1_000
    replay = inspector.replay(transcript)
    assert replay.view(2).size < 5_000


def test_one_view_has_one_window(tmp_path: Path) -> None:
    """opencode-dynamic-context-pruning#563: what is fixed is worked out anew after a compaction, not taken from before it."""
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m1", text("done"), usage={"input_tokens": 60_000, "output_tokens": 9})
    writer.boundary("b", "a", trigger="auto")
    writer.summary("s")
    writer.user("v", "go on")
    writer.reply("c", "m2", text("done"), usage={"input_tokens": 25_000, "output_tokens": 9})
    transcript = writer.load(tmp_path)
    usage = usage_of(transcript, 2)
    assert usage is not None
    assert usage.context == 25_000
    view = inspector.replay(transcript).view(2)
    assert {gone.fate for gone in view.gone} == {Fate.SUMMARISED}
    told: list[Any] = [m.blocks[0].text for m in view.messages]
    assert told == ["This session is being continued.", "go on"]
