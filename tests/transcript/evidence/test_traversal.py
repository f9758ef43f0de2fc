"""Hostile pointers: whatever they say, nothing outside the roots is opened, and none of them is ever available."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inspector.transcript import nofollow
from inspector.transcript.storefaults import Denied
from inspector.transcript.stores import LocalStore
from tests.transcript.evidence.files import House, sha256
from tests.transcript.evidence.watch import Watch

D = "%DIGEST%"

NAMES = [
    ".", "..", "...", "../outside/secret.txt", "../../outside/secret.txt", "../secret", "./secret.txt",
    "/etc/passwd", "//etc/passwd", "a/../../outside/secret.txt", "s1/../../outside/secret.txt", "secret.txt/",
    "/", "", "..\\outside\\secret.txt", "..\\..\\outside\\secret.txt", "\\\\server\\share\\secret.txt",
    "\\\\?\\C:\\secret.txt", "\\", "C:secret.txt", "C:\\secret.txt", "C:/secret.txt", "out.txt:stream",
    "out.txt::$DATA", "CON", "con", "NUL.txt", "aux.tar.gz", "COM1", "LPT9.log", "CONIN$", "prn .txt",
    "out.txt.", "out.txt ", " out.txt", "out.txt. .", "PROGRA~1", "~", "~root", "$HOME", "${HOME}", "`id`", "*",
    "?", "out.tx?", "[a-z]*", "a|b", "<a>", '"a"', "a;b", "a&b", "%2e%2e", "%2e%2e%2foutside%2fsecret.txt",
    "..%2foutside%2fsecret.txt", "%252e%252e%252f", "..%5csecret.txt", "..%c0%af", "%c0%ae%c0%ae",
    "%u002e%u002e", "&#46;&#46;", "\\u002e\\u002e", "=2E=2E", "..;", "..%00", "out.txt%00.png", "out.txt\0",
    "\0", "..\0", "out.txt\0.png", "out\n.txt", "out\r.txt", "out\t.txt", "out\x1b[2J.txt", "out\x7f.txt",
    "\x85", "．．", "．．／outside", "‥", "…", "․․", "․․/outside", "﹒﹒", "。。", "｡｡",
    "..／outside／secret.txt", "..∕outside∕secret.txt", "..⁄outside", "..⧸outside", "..╱outside", "..＼outside",
    "..﹨outside", "..∖outside", "..⧵outside", "a꞉b", "a：b", "ꓸꓸ", "〳〵", "out\u200b.txt", "out\u200d.txt",
    "\u202etxt.tuo", "\ufeffout.txt", "out\u00ad.txt", "out\u00a0.txt", "out\u2028.txt", "\u3164",
    "ou\u0301t.txt", "ｏｕｔ.txt", "oﬀ.txt", "out\ufe0f.txt", "out\ud800.txt", "out\ue000.txt", "K\u212a.txt",
    "a" * 300, "长" * 100, "-", "_", "__", "( )", ".hidden", ".git", ".ssh", ".out.txt",
]  # fmt: skip
"""As a session and as a file name, each."""

WHOLE = [
    "transcript:../outside/secret:1", "transcript:..:1", "transcript:/etc/passwd:1",
    "transcript:secret.jsonl/../secret:1", f"artifact:../outside:secret.txt:{D}",
    f"artifact:..:outside:secret.txt:{D}", f"artifact:s1:../../outside/secret.txt:{D}",
    f"artifact%3As1%3Aout.txt%3A{D}", f"artifact\uff1as1\uff1aout.txt\uff1a{D}", f"artifact:s1:out.txt\n:{D}",
    f"artifact:s1:out.txt:{D}\n", f"artifact:s1:out.txt:{D}/../secret", f"\0artifact:s1:out.txt:{D}",
    "transcript:secret:1\0", "transcript:secret:1/..", "transcript:secret:1e0", "file:///etc/passwd",
    "../outside/secret.txt", "/etc/passwd", "\\\\server\\share", "C:\\Windows\\win.ini", "", ":", "::", ":::",
    f"artifact:linkdir:secret.txt:{D}", f"artifact:linkup:secret.txt:{D}", f"artifact:s1:link.txt:{D}",
    f"artifact:s1:deep.txt:{D}", f"artifact:s1:absolute.txt:{D}", f"artifact:s1:dangling.txt:{D}",
    f"artifact:s1:loop.txt:{D}", f"artifact:s1:pipe.txt:{D}", f"artifact:s1:folder:{D}",
    f"artifact:chain:secret.txt:{D}", "transcript:secret:1", "transcript:chained:1", "transcript:up:1",
]  # fmt: skip

CORPUS = [
    *WHOLE,
    *(f"artifact:s1:{name}:{D}" for name in NAMES),
    *(f"artifact:{name}:secret.txt:{D}" for name in NAMES),
    *(f"transcript:{name}:1" for name in NAMES),
]


@pytest.fixture
def trapped(house: House) -> House:
    """Links of every kind to things outside; followed, any of them would be `available`."""
    house.artifact()
    folder = house.artifacts / "s1"
    (folder / "link.txt").symlink_to("../../outside/secret.txt")
    (folder / "absolute.txt").symlink_to(house.outside / "secret.txt")
    (folder / "deep.txt").symlink_to("link.txt")
    (folder / "dangling.txt").symlink_to("nowhere")
    (folder / "loop.txt").symlink_to("loop.txt")
    (folder / "folder").symlink_to("../../outside")
    os.mkfifo(folder / "pipe.txt")
    (house.artifacts / "linkdir").symlink_to("../outside")
    (house.artifacts / "chain").symlink_to("linkdir")
    (house.artifacts / "linkup").symlink_to("..")
    (house.transcripts / "secret.jsonl").symlink_to("../outside/secret.jsonl")
    (house.transcripts / "chained.jsonl").symlink_to("secret.jsonl")
    (house.transcripts / "up.jsonl").symlink_to("..")
    return house


def test_the_corpus_is_large_enough() -> None:
    assert len(set(CORPUS)) >= 300
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("stepwise", [True, False])
def test_nothing_outside_the_roots_is_ever_opened(
    trapped: House, watch: Watch, monkeypatch: pytest.MonkeyPatch, stepwise: bool
) -> None:
    monkeypatch.setattr(nofollow, "STEPWISE", stepwise and nofollow.STEPWISE)
    resolver = trapped.resolver(excerpt=100)
    for text in CORPUS:
        pointer = text.replace(D, sha256(trapped.secret))
        watch.clear()
        resolution = resolver.resolve(pointer)
        assert resolution.status in ("corrupt", "denied", "missing", "unsupported"), pointer
        assert resolution.excerpt == ""
        assert watch.only_within(trapped.transcripts, trapped.artifacts), pointer


def test_a_hostile_name_is_refused_before_anything_is_opened(trapped: House, watch: Watch) -> None:
    for name in NAMES:
        watch.clear()
        assert trapped.resolver().resolve(f"artifact:s1:{name}:{'0' * 12}").status == "corrupt", name
        assert trapped.resolver().resolve(f"transcript:{name}:1").status == "corrupt", name
        assert watch.names == [], name


def test_the_store_refuses_by_itself(trapped: House, watch: Watch) -> None:
    """A name that comes by another way than a pointer is checked by the store, too."""
    artifacts, transcripts = LocalStore(trapped.artifacts, "artifacts"), LocalStore(trapped.transcripts, "transcripts")
    watch.clear()
    for name in NAMES:
        for store, session, file in ((artifacts, "s1", name), (artifacts, name, "out.txt"), (transcripts, name, "")):
            with pytest.raises(Denied):
                store.open(session, file)
            with pytest.raises(Denied):
                store.path(session, file)
    assert watch.names == []


def test_a_path_for_a_viewer_passes_the_same_checks(trapped: House) -> None:
    store = LocalStore(trapped.artifacts, "artifacts")
    assert store.path("s1", "out.txt") == trapped.artifacts / "s1" / "out.txt"
    for session, name in (("s1", "link.txt"), ("linkdir", "secret.txt"), ("s1", "pipe.txt")):
        with pytest.raises(Denied):
            store.path(session, name)


# races: the world changes between two steps


def test_a_folder_that_becomes_a_link_after_it_was_entered(
    house: House, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder that was entered stays the one that is looked in."""
    pointer = house.artifact(b"output", file="secret.txt")
    folder = house.artifacts / "s1"
    really = nofollow._enter

    def enter(handle: int, part: str) -> int:
        entered = really(handle, part)
        folder.rename(house.artifacts / "moved")
        folder.symlink_to(house.outside)
        return entered

    monkeypatch.setattr(nofollow, "_enter", enter)
    watch.clear()
    assert house.resolver().resolve(pointer).status == "available"
    assert watch.only_within(house.artifacts)


