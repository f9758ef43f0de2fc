"""Dialogs: another session, another policy, an export, help."""

from __future__ import annotations

from pathlib import Path

from inspector.policy import PolicyError, dump, load_policy
from inspector.policy.model import Policy
from inspector.settings import recall, samples
from inspector.settings import remember as keep
from inspector.transcript.model import Transcript
from inspector.tui.screens.export import Export
from inspector.tui.screens.help import Help
from inspector.tui.screens.loading import Loading
from inspector.tui.screens.open import Open, remember
from inspector.tui.screens.policies import Choice, Policies
from inspector.tui.session import RECORDED, Session

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
            return None, "it compacted"
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
