"""A small valid policy that tests damage in one place each."""

from __future__ import annotations

from inspector.policy import PolicyError, load_text

SMALL = """\
# A comment at the top
schema: compaction-policy/1
name: small
state: rewrite
meter: {count: bytes, unit: bytes}
knobs:
  soft: {default: 50, unit: bytes}   # turned often
start: {">=": $soft}
layers:
  # the only layer
  - id: prune
    do: drop
    keep: {first: 1, last: 4, unit: messages}
"""


def damaged(old: str, new: str, text: str = SMALL) -> str:
    """The text with one piece replaced; the piece must be there."""
    assert old in text
    return text.replace(old, new, 1)


def error_of(text: str) -> str:
    """What loading says against a text; fails the test when it loads."""
    try:
        load_text(text, "mine.yaml")
    except PolicyError as error:
        return str(error)
    raise AssertionError("the policy loads")
