"""The entry point of the distribution. Everything else is imported within it, so that Ctrl-C ends the program quietly
while it still starts.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells give it."""


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command line, and end with its exit code."""
    try:
        from inspector.cli.program import cli

        cli.main(args=None if argv is None else list(argv))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
