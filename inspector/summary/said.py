"""What a service says of a request that it refuses, in whatever form: its own, that of a gateway, or none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_FIELDS = ("message", "detail", "msg", "error_description", "error", "errors", "title", "reason")
"""Where words are, in the order in which they are looked for. Anthropic: `error.message`; OpenAI the same; gateways and
proxies have `message` or `detail` at the top (RFC 9457), lists of `msg`, or the words as `error` itself."""
_DEEPEST, _FIRST = 5, 3
_PAGE = re.compile(r"\s*<(?:!doctype|html|\?xml)", re.IGNORECASE)
_TITLE = re.compile(r"<title>([^<]{1,300})</title>", re.IGNORECASE)


def own_words(body: Any, depth: int = 0) -> str:
    """The words in the body of a refusal, as they stand; "" where there are none. Of a page its title."""
    if isinstance(body, bytes):
        body = body.decode("utf-8", "replace")
    if isinstance(body, str):
        return body if not _PAGE.match(body) else title[1] if (title := _TITLE.search(body[:10_000])) else ""
    if depth >= _DEEPEST:
        return ""
    if isinstance(body, Mapping):
        found = (own_words(body.get(name), depth + 1) for name in _FIELDS)
        return next((each for each in found if each.strip()), "")
    if isinstance(body, list | tuple):
        return "; ".join(each for item in body[:_FIRST] if (each := own_words(item, depth + 1)).strip())
    return ""
