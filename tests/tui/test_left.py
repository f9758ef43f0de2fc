"""How a session was left is kept and found again; whatever stands in the file, it is read without trouble."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector import settings as folders
from inspector.engine.recorded import RECORDED
from inspector.policy import Turned, dump, load_policy, moved
from inspector.tui.left import Left, file_of, find, forget, keep, left, policy_of, source_of


@pytest.fixture
def session(tmp_path: Path) -> str:
    path = tmp_path / "session.jsonl"
    path.write_text('{"role": "user", "content": "hello"}\n')
    return str(path)


STATE = Left(
    "workbuddy-s14",
    Turned({"hard_limit": 7}, {"prune": False}, ("prune", "truncate"), "provider"),
    61,
    {"pane": "left"},
)


def test_what_is_kept_is_found_again(session: str) -> None:
    assert find(session) is None
    keep(session, STATE)
    assert find(session) == STATE
    assert forget(session)
    assert find(session) is None
    assert not forget(session)


def test_a_file_that_grew_is_the_same_session_another_file_in_its_place_is_not(session: str) -> None:
    keep(session, STATE)
    with open(session, "a") as file:
        file.write('{"role": "assistant", "content": "hi"}\n' * 500)
    assert find(session) == STATE
    Path(session).write_text('{"role": "user", "content": "other"}\n')
    assert find(session) is None


def test_the_same_file_by_another_name_is_the_same_session(session: str, tmp_path: Path) -> None:
    keep(session, STATE)
    (tmp_path / "link").symlink_to(session)
    assert find(str(tmp_path / "link")) == STATE
    assert find(os.path.relpath(session)) == STATE


@pytest.mark.parametrize("path", ["", "/no/such/file", "\0", "/dev/null", "/tmp"])
def test_what_is_no_session_is_never_kept(path: str) -> None:
    keep(path, STATE)
    assert find(path) is None
    assert not forget(path)


def test_a_folder_that_cannot_be_written_is_no_trouble(session: str) -> None:
    folders.state_dir().parent.mkdir(parents=True, exist_ok=True)
    folders.state_dir().write_text("a file where the folder should be")
    keep(session, STATE)
    assert find(session) is None


def test_only_the_newest_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "KEPT_ABOUT", 3)
    for number in range(5):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(str(number))
        keep(str(path), STATE)
        kept = max((folders.state_dir() / folders.ABOUT).iterdir(), key=lambda one: one.stat().st_mtime_ns)
        os.utime(kept, ns=(number * 10**9, number * 10**9))
    keep(str(tmp_path / "4.jsonl"), STATE)
    assert [find(str(tmp_path / f"{number}.jsonl")) is not None for number in range(5)] == [
        False,
        False,
        True,
        True,
        True,
    ]


def kept_file(session: str) -> Path:
    keep(session, STATE)
    return next((folders.state_dir() / folders.ABOUT).iterdir())


@pytest.mark.parametrize("text", ["", "{", "[]", "\x00", "[" * 100_000, "null", '{"head": 3}', '{"head": ["a", 1]}'])
def test_a_broken_file_says_nothing(session: str, text: str) -> None:
    kept_file(session).write_text(text)
    assert find(session) is None
    keep(session, STATE)
    assert find(session) == STATE


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("policy", "knobs", "layers", "order", "request", "layout")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, JSON)))
def test_whatever_stands_there_is_read_as_far_as_it_makes_sense(session: str, fields: dict[str, Any]) -> None:
    file = kept_file(session)
    file.write_text(json.dumps({"head": json.loads(file.read_text())["head"], **fields}))
    state = find(session)
    assert state is not None
    assert state.request >= 0
    assert all(isinstance(value, int) for value in state.changes.knobs.values())
    policy_of(state)


def test_the_last_request_stays_the_last_one(session: str) -> None:
    assert left(RECORDED, 9, 9, {}).request == 0
    assert left(RECORDED, 8, 9, {}).request == 8


def test_a_policy_is_known_by_name_or_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    preset = load_policy("go-tiny-claw")
    monkeypatch.chdir(tmp_path)
    Path("go-tiny-claw.yaml").write_text(dump(preset))
    assert source_of(None) == "recorded"
    assert source_of(preset.with_knobs(max_chars=5)) == "go-tiny-claw"
    mine = load_policy(Path("go-tiny-claw.yaml"))
    assert source_of(moved(mine, "fold", 1)) == file_of(mine) == str(tmp_path / "go-tiny-claw.yaml")
    assert file_of(preset) == file_of(None) == ""


def test_a_policy_that_cannot_be_had_any_more_is_told(tmp_path: Path) -> None:
    policy, trouble = policy_of(Left(str(tmp_path / "gone.yaml")))
    assert policy is None
    assert "gone.yaml" in trouble
    assert policy_of(Left("recorded")) == (None, "")
    assert policy_of(Left("evo-agent")) == (load_policy("evo-agent"), "")
