"""Opening a session: reading and counting in a thread, which can be given up, and what to say when it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from textual import events, on, work
from textual.message import Message
from textual.worker import Worker, get_current_worker

from inspector.meter import Cancelled
from inspector.policy.model import Policy
from inspector.terminal_text import clip
from inspector.transcript import Transcript, TranscriptError, load
from inspector.tui import housekeeping, replays
from inspector.tui.dropped import looks_like_a_path, paths_in
from inspector.tui.screens.open import Open
from inspector.tui.screens.stage import Stage


class Loading(Stage):
    """Threads read and count, and post a message; only the screen's own thread changes anything."""

    @dataclass
    class Loaded(Message):
        """A transcript, or why there is none."""

        path: str
        transcript: Transcript | None
        trouble: str = ""

    @dataclass
    class Counted(Message):
        """Sizes are known now; `then` goes on with what needed them."""

        then: Callable[[], None]

    _loading: Worker[None] | None = None
    _wanted_policy: Policy | str | None = None

    def load(self, path: str, policy: Policy | str | None) -> None:
        """Open a file. `policy` None: whatever suits the transcript."""
        self._wanted_policy = policy
        size = f" ({Path(path).stat().st_size / 1e6:,.1f} MB)" if Path(path).is_file() else ""
        self.waiting(f"reading {clip(Path(path).name, 60)}{size}")
        self._loading = self._load(path)

    def ready(self, path: str, transcript: Transcript, policy: Policy | str | None) -> None:
        """A file was read."""
        raise NotImplementedError

    def cancel_load(self) -> bool:
        """Give up reading a file; False when none is being read."""
        if self._loading is None or self._loading.is_finished:
            return False
        self._loading.cancel()
        self._loading = None
        return True

    @work(thread=True, exclusive=True, group="load", exit_on_error=False)
    def _load(self, path: str) -> None:
        worker = get_current_worker()
        try:
            transcript, trouble = load(path), ""
        except (TranscriptError, OSError) as error:
            transcript, trouble = None, str(error)
        if not worker.is_cancelled:
            self.post_message(self.Loaded(path, transcript, trouble))

    @on(Loaded)
    def take_transcript(self, event: Loaded) -> None:
        """Open what was loaded, or say what is wrong and ask for another file."""
        if event.transcript is None:
            self.failed(event.path, event.trouble)
            return
        housekeeping.forget()
        self.ready(event.path, event.transcript, self._wanted_policy)
        housekeeping.settle()

    def failed(self, path: str, trouble: str) -> None:
        """Say what is wrong with a file and offer others."""
        name = Path(path).name
        text = trouble if name in trouble else f"{name}: {trouble}"
        self.status_changed()
        self.app.push_screen(Open(text, path), self.opened_path)

    def opened_path(self, path: str | None) -> None:
        """A path was chosen in the dialog (None: none was)."""
        if path:
            self.load(path, None)

    def on_paste(self, event: events.Paste) -> None:
        """A file was dropped on the screen: open it. Several, and folders, go to the dialog, as does what is wrong."""
        if not looks_like_a_path(event.text):
            return
        paths = paths_in(event.text)
        if len(paths) == 1 and paths[0].is_file():
            self.opened_path(str(paths[0]))
        else:
            dialog = Open()
            self.app.push_screen(dialog, self.opened_path)
            self.call_after_refresh(dialog.take_paths, event.text)

    def when_counted(self, transcript: Transcript, policy: Policy | None, then: Callable[[], None]) -> None:
        """Go on once the sizes under a policy are known; a large session is counted in a thread."""
        if replays.costly(transcript, policy):
            self.waiting(f"counting {transcript.report.bytes / 1e6:,.0f} MB")
            self._loading = self._count(transcript, policy, then)
        else:
            then()

    def waiting(self, text: str) -> None:
        """Show that something takes a while, and can be given up."""
        raise NotImplementedError

    @work(thread=True, exclusive=True, group="load", exit_on_error=False)
    def _count(self, transcript: Transcript, policy: Policy | None, then: Callable[[], None]) -> None:
        worker = get_current_worker()
        try:
            replays.count(transcript, policy, lambda: worker.is_cancelled)
        except Cancelled:
            return
        self.post_message(self.Counted(then))

    @on(Counted)
    def go_on(self, event: Counted) -> None:
        """What was waited for is there."""
        event.then()
