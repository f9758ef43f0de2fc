"""LangChain's lists, LangGraph's states, LangSmith's runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript
from inspector.transcript.model import Usage
from tests.transcript.formats import fixtures_langchain as given
from tests.transcript.formats.prompts.talk import view, words
from tests.transcript.growth import assert_equal, cuts, grow


@pytest.fixture
def loaded(tmp_path: Path) -> Any:
    def load(value: Any, lines: bool = False) -> Transcript:
        path = tmp_path / "log.json"
        path.write_text("".join(json.dumps(each) + "\n" for each in value) if lines else json.dumps(value))
        return inspector.load(path)

    return load


SAID = ["You mend programs.", "which port?", "I look. | call call_1", "result call_1: port = 8443", "8443"]
WAYS = {
    "messages_to_dict": given.as_dicts(given.FIELDS),
    "dumpd": given.dumped(given.FIELDS),
    "chunks": given.dumped(given.FIELDS, chunk=True),
    "flat": given.flat(given.FIELDS),
}


@pytest.mark.parametrize("lines", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_writing_messages(loaded: Any, way: str, lines: bool) -> None:
    found = loaded(WAYS[way], lines)
    assert [words(message) for message in found.messages] == SAID
    assert [m.author for m in found.messages] == ["system", "human", "model", "tool", "model"]
    assert found.messages[2].usage == Usage(25, 20, 5, 7)
    assert dict(found.messages[2].blocks[1].input) == {"path": "port.toml"}
    assert found.structure.partner[2 + 1] == 4
    assert (found.exact, found.compactions) == (frozenset(), ())


@pytest.mark.parametrize("value", [{"messages": WAYS["flat"]}, {"values": {"messages": WAYS["dumpd"]}}])
def test_a_state(loaded: Any, value: Any) -> None:
    assert [words(message) for message in loaded(value).messages] == SAID


@pytest.mark.parametrize("lines", [False, True])
def test_runs_hold_exact_prompts_in_dotted_order(loaded: Any, lines: bool) -> None:
    found = loaded(given.RUNS, lines)
    assert [words(message) for message in found.messages] == SAID
    assert (found.exact, found.model) == ({1, 2}, "gpt-x")
    assert [tool["function"]["name"] for tool in found.tools] == ["read_file"]
    assert dict(found.report.records) == {"run: llm": 2, "run: chain": 1, "run: tool": 1}


def test_runs_inside_runs(loaded: Any) -> None:
    found = loaded(given.TREE)
    assert [words(message) for message in found.messages] == SAID
    assert found.exact == {1, 2}


def test_a_run_with_the_providers_own_messages(loaded: Any) -> None:
    found = loaded(given.WRAPPED)
    assert [words(message) for message in found.messages] == ["which port?", "8443"]
    assert found.messages[1].usage == Usage(9, 0, 0, 1)


@pytest.mark.parametrize("lines", [False, True])
def test_all_removed_and_a_summary_in_their_place(loaded: Any, lines: bool) -> None:
    found = loaded(given.COMPACTED, lines)
    (compaction,) = found.compactions
    assert (compaction.before, compaction.order, compaction.summary) == (5, (0, 5, 4), 5)
    assert found.messages[5].blocks[0].kind == "summary"
    said = [words(message) for message in found.messages]
    assert said == [*SAID, given.SUMMARY[1]["content"], "and the host?"]
    assert view(found, 3) == [SAID[0], given.SUMMARY[1]["content"], "8443", "and the host?"]
    assert found.exact == frozenset(), "states are no prompts"


def test_one_message_removed(loaded: Any) -> None:
    found = loaded(given.ONE_GONE)
    assert found.compactions[0].order == (0, 2, 3, 4)
    assert "which port?" not in view(found, 3)


def test_a_removal_of_what_is_not_there(loaded: Any) -> None:
    found = loaded([*given.as_dicts(given.FIELDS), {"type": "remove", "data": {"id": "nobody"}}])
    assert (len(found.messages), found.compactions) == (5, ())


def test_the_same_id_again_replaces(loaded: Any) -> None:
    again = ("Human", {"content": "which port, please?", "id": "m1"})
    found = loaded([*given.as_dicts(given.FIELDS), *given.as_dicts([again, given.AFTER])])
    assert view(found, 3)[1] == "which port, please?"


def test_a_history_of_states_is_listed_newest_first(loaded: Any) -> None:
    found = loaded(given.HISTORY)
    assert [words(message) for message in found.messages][:5] == SAID
    assert found.compactions[0].order == (0, 5, 4)


@pytest.mark.parametrize("records", [given.RUNS, given.COMPACTED], ids=["runs", "messages"])
def test_a_file_that_grows(tmp_path: Path, records: Any) -> None:
    data = b"".join(json.dumps(each).encode() + b"\n" for each in records)
    for grown, fresh, _ in grow(tmp_path / "log.jsonl", data, cuts(data, 10, 3)):
        assert_equal(grown, fresh)


def test_a_run_that_was_written_when_it_began_and_when_it_ended(loaded: Any) -> None:
    begun = [{key: each for key, each in run.items() if key != "outputs"} for run in (given.RUNS[3], given.RUNS[0])]
    ended = [{key: run[key] for key in ("id", "dotted_order", "outputs")} for run in (given.RUNS[3], given.RUNS[0])]
    found = loaded([begun[0], ended[0], begun[1], ended[1]], lines=True)
    assert [words(message) for message in found.messages] == SAID
    assert found.exact == {1, 2}
