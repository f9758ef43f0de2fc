"""Policy files: the user's folder, those used last, what each says of itself, and faults told so that they can be mended."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inspector import settings
from inspector.policy import PolicyError, load_text
from inspector.tui import policy_files
from inspector.tui.policy_trouble import SHOWN, faults_of, in_one_line


def test_the_folder_lists_yaml_files_alone() -> None:
    assert policy_files.own() == []
    policy_files.folder().mkdir(parents=True)
    for name in ("b.yaml", "a.yml", "notes.txt"):
        (policy_files.folder() / name).write_text("x")
    (policy_files.folder() / "c.yaml").mkdir()
    assert [path.name for path in policy_files.own()] == ["a.yml", "b.yaml"]


def test_files_used_last_come_newest_first_and_once(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.yaml" for number in range(12)]
    for file in files:
        file.write_text("x")
        policy_files.remember(str(file))
    policy_files.remember(str(files[8]))
    names = [path.name for path in policy_files.recent()]
    assert names == ["8.yaml", "11.yaml", "10.yaml", "9.yaml", "7.yaml", "6.yaml", "5.yaml", "4.yaml"]
    files[11].unlink()
    assert "11.yaml" not in [path.name for path in policy_files.recent()]


@pytest.mark.parametrize("kept", [None, 3, "x", [1, "\0", None], {"a": 1}])
def test_whatever_is_remembered_is_no_trouble(kept: object) -> None:
    settings.remember(policy_files.RECENT, kept)
    assert policy_files.recent() == []


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("name: a\nabout: Keeps the task.\n", "Keeps the task."),
        ('about: "Keeps it."\n', "Keeps it."),
        ("name: a\n", ""),
        ("\xff\xfe", ""),
        (f"{'#' * 5000}\nabout: too far down\n", ""),
    ],
)
def test_a_file_says_what_it_does(tmp_path: Path, text: str, about: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(text.encode("latin-1"))
    assert policy_files.about(path) == about


def test_no_pipe_is_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert policy_files.about(tmp_path / "pipe.yaml") == ""
    assert policy_files.about(tmp_path / "gone.yaml") == ""


def test_home_is_written_short(home: Path) -> None:
    assert policy_files.short(home / "x" / "y.yaml") == "~/x/y.yaml"
    assert policy_files.short(Path("/elsewhere/y.yaml")) == "/elsewhere/y.yaml"


def test_faults_are_told_by_line_and_the_rest_counted() -> None:
    layers = "\n".join(f"  - {{id: a{n}, do: nothing}}" for n in range(7))
    text = f"schema: compaction-policy/1\nname: x\nstate: rewrite\nmeter: {{count: bytes, unit: bytes}}\nlayers:\n{layers}\n"
    with pytest.raises(PolicyError) as caught:
        load_text(text)
    lines = faults_of(caught.value)
    assert lines[0].startswith("line 6, layers[a0].do: must be one of")
    assert len(lines) == SHOWN + 1
    assert lines[-1] == "… and 3 more"
    assert in_one_line(caught.value).endswith("(and 6 more)")
    assert faults_of(OSError(13, "no permission")) == ["[Errno 13] no permission"]
