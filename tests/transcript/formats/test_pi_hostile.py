"""pi sessions that somebody spoiled: wrong types, endless links, depth, masses. They load, in time, or are refused."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

import inspector
from tests.transcript.formats.fixtures_pi import Pi, Trajectory, claw, everything, gate, oh_my_pi
from tests.transcript.formats.fuzz import WRONG, use
from tests.transcript.formats.test_pi import loaded, said

DEEP: Any = json.loads("[" * 600 + "]" * 600)
ODD = (*WRONG, DEEP, float("nan"), "\u2028", {"id": {}})


def spoilt(records: list[Any]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside one."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, each in items for found in ((*way, key), *places(each, (*way, key)))]


@pytest.mark.parametrize(
    "make", [everything, oh_my_pi, claw, lambda: gate()[1]], ids=["pi", "omp", "claw", "trajectory"]
)
def test_every_field_of_any_type(make: Any, tmp_path: Path) -> None:
    made = make()
    records = made.records if isinstance(made, Pi) else made.events
    path = tmp_path / "s.jsonl"
    for number, record in enumerate(records):
        for at, way in enumerate(places(record)[number % 2 :: 2]):
            spoiled = json.loads(json.dumps(record))
            inner = spoiled
            for key in way[:-1]:
                inner = inner[key]
            inner[way[-1]] = ODD[(at + number) % len(ODD)]
            path.write_bytes(spoilt([*records[:number], spoiled, *records[number + 1 :]]))
            use(path)


def test_images_leave_the_text_at_load(tmp_path: Path) -> None:
    """earendil-works/pi#9613: a line with a picture of five megabytes."""
    pi = Pi()
    data = "QUJD" * 1_250_000
    pi.user([{"type": "text", "text": "see"}, {"type": "image", "data": data, "mimeType": "image/png"}])
    pi.reply({"type": "toolCall", "id": "c", "name": "shot", "arguments": {}})
    content = [{"type": "text", "text": "shot"}, {"type": "image", "data": data, "mimeType": "image/png"}]
    pi.result("c", "", content=content, details={"image": data})
    found = loaded(pi, tmp_path)
    assert found.messages[0].blocks[1].images[0].bytes == 3_750_000
    assert found.messages[2].blocks[0].images[0].sha256 == found.messages[0].blocks[1].images[0].sha256
    assert said(found) == ["see", "", "shot"]
    assert "QUJDQUJD" not in json.dumps([block.api for message in found.messages for block in message.blocks])


def quick(path: Path, seconds: float = 10) -> inspector.Transcript:
    begin = time.process_time()
    found = inspector.load(path)
    assert time.process_time() - begin < seconds
    return found


def test_many_compactions_that_keep_everything(tmp_path: Path) -> None:
    pi = Pi()
    first = pi.user("one")
    for number in range(6_000):
        pi.reply(f"{number}")
        pi.compaction("short", first)
    found = quick(pi.write(tmp_path / "s.jsonl"))
    assert found.compactions[-1].order == (12_000, 0, *range(1, 12_000, 2))
    assert {each.kind for each in found.report.problems} == {"too-many"}


def test_many_edits(tmp_path: Path) -> None:
    pi = Pi()
    first = pi.user("one")
    for number in range(6_000):
        pi.user(f"{number}")
        pi.add("context_edit", targetId=first, replacement={"content": f"{number}"})
    quick(pi.write(tmp_path / "s.jsonl"))


def test_many_ends_copies_and_lost_parents(tmp_path: Path) -> None:
    pi = Pi()
    first = pi.user("one")
    for number in range(20_000):
        pi.user("end", parent=first if number % 3 else "ffff", id=f"x{number // 2 if number % 5 else number}")
    assert len(quick(pi.write(tmp_path / "s.jsonl")).branches) > 9_000


def test_a_chain_of_circles(tmp_path: Path) -> None:
    pi = Pi()
    for number in range(20_000):
        pi.user("round", id=f"n{number}", parent=f"n{(number + 1) % 20_000}")
    found = quick(pi.write(tmp_path / "s.jsonl"))
    assert len(found.messages) == 20_000


def test_many_prompts_beside_a_long_session(tmp_path: Path) -> None:
    pi, trace = Pi(), Trajectory()
    for number in range(3_000):
        trace.compiled(pi, "again", [{"role": "user", "content": "?"}] * 3)
        pi.user(f"{number}")
        pi.reply("yes")
    (tmp_path / "s.trajectory.jsonl").write_bytes(trace.bytes())
    found = quick(pi.write(tmp_path / "s.jsonl"))
    assert found.exact == frozenset()


def test_a_sidecar_of_anything(tmp_path: Path) -> None:
    pi, trace = gate()
    path = pi.write(tmp_path / "s.jsonl")
    beside = tmp_path / "s.trajectory.jsonl"
    for content in (b"", b"\xff\xfe", b"[" * 10_000, b"{}\n[]\n7\n", b'{"traceSchema": "openclaw-trajectory"}\n'):
        beside.write_bytes(content)
        assert len(inspector.load(path).messages) == 9
    for at, event in enumerate(trace.events):
        for number, way in enumerate(places(event)[at % 3 :: 3]):
            spoiled = json.loads(json.dumps(event))
            inner = spoiled
            for key in way[:-1]:
                inner = inner[key]
            inner[way[-1]] = ODD[number % len(ODD)]
            beside.write_bytes(spoilt([*trace.events[:at], spoiled, *trace.events[at + 1 :]]))
            use(path)


def test_a_folder_in_the_place_of_the_sidecar(tmp_path: Path) -> None:
    path = gate()[0].write(tmp_path / "s.jsonl")
    (tmp_path / "s.trajectory.jsonl").mkdir()
    assert len(inspector.load(path).messages) == 9
