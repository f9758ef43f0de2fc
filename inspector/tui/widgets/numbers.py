"""Numbers as the screen writes them."""

from __future__ import annotations


def full(number: int, approximate: bool = False) -> str:
    """`84,120`, or `≈84,120`."""
    return f"{'≈' if approximate else ''}{number:,}"


def short(number: int, approximate: bool = False) -> str:
    """At most five characters and the sign: `987`, `84.1k`, `1.2M`, `31G`."""
    sign = "≈" if approximate else ""
    for unit, power in (("", 1), ("k", 10**3), ("M", 10**6), ("G", 10**9)):
        value = number / power
        if power == 1 and abs(number) < 1000:
            return f"{sign}{number}"
        if power > 1 and abs(value) < 99.95:
            return f"{sign}{value:.1f}".removesuffix(".0") + unit
        if power > 1 and (abs(value) < 999.5 or unit == "G"):
            return f"{sign}{value:.0f}{unit}"
    return f"{sign}{number}"
