"""Reading in the summary room: the exact request, the generations, and taking a text away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector.analysis.generations import generations
from inspector.engine.summariser import SummaryFailed
from inspector.tui.copies import CLIPBOARD
from inspector.tui.leaf import Sheet, plain
from inspector.tui.numerals import in_bytes
from inspector.tui.screens.copy_summary import CopySummary
from inspector.tui.screens.reader import Reader
from inspector.tui.screens.room_working import RoomWorking
from inspector.tui.screens.write_text import WriteText
from inspector.tui.summaries.case import Case, request_of
from inspector.tui.summaries.gathering import Gathered
from inspector.tui.summaries.survival import compared, survival

Use = Literal["read", "copy"]


class RoomReading(RoomWorking):
    """What takes a moment is made in a thread."""

    @dataclass
    class Requested(Message):
        """The exact request, as texts under titles."""

        title: str
        texts: tuple[tuple[str, str], ...]
        use: Use = "read"

    def action_request(self) -> None:
        """The exact request that the chosen summariser is sent."""
        if self.case is not None:
            self._request(self.case, self.case.attempt.spec, "read")

    @work(thread=True, exclusive=True, group="request", exit_on_error=False, description="request")
    def _request(self, case: Case, spec: str, use: Use) -> None:
        worker = get_current_worker()
        try:
            found = request_of(case, self.asked, spec)
            texts: tuple[tuple[str, str], ...] = (("system", found.system), ("user", found.user))
        except SummaryFailed as failed:
            texts = (("there is no request", str(failed)),)
        if not worker.is_cancelled:
            title = f"the request to {spec} before request {case.cut.number:,}"
            self.post_message(self.Requested(title, texts, use))

    def action_generations(self) -> None:
        """What became of the first summaries in the later ones."""
        if self.found is not None and self.found.cuts and not self.doing:
            self.doing = "comparing the generations"
            self.show_status()
            self._generations(self.found)

    @work(thread=True, exclusive=True, group="request", exit_on_error=False, description="request")
    def _generations(self, found: Gathered) -> None:
        worker = get_current_worker()
        cuts = () if found.demanded else found.cuts
        text = survival(generations(compared(cuts)), sum(bool(cut.text) for cut in cuts))
        if not worker.is_cancelled:
            self.post_message(self.Requested("generations of summaries", (("", text),)))

    @on(Requested)
    def take_request(self, event: Requested) -> None:
        """It is there: read it, or take it away."""
        self.doing = ""
        self.show_status()
        if event.use == "copy":
            self._hand_over("request", "\n\n".join(text for _, text in event.texts))
        elif self.app.screen is self:
            sheets: list[Sheet] = [plain(title, text) for title, text in event.texts]
            self.app.push_screen(Reader(event.title, sheets))

    def action_copy(self) -> None:
        """Ask what to copy."""
        if self.case is not None:
            self.app.push_screen(CopySummary(), self._copy)

    def _copy(self, what: str | None) -> None:
        case = self.case
        if what is None or case is None:
            return
        if what == "request":
            self._request(case, case.attempt.spec, "copy")
        elif case.attempt.text:
            self._hand_over("summary", case.attempt.text)
        else:
            self.say("there is no summary to copy")

    def _hand_over(self, what: str, text: str) -> None:
        """Into the clipboard, or to a file when that is too small."""
        size = len(text.encode("utf-8", "replace"))
        if size <= CLIPBOARD:
            self.app.copy_to_clipboard(text.encode("utf-8", "replace").decode())
            self.say(f"copied the {what}: {in_bytes(size)}, by the terminal's clipboard")
            return
        about = f"{in_bytes(size)} are too much for the clipboard of a terminal. Write them to a file instead."
        dialog = WriteText(f"Write the {what}", [about], text, f"{what}.txt", self.asked.transcript.path)
        self.app.push_screen(dialog, lambda path: self.say(f"written: {path}") if path is not None else None)
