"""Packed files are unpacked before they are looked at, whatever format is in them; nothing of it can hurt."""

from __future__ import annotations

import gzip
import io
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
import zstandard

from inspector.transcript import TranscriptError, load, unpack
from inspector.transcript.growing import load_growing
from inspector.transcript.load import load_open
from tests.transcript.formats.fixtures_codex import SESSION
from tests.transcript.growth import assert_equal

MESSAGES = b'{"role":"user","content":"hi"}\n{"role":"assistant","content":"yes"}\n'
LIST = b'[{"role": "user", "content": "hi"}]'


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


PACKERS = pytest.mark.parametrize("pack", [gzip.compress, zstd], ids=["gzip", "zstd"])


def refusal(path: Path) -> str:
    with pytest.raises(TranscriptError) as caught:
        load(path)
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{path}: ")


@PACKERS
@pytest.mark.parametrize("data", [SESSION, MESSAGES, LIST], ids=["codex", "lines", "document"])
def test_a_packed_file_is_what_is_in_it(tmp_path: Path, pack: Any, data: bytes) -> None:
    plain, packed = tmp_path / "plain.jsonl", tmp_path / "packed.jsonl.zst"
    plain.write_bytes(data)
    packed.write_bytes(pack(data))
    found = load(packed)
    assert found.path == str(packed)
    assert [(m.role, [b.text for b in m.blocks]) for m in found.messages] == [
        (m.role, [b.text for b in m.blocks]) for m in load(plain).messages
    ]
    assert load_open(io.BytesIO(packed.read_bytes())).format == found.format
    assert sorted(path.name for path in tmp_path.iterdir()) == ["packed.jsonl.zst", "plain.jsonl"]


@PACKERS
def test_several_in_a_row_are_one_file(tmp_path: Path, pack: Any) -> None:
    path = tmp_path / "s"
    path.write_bytes(pack(MESSAGES[:31]) + pack(MESSAGES[31:]))
    assert len(load(path).messages) == 2


def test_zeros_after_a_gzip_file_are_padding(tmp_path: Path) -> None:
    path = tmp_path / "s"
    path.write_bytes(gzip.compress(MESSAGES) + b"\0" * 512)
    assert len(load(path).messages) == 2


@PACKERS
def test_a_packed_file_does_not_grow(tmp_path: Path, pack: Any) -> None:
    path = tmp_path / "s"
    path.write_bytes(pack(SESSION))
    told: list[tuple[int, int]] = []
    found, growing = load_growing(path, lambda at, size: told.append((at, size)))
    assert growing is None
    assert_equal(found, load(path))


@PACKERS
def test_one_that_is_cut_off_or_damaged(tmp_path: Path, pack: Any) -> None:
    path = tmp_path / "s"
    whole = pack(SESSION)
    path.write_bytes(whole[:-20])
    assert "is cut off before its end" in refusal(path)
    path.write_bytes(whole[:200] + bytes(byte ^ 0x55 for byte in whole[200:400]) + whole[400:])
    assert "damaged" in refusal(path) or "cut off" in refusal(path)


@PACKERS
def test_a_bomb_is_refused(tmp_path: Path, pack: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpack, "LIMIT", 8 << 20)
    path = tmp_path / "s"
    path.write_bytes(pack(b" " * (64 << 20)))
    assert refusal(path) == "it unpacks to more than 8 MiB, which is not read"


def test_a_zstd_file_that_asks_for_much_memory_is_refused(tmp_path: Path) -> None:
    settings = zstandard.ZstdCompressionParameters.from_level(1, window_log=30)
    path = tmp_path / "s"
    path.write_bytes(zstandard.ZstdCompressor(compression_params=settings).compressobj().compress(b"x" * 99) + b"")
    packer = zstandard.ZstdCompressor(compression_params=settings).compressobj()
    path.write_bytes(packer.compress(MESSAGES) + packer.flush())
    assert "the zstd file is damaged" in refusal(path)


def test_packed_twice_is_once_too_often(tmp_path: Path) -> None:
    path = tmp_path / "s"
    path.write_bytes(gzip.compress(zstd(MESSAGES)))
    assert refusal(path) == "this is a zstd-compressed file inside another packed one; unpack it first"


@PACKERS
def test_whoever_does_not_want_it_any_more_is_obeyed(tmp_path: Path, pack: Any) -> None:
    class Enough(Exception):
        pass

    def stop(at: int, size: int) -> None:
        if at:
            raise Enough

    path = tmp_path / "s"
    path.write_bytes(pack(MESSAGES * 60_000))
    with pytest.raises(Enough):
        load_growing(path, stop)


@PACKERS
def test_a_full_disk_is_said(tmp_path: Path, pack: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise OSError(28, "No space left on device")

    path = tmp_path / "s"
    path.write_bytes(pack(MESSAGES))
    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    assert refusal(path) == "No space left on device"


# ---------------------------------------------------------------- what stays refused


@pytest.mark.parametrize("name", ["full.jsonl.001", "full.jsonl.014", "session.json.002"])
def test_a_piece_of_a_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(SESSION[: len(SESSION) // 2])
    assert refusal(path) == "this is one piece of several; join them first, in order, into one file"
    with pytest.raises(TranscriptError, match="one piece of several"):
        load_growing(path)


def test_a_reduced_checkpoint_says_what_to_open(tmp_path: Path) -> None:
    path = tmp_path / "transcript.jsonl"
    path.write_text(json.dumps({"v": 1, "agent": "codex", "cli_version": "0.5", "type": "user", "content": []}) + "\n")
    assert refusal(path) == (
        "this is a reduced checkpoint transcript; it leaves out most of the session; "
        "open full.jsonl beside it, which is the agent's own file"
    )


def test_a_pointer_of_git_lfs(tmp_path: Path) -> None:
    path = tmp_path / "full.jsonl"
    path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n")
    assert refusal(path) == "this is a Git LFS pointer, not the content; fetch it with git lfs pull"


@PACKERS
@pytest.mark.parametrize("bomb", [b"a", b"\n", b" "], ids=["line", "lines", "blanks"])
def test_what_packs_far_better_than_a_session_is_refused_while_it_is_unpacked(
    tmp_path: Path, pack: Any, bomb: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpack, "TRUSTED", 4 << 20)
    path = tmp_path / "s"
    path.write_bytes(pack(bomb * (32 << 20)))
    for read in (load, load_growing):
        with pytest.raises(TranscriptError, match="more than 200 times its size"):
            read(path)
    path.write_bytes(pack(MESSAGES * 2000))  # small: however well it packs
    assert len(load(path).messages) == 4000
