"""Numbers in words, alike on the screen, on the command line and in findings: how many of what, from where to where."""

from __future__ import annotations


def counted(number: int, noun: str, many: str = "") -> str:
    """`1 message`, `2 messages`; `many` where the noun has another plural."""
    return f"{number:,} {noun if number == 1 else many or noun + 's'}"


def signed(number: int) -> str:
    """A difference with its sign: `+13,330`, `−48`, `±0`."""
    return "±0" if not number else f"{'+' if number > 0 else '−'}{abs(number):,}"


def span(first: int, last: int) -> str:
    """`7`, or `7–9`: numbers of requests, messages or turns that follow each other."""
    return f"{first:,}" if first == last else f"{first:,}–{last:,}"


def spans(noun: str, first: int, last: int) -> str:
    """`request 7`, or `requests 7–9`."""
    return f"{noun if first == last else noun + 's'} {span(first, last)}"


def short(number: int) -> str:
    """At most five characters: `987`, `84.1k`, `1.2M`, `31G`."""
    for unit, power in (("", 1), ("k", 10**3), ("M", 10**6)):
        value = number / power
        if abs(value) < (1_000 if power == 1 else 999.5):
            return f"{value:.1f}".removesuffix(".0") + unit if abs(value) < 99.95 else f"{value:.0f}{unit}"
    value = number / 10**9
    return f"{value:.1f}".removesuffix(".0") + "G" if abs(value) < 99.95 else f"{value:.0f}G"


def bytes_of(size: int) -> str:
    """`987 B`, `84.1 kB`, `1.2 MB`."""
    value = float(size)
    for unit in ("B", "kB", "MB"):
        if value < 999.5:
            return f"{value:.0f} {unit}" if unit == "B" or value >= 99.95 else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} GB"


BASES = {
    "charged": "charged by the provider",
    "calibrated": "calibrated on this session",
    "shipped": "by factors of the model's family",
    "estimated": "estimated, nothing known of this model",
}
"""Where a number of the provider's tokens comes from, in words."""


FEWER = "the reported prompt is smaller than its messages: the record does not say what was left out"
"""Why a fixed input is below nothing."""


TOO_LITTLE = "(too little to tell)"
"""Instead of an interval that is as wide as its number."""


def give_or_take(tokens: int, low: int, high: int) -> str:
    """`± 1.4 %`: half the interval as a part of the number; empty where there is none.

    Where it is as much as the number, that says nothing: `TOO_LITTLE`.
    """
    if low == high or tokens <= 0:
        return ""
    part = 100 * (high - low) / (2 * tokens)
    if part >= 100:
        return TOO_LITTLE
    return f"± {part:.1f} %" if part >= 0.05 else "± <0.1 %"
