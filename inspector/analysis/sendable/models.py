"""What differs between models of the Messages API, by name: which refuse a prefill, which check what thinking was bound to."""

from __future__ import annotations

import re

_NAME = re.compile(r"claude-(opus|sonnet|haiku|fable|mythos)-(\d{1,2})(?:[.-](\d{1,2}))?(?!\d)")
_PREFILL_UNTIL = (4, 5)
_CHECKED_FROM = {"fable": (5, 1), "mythos": (5, 1), "opus": (5, 5), "sonnet": (5, 5), "haiku": (5, 5)}


def _version(model: str) -> tuple[str, tuple[int, int]] | None:
    """Family and version of a model; None for names of another pattern (`claude-3-5-sonnet-…` and other makers' models)."""
    found = _NAME.search(model)
    return (found[1], (int(found[2]), int(found[3] or 0))) if found else None


def refuses_prefill(model: str) -> bool:
    """Whether a request may not end in the model's own words: from 4.6 on (Messages API, "Prefill not supported")."""
    known = _version(model)
    return known is not None and known[1] > _PREFILL_UNTIL


def checks_prefix(model: str) -> bool:
    """Whether thinking is bound to everything before it: models with preserved thinking (Messages API, "Prefix checks")."""
    known = _version(model)
    return known is not None and known[1] >= _CHECKED_FROM[known[0]]
