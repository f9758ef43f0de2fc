"""Observations of OpenHands' first generation as results of calls, or as messages of the client."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.assembly import Piece
from inspector.transcript.formats.blocks import said_of, words_of
from inspector.transcript.formats.openhands.event import Event, images_of
from inspector.transcript.formats.openhands.talk import Talk, texts
from inspector.transcript.make import make_block
from inspector.transcript.model import Held

UNSENT = frozenset({"null", "agent_state_changed", "loop_detection", "success"})
"""Observations that the model does not get."""

_CONTEXT = ("microagent_knowledge", "repo_instructions", "repo_name", "repo_directory", "runtime_hosts",
            "additional_agent_instructions", "date", "conversation_instructions", "working_dir")  # fmt: skip


def observe(talk: Talk, event: Event) -> Piece | None:
    """The message that an observation is in; None where it says nothing."""
    if event.kind == "recall":
        return _recall(talk, event)
    if event.kind == "condense":
        block = make_block("summary", Held(event.said, {"type": "text", "text": event.said}))
        return talk.add(event.describe(Piece("user", (block,), "client")))
    call = event.call or talk.by_event.get(event.cause, "") or _oldest(talk, event)
    text = _words(event)
    failed = event.kind in ("error", "user_rejected")
    piece = talk.result(call, text, images_of(event.args), failed) if call else None
    if piece is not None:
        return piece if piece.timestamp else event.describe(piece)
    if not text:
        return None
    return talk.add(event.describe(Piece("user", (*texts(text), *images_of(event.args)), "tool")))


def _oldest(talk: Talk, event: Event) -> str:
    """Rows of before 2024 have no ids: an observation follows its action."""
    return next(reversed(talk.waiting), "") if not event.cause else ""


def _words(event: Event) -> str:
    """What the model gets (`conversation_memory.py`, `CmdOutputObservation.to_agent_observation`)."""
    text = event.said
    if event.kind == "run":
        text = _with_state(text, event.args.get("metadata"))
    elif event.kind == "error":
        text += "\n[Error occurred in processing last action]"
    elif event.kind == "user_rejected":
        text = f"OBSERVATION:\n{text}\n[Last action has been rejected by the user]"
    return text


def _with_state(text: str, metadata: Any) -> str:
    if not isinstance(metadata, dict):
        return text
    text = f"{words_of(metadata.get('prefix'))}{text}{words_of(metadata.get('suffix'))}"
    for key, name in (("working_dir", "Current working directory"), ("py_interpreter_path", "Python interpreter")):
        if words_of(metadata.get(key)):
            text += f"\n[{name}: {metadata[key]}]"
    code = metadata.get("exit_code")
    return f"{text}\n[Command finished with exit code {code}]" if type(code) is int and code != -1 else text


def _recall(talk: Talk, event: Event) -> Piece | None:
    """Context that was recalled is sent by a template that is not recorded: what it was made of, and uncertain."""
    told = {key: value for key in _CONTEXT if (value := event.args.get(key))}
    if not told:
        return None
    text = "\n".join([f"{key}: {said_of(value)}" for key, value in told.items()])
    piece = talk.add(event.describe(Piece("user", texts(text), "client")))
    piece.doubt = "the template that recalled context is sent by is not recorded"
    return piece
