"""Gemini CLI sessions: what records do to the list of messages, and what the model got."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError, load
from inspector.transcript.artifacts import Artifacts
from inspector.transcript.model import UnreadableUsage, Usage
from tests.transcript.formats.fixtures_gemini import (
    ACK,
    AFTER,
    CHECKPOINT,
    LINES,
    MASKED,
    PATCHED,
    SNAPSHOT,
    call,
    compressed,
    document,
    gemini,
    lines,
    made,
    meta,
    patched,
    response,
    tokens,
    two_turns,
    user,
)
from tests.transcript.growth import assert_equal, cuts, grow

Record = dict[str, Any]


def opened(path: Path, data: bytes, **choice: str) -> Transcript:
    path.write_bytes(data)
    return load(path, **choice)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session-2026-03-01T09-00-s1.jsonl"


def said(transcript: Transcript) -> list[tuple[str, str]]:
    """Each message in short: its author, and its texts and the calls in it."""
    return [
        (m.author, " ".join(b.text if b.kind != "tool_use" else f"call {b.tool_id}" for b in m.blocks))
        for m in transcript.messages
    ]


def view(transcript: Transcript, request: int) -> list[str]:
    """The recorded view of a request, block by block."""
    shown = inspector.replay(transcript).view(request)
    blocks = [block for message in shown.messages for block in message.blocks]
    return [f"call {b.source.tool_id}" if b.kind == "tool_use" and b.source else b.text for b in blocks]


def test_calls_and_their_results_are_two_messages(path: Path) -> None:
    found = opened(path, lines(meta(), *two_turns()))
    assert said(found) == [
        ("human", "read the timetable"),
        ("model", "call c1"),
        ("tool", "07:10 Kaj\n07:40 Sund"),
        ("model", "Two ferries."),
        ("human", "and the fares?"),
        ("model", "**Fares** Look. call c2"),
        ("tool", "12 kr"),
        ("model", "Twelve crowns."),
    ]
    assert (found.format, found.session, found.structure.requests, found.report.problems) == ("gemini", "s-1", 4, ())
    assert [m.line for m in found.messages] == [2, 3, 3, 4, 5, 6, 6, 7]
    assert [b.kind for b in found.messages[5].blocks] == ["thinking", "tool_use"]
    assert found.messages[5].blocks[1].input == {"file_path": "c2.py"}


@pytest.mark.parametrize("layout", ["document", "line"])
def test_the_old_document_also_on_one_line(path: Path, layout: str) -> None:
    """formats.md §1: Gemini documents are met under .jsonl names, single-line ones too."""
    data = document(*two_turns(), {"id": "i", "type": "info", "content": "an update"}, summary="Ferries")
    found = opened(path, data if layout == "document" else json.dumps(json.loads(data)).encode())
    assert said(found) == said(opened(path, lines(meta(), *two_turns())))
    assert (found.session, found.title, dict(found.report.records)) == (
        "s-1",
        "Ferries",
        {"session": 1, "user": 2, "gemini": 4, "info": 1},
    )


def test_what_is_shown_to_the_person_is_not_sent(path: Path) -> None:
    shown = [{"id": kind, "type": kind, "content": "x"} for kind in ("info", "warning", "error")]
    found = opened(path, lines(meta(), user("u", "go"), *shown, gemini("g", "yes")))
    assert said(found) == [("human", "go"), ("model", "yes")]
    assert (found.report.records["warning"], found.report.problems) == (1, ())


def test_unknown_types_are_told_once(path: Path) -> None:
    odd = [{"id": f"o{n}", "type": "hologram", "content": "x"} for n in range(3)]
    found = opened(path, lines(meta(), user("u", "go"), *odd, {"id": "p", "type": ["x"]}))
    assert [p.kind for p in found.report.problems] == ["unknown-record"] * 2
    assert found.report.records["'hologram'"] == 3


# ── the list of messages ────────────────────────────────────────────────────────────────────────────────


def test_a_known_id_is_the_next_state_of_its_message(path: Path) -> None:
    """formats.md §21, 20: the same id twice keeps the place of the first and the content of the last."""
    waiting = gemini("g1", "Looking.", call("c1", None, status="executing"))
    done = gemini("g1", "Looking.", call("c1", "found"), tokens=tokens(10, 2))
    found = opened(path, lines(meta(), user("u", "go"), waiting, user("w", "and?"), done))
    assert said(found) == [("human", "go"), ("model", "Looking. call c1"), ("tool", "found"), ("human", "and?")]
    assert found.messages[1].usage == Usage(10, 0, 0, 2)


def test_results_recorded_beside_their_calls_are_no_second_message(path: Path) -> None:
    beside = made("r1", [response("c1", "07:10 Kaj\n07:40 Sund")], "user")
    turns = two_turns()
    found = opened(path, lines(meta(), *turns[:2], beside, *turns[2:]))
    assert said(found) == said(opened(path, lines(meta(), *turns)))
    alone = opened(path, lines(meta(), user("u", "go"), gemini("g", "", call("c1", None)), beside))
    assert said(alone)[-1] == ("tool", "07:10 Kaj\n07:40 Sund")


def test_a_rewind_takes_back_a_message_and_all_after_it(path: Path) -> None:
    found = opened(path, lines(meta(), *two_turns(), {"$rewindTo": "u22"}, user("v", "stop"), gemini("h", "Stopped.")))
    assert [text for _, text in said(found)][3:] == ["Two ferries.", "stop", "Stopped."]
    (branch,) = found.branches
    assert (branch.leaf, branch.line, branch.title) == ("g4", 8, "Twelve crowns.")
    other = load(path, leaf="g4")
    assert said(other) == said(opened(path, lines(meta(), *two_turns())))
    path.write_bytes(lines(meta(), *two_turns(), {"$rewindTo": "u22"}))
    with pytest.raises(TranscriptError, match="no branch"):
        load(path, leaf="zzz")


def test_a_rewind_to_nothing_takes_all(path: Path) -> None:
    """formats.md §21, 20: `$rewindTo` of an unknown id removes everything."""
    found = opened(path, lines(meta(), *two_turns(), {"$rewindTo": "x"}, user("v", "anew")))
    assert said(found) == [("human", "anew")]
    assert [(p.line, p.kind) for p in found.report.problems] == [(8, "unknown-target")]
    assert [branch.leaf for branch in found.branches] == ["g4"]


def test_a_list_that_is_the_beginning_of_the_old_one_takes_the_rest_back(path: Path) -> None:
    """A prompt that was broken off: the recorder writes the list as it was before."""
    turns = two_turns()
    found = opened(path, lines(meta(), *turns, {"$set": {"messages": turns[:3]}}, user("v", "stop")))
    assert [text for _, text in said(found)][-2:] == ["Two ferries.", "stop"]
    assert (found.compactions, [branch.leaf for branch in found.branches]) == ((), ["g4"])


def test_a_list_with_more_in_it_only_adds(path: Path) -> None:
    turns = two_turns()
    env = made("e", "<session_context>\nToday\n</session_context>", "user")
    found = opened(path, lines(meta(), *turns, {"$set": {"messages": [env, *turns]}}, *AFTER))
    assert (found.compactions, found.branches, len(found.messages)) == ((), (), 11)
    assert said(found)[:2] == [
        ("client", "<session_context>\nToday\n</session_context>"),
        ("human", "read the timetable"),
    ]


# ── compressions and maskings ───────────────────────────────────────────────────────────────────────────

TAIL = ["and the fares?", "**Fares** Look.", "call c2", "12 kr", "Twelve crowns."]
"""What was kept of the two turns, as it was recorded first."""

ENV = "<session_context>\nThis is the Gemini CLI.\n</session_context>"


@pytest.mark.parametrize("how", ["set", "patch"])
def test_a_compression_is_told_from_the_two_lists(path: Path, how: str) -> None:
    """formats.md §21, 20: `$set.messages`. The kept tail stands there under new ids and is the old messages."""
    change = patched() if how == "patch" else [{"$set": {"messages": compressed()}}]
    found = opened(path, lines(meta(), *two_turns(), *change, *AFTER))
    (compaction,) = found.compactions
    assert said(found)[8:] == [("client", ENV), ("client", SNAPSHOT), ("client", ACK), ("human", "and on Sundays?"),
                               ("model", "None on Sundays.")]  # fmt: skip
    assert (compaction.kind, compaction.before, compaction.summary) == ("full", 8, 9)
    assert compaction.order == (8, 9, 10, 4, 5, 6, 7)
    assert found.messages[9].blocks[0].kind == "summary"
    assert found.structure.requests == 5, "what the client lets the model say is no reply"
    assert view(found, 4)[:2] == ["read the timetable", "call c1"]
    assert view(found, 5) == [ENV, SNAPSHOT, ACK, *TAIL, "and on Sundays?"]
    assert (found.branches, found.report.problems) == ((), ())


def test_kept_messages_may_keep_their_ids(path: Path) -> None:
    kept = [made("s", SNAPSHOT, "user"), made("a", ACK), *two_turns()[3:]]
    found = opened(path, lines(meta(), *two_turns(), {"$set": {"messages": kept}}, *AFTER))
    assert found.compactions[0].order == (8, 9, 4, 5, 6, 7)
    assert view(found, 5) == [SNAPSHOT, ACK, *TAIL, "and on Sundays?"]


def test_a_second_compression(path: Path) -> None:
    again = [made("s2", SNAPSHOT.replace("Port", "Print"), "user"), made("a2", ACK), *AFTER]
    data = lines(
        meta(),
        *two_turns(),
        {"$set": {"messages": compressed()}},
        *AFTER,
        {"$set": {"messages": again}},
        user("w", "so?"),
    )
    found = opened(path, data)
    assert [c.before for c in found.compactions] == [8, 13]
    assert view(found, 6) == [SNAPSHOT.replace("Port", "Print"), ACK, "and on Sundays?", "None on Sundays.", "so?"]


def test_typed_words_that_quote_a_snapshot_stay_a_persons(path: Path) -> None:
    """hermes-agent#86234, happy#1339, claudecodeui#1292: a summary is not told by words in the middle of a message."""
    found = opened(path, lines(meta(), user("u", f"what does {SNAPSHOT} mean?"), user("s", SNAPSHOT)))
    assert [(m.author, m.blocks[0].kind) for m in found.messages] == [("human", "text"), ("client", "summary")]


