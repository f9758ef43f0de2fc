"""Dialogs: another session, another policy, an export, help."""

from __future__ import annotations

import filecmp
from dataclasses import replace
from pathlib import Path

from textual import on

from inspector.policy import PolicyError, dump, load_policy, turned, with_turned
from inspector.policy.model import Policy
from inspector.settings import Sample, recall, samples
from inspector.settings import remember as keep
from inspector.terminal_text import clip
from inspector.transcript.model import Transcript
from inspector.tui import body, left, policy_files, whole
from inspector.tui.about import about
from inspector.tui.actions import Action
from inspector.tui.left import file_of, source_of
from inspector.tui.numerals import full
from inspector.tui.provider_sizes import recorded_words
from inspector.tui.rows import BLOCK
from inspector.tui.screens.export import Export
from inspector.tui.screens.help import Help
from inspector.tui.screens.open import Open, remember
from inspector.tui.screens.policies import Choice, Policies
from inspector.tui.screens.reader import Reader
from inspector.tui.screens.remetering import Remetering
from inspector.tui.screens.resuming import Resuming, Start
from inspector.tui.session import RECORDED, Session
from inspector.tui.widgets.budget_bar import BudgetBar
from inspector.tui.widgets.budget_data import in_numbers
from inspector.tui.widgets.side_by_side import SideBySide
from inspector.tui.within import Sought

FALLBACK = "workbuddy-s14"
"""The policy of a first start on a session without compactions."""


MODEL = "model"
"""Name of the remembered choice of a model."""


