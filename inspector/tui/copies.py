"""What can be taken away as text: a block, a message, the view, its request or command, the policy. No Textual here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.engine import Replay
from inspector.engine.view import Fate, Kept
from inspector.export.as_json import to_json
from inspector.export.body import body
from inspector.export.json_view import replayed_json
from inspector.policy import PolicyError, dump
from inspector.transcript.model import Block, Message
from inspector.tui import replays
from inspector.tui.command_line import NoCommand, command_line
from inspector.tui.fates import by
from inspector.tui.session import Session

CLIPBOARD = 100_000
"""Bytes up to which a terminal is trusted with its clipboard; more is offered as a file."""


class NothingToCopy(Exception):
    """There is nothing of that kind; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Place:
    """What is looked at: the block under the cursor (None: it is on none), and what the durable state was opened with."""

    session: Session
    block: int | None
    durable: Path | None = None
    artifacts: Path | None = None

    @property
    def stem(self) -> str:
        """How files that are written from here begin."""
        name = Path(self.session.transcript.path).name.split(".")[0] or "session"
        return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name)[:60]

    @property
    def name(self) -> str:
        """The number of the block: `6.1`."""
        return "" if self.block is None else self.session.transcript.structure.name(self.block)


@dataclass(frozen=True, slots=True)
class Copy:
    """One thing to copy: its key in the menu, what it is, the end of its file's name, and how it is made."""

    key: str
    what: str
    file: str
    make: Callable[[Place], str]
    slow: bool = False
    """Made in a thread: it may take a while."""


def _block(place: Place) -> Block:
    if place.block is None:
        raise NothingToCopy("the cursor is on no block: j and k go to one")
    return place.session.transcript.structure.blocks[place.block]


def recorded(place: Place) -> str:
    """The text of the block; what is no text, as JSON."""
    block = _block(place)
    return block.text if block.kind in ("text", "thinking", "summary", "tool_result") else _json(block.api)


def in_the_view(place: Place) -> str:
    """The text that the view has of the block."""
    text, session, number = recorded(place), place.session, place.block
    plan = session.plan()
    assert number is not None
    if plan is None or number >= plan.end:
        raise NothingToCopy(f"block {place.name} comes after request {session.request:,}: it is not in this view")
    state = plan.state(number)
    if state.gone:
        raise NothingToCopy(f"block {place.name} is not in this view: {state.fate}{by(state.layer)}")
    if state.fate is Fate.VERBATIM or state.pieces is None:
        return text
    source = _block(place).text
    pieces = (source[piece.start : piece.stop] if isinstance(piece, Kept) else piece.text for piece in state.pieces)
    return "".join(pieces)


def message(place: Place) -> str:
    """The message as recorded, in API form."""
    _block(place)
    assert place.block is not None
    transcript = place.session.transcript
    found = transcript.messages[transcript.structure.owner[place.block]]
    return _json({"role": found.role, "content": _content(found)})


def _content(found: Message) -> Any:
    blocks = found.blocks
    if found.plain and (not blocks or (len(blocks) == 1 and blocks[0].kind == "text")):
        return blocks[0].text if blocks else ""
    return [dict(block.api) for block in blocks]


def whole_view(place: Place) -> str:
    """The view as `inspector view --json` prints it."""
    replay = _final(place.session)
    return _json(replayed_json(replay, place.session.request))


def request_body(place: Place) -> str:
    """The request as `inspector export --body` writes it."""
    view = _final(place.session).view(place.session.request)
    return _json(body(view, place.session.transcript))


def command(place: Place) -> str:
    """The command line that shows this view without a screen."""
    try:
        return command_line(place.session, place.durable, place.artifacts)
    except NoCommand as fault:
        raise NothingToCopy(str(fault)) from None


def policy_yaml(place: Place) -> str:
    """The policy, its knobs as they are."""
    if place.session.policy is None:
        raise NothingToCopy("the recorded view is no policy that could be written: choose one with p")
    try:
        return dump(place.session.policy)
    except PolicyError as error:
        raise NothingToCopy(f"this policy cannot be written: {error}") from None


def _final(session: Session) -> Replay:
    """The replay with exact counts: the one that is shown, or the one that is still being made."""
    if session.final:
        return session.replay
    return replays.final(session.transcript, session.replayed, session.summariser, session.durable)


def _json(document: Mapping[str, Any]) -> str:
    return to_json(document).decode()


COPIES = (
    Copy("b", "the block, as recorded", ".txt", recorded),
    Copy("i", "the block, as it is in the view", "-view.txt", in_the_view),
    Copy("m", "the message, as JSON", ".json", message),
    Copy("v", "the whole view, as JSON", "-view.json", whole_view, slow=True),
    Copy("r", "the request body, as JSON", "-body.json", request_body, slow=True),
    Copy("c", "the command that shows this view", ".sh", command),
    Copy("p", "the policy, as YAML", ".yaml", policy_yaml),
)
"""The menu, in its order."""


def file_name(copy: Copy, place: Place) -> str:
    """A name for a file of it: session, then request or block."""
    if copy.make in (recorded, in_the_view, message):
        return f"{place.stem}-{place.name}{copy.file}"
    return f"{place.stem}-request-{place.session.request}{copy.file}"
