"""The user's folders, the bundled ones, and what is remembered between runs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inspector import settings


def test_override_moves_everything(home: Path) -> None:
    assert settings.config_dir() == home / "inspector" / "config"
    assert settings.state_dir() == home / "inspector" / "state"
    assert settings.cache_dir() == home / "inspector" / "cache"


def test_xdg_is_honoured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(settings.HOME_VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "s"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert settings.config_dir() == tmp_path / "c" / settings.APP
    assert settings.state_dir() == tmp_path / "s" / settings.APP
    assert settings.cache_dir() == tmp_path / "x" / settings.APP


def test_what_was_remembered_is_recalled() -> None:
    settings.remember("theme", "dusk")
    settings.remember("recent", ["a", "b"])
    assert settings.recall("theme") == "dusk"
    assert settings.recall("recent") == ["a", "b"]
    assert settings.recall("never", 7) == 7
    assert [path.name for path in settings.state_dir().iterdir()] == ["choices.json"]


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "\x00\x00", "[" * 100_000])
def test_damaged_file_is_no_error(text: str) -> None:
    settings.state_dir().mkdir(parents=True)
    (settings.state_dir() / "choices.json").write_text(text)
    assert settings.recall("theme", "dark") == "dark"
    settings.remember("theme", "dusk")
    assert settings.recall("theme") == "dusk"


def test_bytes_that_are_no_text_are_no_error() -> None:
    settings.state_dir().mkdir(parents=True)
    (settings.state_dir() / "choices.json").write_bytes(b"\xff\xfe\x00")
    assert settings.recall("theme", "dark") == "dark"


def test_folder_that_cannot_be_written_is_no_error(home: Path) -> None:
    (home / "inspector").write_text("a file where the folder should be")
    settings.remember("theme", "dusk")
    assert settings.recall("theme", "dark") == "dark"


def test_value_that_is_no_json_keeps_the_old_file() -> None:
    settings.remember("theme", "dusk")
    settings.remember("theme", object())
    assert settings.recall("theme") == "dusk"


def test_whole_file_or_none(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file.txt"
    settings.write_whole(path, "one\r\ntwo\n")
    assert path.read_bytes() == b"one\r\ntwo\n"
    with pytest.raises(UnicodeEncodeError):
        settings.write_whole(path, "\ud800")
    assert path.read_bytes() == b"one\r\ntwo\n"
    assert os.listdir(path.parent) == ["file.txt"]


def test_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    settings.write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_bundled_folders_are_found() -> None:
    assert (settings.data_dir("sample_transcripts") / "index.json").is_file()
    assert settings.data_dir("themes").is_dir()


def test_theme_folders_end_with_the_users_own() -> None:
    own = settings.config_dir() / "themes"
    assert settings.find_theme_dirs() == (settings.data_dir("themes"),)
    own.mkdir(parents=True)
    assert settings.find_theme_dirs() == (settings.data_dir("themes"), own)


def test_samples_by_name() -> None:
    assert settings.sample("oom-log").path.is_file()
    with pytest.raises(KeyError):
        settings.sample("nothing")


def test_what_its_owner_closed_to_others_stays_closed(tmp_path: Path) -> None:
    target = tmp_path / "private.json"
    target.write_text("old", "utf-8")
    target.chmod(0o600)
    settings.write_whole(target, "new")
    assert target.stat().st_mode & 0o777 == 0o600
