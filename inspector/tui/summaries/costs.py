"""What a summary would take, in words, before anybody is asked for it."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.summary.prepared import Prepared
from inspector.summary.through import dollars


def estimate(prepared: Prepared) -> str:
    """`≈ 41,200 tokens to read · at most 2,000 to write · at most $0.15`."""
    return estimates([prepared])


def estimates(several: Sequence[Prepared]) -> str:
    """The same for several in a row; a price only where every one of them has one."""
    most = sum(each.most for each in several)
    prices = [each.price for each in several if each.price is not None]
    parts = [f"≈ {sum(each.tokens for each in several):,} tokens to read"]
    parts += [f"at most {most:,} to write"] if most else []
    known = len(prices) == len(several)
    parts += [f"at most {dollars(sum(prices))}" if known else "price not known"]
    return " · ".join(parts)


def series(known: Sequence[Prepared], count: int) -> str:
    """The same for summaries of which some cannot be put together yet: each carries on the one before."""
    if len(known) >= count:
        return estimates(known)
    rest = count - len(known)
    return (
        f"{estimates([*known, *[known[-1]] * rest])}, if the {rest} that cannot be put together yet are like the first"
    )


def where(spec: str) -> str:
    """Where the text goes."""
    word, _, rest = spec.partition(":")
    if word == "command":
        return f"The text is given to a program on this machine: {rest}"
    return "The text leaves this machine: it is sent to the service of that model."
