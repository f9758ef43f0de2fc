"""What is no folder is refused before anything is done: nothing may be lost, or land in the working folder, without a word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.engine import compact
from inspector.policy import load_policy
from tests.engine.messages import user


@pytest.mark.parametrize("name", ["artifacts", "dump", "checkpoints"])
@pytest.mark.parametrize("folder", ["", "w/\0", "w/\ud800", 123])
def test_what_is_no_folder_is_refused(name: str, folder: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=name):
        compact([user("q")], load_policy("go-tiny-claw"), session="s", **{name: folder})
    assert list(tmp_path.iterdir()) == []
