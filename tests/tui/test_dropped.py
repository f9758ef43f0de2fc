"""Paths as terminals paste them."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.tui.dropped import looks_like_a_path, paths_in


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / "my 'own' log (1).jsonl"
    path.write_text("{}")
    return path


def test_quoted_escaped_and_plain_paths_are_the_same(odd: Path, tmp_path: Path) -> None:
    plain = str(odd)
    escaped = "".join(f"\\{sign}" if sign in " '()" else sign for sign in plain)
    quoted = "'" + plain.replace("'", "'\\''") + "'"
    url = "file://" + plain.replace(" ", "%20").replace("'", "%27")
    local = url.replace("file://", "file://localhost")
    for text in (plain, escaped, quoted, f'"{plain}"', url, local, f" {plain} ", f"{plain}\n", f"{quoted} "):
        assert paths_in(text) == [odd], text


def test_several_paths_are_several(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two x.jsonl"
    one.touch()
    two.touch()
    for text in (f"{one} '{two}'", f"{one}\n{two}", f"file://{one}\r\nfile://{str(two).replace(' ', '%20')}\r\n"):
        assert paths_in(text) == [one, two], text


def test_a_path_that_is_not_there_is_one_path(tmp_path: Path) -> None:
    assert paths_in(f"{tmp_path}/no such file.jsonl") == [tmp_path / "no such file.jsonl"]
    assert paths_in(f"'{tmp_path}/nope") == [tmp_path / "nope"]
    assert paths_in("  ") == []


def test_a_home_folder_is_written_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert paths_in("~/x.jsonl") == [tmp_path / "x.jsonl"]


@pytest.mark.parametrize("text", ["/x", "~/x", "./x", "../x", "'/x y'", "file:///x", "C:\\x", "."])
def test_paths_are_told_from_words(text: str) -> None:
    assert looks_like_a_path(text)


@pytest.mark.parametrize("text", ["", "harbour", "fix the lint", "a/b", "what is /etc"])
def test_words_are_no_paths(text: str) -> None:
    assert not looks_like_a_path(text)