def masked(record: Record) -> Record:
    return record | {"toolCalls": [call("c1", MASKED)]} if record["id"] == "g1" else record


def test_masked_outputs_stay_whole_in_the_transcript(path: Path) -> None:
    found = opened(path, lines(meta(), *two_turns(), {"$set": {"messages": [masked(r) for r in two_turns()]}}, *AFTER))
    (compaction,) = found.compactions
    assert (compaction.kind, compaction.before, dict(compaction.replaced)) == ("micro", 8, {"c1": MASKED})
    assert said(found)[2] == ("tool", "07:10 Kaj\n07:40 Sund")
    assert view(found, 4)[2] == "07:10 Kaj\n07:40 Sund"
    assert view(found, 5)[2] == MASKED


def masked_by_record() -> list[Record]:
    return [masked(two_turns()[1])]


def masked_by_patch() -> list[Record]:
    return [{"$patch": {"updates": [{"id": "g1", "toolCalls": [{"id": "c1", "result": [response("c1", MASKED)]}]}]}}]


def masked_by_copies() -> list[Record]:
    """`setHistory`: every turn is recorded again, under a new id."""
    copies = [
        made("d1", [{"text": "read the timetable"}], "user"),
        made("d2", [{"functionCall": {"id": "c1", "name": "read_file", "args": {}}}]),
        made("d3", [response("c1", MASKED)], "user"),
        made("d4", [{"text": "Two ferries."}]),
        made("d5", [{"text": "and the fares?"}], "user"),
        made("d6", [{"functionCall": {"id": "c2", "name": "run_shell_command", "args": {}}}]),
        made("d7", [response("c2", "12 kr")], "user"),
        made("d8", [{"text": "Twelve crowns."}]),
    ]
    return [*copies, {"$set": {"messages": copies}}]


