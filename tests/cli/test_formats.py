"""`inspector formats`: what can be read, and what is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

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


@pytest.mark.parametrize("width", [80, 120, 200])
def test_at_any_width_nothing_is_cut_and_no_row_is_tall(width: int) -> None:
    lines = run("formats", env={"COLUMNS": str(width)}).out.split("\n\n")[0].splitlines()
    assert all(len(line) <= width and "…" not in line for line in lines)
    text = " ".join(" ".join(lines).split())
    for each in formats():
        if each.readable:
            assert all(case in text for case in each.records if case not in ("yes", "no"))
    runs = "".join("." if line.startswith(" ") else "|" for line in lines).split("|")
    assert max(map(len, runs)) <= 1  # two lines at the most


def test_what_a_narrow_console_is_told_of_a_format() -> None:
    lines = run("formats", env={"COLUMNS": "100"}).out.splitlines()
    assert "pi                   summaries, usage" in lines
    assert "copilot              system prompt, summaries, usage (the output alone)" in lines
