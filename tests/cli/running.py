"""Runs the command line as a shell would: exit code, the two streams apart, nothing shared between runs."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

from click.testing import CliRunner

from inspector.cli.program import cli


class Ran(NamedTuple):
    code: int
    out: str
    err: str
    raw: bytes

    @property
    def json(self) -> Any:
        """The one document on stdout."""
        assert self.raw.endswith(b"}\n"), self.raw[-100:]
        return json.loads(self.raw)


def run(*args: object, env: dict[str, str] | None = None, stdin: str | None = None) -> Ran:
    """Run `inspector` with these arguments. A traceback fails the test."""
    found = CliRunner().invoke(
        cli, [os.fspath(arg) if isinstance(arg, os.PathLike) else str(arg) for arg in args], stdin, env
    )
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    assert "Traceback" not in found.stderr
    return Ran(found.exit_code, found.stdout, found.stderr, found.stdout_bytes)
