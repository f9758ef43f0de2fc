"""A policy that was read from a file follows the file: read again when it changes, kept when it breaks or goes away."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from textual import on, work
from textual.message import Message

from inspector.policy import Given, PolicyError, load_policy, turned, with_turned
from inspector.policy.document import Document
from inspector.policy.model import Policy
from inspector.terminal_text import clip
from inspector.tui import policy_files
from inspector.tui.left import file_of
from inspector.tui.policy_trouble import in_one_line
from inspector.tui.screens.loading import Loading
from inspector.tui.watched_file import changes

NAMED = 3
"""Turned knobs that found no place any more and are named."""


class Watching(Loading):
    """A worker waits for the file and posts a message; only the screen's own thread changes anything."""

    @dataclass
    class Edited(Message):
        """The file of the policy changed. `policy` None: it is gone (no trouble) or cannot be used."""

        path: str
        policy: Policy | None
        trouble: str = ""

    _watched = ""
    """The file that is watched; empty for none."""
    _watched_for: Document | None = None
    """The document that this was found out for."""
    _told = ""
    """What was wrong with the file when that was told last."""

    def watch_policy(self) -> None:
        """Watch the file of the present policy, if it has one and is not watched yet. Costs nothing while a knob turns."""
        policy = self.session.policy if self.session is not None else None
        document = policy.document if policy is not None else None
        if document is self._watched_for:
            return
        self._watched_for = document
        path = file_of(policy)
        if path == self._watched:
            return
        self._watched, self._told = path, ""
        if path:
            policy_files.remember(path)
            self._watch(path)
        else:
            self.workers.cancel_group(self, "policy")

    @work(exclusive=True, group="policy", exit_on_error=False, description="policy")
    async def _watch(self, path: str) -> None:
        async with aclosing(changes(path)) as found:
            async for there in found:
                self.post_message(await asyncio.to_thread(_read, path) if there else self.Edited(path, None))

    @on(Edited)
    def policy_edited(self, event: Edited) -> None:
        """Take the new edition over with what was turned, or say why the old one stays."""
        session = self.session
        if session is None or event.path != self._watched or session.policy is None:
            return
        name = Path(event.path).name
        if event.policy is None:
            self._tell(_gone(name) if not event.trouble else _broken(name, event.trouble), bad=bool(event.trouble))
        elif _text(event.policy) != _text(session.policy):
            self._told = ""
            given = with_turned(event.policy, turned(session.policy))
            self.when_counted(session.transcript, given.policy, lambda: self._reload(name, given))
        elif self._told:
            self._told = ""
            self.say(f"{clip(name, 60)} is as it was read: the policy follows it")

    def _reload(self, name: str, given: Given) -> None:
        session = self.session
        if session is None:
            return
        if session.reload(given.policy):
            self.changed()
            self.say(f"{clip(name, 60)} changed: loaded again{_kept(given)}")
        else:
            self.say(f"{clip(name, 60)} changed, and says the same")
        self.watch_policy()

    def file_facts(self) -> dict[str, str]:
        """The file of the policy, and what the last look at it found."""
        if not self._watched:
            return super().file_facts()
        state = self._told or "followed: it is read again when it changes"
        return {"policy file": self._watched, "": state, **super().file_facts()}

    def _tell(self, trouble: str, bad: bool) -> None:
        """Once, however often the file is written like that. Trouble leaves the screen again: the status line keeps a word."""
        if trouble != self._told:
            self._told = trouble
            self.say(trouble, bad)
            if bad:
                self.say(
                    f"{clip(Path(self._watched).name, 60)} cannot be used: the policy stays as it was · i says why"
                )


def _read(path: str) -> Watching.Edited:
    """The policy as the file has it now. Runs in a thread."""
    try:
        return Watching.Edited(path, load_policy(Path(path)))
    except (PolicyError, OSError, ValueError) as error:
        return Watching.Edited(path, None, in_one_line(error))


def _text(policy: Policy) -> str:
    return policy.document.text if policy.document is not None else ""


def _gone(name: str) -> str:
    return f"{clip(name, 60)} is gone: the policy stays as it was read · e writes it to a file, p chooses another"


def _broken(name: str, trouble: str) -> str:
    stays = "The policy stays as it was; once the file is mended it is read again."
    return f"{clip(name, 60)} changed and cannot be used: {trouble}. {stays}"


def _listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _kept(given: Given) -> str:
    """`; 2 turned knobs and the order of the layers kept`, and what could not be."""
    parts = [f"{given.knobs} turned knob{'' if given.knobs == 1 else 's'}"] if given.knobs else []
    parts += ["the changed layers"] if given.layers else []
    parts += ["the meter"] if given.meter else []
    kept = f"; {_listed(parts)} kept" if parts else ""
    return kept + (f" · {'; '.join(given.lost[:NAMED])}" if given.lost else "")