@pytest.mark.parametrize("how", [masked_by_record, masked_by_patch, masked_by_copies])
def test_other_ways_to_mask(path: Path, how: Any) -> None:
    found = opened(path, lines(meta(), *two_turns(), *how(), *AFTER))
    assert [(c.kind, c.before, dict(c.replaced)) for c in found.compactions] == [("micro", 8, {"c1": MASKED})]
    assert len(found.messages) == 10
    assert view(found, 5)[2] == MASKED


def copies(round: str, output: str) -> list[Record]:
    """The first turn, recorded again."""
    return [
        made(f"{round}1", [{"text": "read the timetable"}], "user"),
        made(f"{round}2", [{"functionCall": {"id": "c1", "name": "read_file", "args": {}}}]),
        made(f"{round}3", [response("c1", output)], "user"),
        made(f"{round}4", [{"text": "Two ferries."}]),
    ]


@pytest.mark.parametrize("how", ["set", "patch"])
def test_a_list_that_is_copied_twice(path: Path, how: str) -> None:
    """What a message is called in the list changes with each copy, the message does not."""
    records: list[Record] = [meta(), *two_turns()[:3]]
    names = ["u1", "g1", "g2"]
    for round, output in (("d", "first mask"), ("e", "second mask")):
        fresh = copies(round, output)
        records += fresh
        now = [each["id"] for each in fresh]
        records.append(
            {"$set": {"messages": fresh}} if how == "set" else {"$patch": {"removeIds": names, "orderIds": now}}
        )
        names = now
    found = opened(path, lines(*records, user("w", "so?")))
    assert [(c.kind, c.before, dict(c.replaced)) for c in found.compactions] == [
        ("micro", 4, {"c1": "first mask"}),
        ("micro", 4, {"c1": "second mask"}),
    ]
    assert view(found, 3) == ["read the timetable", "call c1", "second mask", "Two ferries.", "so?"]
    found = opened(path, lines(*records, {"$rewindTo": "e1"}, user("w", "so?")))
    assert said(found) == [("human", "so?")]


