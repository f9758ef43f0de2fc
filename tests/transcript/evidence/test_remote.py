"""Evidence in an object store: redirects, expired signatures, other tenants' keys, cut and slow bodies, each its answer."""

from __future__ import annotations

import gc
import gzip
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript.remote import RemoteStore, RemoteSupportMissing
from inspector.transcript.resolver import Resolution, SourcePointerResolver
from inspector.transcript.storefaults import Denied
from tests.transcript.evidence.files import event, line, lines, sha256
from tests.transcript.evidence.object_store import SECRET, ObjectStore, elapsed, object_store
from tests.transcript.evidence.test_traversal import NAMES

DATA = b"an output that was kept\n" * 4000


@pytest.fixture(scope="module")
def running() -> Iterator[ObjectStore]:
    with object_store() as store:
        yield store
        gc.collect()  # a store's connections are closed when it goes


@pytest.fixture
def objects(running: ObjectStore) -> ObjectStore:
    running.objects.clear()
    running.ways.clear()
    running.asked.clear()
    return running


def resolve(objects: ObjectStore, pointer: str, excerpt: int = 0, **options: Any) -> Resolution:
    options = {"timeout": 60.0, **options}
    resolver = SourcePointerResolver(
        RemoteStore(objects.url, "transcripts", **options), RemoteStore(objects.url, **options), excerpt=excerpt
    )
    resolution = resolver.resolve(pointer)
    assert SECRET not in repr(resolution)
    assert objects.url not in resolution.reason
    return resolution


def pointer(session: str = "s1", file: str = "out.txt", data: bytes = DATA) -> str:
    return f"artifact:{session}:{file}:{sha256(data)}"


def test_an_artifact_and_an_event(objects: ObjectStore) -> None:
    objects.put("/t1/s1/out.txt", DATA)
    objects.put("/t1/s1.jsonl", lines(event(1), event(2)))
    artifact = resolve(objects, pointer(), excerpt=9)
    assert (artifact.status, artifact.sha256, artifact.excerpt) == ("available", sha256(DATA), "an output")
    found = resolve(objects, "transcript:s1:2")
    assert (found.status, found.sha256) == ("available", sha256(line(event(2))[:-1]))
    assert [method for method, _, _ in objects.asked] == ["GET", "GET"]


def test_names_are_encoded(objects: ObjectStore) -> None:
    objects.put("/t1/会话/Log (2)+a.txt", DATA)
    assert resolve(objects, pointer("会话", "Log (2)+a.txt")).status == "available"
    assert objects.paths == ["/t1/%E4%BC%9A%E8%AF%9D/Log%20%282%29%2Ba.txt"]


