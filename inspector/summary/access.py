"""The key for Anthropic and where it is sent, out of the environment and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from inspector.engine.summariser import SummaryFailed
from inspector.summary.secrets import KEYS

BASE_URL = "https://api.anthropic.com"
ADDRESS = "ANTHROPIC_BASE_URL"
NO_KEY = (
    "there is no key for Anthropic: set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or choose a summariser that works "
    "offline, such as extractive"
)


@dataclass(frozen=True, slots=True)
class Access:
    """A key, the variable that it came from ("" for none), and the server's URL. No representation shows key or URL."""

    variable: str
    url: str = field(repr=False)
    key: str = field(repr=False)

    def checked(self) -> Access:
        """The same, if a request can be sent with it. Raises SummaryFailed that says what to do."""
        if not self.variable:
            raise SummaryFailed(NO_KEY)
        if not (self.key.isascii() and self.key.isprintable() and " " not in self.key):
            raise SummaryFailed(f"{self.variable} holds characters that no key has: set it to the key alone")
        return self

    @property
    def host(self) -> str:
        """The server's name and port, without anything secret that a URL may hold; the variable where there is none."""
        try:
            parts = urlsplit(self.url)
            port = f":{parts.port}" if parts.port else ""
        except ValueError:
            return ADDRESS
        return f"{parts.hostname}{port}" if parts.hostname else ADDRESS


def find_access(environ: Mapping[str, str]) -> Access:
    """The first of the variables that is set, without the line end that a file leaves behind its value."""
    url = environ.get(ADDRESS, "").strip() or BASE_URL
    found = ((variable, environ.get(variable, "").strip()) for variable in KEYS)
    return next((Access(variable, url, key) for variable, key in found if key), Access("", url, ""))
