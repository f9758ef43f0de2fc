"""The app: themes, the command palette, and the main screen. `run` starts it."""

from __future__ import annotations

import gc
import time
import traceback
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

from rich.segment import Segment, Segments
from textual import events
from textual._styles_cache import StylesCache
from textual.app import App, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.command import CommandPalette
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import AwaitMount
from textual.widgets import Input, TextArea

from inspector import settings
from inspector.terminal_text import clip, sanitise
from inspector.tui import housekeeping, signals
from inspector.tui.actions import Action, Scope, key_names, palette
from inspector.tui.ahead import TypeAhead
from inspector.tui.copies import Place
from inspector.tui.dropped import looks_like_a_path
from inspector.tui.legible import legible
from inspector.tui.screens.commands import Commands, Themes
from inspector.tui.screens.dialog import LeftOnce
from inspector.tui.screens.main import MainScreen
from inspector.tui.screens.named_commands import NamedCommands
from inspector.tui.session import Session
from inspector.tui.snapshot import write_picture
from inspector.tui.theme import DEFAULT, load_themes, variable_defaults
from inspector.tui.widgets.search_panel import SearchInput
from inspector.tui.widgets.side_by_side import SideBySide

EARLY = ("q", "ctrl+c", "question_mark", "o", "escape")
"""Keys that are obeyed before the first screen is drawn; others would do something that nobody sees."""
TWICE = 2.0
"""Seconds within which a second ctrl+c quits."""
NAMED = 6
"""Problems of theme files that are named one by one."""


