"""Which file belongs to which block, and looking into it: by pointer, by Claude Code's path, by name; never outside."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript import load, load_messages
from inspector.transcript.artifacts import Artifact, Artifacts
from inspector.transcript.model import Transcript
from inspector.transcript.storefaults import Denied, Missing, StoreFault

LOG = "".join(f"line {number}\n" for number in range(1, 101))
DIGEST = hashlib.sha256(LOG.encode()).hexdigest()


def result(text: str, tool_id: str = "toolu_1") -> list[dict[str, Any]]:
    use = {"type": "tool_use", "id": tool_id, "name": "bash", "input": {}}
    answer = {"type": "tool_result", "tool_use_id": tool_id, "content": text}
    return [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [answer]},
    ]


def transcript(text: str = "short", session: str = "s1", path: str = "") -> Transcript:
    return replace(load_messages(result(text)), session=session, path=path)


def kept(folder: Path, file: str, session: str = "s1", text: str = LOG) -> Path:
    path = folder / session / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def persisted(path: str) -> str:
    return (
        f"<persisted-output>\nOutput too large (29.5KB). Full output saved to: {path}\n\nPreview (first 2KB):\nline 1\n"
    )


RESULT = 2
"""Position of the result's block."""


@pytest.mark.parametrize("digest", [DIGEST, DIGEST[:12]])
@pytest.mark.parametrize("text", ["[cut; see {}; read on from line 1]\nline 100", "{}", "日志 {}."])
def test_linked_by_the_pointer_in_its_text(tmp_path: Path, text: str, digest: str) -> None:
    path = kept(tmp_path, "any name (1).txt")
    pointer = f"artifact:s1:any name (1).txt:{digest}"
    found = Artifacts(tmp_path).for_block(transcript(text.format(pointer)), RESULT)
    assert found == Artifact("s1", "any name (1).txt", path, len(LOG), digest, "pointer")


def test_linked_by_a_pointer_in_its_fields(tmp_path: Path) -> None:
    kept(tmp_path, "a.txt")
    messages = result("short")
    messages[2]["content"][0]["extra"] = {"kept": [1, None, f"artifact:s1:a.txt:{DIGEST[:12]}"]}
    found = Artifacts(tmp_path).for_block(replace(load_messages(messages), session="s1"), RESULT)
    assert found is not None
    assert (found.file, found.digest) == ("a.txt", DIGEST[:12])


def test_the_first_pointer_that_leads_to_something(tmp_path: Path) -> None:
    kept(tmp_path, "b.txt")
    text = f"artifact:s1:a.txt:{'0' * 12} artifact:s1:../b.txt:{'0' * 12} artifact:s1:b.txt:{DIGEST[:12]} artifact:s1"
    found = Artifacts(tmp_path).for_block(transcript(text), RESULT)
    assert found is not None
    assert found.file == "b.txt"


@pytest.mark.parametrize(
    "saved",
    [
        "/Users/dev/.claude/projects/-x/s1/tool-results/toolu_9.txt",
        "C:\\Users\\dev\\.claude\\projects\\x\\s1\\tool-results\\toolu_9.txt",
        "/somewhere/else/toolu_9.txt",
    ],
)
@pytest.mark.parametrize("inside", ["", "tool-results"])
def test_linked_by_claude_codes_path(tmp_path: Path, saved: str, inside: str) -> None:
    path = tmp_path / "art" / "s1" / inside / "toolu_9.txt"
    path.parent.mkdir(parents=True)
    path.write_text(LOG)
    found = Artifacts(tmp_path / "art").for_block(transcript(persisted(saved)), RESULT)
    assert found == Artifact("s1", "toolu_9.txt", path, len(LOG), "", "path")


def test_claude_codes_own_folder_beside_the_transcript(tmp_path: Path) -> None:
    record = tmp_path / "s1.jsonl"
    record.write_text("".join(json.dumps(m) + "\n" for m in result(persisted("/x/s1/tool-results/out.txt"))))
    spilled = tmp_path / "s1" / "tool-results" / "out.txt"
    spilled.parent.mkdir(parents=True)
    spilled.write_text(LOG)
    opened = load(record)
    artifacts = Artifacts.of(opened)
    assert artifacts is not None
    found = artifacts.for_block(opened, RESULT)
    assert found == Artifact("s1", "out.txt", spilled, len(LOG), "", "path")
    with artifacts.lines(found) as file:
        assert file.last(1) == ["line 100"]
    assert (tmp_path / "s1" / "tool-results").exists()


