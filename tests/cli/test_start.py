"""How the program starts: quickly, with little imported, with completion, with NO_COLOR respected on a real terminal."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from inspector.cli.program import cli
from tests.cli.histories import long_talk, memory_log, write
from tests.cli.running import run

MAIN = "from inspector.cli.main import main; main()"
HEAVY = ("textual", "anthropic", "tiktoken", "toktok_rs", "toktok", "pydantic", "rich", "ruamel", "orjson")


def inspector(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", MAIN, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, check=False)


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_version_and_help_import_nothing_heavy(argument: str) -> None:
    code = (
        "import sys\nfrom inspector.cli.main import main\n"
        f"try:\n    main([{argument!r}])\nexcept SystemExit as ended:\n    assert ended.code == 0\n"
        f"found = [name for name in {HEAVY!r} if name in sys.modules]\nassert not found, found\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("inspector 0." if argument == "--version" else "Usage: inspector")


LEFT = [
    "view {}",
    "view {} --full",
    "view {} --json",
    "replay {}",
    "check {}",
    "view --help",
    "--help",
    "policies schema",
]


EACH = """
import os, sys
from inspector.cli.check import command
from inspector.cli.main import main
from inspector.cli.replay import command
from inspector.cli.view import command

lines, out = sys.argv[1:], sys.stdout
with open(os.devnull, "w") as sys.stdout:
    sys.argv[1:] = lines[0].split()
    try:
        main()
    except SystemExit:
        sys.stdout = out
for number, line in enumerate(lines):
    if not os.fork():
        os.dup2(os.open(f"{number}.err", os.O_WRONLY | os.O_CREAT), 2)
        sys.argv[1:] = line.split()
        main()
        sys.exit(0)
    with open(f"{number}.code", "w") as file:
        file.write(str(os.waitstatus_to_exitcode(os.wait()[1])))
