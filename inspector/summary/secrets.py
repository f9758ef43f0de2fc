"""Keys stay where they are: whatever is shown, kept or logged passes here first and loses them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import quote, urlsplit

REMOVED = "[secret removed]"
KEYS = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
"""The only variables that a key for Anthropic is taken from."""
LEAST, LEAST_OTHER = 6, 12
"""Characters from which a secret is told from an ordinary word: of a key for Anthropic, and of what stands in a header."""
_SECRET_NAME = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$", re.IGNORECASE)
_WILD = re.compile(r"(?![/~.]|[A-Za-z]:\\)(?:(?=\D*\d)\S[\s\S]{11,}|\S{20,})")
"""No path, and no word: with a digit and 12 characters, or with 20."""
_URLS = ("ANTHROPIC_BASE_URL", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")
_TOKEN = r"(?=[^\s\"',;]{0,200}\d)[A-Za-z0-9._~+/=-]{16,}"
_LONG = r"[A-Za-z0-9_-]{16,}"
_STARTS = (
    "sk-",
    "pk-",
    "rk-",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "hf_",
    "AIza",
    "xoxb-",
    "xoxp-",
)


def _beginning(start: str, rest: str = _LONG) -> tuple[str, re.Pattern[str]]:
    """A key that begins so, but not inside a word (`task-…`). A pattern that begins with plain text is found quickly."""
    return start, re.compile(rf"{re.escape(start)}(?<![A-Za-z0-9_]{re.escape(start)}){rest}")


_LOOKS = (
    *map(_beginning, _STARTS),
    _beginning("AKIA", "[A-Z0-9]{16}"),
    _beginning("ASIA", "[A-Z0-9]{16}"),
    _beginning("eyJ", r"[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
)
_SAID = re.compile(
    r"(?P<head>Bearer\s+|(?:authorization|api[-_]?key|auth[-_]?token)[\"']?\s*[:=]\s*[\"']?(?:Bearer\s+)?)" + _TOKEN,
    re.IGNORECASE,
)
_ANCHORS = tuple(
    re.compile(word)
    for word in ("bearer", "authorization", "api-key", "api_key", "apikey", "auth-token", "auth_token", "authtoken")
)


def scrub(text: str, environ: Mapping[str, str] | None = None) -> str:
    """The text without the secrets that the environment holds, and without anything that looks like a key."""
    return scrubber(environ)(text)


def scrubber(environ: Mapping[str, str] | None = None) -> Callable[[str], str]:
    """`scrub` for many texts: the environment is looked through once."""
    found = values(os.environ if environ is None else environ)

    def scrubbed(text: str) -> str:
        for value in found:
            text = text.replace(value, REMOVED)
        for start, pattern in _LOOKS:
            if start in text:
                text = pattern.sub(REMOVED, text)
        return _said(text)

    return scrubbed


def _said(text: str) -> str:
    """Without what is said to be a key: `Authorization: Bearer …`, `api_key = …`."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a letter that is longer in small: places do not fit
        return _SAID.sub(rf"\g<head>{REMOVED}", text)
    pieces, done = list[str](), 0
    for at in sorted(word.start() for anchor in _ANCHORS for word in anchor.finditer(lowered)):
        found = _SAID.match(text, at) if at >= done else None
        if found is not None:
            pieces += text[done : found.end("head")], REMOVED
            done = found.end()
    return "".join((*pieces, text[done:]))


def values(environ: Mapping[str, str]) -> list[str]:
    """The secrets of an environment in every form in which one could turn up, the longest first."""
    found = {form for value in _secrets(environ) for form in _forms(value)}
    return sorted(found, key=lambda form: (-len(form), form))


def _secrets(environ: Mapping[str, str]) -> Iterator[str]:
    for name, value in environ.items():
        if name in KEYS or (_SECRET_NAME.search(name) and _WILD.match(value)):
            yield from (part for part in (value, value.strip()) if len(part.strip()) >= LEAST)
    for line in environ.get("ANTHROPIC_CUSTOM_HEADERS", "").splitlines():
        value = line.partition(":")[2].strip()
        if len(value) >= LEAST_OTHER:
            yield value
    for name in _URLS:
        yield from _of_url(environ.get(name, ""))


def _of_url(url: str) -> Iterator[str]:
    """A name and a password may stand in a URL, and a key behind its question mark."""
    try:
        parts = urlsplit(url)
        yield from (part for part in (parts.password, parts.query) if part and len(part) >= LEAST)
    except ValueError:
        return


def _forms(value: str) -> Iterator[str]:
    yield value
    yield json.dumps(value)[1:-1]
    yield repr(value)[1:-1]
    yield quote(value, safe="")