class Choices(Remetering, Resuming):
    """Actions that ask something first."""

    named_summariser = ""
    """Who writes summaries, as the command line named it."""

    def ready(self, path: str, transcript: Transcript, policy: Policy | str | None) -> None:
        """Open a transcript under the wanted policy, or under the one that suits it."""
        start = self._start(path, transcript, policy)
        remember(path)
        opened = Session(transcript, start.policy, start.origin)
        opened.spec = self.named_summariser or self._chosen_last(start)
        self.when_counted(transcript, start.policy, lambda: self.begin(opened, start))

    @staticmethod
    def _chosen_last(start: Start) -> str:
        """Who was chosen last, for a session that was never open and a policy that names nobody."""
        named = start.policy is not None and start.policy.summariser
        return "" if start.state is not None or named else left.last_summariser()

    def _start(self, path: str, transcript: Transcript, policy: Policy | str | None) -> Start:
        """What to open with: what the person named, else how the session was left, else what suits it."""
        start = self.start_as_left(path, named=policy is not None)
        if start is not None and start.own:
            return start
        chosen, origin = self._suitable(transcript, policy)
        return Start(chosen, origin) if start is None else replace(start, policy=chosen, origin=origin)

    def action_open(self) -> None:
        """Ask for a session."""
        if not any(isinstance(screen, Open) for screen in self.app.screen_stack):
            self.app.push_screen(Open(), self.opened_path)

    def action_policy(self) -> None:
        """Ask for a policy."""
        if self.session is not None:
            now, count = source_of(self.session.policy), len(self.session.transcript.compactions)
            dialog = Policies(now, count, self.session.modified)
            self.app.push_screen(dialog, self._take_policy)

    def action_model(self) -> None:
        """Ask for the model whose window and budget count."""
        from inspector.tui import models
        from inspector.tui.screens.models import Models

        session = self.session
        if session is not None:
            held, last = models.held(session), recall(MODEL, "")
            title = f"Request {session.request:,} at a model"
            title += f": {held.tokens:,} tokens, {held.basis}" if held else ""
            dialog = Models(title, models.choices(session), held, session.model, last if isinstance(last, str) else "")
            self.app.push_screen(dialog, self._chosen_model)

    def _chosen_model(self, model: str | None) -> None:
        from inspector.tui import models

        session = self.session
        if model is None or session is None:
            return
        keep(MODEL, model)
        changed = session.choose_model(model)
        if changed:
            self.changed()
        none = session.policy is not None and not session.policy.models
        self.say(
            (models.words(session) or "each request's own model")
            + (" · the policy has no budgets by model" if none else "")
        )

    def action_export(self) -> None:
        """Write the policy as YAML."""
        if self.session is None:
            return
        if self.session.policy is None:
            self.say("the recorded view is no policy that could be exported: choose one with p")
            return
        policy = self.session.policy
        try:
            self.app.push_screen(Export(policy, dump(policy), self.session.transcript.path), self._exported)
        except PolicyError as error:
            self.say(f"not exported: {error}", bad=True)

    def action_help(self) -> None:
        """Show all keys; what is chosen there is done."""
        self.app.push_screen(Help(), self._helped)

    async def _helped(self, action: Action | None) -> None:
        if action is not None:
            await self.app.run_action(action.run, self.query_one(SideBySide) if action.scope == "panes" else self)

    def action_about(self) -> None:
        """Show what is known of the session: its file, what could not be used of it, how far the views may be believed."""
        if self.session is not None:
            self.app.push_screen(
                Reader(
                    "about this session", [("", about(self.session, self.certificate, self.report, self.file_facts()))]
                )
            )

    @on(BudgetBar.Asked)
    def action_budget(self) -> None:
        """Show the parts of the request in numbers."""
        if self.session is not None and self.session.plan() is not None:
            data = self.query_one(BudgetBar).data
            from inspector.tui import models

            told = in_numbers(data)
            if words := models.words(self.session):
                told = f"{told}\n\n{words}"
            self.app.push_screen(Reader(f"budget of request {self.session.request:,}", [("", told)]))

    def action_read(self) -> None:
        """Show the block under the cursor whole, and what the view holds of it."""
        session, panes = self.session, self.query_one(SideBySide)
        if session is None or panes.rows is None or panes.rows.kinds[panes.cursor] != BLOCK:
            return
        place = panes.rows.refs[panes.cursor]
        shape = session.transcript.structure
        block = shape.blocks[place]
        words = body.title(block) or block.kind
        size = full(session.replay.ledger.blocks[place], session.approximate)
        sure = recorded_words(session.replay.ledger, session.replay.ledger.blocks[place], block)
        title = f"{shape.name(place)} · {words} · {size} {session.unit}{sure}"
        self.app.push_screen(Reader(title, whole.sheets(session, place), self.sought_in(place)))

    def sought_in(self, block: int) -> Sought | None:
        """What is to be marked in the texts of a block that is read whole."""
        return None

    def _exported(self, path: Path | None) -> None:
        if path is not None:
            policy_files.remember(str(path))
            self.say(f"written: {path}")

    def _take_policy(self, choice: Choice | None) -> None:
        if choice is not None and self.session is not None:
            if self.session.has(choice.policy):
                self._take_source(self.session, choice)
                return
            keep("policy", choice.source)
            self.when_counted(self.session.transcript, choice.policy, lambda: self._adopt(choice.policy))

    def _take_source(self, session: Session, choice: Choice) -> None:
        """The present policy was chosen: what was turned stays, and where it was chosen from is where it is from now on."""
        if choice.policy is None or session.policy is None or source_of(choice.policy) == source_of(session.policy):
            back = "R puts the knobs back, E and r the layers, _ the meter"
            self.say(f"{session.title} is the policy already; what was turned stays · {back}")
            return
        keep("policy", choice.source)
        session.reload(with_turned(choice.policy, turned(session.policy)).policy)
        session.origin = ""
        self.changed()
        name, file = clip(Path(choice.source).name, 60), file_of(session.policy)
        what = "its file from now on, read again when it changes" if file else "where it is from now on"
        self.say(f"{name} says the same as the present policy: it is {what}; what was turned stays")

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
        sample = sample_of(Path(transcript.path))
        if sample is not None:
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


def sample_of(path: Path) -> Sample | None:
    """The bundled sample that a file is, or is a copy of."""
    for sample in samples():
        if sample.path == path or (sample.path.name == path.name and _same(sample.path, path)):
            return sample
    return None


def _same(one: Path, other: Path) -> bool:
    try:
        return filecmp.cmp(one, other, shallow=False)
    except OSError:
        return False


def remembered_policy() -> str:
    """The source of the policy that was chosen last; empty when there is none."""
    found = recall("policy", "")
    return found if isinstance(found, str) else ""