def test_another_format(objects: ObjectStore) -> None:
    objects.put("/t1/talk.jsonl", lines({"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}))
    assert resolve(objects, "transcript:talk:2").status == "available"
    assert resolve(objects, "transcript:talk:3").status == "missing"


@pytest.mark.parametrize("status", [300, 301, 302, 303, 304, 307, 308])
@pytest.mark.parametrize("target", ["inside", "outside", "other-server"])
def test_a_redirect_is_denied_and_never_followed(objects: ObjectStore, status: int, target: str) -> None:
    where = {"inside": "/t1/s1/real.txt", "outside": "/t2/s1/out.txt", "other-server": "http://127.0.0.1:9/t1/x"}
    objects.put("/t1/s1/real.txt", DATA)
    objects.put("/t2/s1/out.txt", DATA)
    objects.put("/t1/s1/out.txt", DATA, f"redirect:{status}:{where[target]}")
    assert resolve(objects, pointer()).status == "denied"
    assert objects.paths == ["/t1/s1/out.txt"]


def test_an_expired_signature(objects: ObjectStore) -> None:
    objects.put("/t1/s1/out.txt", DATA, "signed")
    addresses: list[str] = []

    def sign(address: str) -> str:
        addresses.append(address)
        return f"token={SECRET}"

    assert resolve(objects, pointer(), sign=sign).status == "available"
    assert addresses == [f"{objects.url}/s1/out.txt"]
    assert resolve(objects, pointer(), sign=lambda address: f"token={SECRET}&expired=1").status == "denied"
    assert resolve(objects, pointer()).status == "denied"


def test_a_signer_that_fails(objects: ObjectStore) -> None:
    def sign(address: str) -> str:
        raise RuntimeError(f"cannot sign with {SECRET}")

    resolution = resolve(objects, pointer(), sign=sign)
    assert (resolution.status, resolution.reason) == ("denied", "the address could not be signed")
    assert objects.asked == []


def test_headers_go_along_and_cookies_do_not(objects: ObjectStore) -> None:
    objects.put("/t1/s1/out.txt", DATA)
    store = RemoteStore(objects.url, headers={"Authorization": f"Bearer {SECRET}"}, timeout=60)
    resolver = SourcePointerResolver(store, store)
    for _ in range(2):
        assert resolver.resolve(pointer()).status == "available"
    assert [headers["authorization"] for _, _, headers in objects.asked] == [f"Bearer {SECRET}"] * 2
    assert not any("cookie" in headers for _, _, headers in objects.asked)
    assert SECRET not in repr(store)


def test_another_tenants_key(objects: ObjectStore) -> None:
    """The store refuses what lies outside the prefix, and no pointer gets out of the prefix to begin with."""
    objects.put("/t2/s1/out.txt", DATA)
    other = RemoteStore(objects.url.replace("/t1", "/t2"), timeout=60)
    assert SourcePointerResolver(other, other).resolve(pointer()).status == "denied"
    objects.asked.clear()
    for session in ("../t2/s1", "..%2ft2%2fs1", "..", "..\\t2", "/t2/s1"):
        assert resolve(objects, pointer(session)).status == "corrupt"
    assert objects.asked == []


def test_no_hostile_name_is_sent(objects: ObjectStore) -> None:
    store = RemoteStore(objects.url, timeout=60)
    for name in NAMES:
        for session, file in (("s1", name), (name, "out.txt")):
            with pytest.raises(Denied):
                store.open(session, file)
    assert objects.asked == []


def test_nothing_is_sent_without_leave(objects: ObjectStore) -> None:
    store = RemoteStore(objects.url, timeout=60)
    resolver = SourcePointerResolver(store, store, authorise=lambda p: False)
    assert resolver.resolve(pointer()).status == "denied"
    assert objects.asked == []


@pytest.mark.parametrize(
    ("way", "status"),
    [("401", "denied"), ("403", "denied"), ("400", "denied"), ("407", "denied"), ("451", "denied"), ("404", "missing"),
     ("410", "missing"), ("429", "missing"), ("500", "missing"), ("503", "missing"), ("204", "missing"), ("206", "missing"),
     ("hang-up", "missing")],
)  # fmt: skip
def test_other_answers(objects: ObjectStore, way: str, status: str) -> None:
    objects.put("/t1/s1/out.txt", DATA, way)
    assert resolve(objects, pointer()).status == status
    assert set(objects.paths) == {"/t1/s1/out.txt"}


def test_a_cut_body(objects: ObjectStore) -> None:
    objects.put("/t1/s1/out.txt", DATA, "cut")
    resolution = resolve(objects, pointer())
    assert (resolution.status, resolution.reason) == ("corrupt", "the object ended before its announced length")
    objects.put("/t1/s1.jsonl", lines(*map(event, range(1, 2001))), "cut")
    assert resolve(objects, "transcript:s1:1999").status == "corrupt"


def test_a_cut_body_of_the_right_length_is_another_object(objects: ObjectStore) -> None:
    objects.put("/t1/s1/out.txt", DATA[:-1])
    assert resolve(objects, pointer()).status == "corrupt"


def test_a_packed_body_is_not_unpacked(objects: ObjectStore) -> None:
    objects.put("/t1/s1/out.txt", gzip.compress(DATA), "packed")
    assert resolve(objects, pointer()).status == "corrupt"
    assert resolve(objects, pointer(data=gzip.compress(DATA, mtime=0))).status in ("available", "corrupt")
    assert objects.asked[0][2]["accept-encoding"] == "identity"


@pytest.mark.parametrize("way", ["slow", "slow-start", "drip"])
def test_a_slow_body_ends_in_bounded_time(objects: ObjectStore, way: str) -> None:
    objects.put("/t1/s1/out.txt", DATA, way)
    start = time.monotonic()
    resolution = resolve(objects, pointer(), timeout=0.4)
    assert (resolution.status, resolution.reason) == ("missing", "the store was too slow")
    assert elapsed(start) < 15, "the store takes longer"


def test_nobody_there() -> None:
    store = RemoteStore("http://127.0.0.1:9/t1", timeout=60)
    assert SourcePointerResolver(store, store).resolve(pointer()).status == "missing"


def test_a_record_that_does_not_fit_into_memory(objects: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> None:
    from inspector.transcript import message_search

    monkeypatch.setattr(message_search, "IN_MEMORY", 1000)
    objects.put("/t1/talk.jsonl", lines(*({"role": "user", "content": "a" * 100} for _ in range(50_000))))
    assert resolve(objects, "transcript:talk:2").status == "corrupt"


@pytest.mark.parametrize(
    "url",
    [
        "", "s3://bucket/t1", "file:///t1", "/t1", "http://", f"https://user:{SECRET}@host/t1", f"https://host/t1?token={SECRET}",
        "https://host/t1#x", "https://host/t1/../t2", "https://host/t1/%2e%2e/t2",
    ],
)  # fmt: skip
def test_an_address_names_a_place_and_nothing_more(url: str) -> None:
    with pytest.raises(ValueError, match="remote store") as caught:
        RemoteStore(url)
    assert SECRET not in str(caught.value)


def test_without_the_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    with pytest.raises(RemoteSupportMissing, match=r"compaction-inspector\[remote\]"):
        RemoteStore("https://host/t1")


def test_importing_loads_neither_library(root: Path) -> None:
    modules = "inspector.transcript.remote, inspector.transcript.resolver"
    code = f"import sys, {modules}; print({{'fsspec', 'aiohttp'}} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
