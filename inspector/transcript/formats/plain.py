"""Messages in memory as plain JSON: copied, SDK objects unfolded, lone surrogates replaced."""

from __future__ import annotations

from typing import Any

import orjson

from inspector.transcript.depth import prune
from inspector.transcript.errors import TranscriptError
from inspector.transcript.scrub import scrub


def plain_json(value: Any) -> Any:
    """A clean copy. `TranscriptError` for what is nested without end."""
    try:
        return orjson.loads(
            orjson.dumps(value, option=orjson.OPT_PASSTHROUGH_SUBCLASS)
        )  # the quick way for plain messages
    except TypeError:
        return _slowly(value)


def _slowly(value: Any) -> Any:
    """What orjson refuses: objects of a library, lone surrogates, integers of any length, deep nesting."""
    try:
        clean = scrub(_unfold(value))[0]
    except RecursionError as error:
        raise TranscriptError("the messages are nested too deeply") from error
    prune(clean)
    return clean


def _unfold(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _unfold(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_unfold(item) for item in value]
    dump = getattr(value, "model_dump", None)
    return _unfold(dump(mode="json", exclude_none=True)) if callable(dump) else value