@pytest.mark.parametrize(
    ("file", "how"),
    [("toolu_1.txt", "tool id"), ("toolu_1", "tool id"), ("3.1.txt", "block name"), ("3.1", "block name")],
)
def test_linked_by_name(tmp_path: Path, file: str, how: str) -> None:
    path = kept(tmp_path, file)
    kept(tmp_path, "2.1.txt.old")
    found = Artifacts(tmp_path).for_block(transcript(), RESULT)
    assert found == Artifact("s1", file, path, len(LOG), "", how)  # type: ignore[arg-type]
    assert Artifacts(tmp_path).for_block(transcript(), 1) is None, "the call is not its result"
    assert Artifacts(tmp_path).for_block(transcript(), 0) is None


def test_new_files_are_seen(tmp_path: Path) -> None:
    artifacts = Artifacts(tmp_path)
    assert artifacts.for_block(transcript(), RESULT) is None
    kept(tmp_path, "other.txt")
    assert artifacts.for_block(transcript(), RESULT) is None
    kept(tmp_path, "toolu_1.txt")
    os.utime(tmp_path / "s1", ns=(1, 1))
    assert artifacts.for_block(transcript(), RESULT) is not None
    assert artifacts.names("s1") == ("other.txt", "toolu_1.txt")


def test_without_a_folder_there_is_nothing(tmp_path: Path) -> None:
    assert Artifacts.of(transcript()) is None
    assert Artifacts(tmp_path / "nowhere").for_block(transcript(), RESULT) is None
    assert Artifacts(tmp_path / "nowhere").names("s1") == ()
    beside = Artifacts.of(transcript(path=str(tmp_path / "t.jsonl")))
    assert beside is not None
    assert beside.folder == tmp_path / "artifacts"
    given = Artifacts.of(transcript(), tmp_path)
    assert given is not None
    assert given.folder == tmp_path


def test_a_session_without_an_id_is_called_as_its_file(tmp_path: Path) -> None:
    kept(tmp_path, "3.1.txt", "my session")
    kept(tmp_path, "3.1.txt", "session")
    found = Artifacts(tmp_path).for_block(transcript(session="", path="/x/my session.jsonl"), RESULT)
    assert found is not None
    assert found.session == "my session"
    found = Artifacts(tmp_path).for_block(transcript(session=""), RESULT)
    assert found is not None
    assert found.session == "session"


# ── never outside ───────────────────────────────────────────────────────────────────────────────────────────


def test_another_sessions_artifact_is_not_looked_at(tmp_path: Path) -> None:
    """What a text names is no permission."""
    kept(tmp_path, "a.txt", "other")
    for text in (f"artifact:other:a.txt:{DIGEST[:12]}", persisted("/x/other/tool-results/a.txt")):
        assert Artifacts(tmp_path).for_block(transcript(text), RESULT) is None
        found = Artifacts(tmp_path, allowed=lambda session: True).for_block(transcript(text), RESULT)
        assert found is not None
        assert found.session == "other"


