"""Files that are known by sight, cannot be read (yet), and would be taken for a request body or hide one."""

from __future__ import annotations

from inspector.transcript.formats.format import Format
from inspector.transcript.formats.known import has

FORMATS = (Format("json-rpc", "a JSON-RPC log", has("jsonrpc")),)
