"""`inspector formats`: what can be read, and what is recorded."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.formats.registry import formats
from tests.cli.running import run


def test_every_format_is_listed_once() -> None:
    ran = run("formats")
    assert ran.code == 0
    for each in formats():
        assert (each.key if each.readable else each.name.removeprefix("a ").removeprefix("an ")) in " ".join(
            ran.out.split()
        )


def test_as_json() -> None:
    listed = run("formats", "--json").json["formats"]
    assert [each["format"] for each in listed if each["readable"]] == sorted(f.key for f in formats() if f.readable)
    claude = next(each for each in listed if each["format"] == "claude-code")
    assert claude["records"] == {"system": "no", "tools": "no", "prompts": "no", "summaries": "yes", "usage": "yes"}


def test_an_address_is_a_file_to_the_app(tmp_path: Path) -> None:
    """Without a terminal the app says that it needs one: it got beyond the question whether there is such a file."""
    path = tmp_path / "two.jsonl"
    path.write_text('{"messages": [{"role": "user", "content": "hi"}]}\n' * 2)
    assert "needs a terminal" in run(f"{path}#2").err
    assert "neither a command nor a file" in run(f"{path}x#2").err
