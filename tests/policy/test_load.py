"""Loading by name and by path."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inspector.policy import PolicyError, load_policy, preset_names, preset_text
from tests.policy.small import SMALL


def test_a_file_is_loaded_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(SMALL)
    assert load_policy(file).name == "small"
    assert load_policy(str(file)) == load_policy(file)


def test_a_file_needs_no_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    assert load_policy("mine").name == "small"


def test_a_preset_wins_over_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evo-agent").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    assert load_policy("evo-agent").name == "evo-agent"
    assert load_policy("./evo-agent").name == "small"
    assert load_policy(Path("evo-agent")).name == "small"


def test_an_unknown_name_lists_the_presets() -> None:
    with pytest.raises(PolicyError) as caught:
        load_policy("workbudy-s14")
    assert "'workbudy-s14' is no preset (did you mean workbuddy-s14?) and no file" in str(caught.value)
    assert ", ".join(preset_names()) in str(caught.value)
    with pytest.raises(PolicyError, match="did you mean evo-agent"):
        preset_text("evo_agent")


def test_errors_name_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(SMALL.replace("last: 4", "last: x"))
    with pytest.raises(PolicyError) as caught:
        load_policy(file)
    assert str(caught.value).startswith(f"{file}:13: layers[prune].keep.last: ")


def test_what_cannot_be_read_is_an_error_of_the_policy(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.yaml", "/dev/zero", "x" * 5000, "x/" * 3000, "a\0b", ""):
        with pytest.raises(PolicyError):
            load_policy(path)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(PolicyError, match="is no file"):
        load_policy(tmp_path / "pipe.yaml")


def test_files_that_are_too_big_or_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_bytes(b"#" * 5_000_000)
    with pytest.raises(PolicyError, match="too big for a policy"):
        load_policy(file)
    file.write_bytes(b"a: b\nc: \xff\n")
    with pytest.raises(PolicyError, match=r"mine\.yaml:2: is no UTF-8 text"):
        load_policy(file)