def test_a_rewind_to_before_a_compression_leaves_nothing_of_it(path: Path) -> None:
    """What was compressed stays in the transcript, and no prompt after it holds it."""
    back = [{"$set": {"messages": compressed()}}, *AFTER, {"$rewindTo": "e"}]
    found = opened(path, lines(meta(), *two_turns(), *back, user("v", "anew"), gemini("h", "Yes.")))
    assert [text for _, text in said(found)] == [
        "read the timetable",
        "call c1",
        "07:10 Kaj\n07:40 Sund",
        "Two ferries.",
        "anew",
        "Yes.",
    ]
    assert view(found, 3) == ["anew"]


def test_a_patch_that_removes_the_end_takes_it_back(path: Path) -> None:
    gone = [r["id"] for r in two_turns()[3:]]
    found = opened(path, lines(meta(), *two_turns(), {"$patch": {"removeIds": gone}}, user("v", "stop")))
    assert [text for _, text in said(found)][-2:] == ["Two ferries.", "stop"]
    assert [branch.leaf for branch in found.branches] == ["g4"]


# ── parts, usage ────────────────────────────────────────────────────────────────────────────────────────


def test_parts_of_every_kind(path: Path) -> None:
    pixel = base64.b64encode(
        b"\x89PNG\r\n\x1a\n" + b"\0" * 8 + (3).to_bytes(4, "big") + (2).to_bytes(4, "big")
    ).decode()
    content = [
        "plain",
        {"text": "\n--- Content from referenced files ---"},
        {"inlineData": {"mimeType": "image/png", "data": pixel}},
        {"inlineData": {"mimeType": "application/pdf", "data": pixel}},
        {"fileData": {"mimeType": "image/jpeg", "fileUri": "https://example.org/a"}},
        {"executableCode": {"code": "1"}},
    ]
    found = opened(path, lines(meta(), user("u", content)))
    blocks = found.messages[0].blocks
    assert [b.kind for b in blocks] == ["text", "text", "image", "document", "image", "opaque"]
    assert [(b.images[0].width, b.images[0].height) for b in blocks[2:3]] == [(3, 2)]
    assert pixel not in json.dumps([dict(b.api) for b in blocks])


