"""Dialogs: another session, another policy, an export, help."""

from __future__ import annotations

from pathlib import Path

from inspector.policy import PolicyError, dump, load_policy
from inspector.policy.model import Policy
from inspector.settings import recall, samples
from inspector.settings import remember as keep
from inspector.transcript.model import Transcript
from inspector.tui import body
from inspector.tui.rows import BLOCK
from inspector.tui.screens.export import Export
from inspector.tui.screens.help import Help
from inspector.tui.screens.loading import Loading
from inspector.tui.screens.open import Open, remember
from inspector.tui.screens.policies import Choice, Policies
from inspector.tui.screens.reader import Reader
from inspector.tui.session import RECORDED, Session
from inspector.tui.widgets.side_by_side import SideBySide

FALLBACK = "workbuddy-s14"
"""The policy of a first start on a session without compactions."""


class Choices(Loading):
    """Actions that ask something first."""

    def ready(self, path: str, transcript: Transcript, policy: Policy | str | None) -> None:
        """Open a transcript under the wanted policy, or under the one that suits it."""
        chosen, origin = self._suitable(transcript, policy)
        remember(path)
        self.when_counted(transcript, chosen, lambda: self.opened(Session(transcript, chosen, origin)))

    def action_open(self) -> None:
        """Ask for a session."""
        self.app.push_screen(Open(), self.opened_path)

    def action_policy(self) -> None:
        """Ask for a policy."""
        if self.session is not None:
            dialog = Policies(self.session.name, len(self.session.transcript.compactions))
            self.app.push_screen(dialog, self._take_policy)

    def action_export(self) -> None:
        """Write the policy as YAML."""
        if self.session is None:
            return
        if self.session.policy is None:
            self.say("the recorded view is no policy that could be exported: choose one with p")
            return
        policy = self.session.policy
        self.app.push_screen(Export(policy, dump(policy)), self._exported)

    def action_help(self) -> None:
        """Show all keys."""
        self.app.push_screen(Help())

    def action_summary(self) -> None:
        """Show the summaries of the view whole."""
        plan = self.session.plan() if self.session is not None else None
        found = [made for made in plan.made if made.kind == "summary"] if plan is not None else []
        if self.session is None or not found:
            self.say("this view holds no summary")
            return
        title = (
            f"summary in request {self.session.request} · {found[0].size:,} {self.session.unit} · by {found[0].layer}"
        )
        self.app.push_screen(Reader(title, "\n\n".join(made.text for made in found)))

    def action_read(self) -> None:
        """Show the block under the cursor whole."""
        session, panes = self.session, self.query_one(SideBySide)
        if session is None or panes.rows is None or panes.rows.kinds[panes.cursor] != BLOCK:
            return
        place = panes.rows.refs[panes.cursor]
        shape = session.transcript.structure
        block = shape.blocks[place]
        words = body.title(block) or block.kind
        title = f"{shape.name(place)} · {words} · {session.replay.ledger.blocks[place]:,} {session.unit}"
        self.app.push_screen(Reader(title, body.text_of(block, expanded=True)))

    def _exported(self, path: Path | None) -> None:
        if path is not None:
            self.say(f"written: {path}")

    def _take_policy(self, choice: Choice | None) -> None:
        if choice is not None and self.session is not None:
            keep("policy", choice.source)
            self.when_counted(self.session.transcript, choice.policy, lambda: self._adopt(choice.policy))

    def _adopt(self, policy: Policy | None) -> None:
        if self.session is not None:
            self.session.choose(policy)
            self.changed()

    def _suitable(self, transcript: Transcript, wanted: Policy | str | None) -> tuple[Policy | None, str]:
        """The policy to open with, and why, where nobody asked for it."""
        if isinstance(wanted, Policy):
            return wanted, ""
        if wanted:
            return self._named(wanted, "")
        if transcript.compactions:
            return None, "the session compacted"
        for sample in samples():
            if str(sample.path) == transcript.path:
                return self._named(sample.policy, "of the sample")
        last = remembered_policy()
        return self._named(last, "used last") if last and last != RECORDED else self._named(FALLBACK, "to begin with")

    def _named(self, source: str, origin: str) -> tuple[Policy | None, str]:
        """A policy by name or path; the recorded view when it cannot be loaded, with a word about why."""
        if source == RECORDED:
            return None, origin
        try:
            return load_policy(source), origin
        except (PolicyError, OSError) as error:
            self.say(f"policy not loaded: {error}", bad=True)
            return None, "instead"


def remembered_policy() -> str:
    """The source of the policy that was chosen last; empty when there is none."""
    found = recall("policy", "")
    return found if isinstance(found, str) else ""
