"""Opening a session: reading and counting in a thread, which can be given up, and what to say when it fails."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from textual import events, on, work
from textual.message import Message
from textual.worker import Worker, get_current_worker

from inspector.long_work import Cancelled
from inspector.policy.model import Policy
from inspector.terminal_text import clip
from inspector.transcript import Transcript, TranscriptError
from inspector.transcript.follow import is_live
from inspector.transcript.formats.choice import path_of
from inspector.transcript.growing import Growing, load_growing
from inspector.tui import housekeeping, replays
from inspector.tui.dropped import looks_like_a_path, paths_in
from inspector.tui.paths import is_file, is_folder
from inspector.tui.screens.open import Open
from inspector.tui.screens.stage import Stage

TELL = 0.1
"""Seconds between two words about how much was read: telling takes time from reading."""


class Loading(Stage):
    """Threads read and count, and post a message; only the screen's own thread changes anything."""

    @dataclass
    class Loaded(Message):
        """A transcript, or why there is none. `growing` is what it takes to read on."""

        path: str
        transcript: Transcript | None
        trouble: str = ""
        growing: Growing | None = None

    @dataclass
    class Read(Message):
        """So many bytes of a file were read by now."""

        path: str
        share: float

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, Loading.Read)

    @dataclass
    class Counted(Message):
        """Sizes are known now; `then` goes on with what needed them."""

        then: Callable[[], None]

    _loading: Worker[None] | None = None
    _wanted_policy: Policy | str | None = None
    _reading = ""
    """What the status line says while a file is read."""
    _growing: tuple[Transcript, Growing] | None = None
    _ahead = ""
    """The file that is read while the screen is still being made."""
    _early: Loaded | None = None
    """What became of that, when it was there before the screen."""
    _share = 0.0
    """How much of the file was read when that was told last."""

    def read_ahead(self, path: str) -> None:
        """Begin to read a file before there is anything to show it on; `load` goes on with it."""
        if is_file(path):
            self._ahead, self._share = path, 0.0
            self._loading = self._load(path)

    def load(self, path: str, policy: Policy | str | None) -> None:
        """Open a file; of a folder, list its sessions. `policy` None: whatever suits the transcript."""
        if is_folder(path):
            self._offer([Path(path)], policy)
            return
        self._wanted_policy = policy
        size = f" ({Path(path_of(path)).stat().st_size / 1e6:,.1f} MB)" if is_file(path) else ""
        self._reading = f"reading {clip(Path(path).name, 60)}{size}"
        ahead, self._ahead, early, self._early = self._ahead, "", self._early, None
        if ahead != path or self._loading is None:  # None: it was given up before it could be told of
            self._share, early = 0.0, None
            self._loading = self._load(path)
        self._tell_share()
        if early is not None:
            self.take_transcript(early)

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

    @work(thread=True, exclusive=True, group="load", exit_on_error=False, description="load")
    def _load(self, path: str) -> None:
        worker, told = get_current_worker(), time.monotonic()

        def progress(done: int, size: int) -> None:
            nonlocal told
            if worker.is_cancelled:
                raise Cancelled
            if time.monotonic() - told >= TELL:
                told = time.monotonic()
                self.post_message(self.Read(path, done / max(1, size)))

        try:
            transcript, growing = load_growing(path, progress)
            loaded = self.Loaded(path, transcript, "", growing if is_live(path, time.time()) else None)
        except (TranscriptError, OSError) as error:
            loaded = self.Loaded(path, None, str(error))
        except Cancelled:
            return
        if not worker.is_cancelled:
            self.post_message(loaded)

    @on(Read)
    def tell_progress(self, event: Read) -> None:
        """Say how much was read; a short file is there before anybody could read it."""
        self._share = event.share
        if not self._ahead and self._loading is not None and not self._loading.is_finished:
            self._tell_share()

    def _tell_share(self) -> None:
        self.waiting(f"{self._reading}: {self._share:.0%}" if self._share else self._reading)

    def take_growing(self, transcript: Transcript) -> Growing | None:
        """What it takes to read on in the file of a transcript that was just loaded; once."""
        loaded, self._growing = self._growing, None
        return loaded[1] if loaded is not None and loaded[0] is transcript else None

    @on(Loaded)
    def take_transcript(self, event: Loaded) -> None:
        """Open what was loaded, or say what is wrong and ask for another file."""
        if event.path == self._ahead:
            self._early = event
            return
        if event.transcript is None:
            self.failed(event.path, event.trouble)
            return
        self._growing = (event.transcript, event.growing) if event.growing is not None else None
        housekeeping.forget()
        if self.session is not None:
            self.call_after_refresh(housekeeping.settle)
        self.ready(event.path, event.transcript, self._wanted_policy)

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
        if len(paths) == 1 and is_file(paths[0]):
            self.opened_path(str(paths[0]))
        else:
            self._offer(paths, None)

    def _offer(self, paths: list[Path], policy: Policy | str | None) -> None:
        """Ask which of these, and say what is wrong with them."""
        self.app.push_screen(Open(offered=paths), lambda path: self.load(path, policy) if path else None)

    def when_counted(self, transcript: Transcript, policy: Policy | None, then: Callable[[], None]) -> None:
        """Go on once sizes under a policy are known, or estimated; of a large session in a thread."""
        if replays.costly(transcript):
            self._share, self._reading = 0.0, f"estimating sizes of {transcript.report.bytes / 1e6:,.0f} MB"
            self._loading = self._count(transcript, policy, then)
            self._tell_share()
        else:
            then()

    def waiting(self, text: str) -> None:
        """Show that something takes a while, and can be given up."""
        raise NotImplementedError

    @work(thread=True, exclusive=True, group="load", exit_on_error=False, description="load")
    def _count(self, transcript: Transcript, policy: Policy | None, then: Callable[[], None]) -> None:
        worker, told = get_current_worker(), time.monotonic()

        def progress(done: int, size: int) -> None:
            nonlocal told
            if time.monotonic() - told >= TELL:
                told = time.monotonic()
                self.post_message(self.Read(transcript.path, done / max(1, size)))

        try:
            replays.prepare(transcript, policy, lambda: worker.is_cancelled, progress)
        except Cancelled:
            return
        if not worker.is_cancelled:
            self.post_message(self.Counted(then))

    @on(Counted)
    def go_on(self, event: Counted) -> None:
        """What was waited for is there."""
        event.then()