"""
"""A process of its own for each command line, which ends as any does; what all of them need is loaded once, for the first."""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_reader_that_leaves_early_hears_nothing_and_1_keeps_its_meaning(tmp_path: Path) -> None:
    path = write(tmp_path, long_talk(400, 40))
    reader, writer = os.pipe()
    os.close(reader)
    commands = [command.format(path) for command in LEFT]
    environ = {**os.environ, "PYTHONPATH": os.fspath(Path(__file__).parents[2])}
    subprocess.run([sys.executable, "-c", EACH, *commands], stdout=writer, cwd=tmp_path, env=environ, check=True)
    os.close(writer)
    for number, command in enumerate(LEFT):
        ended = (tmp_path / f"{number}.code").read_text(), (tmp_path / f"{number}.err").read_text()
        assert ended == ("141", ""), command


def test_a_reader_of_errors_that_left_hears_nothing(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-c", MAIN, "view", str(tmp_path / "absent")]
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=writer, check=False)
    os.close(writer)
    assert (ran.returncode, ran.stdout) == (141, b"")


@pytest.mark.parametrize("plain", [False, True])
def test_a_terminal_gets_colour_unless_told_otherwise(plain: bool, tmp_path: Path) -> None:
    path = write(tmp_path, memory_log())
    master, slave = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    environment |= {"TERM": "xterm-256color"} | ({"NO_COLOR": "1"} if plain else {})
    command = [sys.executable, "-c", MAIN, "view", str(path), "--policy", "go-tiny-claw"]
    process = subprocess.Popen(command, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    shown = b""
    try:
        while chunk := os.read(master, 65536):
            shown += chunk
    except OSError:
        pass
    assert process.wait() == 0
    assert b"8,067" in shown or b"8067" in shown
    assert (b"\x1b[33m" in shown) is not plain


def test_completion_of_commands_presets_and_knobs(monkeypatch: pytest.MonkeyPatch) -> None:
    def complete(words: str, count: int) -> list[str]:
        """What bash would be offered for the last of these words, once the program runs."""
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(count))
        return offered(BashComplete(cli, {}, "inspector", "_INSPECTOR_COMPLETE").complete())

    def offered(told: str) -> list[str]:
        return [line.partition(",")[2] for line in told.splitlines()]

    ran = inspector(_INSPECTOR_COMPLETE="bash_complete", COMP_WORDS="inspector re", COMP_CWORD="1")
    assert offered(ran.stdout) == complete("inspector re", 1) == ["replay", "recall"]
    assert complete("inspector view x --policy work", 4) == ["workbuddy-s14"]
    assert "soft_threshold=" in complete("inspector view x --policy workbuddy-s14 --set so", 6)
    assert complete("inspector view x --set max_c", 4) == ["max_chars="]
    assert "--policy" in complete("inspector view --pol", 2)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_of_a_shell(shell: str) -> None:
    ran = run("completion", shell)
    assert ran.code == 0
    assert f"_INSPECTOR_COMPLETE={shell}_complete" in ran.out


def test_interrupted_it_ends_with_130_and_no_words() -> None:
    code = (
        "import signal, time\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import inspector.cli.view as view\n"
        "view.open_replay = lambda asked: (print('at work', flush=True), time.sleep(60))\n" + MAIN
    )
    command = [sys.executable, "-c", code, "view", "any.jsonl"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"at work\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=100)
    assert (process.returncode, out, err.strip()) == (130, b"", b"")


def test_interrupted_while_fixes_are_tried_it_ends_at_once_with_130_and_no_words(tmp_path: Path) -> None:
    """The engine itself is interrupted, wherever it is: what is tried is tried again and again until then."""
    code = (
        "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from inspector.analysis.fixes.trying import Trying\nheld = Trying._held\n"
        "def ever(self, replay):\n    print('at work', flush=True)\n"
        "    while True:\n        held(self, self.run(self.replay.policy.knobs[0].value))\n"
        "Trying._held = ever\n" + MAIN
    )
    path = write(tmp_path, long_talk(120, 4_000))
    command = [sys.executable, "-c", code, "why", os.fspath(path), "--message", "3", "--policy", "go-tiny-claw"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"at work\n", process.stderr and process.stderr.read()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=100)
    assert (process.returncode, out, err.strip()) == (130, b"", b"")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whatever_ends_it_ends_the_program_that_it_asks(tmp_path: Path, number: int) -> None:
    """A closed terminal or a stopped job leaves nothing behind that runs and may cost something."""
    writer, mark = tmp_path / "writer.py", tmp_path / "pid"
    writer.write_text(
        f"import os, time\nopen({str(mark)!r} + '.new', 'w').write(str(os.getpid()))\n"
        f"os.rename({str(mark)!r} + '.new', {str(mark)!r})\ntime.sleep(300)\n"
    )
    spec = f"command:{sys.executable} {writer}"
    # Whoever runs the tests may ignore a signal (nohup), and children inherit that.
    code = f"import signal\nsignal.signal({int(number)}, signal.{'default_int_handler' if number == 2 else 'SIG_DFL'})\n{MAIN}"
    command = [sys.executable, "-c", code, "summarize", os.fspath(write(tmp_path, memory_log())), "--summariser", spec]
    environ = {**os.environ, "INSPECTOR_HOME": os.fspath(tmp_path / "home")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ) as process:
        deadline = time.monotonic() + 60
        while not mark.exists() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (128 + number, ""), err
    assert "Traceback" not in err
    deadline = time.monotonic() + 60
    while runs(int(mark.read_text())) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not runs(int(mark.read_text()))


def runs(process: int) -> bool:
    """Whether a process is there; one that has ended and only waits to be noticed is none."""
    import psutil

    try:
        return bool(psutil.Process(process).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_interrupted_while_it_starts_it_ends_with_130_and_no_words() -> None:
    code = (
        "import sys\nfrom inspector.cli.main import main\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'click':\n            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\nmain(['--help'])\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "")


def test_a_full_disk_and_a_closed_output(tmp_path: Path) -> None:
    path = write(tmp_path, memory_log())
    command = f"'{sys.executable}' -c '{MAIN}' view '{path}'"
    full = subprocess.run(["bash", "-c", f"{command} > /dev/full"], capture_output=True, text=True, check=False)
    assert full.returncode == 2
    assert "space" in full.stderr
    assert len(full.stderr.splitlines()) == 1
    closed = subprocess.run(["bash", "-c", f"{command} >&-"], capture_output=True, text=True, check=False)
    assert (closed.returncode, closed.stderr) == (0, "")


def test_a_terminal_that_is_not_utf8_gets_question_marks(tmp_path: Path) -> None:
    ran = inspector("view", write(tmp_path, memory_log()), "--policy", "go-tiny-claw", PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "? truncated" in ran.stdout
