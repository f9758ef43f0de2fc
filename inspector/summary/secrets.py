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
_LOOKS = re.compile(
    r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}"  # Anthropic, OpenAI and those who write them alike
    r"|\b(?:gh[pousr]_|github_pat_|glpat-|xox[a-z]-|hf_|AIza)[A-Za-z0-9_-]{16,}"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"
    r"|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"
)
_SAID = re.compile(
    r"(?P<head>\bBearer\s+|\b(?:authorization|x-api-key|api[-_]?key|auth[-_]?token)\b[\"']?\s*[:=]\s*[\"']?(?:Bearer\s+)?)"
    + _TOKEN,
    re.IGNORECASE,
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
        return _SAID.sub(rf"\g<head>{REMOVED}", _LOOKS.sub(REMOVED, text))

    return scrubbed


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
