"""Files are written whole or not at all, and never over another one by accident."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from inspector.export.write import write_file


def test_a_new_file_and_one_written_over_by_force(tmp_path: Path) -> None:
    target = tmp_path / "a.yaml"
    write_file(target, b"one")
    assert target.read_bytes() == b"one"
    with pytest.raises(FileExistsError):
        write_file(target, b"two")
    assert target.read_bytes() == b"one"
    write_file(target, b"two", force=True)
    assert target.read_bytes() == b"two"
    assert [each.name for each in tmp_path.iterdir()] == ["a.yaml"]


def test_a_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    write_file(tmp_path / "a", b"x")
    (tmp_path / "b").write_bytes(b"x")
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == stat.S_IMODE((tmp_path / "b").stat().st_mode)


def test_what_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_file(tmp_path / "a", b"x")
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_file(tmp_path / "link", b"new", force=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_where_there_are_no_hard_links_a_rename_does_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "no links here")

    monkeypatch.setattr(os, "link", refused)
    write_file(tmp_path / "a", b"x")
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


def test_a_device_is_written_to_and_a_folder_refused(tmp_path: Path) -> None:
    write_file("/dev/null", b"x")
    with pytest.raises(FileExistsError):
        write_file(tmp_path, b"x")
    with pytest.raises(IsADirectoryError):
        write_file(tmp_path, b"x", force=True)
