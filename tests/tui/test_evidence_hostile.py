"""Hostile durable texts, pointers, names and artifacts: shown as text wherever they stand, never executed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from inspector.tui.app import InspectorApp
from tests.tui.drive import Recorder
from tests.tui.test_app_hostile import EVIL, assert_harmless, drive

pytestmark = pytest.mark.timeout(120)
AT = "2025-05-07T08:35:40+00:00"
WHOLE = EVIL.replace("\ud800", "")
ONE_LINE = "[/red] [link=x]y[/link] [@click=app.quit]go[/] $primary \u202egnp.exe \u2066x 👩‍👩‍👧‍👦 עברית"


def hostile(folder: Path) -> Path:
    """A session whose facts, items, evidence, messages and artifact are full of it."""
    path = folder / "evil.jsonl"
    messages = [{"role": "user", "content": WHOLE}, {"role": "assistant", "content": WHOLE + "\n" + WHOLE}]
    messages.append({"role": "user", "content": WHOLE * 4})
    path.write_text("\n".join(json.dumps(message) for message in messages) + "\n", "utf-8")
    artifact = ((WHOLE + "\n") * 50).encode("utf-8", "replace") + b"\xff\xfe\x9b31m\n"
    kept = folder / "artifacts" / "evil" / "1.1.txt"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(artifact)
    digest = hashlib.sha256(artifact).hexdigest()
    pointers = ["transcript:evil:1", f"artifact:evil:1.1.txt:{digest}", WHOLE, f"artifact:evil:..:{digest}"]
    state = {
        "facts": [
            {"fact_id": f"{ONE_LINE}{n}", "content": WHOLE, "source_pointer": pointer, "last_confirmed_at": AT}
            for n, pointer in enumerate(pointers)
        ],
        "pending_items": [
            {"item_id": ONE_LINE, "description": WHOLE, "source_pointer": pointers[0], "last_confirmed_at": AT,
             "status": "blocked", "confirmed_by": ONE_LINE}
        ],
        "retrieval_evidence": [
            {"memory_id": ONE_LINE, "source_id": ONE_LINE, "source_type": ONE_LINE, "source_title": WHOLE,
             "captured_at": AT, "score": 0.5, "source_rank": 1, "conflict_key": ONE_LINE}
        ],
    }  # fmt: skip
    path.with_name("evil.durable.json").write_text(json.dumps(state), "utf-8")
    return path


KEYS = [
    *("d", "j", "j", "j", "j", "c", "escape", "j", "enter", "escape", "k", "enter", "escape", "escape"),
    *(
        "D",
        "enter",
        "j",
        "enter",
        "slash",
        "[",
        "/",
        "enter",
        "l",
        "home",
        "escape",
        "escape",
        "f",
        "pagedown",
        "escape",
    ),
    *("home", "O", "l", "end", "escape", "P", "shift+right", "down", "enter", "home", "P", "enter", "S", "escape"),
    *("d", "delete", "u", "U", "question_mark", "escape", "q", "escape"),
]


async def test_hostile_evidence_is_shown_and_never_executed(tmp_path: Path) -> None:
    app = InspectorApp(str(hostile(tmp_path)), "go-tiny-claw")
    await drive(app, KEYS)
    written = "".join(Recorder.written)
    assert "␛]0;owned" in written
    assert "[/red]" in written
    assert_harmless(written)


async def test_a_hostile_durable_file_that_is_none_is_told_as_text(tmp_path: Path) -> None:
    path = hostile(tmp_path)
    path.with_name("evil.durable.json").write_text(json.dumps({WHOLE: [WHOLE]}), "utf-8")
    await drive(InspectorApp(str(path), "go-tiny-claw"), ["d", "S", "escape", "P", "enter", "S", "enter", "escape"])
    assert_harmless("".join(Recorder.written))