def test_parts_beside_a_result_belong_to_it(path: Path) -> None:
    picture = {"inlineData": {"mimeType": "image/png", "data": "aGVsbG8="}}
    both = [response("c1", "one"), picture, response("c2", "two")]
    record = gemini(
        "g", "", call("c1") | {"result": both}, call("c2") | {"result": both}, call("c3") | {"result": "bare"}
    )
    found = opened(path, lines(meta(), user("u", "go"), record))
    results = found.messages[2].blocks
    assert [(b.tool_id, b.text, len(b.images)) for b in results] == [
        ("c1", "one", 1),
        ("c2", "two", 0),
        ("c3", "bare", 0),
    ]


def test_errors_are_marked(path: Path) -> None:
    failed = {"functionResponse": {"id": "c1", "name": "edit", "response": {"error": "no such text"}}}
    found = opened(path, lines(meta(), user("u", "go"), gemini("g", "", call("c1") | {"result": [failed]})))
    (block,) = found.messages[2].blocks
    assert (block.text, block.api["is_error"]) == ("no such text", True)


@pytest.mark.parametrize(
    ("given", "usage"),
    [
        (tokens(12069, 147, 11502, total=12216), Usage(567, 11502, 0, 147, 0)),
        (tokens(150, 60, 20, 10, 15, total=255), Usage(165, 20, 0, 70, 10)),
        (tokens(1000, 20, 200, 7, 5), Usage(805, 200, 0, 27, 7)),
        (tokens(100, 5, 40, total=0), Usage(60, 40, 0, 5, 0)),
        (tokens(30, 5, 40, total=0), Usage(30, 40, 0, 5, 0)),
        (tokens(0, 0), None),
        ({"input": "many", "total": True, "output": -4}, UnreadableUsage()),
        (None, None),
    ],
)
def test_usage(path: Path, given: Any, usage: Usage | None) -> None:
    """tokscale PR#452: whether `input` includes what was cached is decided by `total`."""
    found = opened(path, lines(meta(), user("u", "go"), gemini("g", "yes", tokens=given)))
    assert found.messages[1].usage == usage


# ── around the session ──────────────────────────────────────────────────────────────────────────────────


def test_checkpoints_hold_contents(path: Path) -> None:
    found = opened(path, CHECKPOINT)
    assert said(found) == [("human", "read it"), ("model", "call read_file#1"), ("tool", "one"), ("model", "One.")]
    assert [b.tool_id for b in found.messages[2].blocks] == ["read_file#1"], (
        "without ids they are joined by name, in order"
    )
    inside = opened(path, json.dumps({"history": json.loads(CHECKPOINT), "authType": "x"}, indent=1).encode())
    assert said(inside) == said(found)


def test_subagents_lie_in_the_folder_of_the_session(path: Path) -> None:
    folder = path.parent / "s-1"
    folder.mkdir()
    own = lines(meta("agent-7", kind="subagent"), user("x", "count the ferries"), gemini("y", "Two."))
    (folder / "agent-7.jsonl").write_bytes(own)
    (path.parent / "outside.jsonl").write_bytes(own)
    (folder / "linked.jsonl").symlink_to(path.parent / "outside.jsonl")
    record = gemini("g", "", call("c9", "Two.", "delegate", agentId="agent-7"))
    found = opened(path, lines(meta(), user("u", "go"), record))
    (sidechain,) = found.sidechains
    assert (sidechain.id, sidechain.messages, sidechain.title) == ("agent-7", 2, "count the ferries")
    assert (sidechain.parent_tool_id, sidechain.path) == ("c9", str(folder / "agent-7.jsonl"))
    assert said(load(path, sidechain="agent-7")) == [("human", "count the ferries"), ("model", "Two.")]
    with pytest.raises(TranscriptError, match="no subagent"):
        load(path, sidechain="agent-8")


