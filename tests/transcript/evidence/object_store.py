"""A local object store that speaks HTTP and misbehaves as asked, one way for each path."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

SECRET = "sig-5f1e"
"""A signature that must not be seen in any answer."""


class ObjectStore:
    """Objects by path, for one tenant (`/t1/…`); `asked` are the requests that came in."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.ways: dict[str, str] = {}
        """Path → how it is answered: a status, or a word that `_answer` and `_body` know; empty for as it should be."""
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        self.stop = threading.Event()
        self.url = ""

    def put(self, path: str, data: bytes, way: str = "") -> None:
        self.objects[path] = data
        self.ways[path] = way

    @property
    def paths(self) -> list[str]:
        return [path for _, path, _ in self.asked]


class _Handler(BaseHTTPRequestHandler):
    store: ObjectStore
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the terminal."""

    def do_HEAD(self) -> None:
        self._answer(b"")

    def do_GET(self) -> None:
        self._answer(None)

    def _answer(self, instead: bytes | None) -> None:
        path, _, query = self.path.partition("?")
        path = unquote(path)
        self.store.asked.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}))
        way = self.store.ways.get(path, "404")
        if not path.startswith("/t1/"):
            way = "403"  # another tenant's key
        elif way == "signed":
            way = "" if query == f"token={SECRET}" else "403"
        if way.startswith("redirect:"):
            self._head(int(way.split(":")[1]), 0, Location=way.split(":", 2)[2])
        elif way.isdigit():
            self._head(int(way), 0)
        elif way == "hang-up":
            self.close_connection = True
        else:
            self._body(self.store.objects[path], way)

    def _head(self, status: int, length: int, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(length))
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        self.end_headers()

    def _body(self, data: bytes, way: str) -> None:
        if way == "slow-start":
            self.store.stop.wait(20)
        if way == "packed":
            self._head(200, len(data), Content_Encoding="gzip")
        else:
            self._head(200, len(data), Set_Cookie="tenant=t1")
        try:
            if way == "cut":
                self.wfile.write(data[: len(data) // 2])
                self.close_connection = True
            elif way in ("slow", "drip"):
                self._slowly(data, 1 if way == "drip" else len(data) // 2)
            else:
                self.wfile.write(data)
        except OSError:
            self.close_connection = True

    def _slowly(self, data: bytes, step: int) -> None:
        for at in range(0, len(data), step):
            self.wfile.write(data[at : at + step])
            self.wfile.flush()
            if self.store.stop.wait(0.05 if step == 1 else 20):
                return


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that had enough and left is no error here."""


@contextmanager
def object_store() -> Iterator[ObjectStore]:
    store = ObjectStore()
    handler = type("Handler", (_Handler,), {"store": store})
    server = _Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    store.url = f"http://127.0.0.1:{server.server_port}/t1"
    try:
        yield store
    finally:
        store.stop.set()
        server.shutdown()
        server.server_close()
        thread.join()


def elapsed(start: float) -> float:
    return time.monotonic() - start
