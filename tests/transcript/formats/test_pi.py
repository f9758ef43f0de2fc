"""pi, Oh My Pi and OpenClaw sessions: what each record becomes, and what the agent saw."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript.artifacts import Artifacts
from inspector.transcript.model import Transcript, Usage
from tests.transcript.formats.fixtures_pi import Pi, call, claw, everything, first_version, oh_my_pi, png


def loaded(pi: Pi, folder: Path, **choice: str) -> Transcript:
    return inspector.load(pi.write(folder / "session.jsonl"), **choice)


def said(transcript: Transcript) -> list[str]:
    return ["".join(block.text for block in message.blocks) for message in transcript.messages]


def seen(transcript: Transcript, request: int) -> list[int | None]:
    """Positions of the messages of a recorded view, in order."""
    return [message.origin for message in inspector.replay(transcript).view(request).messages]


def test_every_entry_of_a_session(tmp_path: Path) -> None:
    found = loaded(everything(), tmp_path)
    assert (found.format, found.session, found.title) == ("pi", "5e55-1", "tide tables")
    assert [message.author for message in found.messages[:6]] == ["client", "human", "model", "tool", "model", "client"]
    assert said(found)[6] == "Ran `ls`\n```\ntides.csv\n```"
    assert "SECRET" not in "".join(said(found))
    assert found.messages[0].extra["session"]["parentSession"].endswith("old.jsonl")
    assert found.report.problems == ()
    assert [(branch.leaf, branch.messages, branch.title) for branch in found.branches] == [
        ("e000000a", 7, "and the day after?")
    ]


def test_the_first_version_has_no_ids_and_counts_records(tmp_path: Path) -> None:
    found = loaded(first_version(), tmp_path)
    assert said(found)[3:5] == ["Two buoys.", "no faults"]
    assert seen(found, 3) == [5, 3, 4, 6]
    assert found.compactions[0].tokens_before == 566


def test_a_subagent_of_oh_my_pi_has_its_system_prompt(tmp_path: Path) -> None:
    found = loaded(oh_my_pi(), tmp_path)
    assert (found.format, found.title) == ("oh-my-pi", "Survey, done")
    assert (found.messages[0].role, said(found)[0]) == ("system", "You survey.Be exact.")
    assert found.tools == ({"name": "read"}, {"name": "bash"})
    assert seen(found, 2) == [0, 5, 4, 6]
    assert seen(found, 3) == [0, 8]


def test_a_reset_of_openclaw(tmp_path: Path) -> None:
    found = loaded(claw(), tmp_path)
    assert found.format == "openclaw"
    assert said(found)[3:] == ["It is shut.", "who was there?", "good evening"]
    assert seen(found, 3) == [3, 4, 5]


def test_usage_is_in_disjoint_parts(tmp_path: Path) -> None:
    """formats.md, section 1.2: nothing of `input` was cached; reasoning is a part of the output."""
    pi = Pi()
    pi.user("hi")
    pi.reply("yes", usage=(7, 30, 900, 40))
    pi.records[-1]["message"]["usage"]["reasoning"] = 12
    (usage,) = [message.usage for message in loaded(pi, tmp_path).messages if message.usage]
    assert usage == Usage(7, 900, 40, 30, 12)
    assert usage.context == 947


def test_usage_of_version_one_has_no_total(tmp_path: Path) -> None:
    pi = Pi(None)
    pi.user("hi")
    pi.reply("yes", usage=(7, 3))
    del pi.records[-1]["message"]["usage"]["totalTokens"]
    assert loaded(pi, tmp_path).messages[1].usage == Usage(7, 0, 0, 3)


def test_replies_that_said_nothing_are_no_requests(tmp_path: Path) -> None:
    """pi: aborted lines with empty content. OpenClaw: provider errors repeat; on the way, never in the prompt."""
    pi = Pi()
    pi.user("hi")
    pi.reply(stop="aborted")
    pi.reply(stop="error", errorMessage="400")
    pi.reply(" ", {"type": "thinking", "thinking": ""}, stop="error", errorMessage="529")
    pi.reply(stop="error", usage=(10, 0))
    pi.reply(stop="stop")
    pi.reply("yes")
    found = loaded(pi, tmp_path)
    assert said(found) == ["hi", "yes"]
    assert found.structure.requests == 1
    assert (found.report.records["message"], found.report.problems) == (7, ())


def test_an_empty_reply_that_was_paid_for_is_one(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("hi")
    pi.reply(usage=(10, 1))
    found = loaded(pi, tmp_path)
    assert [message.role for message in found.messages] == ["user", "assistant"]


def test_half_a_reply_is_uncertain(tmp_path: Path) -> None:
    """Until January 2026 pi sent it again, later it does not; which version wrote the file is not recorded."""
    pi = Pi()
    pi.user("hi")
    pi.reply("I was about t", call("c1", "a", partialJson='{"path": "a'), stop="aborted", errorMessage="aborted")
    pi.user("go on")
    found = loaded(pi, tmp_path)
    assert [message.uncertain for message in found.messages] == [False, True, False]
    assert found.messages[1].extra == {"stopReason": "aborted", "errorMessage": "aborted"}
    assert found.messages[1].blocks[1].api["_partialJson"] == '{"path": "a'


def test_composite_ids_join_calls_and_results(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("read both")
    pi.reply(call("call_a|fc_1", "a"), call("call_b|fc_2", "b"), stop="toolUse")
    pi.result("call_b|fc_2", "B")
    pi.result("call_a|fc_1", "A", isError=True, details={"secret": "for the screen alone"})
    found = loaded(pi, tmp_path)
    shape = found.structure
    assert [shape.partner[call] for call in shape.calls] == [4, 3]
    assert shape.requests == 2
    assert found.messages[3].blocks[0].api["is_error"] is True
    assert "screen" not in str(found.messages[3].blocks[0].api)


def test_blocks_of_all_kinds(tmp_path: Path) -> None:
    pi = Pi()
    thinking = {"type": "thinking", "thinking": "hm", "thinkingSignature": "sig"}
    redacted = {"type": "thinking", "thinking": "", "thinkingSignature": "enc", "redacted": True}
    signed = {"type": "text", "text": "yes", "textSignature": "t1"}
    pi.user(
        [
            {"type": "text", "text": "see"},
            {"type": "image", "data": png(7, 5), "mimeType": "image/png"},
            {"type": "new"},
        ]
    )
    pi.reply(thinking, redacted, signed, {"type": "toolCall", "id": "c", "name": "n", "arguments": "no json"})
    found = loaded(pi, tmp_path)
    first, second = (message.blocks for message in found.messages)
    assert [block.kind for block in (*first, *second)] == [
        *("text", "image", "opaque"),
        *("thinking", "opaque", "text", "tool_use"),
    ]
    assert (first[1].images[0].width, first[1].images[0].height) == (7, 5)
    assert second[0].api == {"type": "thinking", "thinking": "hm", "signature": "sig"}
    assert second[1].api == {"type": "redacted_thinking", "data": "enc"}
    assert second[2].api == {"type": "text", "text": "yes", "_textSignature": "t1"}
    assert second[3].input == {"_raw_arguments": "no json"}


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"output": "", "exitCode": 0}, "Ran `make`\n(no output)"),
        ({"output": "x", "exitCode": 2}, "Ran `make`\n```\nx\n```\n\nCommand exited with code 2"),
        ({"output": "x", "exitCode": 2, "cancelled": True}, "Ran `make`\n```\nx\n```\n\n(command cancelled)"),
        (
            {"output": "x", "truncated": True, "fullOutputPath": "/tmp/pi-bash-1.log"},
            "Ran `make`\n```\nx\n```\n\n[Output truncated. Full output: /tmp/pi-bash-1.log]",
        ),
    ],
)
def test_a_command_of_the_person_is_sent_as_text(tmp_path: Path, fields: dict[str, Any], text: str) -> None:
    pi = Pi()
    pi.message("bashExecution", command="make", **fields)
    found = loaded(pi, tmp_path)
    assert said(found) == [text]
    assert (found.messages[0].role, found.messages[0].author) == ("user", "client")


def test_what_is_left_out_of_the_prompt_is_no_message(tmp_path: Path) -> None:
    pi = Pi()
    pi.message("bashExecution", command="make", output="x", excludeFromContext=True)
    pi.user("shown alone", excludeFromContext=True)
    pi.user("hi")
    assert said(loaded(pi, tmp_path)) == ["hi"]


def test_who_wrote_it(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("[Mon 08:00] Ann (id 7): typed")
    pi.user("from a subagent", attribution="agent")
    pi.user("from another session", provenance={"kind": "inter_session"})
    pi.user("from a chat", provenance={"kind": "external_user"})
    pi.message("developer", content="keep to the plan")
    pi.message("custom", customType="x", content=[{"type": "text", "text": "hint"}], display=False)
    found = loaded(pi, tmp_path)
    assert [message.author for message in found.messages] == ["human", "client", "client", "human", "client", "client"]
    assert said(found)[0] == "[Mon 08:00] Ann (id 7): typed", "text stays as it was sent"


def test_unknown_records_are_counted_and_told_once_a_kind(tmp_path: Path) -> None:
    pi = Pi()
    pi.user("hi")
    for _ in range(3):
        pi.add("brand_new", x=1)
        pi.message("oracle", content="?")
    pi.raw(type=7)
    pi.raw(x=1)
    found = loaded(pi, tmp_path)
    assert [(each.line, each.kind) for each in found.report.problems] == [
        *((3, "unknown-record"), (4, "unknown-record"), (9, "unknown-record"), (10, "unknown-record"))
    ]
    assert (found.report.records["brand_new"], found.report.records["message"]) == (3, 4)
    assert said(found) == ["hi"]


@pytest.mark.parametrize(("folder", "name"), [(".openclaw", "openclaw"), (".omp", "oh-my-pi"), (".pi", "pi")])
def test_whose_it_is_where_only_the_folder_tells(tmp_path: Path, folder: str, name: str) -> None:
    pi = Pi()
    pi.user("hi")
    assert inspector.load(pi.write(tmp_path / folder / "agents" / "s.jsonl")).format == name


def test_titles(tmp_path: Path) -> None:
    pi = Pi(title="first")
    assert loaded(pi, tmp_path).title == "first"
    pi.add("title_change", title="second")
    assert loaded(pi, tmp_path).title == "second"
    pi.add("session_info", name=" third ")
    assert loaded(pi, tmp_path).title == "third"
    pi.add("session_info", name="")
    assert loaded(pi, tmp_path).title == ""


def test_subagents_of_oh_my_pi(tmp_path: Path) -> None:
    pi = oh_my_pi()
    path = pi.write(tmp_path / "main.jsonl")
    oh_my_pi().write(tmp_path / "main" / "Survey.jsonl")
    (tmp_path / "main" / "3.bash.log").write_text("no session")
    (tmp_path / "main" / "odd.jsonl").write_text("{}\n")
    os.symlink(path, tmp_path / "main" / "Link.jsonl")
    found = inspector.load(path)
    (chain,) = found.sidechains
    assert (chain.id, chain.title, chain.path) == (
        "Survey",
        "survey the buoys",
        str(tmp_path / "main" / "Survey.jsonl"),
    )
    assert chain.messages == 7
    inner = inspector.load(path, sidechain="Survey")
    assert (said(inner), inner.path) == (said(found), chain.path)
    for name in ("Link", "odd", "none", "../main"):
        with pytest.raises(inspector.TranscriptError, match="no subagent"):
            inspector.load(path, sidechain=name)


def test_outputs_that_lie_beside_the_session(tmp_path: Path) -> None:
    pi = Pi()
    pi.message("bashExecution", command="make", output="x", truncated=True, fullOutputPath="/tmp/pi-bash-1.log")
    pi.reply(call("c1", "a"))
    pi.result("c1", "short\n[Full output: artifact://7]")
    path = pi.write(tmp_path / "s.jsonl")
    found = inspector.load(path)
    artifacts = Artifacts.of(found)
    assert artifacts is not None
    assert [artifacts.for_block(found, block) for block in range(3)] == [None, None, None]
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "pi-bash-1.log").write_text("all of it")
    (tmp_path / "s" / "7.bash.log").write_text("all of that")
    (tmp_path / "s" / "70.bash.log").write_text("another")
    named = [artifacts.for_block(found, block) for block in range(3)]
    assert [each.file if each else "" for each in named] == ["pi-bash-1.log", "", "7.bash.log"]
    (tmp_path / "s" / "7.bash.log").unlink()
    os.symlink(path, tmp_path / "s" / "7.bash.log")
    assert artifacts.for_block(found, 2) is None
