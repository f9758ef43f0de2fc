"""A small server of the Messages API on this machine. A script says how it behaves at each request."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Act = Callable[["Handler"], None]
"""What the server does with one request."""


class Seen(NamedTuple):
    path: str
    headers: Mapping[str, str]
    body: Any


class Server:
    """Answers request n with act n; the last act answers all that follow. `close` lets hanging ones go."""

    def __init__(self, *acts: Act) -> None:
        self.seen: list[Seen] = []
        self.arrived, self.released = threading.Event(), threading.Event()
        self.connections = 0
        self._acts, self._lock = acts, threading.Lock()
        self._http = _Http(("127.0.0.1", 0), Handler)
        self._http.owner = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def next_act(self, seen: Seen) -> Act:
        with self._lock:
            self.seen.append(seen)
            self.arrived.set()
            return self._acts[min(len(self.seen), len(self._acts)) - 1]

    def close(self) -> None:
        self.released.set()
        self._http.shutdown()
        self._http.server_close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    owner: Server

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no error here."""

    def process_request(self, request: Any, client_address: Any) -> None:
        self.owner.connections += 1
        super().process_request(request, client_address)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def owner(self) -> Server:
        assert isinstance(self.server, _Http)
        return self.server.owner

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.owner.next_act(Seen(self.path, dict(self.headers.items()), json.loads(raw)))(self)
        self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""

    def begin(self, status: int = 200, media: str = "text/event-stream", **headers: str) -> None:
        self.send_response(status)
        self.send_header("content-type", media)
        self.send_header("connection", "close")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.flush()

    def event(self, kind: str, **fields: Any) -> None:
        data = json.dumps({"type": kind, **fields}, ensure_ascii=False)
        data = "".join(f"\\u{ord(one):04x}" if "\ud800" <= one <= "\udfff" else one for one in data)
        self.raw(f"event: {kind}\ndata: {data}\n\n")

    def raw(self, text: str) -> None:
        self.wfile.write(text.encode())
        self.wfile.flush()

    def hang(self) -> None:
        """Until the client is gone or the server closes."""
        self.connection.settimeout(0.02)
        while not self.owner.released.is_set():
            try:
                if not self.connection.recv(1):
                    return
            except TimeoutError:
                continue
            except OSError:
                return

    def cut(self) -> None:
        """Break the connection off, so that the client sees it."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        self.connection.close()


def start(handler: Handler, tokens: int = 1200, model: str = "claude-opus-5") -> None:
    usage = {
        "input_tokens": tokens,
        "output_tokens": 1,
        "cache_read_input_tokens": 30,
        "cache_creation_input_tokens": 7,
    }
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
    }
    handler.event("message_start", message={**message, "stop_sequence": None, "usage": usage})


def block(handler: Handler, texts: Sequence[str], index: int = 0) -> None:
    handler.event("content_block_start", index=index, content_block={"type": "text", "text": ""})
    handler.event("ping")
    for text in texts:
        handler.event("content_block_delta", index=index, delta={"type": "text_delta", "text": text})
    handler.event("content_block_stop", index=index)


def end(handler: Handler, reason: str = "end_turn", tokens: int = 42) -> None:
    delta = {"stop_reason": reason, "stop_sequence": None}
    handler.event("message_delta", delta=delta, usage={"output_tokens": tokens})
    handler.event("message_stop")


def says(*texts: str, reason: str = "end_turn") -> Act:
    """A whole answer in these pieces."""

    def act(handler: Handler) -> None:
        handler.begin(request_id="req_1")
        start(handler)
        block(handler, texts)
        end(handler, reason)

    return act


def thinks(*texts: str) -> Act:
    """An answer with thinking before its text."""

    def act(handler: Handler) -> None:
        handler.begin()
        start(handler)
        handler.event(
            "content_block_start", index=0, content_block={"type": "thinking", "thinking": "", "signature": ""}
        )
        handler.event(
            "content_block_delta", index=0, delta={"type": "thinking_delta", "thinking": "let me think of it"}
        )
        handler.event("content_block_delta", index=0, delta={"type": "signature_delta", "signature": "c2ln"})
        handler.event("content_block_stop", index=0)
        block(handler, texts, 1)
        end(handler)

    return act


def calls_a_tool(handler: Handler) -> None:
    handler.begin()
    start(handler)
    block(handler, ["I look at it first."])
    tool = {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {}}
    handler.event("content_block_start", index=1, content_block=tool)
    handler.event("content_block_delta", index=1, delta={"type": "input_json_delta", "partial_json": '{"path": "a'})
    handler.event("content_block_delta", index=1, delta={"type": "input_json_delta", "partial_json": '.py"}'})
    handler.event("content_block_stop", index=1)
    end(handler, "tool_use")


def refuses(handler: Handler) -> None:
    handler.begin()
    start(handler)
    end(handler, "refusal")


def fails(status: int, kind: str = "error", message: str = "", **headers: str) -> Act:
    """An error in the form of the API."""

    def act(handler: Handler) -> None:
        handler.begin(status, "application/json", **headers)
        body = {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_2"}
        handler.raw(json.dumps(body))

    return act


def echoes(status: int) -> Act:
    """An error that repeats the key in everything: status line aside, headers, message, body."""

    def act(handler: Handler) -> None:
        key = handler.headers.get("authorization", "") + " " + handler.headers.get("x-api-key", "")
        fails(status, "authentication_error", f"the key {key} is wrong", x_echo=key.strip())(handler)

    return act


def error_inside(kind: str, message: str) -> Act:
    """A stream that begins well and then reports an error."""

    def act(handler: Handler) -> None:
        handler.begin()
        start(handler)
        handler.event("error", error={"type": kind, "message": message})

    return act


def hangs(handler: Handler) -> None:
    handler.hang()


def hangs_inside(handler: Handler) -> None:
    handler.begin()
    start(handler)
    handler.event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    handler.event("content_block_delta", index=0, delta={"type": "text_delta", "text": "The goal"})
    handler.hang()


def breaks_inside(handler: Handler) -> None:
    handler.begin()
    start(handler)
    handler.event("content_block_start", index=0, content_block={"type": "text", "text": "The goal"})
    handler.cut()


def ends_inside(handler: Handler) -> None:
    """The connection is closed in good order, but the answer is not whole."""
    handler.begin()
    start(handler)
    handler.event("content_block_start", index=0, content_block={"type": "text", "text": "The goal"})


def breaks_at_once(handler: Handler) -> None:
    handler.cut()


def sends(text: str, media: str = "text/html", status: int = 200) -> Act:
    def act(handler: Handler) -> None:
        handler.begin(status, media)
        handler.raw(text)

    return act
