"""A watched file: told at the beginning, when it is written, replaced, deleted, there again. Real files, no clock."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from inspector.tui import watched_file
from inspector.tui.watched_file import changes

PATIENCE = 60


async def told(found: AsyncIterator[bool]) -> bool:
    async with asyncio.timeout(PATIENCE):
        return await anext(found)


async def test_what_happens_to_a_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text("one")
    async with aclosing(changes(str(path))) as found:
        assert await told(found)
        path.write_text("two words")
        assert await told(found)
        (tmp_path / "new").write_text("replaced")
        os.replace(tmp_path / "new", path)
        assert await told(found)
        path.unlink()
        assert not await told(found)
        path.write_text("again")
        assert await told(found)


async def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, path = tmp_path / "there" / "real.yaml", tmp_path / "link.yaml"
    target.write_text("one")
    path.symlink_to(target)
    async with aclosing(changes(str(path))) as found:
        assert await told(found)
        target.write_text("two words")
        assert await told(found)


async def test_a_folder_that_is_not_there_yet_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_file, "LOOK", 20)
    path = tmp_path / "later" / "policy.yaml"
    async with aclosing(changes(str(path))) as found:
        assert not await told(found)
        path.parent.mkdir()
        path.write_text("one")
        assert await told(found)


async def test_it_is_given_up_at_once(tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text("one")

    async def watch() -> None:
        async with aclosing(changes(str(path))) as found:
            async for _ in found:
                pass

    task = asyncio.create_task(watch())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(PATIENCE):
            await task