class InspectorApp(App[None]):
    """Opens a session by its path, shows one that is open already, or asks for one."""

    TITLE = "Compaction Inspector"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS = {NamedCommands}
    BINDINGS = [Binding("ctrl+z", "suspend_process", show=False)]

    def __init__(
        self,
        path: str | None = None,
        policy: str | None = None,
        session: Session | None = None,
        *,
        durable: str | None = None,
        artifacts: str | None = None,
        summariser: str = "",
    ) -> None:
        super().__init__()
        self._summariser = summariser
        self._durable, self._artifacts = durable, artifacts
        self._path, self._policy, self._session = path, policy, session
        self._themes: list[str] = []
        self._ahead = TypeAhead(self)
        self._asked_to_quit = -TWICE
        self._starting = True
        """What the program begins with is not on the screen yet."""
        self._collecting = gc.get_threshold()
        self._signals: signals.Handlers = {}

    async def on_event(self, event: events.Event) -> None:
        """Whatever was answered to the last key goes with the next one. Too early keys are meant for what is not there yet."""
        if self._starting and isinstance(event, events.Key) and event.key not in EARLY:
            return
        if not self.screen_stack and isinstance(event, events.InputEvent | events.Paste):
            return  # the program is ending, and its screens are closed already
        if self.screen_stack and self._ahead.holds(event, _scope_of(self.screen)):
            return
        if isinstance(event, events.Key | events.MouseDown):
            for screen in self.screen_stack:
                if isinstance(screen, MainScreen | LeftOnce):
                    screen.hush()  # those below, too: what they said would be there still when this one is left
        if isinstance(event, events.Paste) and isinstance(self.focused, Input) and not looks_like_a_path(event.text):
            event.text = sanitise(event.text.replace("\r\n", " ").replace("\n", " ").replace("\r", " "))
        back = isinstance(event, events.Key) and event.is_forwarded
        await super().on_event(event)
        if back:
            self._ahead.obeyed(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a query is typed, ctrl+p is the hit above, not the palette."""
        if action == "command_palette" and isinstance(self.focused, SearchInput):
            return False
        return super().check_action(action, parameters)

    @property
    def clipboard(self) -> str:
        """What was copied; to be pasted into a field, one line of it, and nothing that a terminal would obey."""
        text = super().clipboard
        if isinstance(self.focused, Input):
            return sanitise(" ".join(text.splitlines()))
        if isinstance(self.focused, TextArea):
            return "\n".join(sanitise(line) for line in text.splitlines())
        return text

    def _fatal_error(self) -> None:
        """An error of the program itself, in one line: Textual's own report would show texts of the transcript."""
        if "debug" in self.features or self._exception is None:
            super()._fatal_error()
            return
        self._exit_renderables.append(Segments([Segment(f"{described(self._exception)}\n")]))
        self._close_messages_no_wait()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours that Textual's own themes do not have."""
        return variable_defaults()

    def get_css_variables(self) -> dict[str, str]:
        """The colours of the theme, with those that nobody could read mended."""
        self.theme_variables = legible(super().get_css_variables())
        return self.theme_variables

    def on_mount(self) -> None:
        """Themes, then the main screen."""
        self._collecting = housekeeping.begin()
        self._signals = {} if self.is_headless else signals.catch(lambda code: self.exit(return_code=code))
        self._load_themes()
        main = MainScreen().fit(self.size)
        main.durable_file = Path(self._durable) if self._durable is not None else None
        main.artifacts = Path(self._artifacts) if self._artifacts is not None else None
        main.named_summariser = self._summariser
        self.push_screen(main)
        if self._session is None and self._path is not None:
            main.read_ahead(self._path)
        self.call_after_refresh(self._begin, main)

    def _begin(self, main: MainScreen) -> None:
        """Show what the program was started for."""
        self._starting = False
        if self._session is not None:
            main.opened(self._session)
        elif self._path is not None:
            main.load(self._path, self._policy)
        else:
            main.action_open()

    def on_unmount(self) -> None:
        """Leave Python as it was."""
        housekeeping.end(self._collecting)
        signals.release(self._signals)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The actions of the main screen, then what Textual offers."""
        for action in _actions_of(screen):
            yield SystemCommand(_titled(action), action.help, self._runner(action, screen))
        for command in super().get_system_commands(screen):
            if command.title in ("Theme", "Screenshot"):
                yield command._replace(title=f"program: {command.title.lower()}")

    def command_names(self, screen: Screen[object]) -> dict[str, str]:
        """Title of a command → the other names that it is found by."""
        return {_titled(action): action.words for action in _actions_of(screen)}

    def push_screen(self, screen: Any, *args: Any, **options: Any) -> Any:
        """Open a screen; a dialog only once, however quickly it is asked for again."""
        top = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(top, LeftOnce) and type(top) is type(screen) and top.alone:
            if not top.is_mounted:
                return AwaitMount(top, [])
            top.dismiss(None)
        return super().push_screen(screen, *args, **options)

    def pop_screen(self) -> AwaitComplete:
        """Close a screen; what Textual remembers of backgrounds would hold every line that the closed one had drawn."""
        closing = super().pop_screen()
        StylesCache.get_inner_outer.cache_clear()
        return closing

    def action_command_palette(self) -> None:
        """Every command by name."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(Commands(id="--command-palette"))

    def search_themes(self) -> None:
        """Every theme by name, tried on while one looks for it."""
        self.push_screen(Themes(self.theme, self._try_on))

    def put_on(self, name: str) -> None:
        """A theme, to stay."""
        self.theme = name
        settings.remember("theme", name)

    def _try_on(self, name: str) -> None:
        self.theme = name

    @property
    def theme_names(self) -> list[str]:
        """The program's themes and the person's own."""
        return self._themes

    def _keep_theme(self, theme: Theme) -> None:
        """The theme is remembered, unless it is only tried on."""
        if not isinstance(self.screen, Themes):
            settings.remember("theme", theme.name)

    def action_help_quit(self) -> None:
        """Ctrl+c: once to be asked, twice to leave."""
        now = time.monotonic()
        if now - self._asked_to_quit < TWICE:
            self._asked_to_quit = -TWICE
            self._leave()
            return
        self._asked_to_quit = now
        main = self.screen
        if isinstance(main, MainScreen):
            main.say("ctrl+c once more quits")
        else:
            self.notify("ctrl+c once more quits", timeout=TWICE)

    def action_next_theme(self) -> None:
        """The theme after the present one; it is remembered."""
        names = self._themes or [self.theme]
        at = names.index(self.theme) + 1 if self.theme in names else 0
        self.theme = names[at % len(names)]
        main = self.screen
        if isinstance(main, MainScreen):
            main.say(f"theme: {self.theme}")

    def action_save_screen(self) -> None:
        """A picture of whatever is on the screen as SVG, in the working directory."""
        main = self._main
        session = main.session if main is not None else None
        name = f"{Place(session, None).stem}-request-{session.request}" if session is not None else "inspector"
        try:
            self.tell(f"written: {write_picture(Path.cwd(), name, self.export_screenshot(title='inspector'))}")
        except OSError as error:
            trouble = f"no picture written to {Path.cwd()}: {error.strerror or error}. Start from another folder."
            self.clear_notifications()
            self.notify(clip(trouble, 400), severity="error", markup=False, timeout=8)

    def action_room(self, run: str) -> None:
        """Open a room from another one, as the main screen would."""
        if self._main is not None:
            getattr(self._main, f"action_{run}")()

    def tell(self, text: str) -> None:
        """An answer to the last key, in the line of the screen that has one for that, else above it for a moment."""
        say = getattr(self.screen, "say", None)
        if say is not None:
            say(text)
        else:
            self.notify(clip(text, 400), markup=False)

    @property
    def _main(self) -> MainScreen | None:
        """The main screen, whatever lies above it."""
        return next((screen for screen in self.screen_stack if isinstance(screen, MainScreen)), None)

    async def action_quit(self) -> None:
        """Leave, after asking once what is to become of pins that are not saved."""
        self._leave()

    def _leave(self) -> None:
        main = self._main
        if main is None:
            self.exit()
        else:
            main.leave("quit", self.exit)

    def _runner(self, action: Action, screen: Screen[object]) -> Callable[[], Awaitable[None]]:
        """What the palette calls: the action, where it belongs."""

        async def call() -> None:
            in_panes = isinstance(screen, MainScreen) and action.scope == "panes"
            await self.run_action(action.run, screen.query_one(SideBySide) if in_panes else screen)

        return call

    def _load_themes(self) -> None:
        themes, problems = load_themes()
        for theme in themes:
            self.register_theme(theme)
        self._themes = [theme.name for theme in themes]
        wanted = settings.recall("theme", DEFAULT)
        known = [name for name in (wanted, DEFAULT) if isinstance(name, str) and name in self.available_themes]
        if known:
            self.theme = known[0]
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        if problems:
            self._tell_problems(problems)

    def _tell_problems(self, problems: list[str]) -> None:
        """All broken theme files in one message."""
        lines = [clip(problem, 300) for problem in problems[:NAMED]]
        if len(problems) > NAMED:
            lines.append(f"… and {len(problems) - NAMED} more")
        self.notify("\n".join(lines), severity="warning", markup=False, timeout=10)


def _actions_of(screen: Screen[object]) -> Iterable[Action]:
    """What can be done on a screen, by name."""
    where = _scope_of(screen)
    return palette(where) if where is not None else ()


def _scope_of(screen: Screen[object]) -> Scope | None:
    """Which keys work on a screen; None for a dialog."""
    return "main" if isinstance(screen, MainScreen) else getattr(screen, "SCOPE", None)


def _titled(action: Action) -> str:
    group = action.group.lower()
    label = action.label if action.label == group else f"{group}: {action.label}"
    return f"{label}  ({key_names(action)})"


def described(error: BaseException) -> str:
    """What went wrong and where in the program; never what it was about, which may be a secret of the transcript."""
    frame = traceback.extract_tb(error.__traceback__)[-1:]
    place = f" in {Path(frame[0].filename).name}, line {frame[0].lineno}" if frame else ""
    return f"inspector: an error of the program ended it: {type(error).__name__}{place}. Nothing was changed."


def run(
    path: str | None = None,
    policy: str | None = None,
    *,
    durable: str | None = None,
    artifacts: str | None = None,
    summariser: str = "",
) -> int:
    """Open the app on a session (None: ask for one), under a policy by name or path (None: one that suits). Exit code.

    `durable` is the file of the durable state, `artifacts` the folder of full outputs; None: what lies beside the session.
    `summariser` names who writes summaries ("": as it was left, or as the policy says); nobody is asked without a question.
    """
    app = InspectorApp(path, policy, durable=durable, artifacts=artifacts, summariser=summariser)
    app.run()
    return app.return_code or 0