def test_outputs_that_were_too_large_are_found(tmp_path: Path) -> None:
    """`<project>/tool-outputs/session-<id>/`, beside the folder of the chats; of a path only the last part means something."""
    home = tmp_path / "chats"
    kept = tmp_path / "tool-outputs" / "session-s-1"
    home.mkdir()
    kept.mkdir(parents=True)
    (kept / "c1.txt").write_text("all of it")
    (tmp_path / "tool-outputs" / "c2.txt").write_text("another session's")
    (kept / "c3.txt").symlink_to(tmp_path / "tool-outputs" / "c2.txt")
    said = "Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /h/.gemini/tmp/x/{}\nhead"
    names = (
        "tool-outputs/session-s-1/c1.txt",
        "tool-outputs/c2.txt",
        "tool-outputs/session-s-1/c3.txt",
        "../../c2.txt",
    )
    record = gemini("g", "", *(call(f"t{n}", said.format(name)) for n, name in enumerate(names)))
    found = opened(home / "session-x.jsonl", lines(meta(), user("u", "go"), record))
    artifacts = Artifacts.of(found)
    assert artifacts is not None
    results = [artifacts.for_block(found, block) for block in found.structure.results]
    assert [each and (each.file, each.size) for each in results] == [("c1.txt", 9), None, None, None]
    assert results[0] is not None
    assert artifacts.preview(results[0], head=1).head[0].text == "all of it"


def test_a_session_id_leads_nowhere_else(path: Path) -> None:
    (path.parent / "other").mkdir()
    (path.parent / "other" / "x.jsonl").write_bytes(lines(meta()))
    home = path.parent / "chats"
    home.mkdir()
    for session in ("../other", "..", "/etc", "."):
        assert opened(home / path.name, lines(meta(session), user("u", "go"))).sidechains == ()


@pytest.mark.parametrize("data", [LINES, PATCHED], ids=["lines", "patched"])
def test_it_grows_with_its_file(path: Path, data: bytes) -> None:
    read_on = 0
    for grown, fresh, on in grow(path, data, cuts(data, 25, 5)):
        assert_equal(grown, fresh)
        read_on += on
    assert read_on > 15


@pytest.mark.parametrize(
    "records",
    [
        [meta(), {"$set": {"messages": [1, None, {"type": "gemini", "toolCalls": [5, {"id": {}}], "content": 3}]}}],
        [
            meta(),
            {"$rewindTo": ["x"]},
            {"$patch": [1]},
            {"$set": 4},
            {"$patch": {"id": "q", "updates": {}, "orderIds": [[]]}},
        ],
        [meta(), user("u", {"text": ["x"]}), gemini("g", None, thoughts=[[], {"subject": 4}], tokens=[], model={})],
        [{"sessionId": [], "projectHash": {}}, {"id": {"a": 1}, "type": "user", "content": [[[]]], "timestamp": 9}],
        [meta(), user("u", [{"functionResponse": {"id": 4, "response": [1]}}, {"functionCall": {"args": [1]}}])],
        [meta(), gemini("g", "", {"id": "c", "result": {"functionResponse": "x"}, "args": "words"})],
    ],
)
def test_fields_of_any_type(path: Path, records: list[Record]) -> None:
    found = opened(path, lines(*records))
    inspector.replay(found).view(found.structure.requests)


def test_bodies_of_a_large_session_stay_in_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = opened(path, LINES)
    monkeypatch.setattr("inspector.transcript.store.HOLD_BELOW", 10)
    stored = load(path)
    assert_equal(stored, held)
    assert {type(b.body).__name__ for m in stored.messages for b in m.blocks} == {"Stored"}
    assert_equal(load(path, leaf="g5"), opened(path, LINES, leaf="g5"))


def test_lists_without_end_are_bounded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.transcript.formats.assembly.MOST", 8)
    changes = [{"$patch": {"id": "u1", "content": f"now {n}"}} for n in range(4)]
    found = opened(path, lines(meta(), *two_turns(), *changes))
    assert (len(found.compactions), [p.kind for p in found.report.problems]) == (1, ["too-many"])
