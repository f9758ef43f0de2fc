"""Small words of the output."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """`1 message`, `2 messages`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
