"""Evidence in an object store that speaks HTTP: S3, Google, Azure and their like by signed addresses, or any web server.

The addresses are one trusted prefix and names that were checked: nothing that a pointer says can leave the prefix. An
answer that points elsewhere is a refusal. The library (fsspec with aiohttp) is loaded when the first store is made.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote, unquote, urlsplit

from inspector.transcript.names import name_fault
from inspector.transcript.storefaults import Damaged, Denied, Missing, StoreFault
from inspector.transcript.stores import Layout

if TYPE_CHECKING:
    import aiohttp

_GONE = frozenset({404, 410})
_LATER = frozenset({408, 425, 429})


class RemoteSupportMissing(ImportError):
    """The optional libraries for remote stores are not installed."""


class RemoteStore:
    """The objects below one address. Layouts are those of `LocalStore`, the parts percent-encoded.

    `url` holds neither credentials nor a query. `headers` go with every request; `sign` turns the address of an object into
    the query that opens it (a presigned address, a shared-access token). `timeout` is in seconds and bounds an object as a
    whole, however slowly it comes.
    """

    def __init__(
        self,
        url: str,
        layout: Layout = "artifacts",
        *,
        headers: Mapping[str, str] | None = None,
        sign: Callable[[str], str] | None = None,
        timeout: float = 60.0,
    ) -> None:
        self._prefix = _prefix(url)
        self.layout: Layout = layout
        self._sign = sign
        self._timeout = timeout
        self._files = _file_system(dict(headers or {}), timeout)

    def open(self, session: str, name: str = "") -> RemoteFile:
        """The object, its answer judged. Raises `Missing`, `Denied` or `Damaged`; their texts hold no address and no key."""
        deadline = time.monotonic() + self._timeout
        address = self._prefix + "/".join(quote(part, safe="") for part in self._parts(session, name))
        signed = self._signed(address)
        try:
            # a size (any but 0) spares the look-up of it, which would hide what the store says
            stream = self._files.open(signed, "rb", block_size=0, size=1)
        except Exception as error:
            raise _fault(error) from None
        return RemoteFile(stream, deadline)

    def _signed(self, address: str) -> str:
        if self._sign is None:
            return address
        try:
            return f"{address}?{self._sign(address)}"
        except Exception:  # whatever keeps the keys may fail in its own ways, and say too much
            raise Denied("the address could not be signed") from None

    def _parts(self, session: str, name: str) -> tuple[str, ...]:
        for part in (session, name) if self.layout == "artifacts" else (session,):
            if name_fault(part):
                raise Denied(f"a name {name_fault(part)}")
        return (session, name) if self.layout == "artifacts" else (f"{session}.jsonl",)


class RemoteFile:
    """The body of an answer while it comes in."""

    def __init__(self, stream: Any, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, size: int, /) -> bytes:
        if time.monotonic() > self._deadline:
            raise Missing("the store was too slow")
        try:
            return bytes(self._stream.read(size))
        except Exception as error:
            raise _fault(error) from None

    def confirm(self) -> None:
        """The store sent it: what happens to the object afterwards is not seen here."""

    def close(self) -> None:
        self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _prefix(url: str) -> str:
    """The trusted address, ending in a slash. ValueError when it is not one that names a place and nothing more."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("a remote store has an address that starts with https:// or http://")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise ValueError("the address of a remote store holds neither credentials nor a query; give headers or sign")
    if any(unquote(part) in (".", "..") for part in parts.path.split("/")):
        raise ValueError("the address of a remote store holds no . and no ..")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"


def _file_system(headers: dict[str, str], timeout: float) -> Any:
    """fsspec's view of the web, with a client that follows nothing, keeps no cookies and unpacks nothing."""
    try:
        import aiohttp
        from fsspec.implementations.http import HTTPFileSystem  # type: ignore[import-untyped]
    except ImportError as error:
        raise RemoteSupportMissing(
            "remote stores need two more libraries: pip install 'compaction-inspector[remote]'"
        ) from error

    async def client(loop: Any, **options: Any) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            headers={**headers, "Accept-Encoding": "identity"},
            timeout=aiohttp.ClientTimeout(total=timeout),
            raise_for_status=_judge,
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
        )

    return HTTPFileSystem(get_client=client, encoded=True, allow_redirects=False, skip_instance_cache=True)


async def _judge(answer: aiohttp.ClientResponse) -> None:
    """Only 200 is an object. What the store says instead is not read."""
    status = answer.status
    if status == 200:
        return
    answer.close()
    if 300 <= status < 400:
        raise Denied("the store points elsewhere; that is not followed")
    if status in _GONE:
        raise Missing("the store has no such object")
    if 400 <= status < 500 and status not in _LATER:
        raise Denied(f"the store refused it ({status})")
    raise Missing(f"the store gave no object ({status})")


def _fault(error: Exception) -> StoreFault:
    """What an error on the way means. Errors of the library name addresses and queries: only their kind is kept."""
    import aiohttp

    if isinstance(error, StoreFault):
        return error
    if isinstance(error, TimeoutError):
        return Missing("the store was too slow")
    if isinstance(error, aiohttp.ClientPayloadError):
        return Damaged("the object ended before its announced length")
    if isinstance(error, aiohttp.ClientSSLError):
        return Denied("the store's certificate is not accepted")
    return Missing("the store cannot be reached, or does not answer as one")
