"""Documents made to hang or to break the reader are refused in seconds, always with a `PolicyError`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.policy import PolicyError, load_text
from inspector.policy.parse import MAX_BYTES
from tests.pace import within
from tests.policy.small import SMALL

LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + chr(ord(name) - 1)] * 9)}]\n" for name in "bcdefghij"
)

HOSTILE = {
    "a thousand million laughs": LAUGHS,
    "a list in itself": "a: &a [*a]",
    "deep lists": "[" * 100_000,
    "deep mappings": "{" * 100_000,
    "deep sequences": "- " * 100_000,
    "deep keys": "? " * 100_000,
    "many entries": "[" + "x," * 100_000 + "]",
    "many keys": "".join(f"k{at}: 1\n" for at in range(15_000)),
    "many aliases": "a: &a x\nb: [" + "*a, " * 60_000 + "]",
    "many layers": SMALL.replace("layers:", "layers:\n" + "  - {id: x}\n" * 6000),
    "many knobs": SMALL.replace(
        "  soft", "".join(f"  k{at}: {{default: 1, unit: bytes}}\n" for at in range(5000)) + "  soft"
    ),
    "an endless quote": "'" + "x" * 200_000,
    "an endless number": "a: " + "9" * 200_000,
    "an endless tag": "a: !" + "x" * 200_000,
    "an endless key": SMALL + "k" * 900 + ": 1\n",
    "empty lines": "\n" * 200_000,
    "too long": "#" * (MAX_BYTES + 1),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_is_refused_soon_and_shortly(name: str) -> None:
    with within(5), pytest.raises(PolicyError) as caught:
        load_text(HOSTILE[name])
    assert len(str(caught.value)) < 20_000


@settings(deadline=None)
@given(
    at=st.integers(0, len(SMALL)),
    length=st.integers(0, 12),
    new=st.text(max_size=6) | st.text("{}[]&*!|>%@`'\":-?#\t\n $", max_size=6),
)
def test_any_damage_loads_or_is_a_policy_error(at: int, length: int, new: str) -> None:
    text = SMALL[:at] + new + SMALL[at + length :]
    error = ""
    try:
        load_text(text)
    except PolicyError as caught:
        error = str(caught)
    assert all(line.isprintable() for line in error.split("\n"))
