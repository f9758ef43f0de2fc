"""A summariser whose text tells what it was given, or that fails in one of the ways a summariser can fail."""

from __future__ import annotations

from inspector.engine import SummaryFailed, SummaryPart, SummaryPending, SummaryRequest

MODES = ("tell", "tell", "short", "tell", "tell", "raise", "break", "blank", "long")


def label(part: SummaryPart) -> str:
    """The name of a part; an earlier summary with its first words."""
    return again(part.text) if part.source.kind == "summary" and part.name == "earlier" else part.name


def again(summary: str) -> str:
    """An earlier summary among the parts."""
    return f"earlier<{summary[:12]}>"


class Telling:
    """Deterministic. `asked` counts the calls."""

    name = "telling"

    def __init__(self, mode: str = "tell") -> None:
        self.mode = mode
        self.requests: list[SummaryRequest] = []

    def summarise(self, request: SummaryRequest) -> str:
        self.requests.append(request)
        if self.mode == "raise":
            raise SummaryFailed("no answer")
        if self.mode == "break":
            raise RuntimeError("the line is dead")
        if self.mode == "blank":
            return " \n\t "
        if self.mode == "pending" or (self.mode == "half" and len(request.parts) % 2):
            raise SummaryPending
        return self.text([label(part) for part in request.parts], request.previous, request.focus)

    def text(self, names: list[str], previous: str, focus: str) -> str:
        if self.mode == "short":
            return "S"
        if self.mode == "long":
            return " ".join(["long"] * 800)
        return f"of {','.join(names)} after <{previous[:12]}> for <{focus}>"

    def say(self, names: list[str], previous: str, focus: str) -> str | None:
        """The same for a restatement: None where it fails."""
        return None if self.mode in ("raise", "break", "blank") else self.text(names, previous, focus)