HOSTILE = [
    "..",
    ".",
    "../secret",
    "a/b",
    "a\\b",
    "/etc/passwd",
    "C:x",
    "a\0b",
    ".hidden",
    "nul",
    "",
    "a" * 300,
    "．．",
    "%2e%2e",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_that_are_none(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").write_text(LOG)
    kept(tmp_path / "art", "a.txt")
    artifacts = Artifacts(tmp_path / "art", beside=tmp_path, allowed=lambda session: True)
    with pytest.raises(Denied):
        artifacts.path("s1", name)
    with pytest.raises(Denied):
        artifacts.digest(name, "a.txt")
    assert artifacts.names(name) == ()
    for text in (
        f"artifact:s1:{name}:{DIGEST[:12]}",
        f"artifact:{name}:secret:{DIGEST[:12]}",
        persisted(f"/x/s1/tool-results/{name}"),
        persisted(f"/x/{name}/tool-results/secret"),
        persisted(name),
    ):
        assert artifacts.for_block(transcript(text), RESULT) is None


def test_links_are_not_followed(tmp_path: Path) -> None:
    kept(tmp_path / "outside", "toolu_1.txt")
    art = tmp_path / "art"
    (art / "s1").mkdir(parents=True)
    (art / "s1" / "toolu_1.txt").symlink_to(tmp_path / "outside" / "s1" / "toolu_1.txt")
    (art / "s2").symlink_to(tmp_path / "outside" / "s1")
    artifacts = Artifacts(art)
    assert artifacts.names("s1") == artifacts.names("s2") == ()
    for session in ("s1", "s2"):
        with pytest.raises(Denied, match="link"):
            artifacts.path(session, "toolu_1.txt")
        text = f"artifact:{session}:toolu_1.txt:{DIGEST[:12]}"
        assert artifacts.for_block(transcript(text, session), RESULT) is None


def test_a_link_that_takes_its_place_is_not_followed(tmp_path: Path) -> None:
    """Between the finding and the opening a file may become a link."""
    (tmp_path / "secret").write_text("secret\n")
    path = kept(tmp_path / "art", "toolu_1.txt")
    artifacts = Artifacts(tmp_path / "art")
    found = artifacts.for_block(transcript(), RESULT)
    assert found is not None
    path.unlink()
    with pytest.raises(Missing):
        artifacts.lines(found)
    path.symlink_to(tmp_path / "secret")
    with pytest.raises(Denied):
        artifacts.lines(found)
    with pytest.raises(Denied):
        artifacts.preview(found)


def test_folders_and_pipes_are_no_artifacts(tmp_path: Path) -> None:
    (tmp_path / "s1" / "toolu_1.txt").mkdir(parents=True)
    os.mkfifo(tmp_path / "s1" / "3.1.txt")
    artifacts = Artifacts(tmp_path)
    assert artifacts.names("s1") == ()
    assert artifacts.for_block(transcript(f"artifact:s1:3.1.txt:{DIGEST[:12]}"), RESULT) is None
    with pytest.raises(StoreFault):
        artifacts.path("s1", "3.1.txt")


# ── looking into it ─────────────────────────────────────────────────────────────────────────────────────────


def found_in(folder: Path, text: str) -> tuple[Artifacts, Artifact]:
    kept(folder, "toolu_1.txt", text=text)
    artifacts = Artifacts(folder)
    found = artifacts.for_block(transcript(), RESULT)
    assert found is not None
    return artifacts, found


def test_the_digest_is_of_the_whole_file(tmp_path: Path) -> None:
    artifacts, found = found_in(tmp_path, LOG)
    assert artifacts.digest(found.session, found.file) == DIGEST
    assert artifacts.path(found.session, found.file) == found.path
    with pytest.raises(Missing):
        artifacts.digest("s1", "nothing.txt")


def test_a_preview_says_where_to_read_on(tmp_path: Path) -> None:
    artifacts, found = found_in(tmp_path, LOG)
    preview = artifacts.preview(found, head=2, tail=3)
    assert [row.text for row in (*preview.head, *preview.tail)] == [
        "line 1",
        "line 2",
        "line 98",
        "line 99",
        "line 100",
    ]
    assert (preview.next_line, preview.lines, preview.size) == (3, 100, len(LOG))
    with artifacts.lines(found) as file:
        assert file.lines(preview.next_line or 0, 1) == ["line 3"]
    assert artifacts.preview(found, head=0, tail=2).next_line == 1
    assert artifacts.preview(found, head=2, tail=0).next_line == 3


@pytest.mark.parametrize(("head", "tail"), [(100, 0), (0, 100), (60, 60), (1, 99), (500, 500)])
def test_a_preview_that_leaves_nothing_out(tmp_path: Path, head: int, tail: int) -> None:
    artifacts, found = found_in(tmp_path, LOG)
    preview = artifacts.preview(found, head=head, tail=tail)
    assert [row.text for row in (*preview.head, *preview.tail)] == LOG.splitlines()
    assert preview.next_line is None


def test_an_empty_artifact_has_an_empty_preview(tmp_path: Path) -> None:
    artifacts, found = found_in(tmp_path, "")
    assert artifacts.preview(found, head=2, tail=2) == ((), (), None, 0, 0)


def test_what_compact_wrote_is_found_again(tmp_path: Path) -> None:
    """The other half of externalising: the block of the sent message leads to its file."""
    from inspector.engine import compact
    from inspector.policy import load_policy
    from inspector.policy.model import Truncate

    preset = load_policy("go-tiny-claw")
    layer = next(layer for layer in preset.layers if isinstance(layer.operation, Truncate))
    cut = replace(layer, operation=Truncate(2, "lines", 0, "[{pointer}]\n", externalise=True), when="always", over=None)
    done = compact(result(LOG), replace(preset, layers=(cut,)), session="s1", artifacts=tmp_path)
    sent = replace(load_messages(done.messages), session="s1")
    artifacts = Artifacts(tmp_path)
    found = artifacts.for_block(sent, RESULT)
    assert found is not None
    assert found.found_by == "pointer"
    assert artifacts.digest(found.session, found.file).startswith(found.digest)
    with artifacts.lines(found) as file:
        assert file.lines(1, 100) == LOG.splitlines()
