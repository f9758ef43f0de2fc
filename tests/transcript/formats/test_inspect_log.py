"""Inspect: attachments, prompts by reference, compactions, several samples, zips of every kind."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError
from inspector.transcript.formats.inspect_log import archive as zips
from inspector.transcript.formats.inspect_log import events
from inspector.transcript.model import Usage
from inspector.transcript.parts import parts_of
from tests.transcript.formats import fixtures_inspect_log as given
from tests.transcript.formats.prompts.talk import view, words


@pytest.fixture
def loaded(tmp_path: Path) -> Any:
    def load(content: bytes | dict[str, Any], part: str = "", sidechain: str | None = None) -> Transcript:
        path = tmp_path / "log.eval"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return inspector.load(f"{path}#{part}" if part else path, sidechain=sidechain)

    return load


RESULT = f"result call_1: {given.ATTACHED['bb22']}"
SAID = [given.LONG, "Guess the number", "look first | I look. | call call_1", RESULT, "Please proceed.", "42"]
REFERRED = given.sample(events=given.REFERRED, message_pool=given.POOL)
SPLIT = given.sample(events=given.REFERRED, events_data={"messages": given.POOL, "calls": []})


@pytest.mark.parametrize("sample", [given.sample(), REFERRED, SPLIT], ids=["whole", "by reference", "split"])
@pytest.mark.parametrize("zipped", [True, False])
def test_a_sample(loaded: Any, sample: Any, zipped: bool) -> None:
    found = loaded(given.archive(sample) if zipped else given.document(sample))
    assert [words(message) for message in found.messages] == SAID
    assert [m.author for m in found.messages] == ["system", "human", "model", "tool", "client", "model"]
    assert (found.exact, found.compactions, found.title) == ({1, 2}, (), "Guess the number")
    assert found.messages[2].usage == Usage(20, 90, 10, 5)
    assert found.tools[0]["description"] == given.LONG, "attachments are resolved everywhere"
    assert (found.model, found.session, found.parts) == ("gpt-x-1", "u-1-1", ())


def test_a_missing_attachment_is_told(loaded: Any) -> None:
    found = loaded(given.document(given.sample(attachments={})))
    assert found.messages[0].blocks[0].text == "attachment://aa11"
    assert [(p.kind, p.reason[:2]) for p in found.report.problems] == [("attachment-missing", "2 ")]


def test_a_summary_by_comparison_with_what_the_event_says(loaded: Any) -> None:
    found = loaded(given.document(given.sample(events=given.COMPACTED)))
    (compaction,) = found.compactions
    assert (compaction.trigger, compaction.tokens_before, compaction.tokens_after) == ("summary", 900, 80)
    assert (compaction.order, compaction.summary) == ((0, 6, 5), 6)
    assert view(found, 3) == [given.LONG, given.SUMMARY["content"], "42", "Once more."]
    assert found.exact == {1, 2, 3}


def test_an_edited_result_is_replaced(loaded: Any) -> None:
    found = loaded(given.document(given.sample(events=given.TRIMMED)))
    (compaction,) = found.compactions
    assert (compaction.kind, dict(compaction.replaced)) == ("micro", {"call_1": "(Tool result removed)"})
    assert compaction.trigger == "edit"
    assert found.exact == {1, 2, 3}


def test_what_the_end_has_beyond_the_last_prompt(loaded: Any) -> None:
    cut = given.sample(events=given.PLAIN[:2], messages=given.POOL[:4])
    found = loaded(given.document(cut))
    assert [words(message) for message in found.messages] == SAID[:4]
    assert found.exact == {1}


def test_without_events_the_state_at_the_end_is_shown(loaded: Any) -> None:
    found = loaded(given.document(given.sample(events=[])))
    assert [words(message) for message in found.messages] == SAID
    assert found.exact == frozenset()


def test_a_tool_that_failed_gives_its_error(loaded: Any) -> None:
    failed = {**given.RESULT, "content": "", "error": {"type": "timeout", "message": "it took too long"}}
    found = loaded(given.document(given.sample(events=[], messages=[*given.POOL[:3], failed])))
    assert found.messages[3].blocks[0].text == "it took too long"


def test_pictures_and_hidden_reasoning(loaded: Any) -> None:
    picture = {"type": "image", "image": "data:image/png;base64," + "iVBORw0KGgo" * 900}
    hidden = {"type": "reasoning", "reasoning": "gAAAA", "redacted": True}
    messages = [
        {"role": "user", "content": [picture]},
        {"role": "assistant", "content": [hidden, {"type": "text", "text": "x"}]},
    ]
    found = loaded(given.document(given.sample(events=[], messages=messages)))
    assert [block.kind for message in found.messages for block in message.blocks] == ["image", "opaque", "text"]
    assert len(repr(found.messages[0].blocks[0].api)) < 400


def test_a_grader_is_apart(loaded: Any) -> None:
    grader = given.asked(
        [{"role": "user", "content": "Is 42 right?"}], {"role": "assistant", "content": "yes"}, role="grader"
    )
    content = given.document(given.sample(events=[*given.PLAIN, grader]))
    found = loaded(content)
    assert [(each.title, each.messages) for each in found.sidechains] == [("Is 42 right?", 2)]
    assert len(loaded(content, sidechain=found.sidechains[0].id).messages) == 2


def test_events_inside_a_tools_event(loaded: Any) -> None:
    inner = given.asked([{"role": "user", "content": "search"}], {"role": "assistant", "content": "found"})
    tool = {"event": "tool", "id": "call_1", "events": [inner]}
    found = loaded(given.document(given.sample(events=[given.PLAIN[0], tool, given.PLAIN[2]])))
    assert [each.messages for each in found.sidechains] == [2]
    assert found.exact == {1, 2}


SEVERAL = [given.sample(10), given.sample(2, 2), given.sample(2), given.sample("a/b#c")]


@pytest.mark.parametrize(
    "content", [given.archive(*SEVERAL[:3]), given.document(*SEVERAL[:3])], ids=["zip", "document"]
)
def test_samples_are_parts(loaded: Any, tmp_path: Path, content: Any) -> None:
    found = loaded(content)
    assert {part.id for part in found.parts} == {"2_epoch_1", "2_epoch_2", "10_epoch_1"}
    assert found.part == found.parts[0].id
    assert loaded(content, "2_epoch_2").session == "u-2-2"
    assert loaded(content, "10").session == "u-10-1"
    with pytest.raises(TranscriptError, match="no sample '7'"):
        loaded(content, "7")


def test_samples_are_listed_without_being_read(tmp_path: Path) -> None:
    (tmp_path / "log.eval").write_bytes(given.archive(*SEVERAL[:3]))
    found = parts_of(tmp_path / "log.eval")
    assert [(part.id, part.title, part.messages) for part in found] == [
        (name, "Guess the number", 6) for name in ("2_epoch_1", "2_epoch_2", "10_epoch_1")
    ]


def test_a_log_that_is_still_being_written(loaded: Any) -> None:
    assert len(loaded(given.archive(given.sample(), header=False)).messages) == 6
    with pytest.raises(TranscriptError, match="still being written"):
        loaded(given.archive(header=False))
    whole = given.archive(given.sample())
    with pytest.raises(TranscriptError, match="damaged, or still being written"):
        loaded(whole[: len(whole) // 2])


def test_another_zip_is_none(loaded: Any) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as file:
        file.writestr("readme.txt", "hello")
    with pytest.raises(TranscriptError, match="zip archive"):
        loaded(held.getvalue())


def test_an_entry_that_unpacks_without_end(loaded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MOST", 1 << 20)
    bomb = given.sample(metadata=" " * (3 << 20))
    with pytest.raises(TranscriptError, match="unpacks to more than 1 MiB"):
        loaded(given.archive(bomb))


def test_references_without_end(loaded: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "MOST", 50)
    many = [given.by_reference(given.LAST, *[[0, 5]] * 30)]
    found = loaded(given.document(given.sample(events=many, message_pool=given.POOL)))
    assert [problem.kind for problem in found.report.problems] == ["too-long"]


def test_zstd(loaded: Any) -> None:
    """Newer logs use method 93, which `zipfile` refuses before Python 3.14."""
    zstandard = pytest.importorskip("zstandard")
    raw = json.dumps(given.sample()).encode()
    name = "samples/1_epoch_1.json"
    plain = given.archive(method=zipfile.ZIP_STORED)
    held = io.BytesIO(plain)
    packed = zstandard.ZstdCompressor().compress(raw)
    with zipfile.ZipFile(held, "a") as file:
        file.writestr(name, packed)
        info = file.getinfo(name)
        info.compress_type, info.file_size = 93, len(raw)
    assert [words(message) for message in loaded(held.getvalue()).messages] == SAID
    broken = held.getvalue().replace(packed, b"\x28\xb5\x2f\xfd" + b"\xff" * (len(packed) - 4))
    with pytest.raises(TranscriptError, match="cannot be unpacked"):
        loaded(broken)


def test_nothing_is_written_beside(tmp_path: Path) -> None:
    (tmp_path / "log.eval").write_bytes(given.archive(given.sample()))
    inspector.load(tmp_path / "log.eval")
    assert [path.name for path in tmp_path.iterdir()] == ["log.eval"]