def test_a_folder_that_becomes_a_link_before_it_is_entered(
    house: House, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.artifact(file="secret.txt")
    folder = house.artifacts / "s1"
    really = nofollow._enter

    def enter(handle: int, part: str) -> int:
        folder.rename(house.artifacts / "moved")
        folder.symlink_to(house.outside)
        return really(handle, part)

    monkeypatch.setattr(nofollow, "_enter", enter)
    watch.clear()
    pointer = f"artifact:s1:secret.txt:{sha256(house.secret)}"
    assert house.resolver().resolve(pointer).status == "denied"
    assert watch.only_within(house.artifacts)


def _swap(path: Path, target: Path) -> None:
    path.unlink()
    path.symlink_to(target)


def test_a_file_that_becomes_a_link_before_it_is_opened(
    house: House, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.artifact(file="secret.txt")
    really = nofollow._enter

    def enter(handle: int, part: str) -> int:
        _swap(house.artifacts / "s1" / "secret.txt", house.outside / "secret.txt")
        return really(handle, part)

    monkeypatch.setattr(nofollow, "_enter", enter)
    watch.clear()
    assert house.resolver().resolve(f"artifact:s1:secret.txt:{sha256(house.secret)}").status == "denied"
    assert watch.only_within(house.artifacts)


def test_without_steps_the_file_opened_must_be_the_file_seen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system cannot refuse links by itself, what was swapped in is opened, but not a byte of it is read."""
    house.artifact(file="secret.txt")
    really = os.lstat

    def lstat(path: str) -> os.stat_result:
        seen = really(path)
        if str(path).endswith("secret.txt"):
            _swap(house.artifacts / "s1" / "secret.txt", house.outside / "secret.txt")
        return seen

    monkeypatch.setattr(nofollow, "STEPWISE", False)
    monkeypatch.setattr(nofollow, "_FILE", os.O_RDONLY)
    monkeypatch.setattr(os, "lstat", lstat)
    monkeypatch.setattr(os, "read", lambda *_: pytest.fail("it was read"))
    assert house.resolver().resolve(f"artifact:s1:secret.txt:{sha256(house.secret)}").status == "denied"
