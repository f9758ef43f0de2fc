"""What libraries log while a key is in use loses it before it is written anywhere."""

from __future__ import annotations

import contextlib
import logging
import traceback
from collections.abc import Iterator, Mapping

from inspector.summary.secrets import scrub

LIBRARIES = ("anthropic", "httpx", "httpx2", "httpcore", "httpcore2", "asyncio", "anyio", "h11", "hpack")


class Scrubbed(logging.Filter):
    """Rewrites a record; never holds one back."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        super().__init__()
        self._environ = environ

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = scrub(record.getMessage(), self._environ), None
        if record.exc_info and record.exc_info[1] is not None:
            lines = traceback.format_exception(record.exc_info[1])
            record.exc_text, record.exc_info = scrub("".join(lines).rstrip(), self._environ), None
        return True


@contextlib.contextmanager
def scrubbed_logs(environ: Mapping[str, str]) -> Iterator[None]:
    """Inside, every logger of these libraries is scrubbed (a logger's filter does not reach those below it)."""
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in LIBRARIES]
    scrubbed, loggers = Scrubbed(environ), [logging.getLogger(name) for name in names]
    for logger in loggers:
        logger.addFilter(scrubbed)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(scrubbed)
