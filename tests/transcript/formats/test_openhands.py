"""OpenHands: events of both generations as messages, rows as parts, folders of events, and what condensations leave."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError, load
from inspector.transcript.formats.openhands import rows as rows_module
from inspector.transcript.load import load_open
from inspector.transcript.model import Usage
from tests.transcript.formats.fixtures_openhands import (
    BOTH,
    CONDENSED,
    FIRST,
    FLAT,
    FUZZED,
    PAIRS,
    SECOND,
    action,
    folder,
    gives,
    kind,
    lines,
    observation,
    response,
    row,
    text,
)
from tests.transcript.growth import assert_equal, cuts, grow

Record = dict[str, Any]


def opened(tmp_path: Path, value: Any) -> Transcript:
    (tmp_path / "events.json").write_text(json.dumps(value))
    return load(tmp_path / "events.json")


def said(transcript: Transcript) -> list[tuple[str, str]]:
    return [
        (m.author, " ".join(f"call {b.tool_id}" if b.kind == "tool_use" else b.text for b in m.blocks))
        for m in transcript.messages
    ]


def view(transcript: Transcript, request: int) -> list[str]:
    shown = inspector.replay(transcript).view(request)
    return [" ".join("call" if b.kind == "tool_use" else b.text for b in m.blocks) for m in shown.messages]


# ── the first generation ────────────────────────────────────────────────────────────────────────────────


def test_one_response_is_one_message(tmp_path: Path) -> None:
    """formats.md §13: `tool_call_metadata` repeats the whole response; its usage counts once."""
    found = opened(tmp_path, FIRST)
    assert said(found) == [
        ("system", "You are OpenHands."),
        ("human", "mend the timetable"),
        ("client", "repo_name: ferries\ndate: 2026-03-01"),
        ("model", "Two at once. call c1 call c2"),
        ("tool", "one\n[Current working directory: /w]\n[Command finished with exit code 0] two"),
        ("model", "Read. call c3"),
        ("tool", "three"),
    ]
    assert [m.usage for m in found.messages if m.usage] == [Usage(200, 800, 0, 9), Usage(1000, 0, 0, 9)]
    assert (found.format, found.model, len(found.tools), found.report.problems) == ("openhands", "m-1", 1, ())
    assert [m.uncertain for m in found.messages] == [False, False, True, False, False, False, False]
    assert found.report.records["observation agent_state_changed"] == 1
    assert found.messages[3].blocks[1].input == {"command": "run c1"}


def test_a_condensation(tmp_path: Path) -> None:
    """Events 2 to 8 are forgotten; the summary is the third of what is left."""
    found = opened(tmp_path, [*FIRST, *CONDENSED])
    (compaction,) = found.compactions
    assert (compaction.before, compaction.summary, compaction.order) == (7, 7, (0, 1, 7, 5, 6))
    assert found.messages[7].blocks[0].kind == "summary"
    assert view(found, 3) == ["You are OpenHands.", "mend the timetable", "The file was read.", "Read. call", "three"]
    assert view(found, 4)[-2:] == ["Go on. call", "no such file\n[Error occurred in processing last action]"]
    assert said(found)[-1] == ("model", "All done.")
    assert found.structure.requests == 4


def test_the_opening_is_put_back(tmp_path: Path) -> None:
    """`_ensure_system_message`, `_ensure_initial_user_message`."""
    forgets = action(12, "condensation", forgotten_event_ids=[0, 1, 2, 3, 4, 5, 6, 7], summary="s", summary_offset=0)
    assert view(opened(tmp_path, [*FIRST, forgets]), 3) == [
        "You are OpenHands.",
        "mend the timetable",
        "s",
        "Read. call",
        "three",
    ]


def test_calls_without_results_go_with_them(tmp_path: Path) -> None:
    forgets = action(12, "condensation", forgotten_event_ids=[3, 4, 6, 10])
    found = opened(tmp_path, [*FIRST, forgets, action(13, "message", content="so?")])
    assert found.compactions[0].summary is None
    assert view(found, 3) == ["You are OpenHands.", "mend the timetable"]


def test_the_last_summary_stays_and_what_was_forgotten_too(tmp_path: Path) -> None:
    again = action(16, "condensation", forgotten_event_ids=[9, 10])
    found = opened(tmp_path, [*FIRST, *CONDENSED[:4], again, action(17, "message", content="so?")])
    assert view(found, 4)[:4] == ["You are OpenHands.", "mend the timetable", "The file was read.", "Go on. call"]


def test_usage_that_is_counted_up(tmp_path: Path) -> None:
    """`accumulated_token_usage` is cumulative: a reply without a usage of its own has what was added."""

    def so_far(prompt: int, output: int, read: int) -> Record:
        return {
            "accumulated_token_usage": {"prompt_tokens": prompt, "completion_tokens": output, "cache_read_tokens": read}
        }

    events = [
        action(0, "message", "user", content="go"),
        action(1, "message", content="first") | {"llm_metrics": so_far(1000, 10, 0)},
        action(2, "message", "user", content="on"),
        action(3, "message", content="second") | {"llm_metrics": so_far(2500, 30, 900)},
        action(4, "message", content="third") | {"llm_metrics": so_far(2500, 30, 900)},
    ]
    found = opened(tmp_path, events)
    assert [m.usage for m in found.messages if m.author == "model"] == [
        Usage(1000, 0, 0, 10),
        Usage(600, 900, 0, 20),
        None,
    ]


def test_what_a_person_does(tmp_path: Path) -> None:
    typed = [*FIRST[:2], action(4, "run", "user", command="ls"), observation(5, "run", "a.py", 4)]
    assert said(opened(tmp_path, typed))[2:] == [("client", "User executed the command:\nls"), ("tool", "a.py")]
    rejected = [*FIRST[:5], observation(5, "user_rejected", "no", 4, "c1")]
    assert said(opened(tmp_path, rejected))[-1] == (
        "tool",
        "OBSERVATION:\nno\n[Last action has been rejected by the user]",
    )


def test_pictures_leave_the_text(tmp_path: Path) -> None:
    data = "data:image/png;base64,aGVsbG8="
    found = opened(tmp_path, [action(0, "message", "user", content="see", image_urls=[data])])
    assert [b.kind for b in found.messages[0].blocks] == ["text", "image"]
    assert "aGVsbG8" not in json.dumps(dict(found.messages[0].blocks[1].api))


def test_unknown_actions_are_told_once(tmp_path: Path) -> None:
    found = opened(tmp_path, [*FIRST[:2], action(3, "teleport"), action(4, "teleport"), 7, {"id": 1, "source": "x"}])
    assert [p.kind for p in found.report.problems] == ["unknown-record"] * 3


def test_delegates_are_subagents(tmp_path: Path) -> None:
    starts = action(
        20, "delegate", response=response("r5", "Ask.", "c9"), call="c9", agent="Browser", inputs={"task": "look up"}
    )
    inner = [
        action(21, "message", "user", content="TASK: look up"),
        action(22, "run", response=response("r6", "Hm.", "c10"), call="c10", command="x"),
        observation(23, "run", "seen", 22, "c10"),
    ]
    found = opened(tmp_path, [*FIRST, starts, *inner, observation(24, "delegate", "found it", 20, "c9")])
    assert said(found)[-2:] == [("model", "Ask. call c9"), ("tool", "found it")]
    (sidechain,) = found.sidechains
    assert (sidechain.id, sidechain.messages, sidechain.title, sidechain.parent_tool_id) == (
        "delegate-1",
        3,
        "Browser look up",
        "c9",
    )
    other = load(tmp_path / "events.json", sidechain="delegate-1")
    assert said(other) == [("human", "TASK: look up"), ("model", "Hm. call c10"), ("tool", "seen")]
    with pytest.raises(TranscriptError, match="no subagent"):
        load(tmp_path / "events.json", sidechain="delegate-2")


# ── rows ────────────────────────────────────────────────────────────────────────────────────────────────


def test_rows_are_parts(tmp_path: Path) -> None:
    path = tmp_path / "output.jsonl"
    path.write_bytes(lines(row("a-1", FIRST), row("b-2", FLAT), row("b-2", PAIRS)))
    found = load(path)
    assert [(p.id, p.messages) for p in found.parts] == [("b-2~2", 3), ("b-2", 4), ("a-1", 11)]
    assert (found.part, found.session, found.title) == ("b-2~2", "b-2", "mend it")
    assert said(load(f"{path}#a-1")) == said(opened(tmp_path, FIRST))
    with pytest.raises(TranscriptError, match="no conversation 'c'"):
        load(f"{path}#c")


def test_a_single_row_is_the_file(tmp_path: Path) -> None:
    (tmp_path / "one.jsonl").write_bytes(lines(row("a-1", FIRST)))
    found = load(tmp_path / "one.jsonl")
    assert (found.part, found.parts, len(found.messages)) == ("", (), 7)


@pytest.mark.parametrize("history", [FLAT, PAIRS], ids=["flat", "pairs"])
def test_rows_of_old(tmp_path: Path, history: list[Any]) -> None:
    """2024: events without ids; before that pairs of action and observation."""
    (tmp_path / "one.jsonl").write_bytes(lines(row("a-1", history)))
    found = load(tmp_path / "one.jsonl")
    authors = [(m.author, [b.kind for b in m.blocks]) for m in found.messages]
    assert authors == [
        ("human", ["text"]),
        ("model", ["text", "tool_use"]),
        ("tool", ["tool_result"]),
        ("model", ["text"]),
    ]
    assert found.messages[1].blocks[1].input == {"command": "ls"}
    assert len(found.structure.results) == 1
    assert -1 not in [found.structure.partner[at] for at in found.structure.calls]


def test_rows_of_a_large_file_stay_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_module, "HOLD_BELOW", 10)
    (tmp_path / "o.jsonl").write_bytes(lines(row("a-1", FIRST), row("b-2", FLAT)))
    assert said(load(f"{tmp_path / 'o.jsonl'}#a-1")) == said(opened(tmp_path, FIRST))


def test_rows_in_memory() -> None:
    assert len(load_open(io.BytesIO(lines(row("a-1", FIRST)))).messages) == 7


# ── the SDK ─────────────────────────────────────────────────────────────────────────────────────────────


def test_events_of_the_sdk(tmp_path: Path) -> None:
    found = opened(tmp_path, SECOND)
    assert said(found) == [
        ("system", "You are OpenHands. Today"),
        ("human", "mend it a skill"),
        ("model", "hm Two at once. call c1 call c2"),
        ("tool", "one two"),
        ("model", "Next. call c3"),
        ("tool", "no such tool"),
        ("client", "Two were run."),
        ("model", "Done."),
    ]
    assert [b.kind for b in found.messages[2].blocks] == ["thinking", "text", "tool_use", "tool_use"]
    assert view(found, 3) == [
        "You are OpenHands. Today",
        "mend it a skill",
        "Two were run.",
        "Next. call",
        "no such tool",
    ]
    assert (found.structure.requests, found.report.problems) == (3, ())


def test_unknown_kinds_are_told(tmp_path: Path) -> None:
    found = opened(tmp_path, [*SECOND[:2], kind("HologramEvent", "e9"), kind("HologramEvent", "e10")])
    assert len(found.report.problems) == 1


# ── folders ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("how", ["event", "folder"])
def test_any_event_stands_for_its_folder(tmp_path: Path, how: str) -> None:
    first = folder(tmp_path / "s-1", [*FIRST, *CONDENSED])
    found = load(first if how == "event" else tmp_path / "s-1")
    assert said(found) == said(opened(tmp_path, [*FIRST, *CONDENSED]))
    assert (found.session, found.path) == ("s-1", str(first))


def test_events_of_the_sdk_in_a_folder(tmp_path: Path) -> None:
    cached = {"cache_read_tokens": 800, "cache_write_tokens": 50}
    told = {"response_id": "r1", "prompt_tokens": 1000, "completion_tokens": 4, "reasoning_tokens": 3, **cached}
    usages = [told, {"response_id": 5}]
    state = {"stats": {"usage_to_metrics": {"agent": {"token_usages": usages}, "condenser": 5}}}
    folder(tmp_path / "s-2", SECOND, state, "event-{:05}-ab.json")
    found = load(tmp_path / "s-2")
    assert (len(found.messages), found.messages[2].usage) == (8, Usage(150, 800, 50, 4, 3))


def test_events_are_read_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    many = [action(n, "message", "user", content=f"m{n}") for n in range(12)]
    folder(tmp_path / "s", many)
    assert [m.blocks[0].text for m in load(tmp_path / "s").messages] == [f"m{n}" for n in range(12)]


def test_links_among_events_are_not_followed(tmp_path: Path) -> None:
    first = folder(tmp_path / "s", FIRST[:2])
    (tmp_path / "away.json").write_text(json.dumps(FIRST[4]))
    (first.parent / "2.json").symlink_to(tmp_path / "away.json")
    (first.parent / "3.json").write_text("{half")
    found = load(first)
    assert len(found.messages) == 2
    assert [(p.kind, p.reason) for p in found.report.problems] == [("damaged", "the event 3.json is no JSON")]


def test_a_folder_without_events_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "events").mkdir()
    with pytest.raises(TranscriptError, match="this is a folder"):
        load(tmp_path)


def test_an_event_elsewhere_is_alone(tmp_path: Path) -> None:
    folder(tmp_path / "s", FIRST)
    (tmp_path / "0.json").write_text(json.dumps(FIRST[1]))
    assert len(load(tmp_path / "0.json").messages) == 1


@pytest.mark.parametrize("data", [FUZZED[0], FUZZED[3]], ids=["rows", "events"])
def test_it_grows_with_its_file(tmp_path: Path, data: bytes) -> None:
    for grown, fresh, _ in grow(tmp_path / "output.jsonl", data, cuts(data, 12, 3)):
        assert_equal(grown, fresh)


@pytest.mark.parametrize(
    "events",
    [
        [{"id": [1], "source": {}, "action": "run", "args": [1], "tool_call_metadata": 5}, *FIRST[:1]],
        [
            action(
                1, "run", response={"id": 5, "choices": [{"message": {"tool_calls": [1], "content": [{}]}}]}, call="c"
            ),
            *FIRST,
        ],
        [
            action(1, "condensation", forgotten_event_ids="x", summary=[1], summary_offset="y"),
            action(2, "finish", thought=5),
        ],
        [
            action(
                1,
                "condensation",
                forgotten_events_start_id=-5,
                forgotten_events_end_id=2**70,
                summary="s",
                summary_offset=-1,
            )
        ],
        [
            kind("ActionEvent", "a", thought=5, tool_call=[1], llm_response_id={}),
            gives("b", "", ""),
            kind("MessageEvent", "c"),
        ],
        [
            kind("SystemPromptEvent", "a", tools=[1, {}]),
            kind("Condensation", "b", forgotten_event_ids=[[], {}], summary="s"),
        ],
        [
            kind("ObservationEvent", "a", observation={"deep": [1]}),
            kind("MessageEvent", "b", "user", llm_message={"content": 5}),
        ],
        [
            FIRST[1],
            FIRST[1],
            *FIRST[4:8],
            *FIRST[4:8],
            {"id": 3, "source": "agent", "observation": "run", "extras": {"metadata": 4}},
        ],
        [
            action(3, "message", content=text("x"))
            | {"llm_metrics": {"accumulated_token_usage": {"prompt_tokens": "NaN"}}}
        ],
    ],
)
def test_fields_of_any_type(tmp_path: Path, events: list[Any]) -> None:
    (tmp_path / "row.jsonl").write_bytes(lines(row({"a": 1}, events), row(5, events, issue=[1])))
    found = load(tmp_path / "row.jsonl")
    inspector.replay(found).view(found.structure.requests)


def test_a_response_is_told_of_each_of_its_calls(tmp_path: Path) -> None:
    """The second action of a response may come after the result of the first, and after other messages."""
    late = [*FIRST[:6], action(20, "message", "user", content="wait"), *FIRST[6:8]]
    found = opened(tmp_path, late)
    assert [m.author for m in found.messages].count("model") == 1
    assert [b.tool_id for m in found.messages for b in m.blocks if b.kind == "tool_result"] == ["c1", "c2"]
    assert BOTH["id"] == found.messages[3].id
    assert response("x", "y")["id"] == "x"
