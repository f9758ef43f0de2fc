"""A program as a summariser: what it reads, what is taken from it, and what becomes of one that does harm."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

import pytest

from inspector.engine.summariser import SummaryFailed, SummaryRequest
from inspector.policy.model import SummarySection
from inspector.summary import program
from inspector.summary.command import MOST, Command, body, split
from inspector.summary.prompt import prompt
from tests.summary.programs import gone, python, until
from tests.summary.talk import Talk, debugging, order_404

REQUEST = order_404().request(max_size=300, focus="the cause", recent_files=("server.log",))
ECHO = "import sys, json; asked = json.load(sys.stdin); sys.stdout.write('got ' + asked['parts'][0]['text'])"


def failure(line: str, request: SummaryRequest = REQUEST, **options: object) -> str:
    with pytest.raises(SummaryFailed) as caught:
        Command(line, **options).summarise(request)  # type: ignore[arg-type]
    return str(caught.value)


def test_it_reads_the_request_and_writes_the_summary() -> None:
    answer = Command(python(ECHO)).answer(REQUEST)
    assert answer.text == "got " + REQUEST.parts[0].text
    assert (answer.usage, answer.stop, answer.kept) == (None, "end", False)
    assert answer.seconds > 0


def test_it_reads_everything_that_the_request_says(tmp_path: Path) -> None:
    request = debugging().request(
        max_size=900,
        unit="chars",
        previous="## Goal\nfix it",
        focus="payments",
        recent_files=("a.py", "b.py"),
        omitted=12,
        notice="12 bytes left out",
        sections=(SummarySection("Goal", "what is wanted", ("goal",)),),
        instructions="be short",
        number=9,
        layer="summary",
    )
    seen = tmp_path / "seen"
    code = "import sys; open(sys.argv[1], 'wb').write(sys.stdin.buffer.read()); print('x')"
    Command(python(code, str(seen))).answer(request)
    raw = seen.read_bytes()
    read = json.loads(raw)
    assert raw.isascii()
    assert raw.count(b"\n") == 1
    assert read["schema"] == "summary-request/1"
    assert (read["system"], read["user"]) == (prompt(request).system, prompt(request).user)
    assert read["limit"] == {"max": 900, "unit": "chars"}
    assert (read["mode"], read["previous"], read["focus"]) == ("update", "## Goal\nfix it", "payments")
    assert read["sections"] == [{"title": "Goal", "holds": "what is wanted", "kinds": ["goal"]}]
    assert (read["instructions"], read["guard"], read["recent_files"]) == ("be short", True, ["a.py", "b.py"])
    assert read["omitted"] == {"bytes": 12, "end": "oldest", "notice": "12 bytes left out"}
    assert [part["text"] for part in read["parts"]] == [part.text for part in request.parts]
    first, call = read["parts"][0], read["parts"][2]
    assert {key: first[key] for key in first if key != "text"} == {
        "name": "1.1",
        "role": "user",
        "author": "human",
        "kind": "text",
        "tool": "",
    }
    assert (call["kind"], call["tool"]) == ("tool_use", "Read")
    assert set(read) == set(body(request, prompt(request)))
    assert Command("x").prepare(request).body == read


def test_carried_summaries_are_not_given() -> None:
    request = order_404().request(previous="the earlier one", mode="carry")
    assert body(request, prompt(request))["previous"] == ""


def test_the_place_in_the_session_is_no_part_of_it() -> None:
    one, two = (order_404().request(number=n, layer=f"layer {n}") for n in (3, 8))
    assert Command("x").prepare(one).body == Command("x").prepare(two).body


def test_no_shell_runs(tmp_path: Path) -> None:
    code = "import sys; print(sys.argv[1:])"
    line = python(code) + f" '$HOME' '*' ';' 'a b' '`id`' '>{tmp_path / 'made'}'"
    text = Command(line).summarise(REQUEST)
    assert text == str(["$HOME", "*", ";", "a b", "`id`", f">{tmp_path / 'made'}"])
    assert list(tmp_path.iterdir()) == []


def test_a_request_larger_than_any_pipe() -> None:
    request = order_404().request(previous="long " * 300_000)
    code = "import sys; data = sys.stdin.buffer.read(); print(len(data))"
    assert int(Command(python(code)).summarise(request)) > 3_000_000


@pytest.mark.parametrize(
    "code",
    [
        "print('summary')",
        "import os; os.close(0); print('summary')",
        "import sys, time; sys.stdin.read(10); print('summary')",
        "import os, sys; os.close(0); os.write(1, b'sum'); os.write(1, b'mary'); os.close(1); os.close(2)",
        r"import sys; sys.stdout.buffer.write(b'\xef\xbb\xbf\n  summary \n\n')",
        r"print('\x1b[1msummary\x1b[0m')",
        "import sys; sys.stderr.write('e' * 3_000_000); print('summary')",
    ],
    ids=[
        "reads nothing",
        "closes stdin",
        "reads a little",
        "closes all",
        "byte order mark",
        "colours",
        "much on stderr",
    ],
)
def test_a_program_that_is_merely_odd(code: str) -> None:
    request = order_404().request(previous="long " * 100_000)
    assert Command(python(code)).summarise(request) == "summary"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys; sys.stderr.write('first\\nno model\\n'); sys.exit(3)", "exit code 3: first / no model"),
        ("import sys; sys.exit(1)", "ended with exit code 1"),
        ("print('half a summ', flush=True); import sys; sys.exit(1)", "ended with exit code 1"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "was ended by SIGSEGV"),
        ("pass", "wrote nothing on stdout"),
        ("print(' \\n\\t ')", "wrote nothing on stdout"),
        ("import sys; sys.stderr.write('loading failed')", "wrote nothing on stdout: loading failed"),
        (r"import sys; sys.stdout.buffer.write(b'ab\xff')", "no UTF-8 text: byte 3"),
        (r"import sys; sys.stdout.buffer.write(b'\x00\x01\x02')", "binary data"),
        (r"import sys; sys.stdout.buffer.write(b'\x1b[0m')", "wrote nothing on stdout"),
        ("import sys; sys.stderr.buffer.write(b'\\xff\\x1b[2Jbad\\n' * 9); sys.exit(2)", "bad"),
    ],
)
def test_a_program_that_gives_no_summary(code: str, said: str) -> None:
    reason = failure(python(code))
    assert said in reason
    assert "\x1b" not in reason


def test_output_without_end_is_ended(tmp_path: Path) -> None:
    code = "import os, sys\nopen(sys.argv[1], 'w').write(str(os.getpid()))\nwhile True: os.write(1, b'y' * 65536)"
    assert f"more than {MOST:,} bytes" in failure(python(code, str(tmp_path / "pid")))
    until(lambda: gone(int((tmp_path / "pid").read_text())))


def test_only_the_last_errors_are_told() -> None:
    code = "import sys\nfor n in range(900): sys.stderr.write(f'line {n} ' + 'z' * 999 + '\\n')\nsys.exit(1)"
    reason = failure(python(code))
    assert "line 899" in reason
    assert "line 800" not in reason
    assert len(reason) < 1_000


STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
if child == 0:
    while True: time.sleep(9)
with open(sys.argv[1] + ".part", "w") as file: file.write(f"{os.getpid()} {child}")
os.rename(sys.argv[1] + ".part", sys.argv[1])
while True: time.sleep(9)
"""


class Clock:
    """The time, which makes a leap as soon as a file is there: a program gets to where it hangs, however slow the machine."""

    def __init__(self, file: Path) -> None:
        self.file, self.sleep = file, time.sleep

    def monotonic(self) -> float:
        return time.monotonic() + (1_000_000 if self.file.exists() else 0)


def test_one_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "time", Clock(tmp_path / "pids"))
    assert "did not end within 90 s (INSPECTOR_" in failure(python(STUBBORN, str(tmp_path / "pids")), seconds=90)
    until(lambda: all(gone(int(pid)) for pid in (tmp_path / "pids").read_text().split()))


def test_cancel_ends_it_with_all_that_it_started(tmp_path: Path) -> None:
    command, said = Command(python(STUBBORN, str(tmp_path / "pids"))), list[str]()

    def ask() -> None:
        try:
            command.summarise(REQUEST)
        except SummaryFailed as failed:
            said.append(str(failed))

    thread = threading.Thread(target=ask)
    thread.start()
    until((tmp_path / "pids").exists)
    command.cancel()
    thread.join(20)
    assert said == ["cancelled"]
    until(lambda: all(gone(int(pid)) for pid in (tmp_path / "pids").read_text().split()))
    assert Command(python(ECHO)).summarise(REQUEST)
    command.cancel()


def test_one_that_ends_kindly_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import signal, sys, time\n"
        "def end(*_): open(sys.argv[2], 'w').write('ended'); sys.exit(0)\n"
        "signal.signal(signal.SIGTERM, end)\nopen(sys.argv[1], 'w')\nwhile True: time.sleep(9)"
    )
    monkeypatch.setattr(program, "time", Clock(tmp_path / "ready"))
    monkeypatch.setattr(program, "GRACE", 30)
    failure(python(code, str(tmp_path / "ready"), str(tmp_path / "said")), seconds=90)
    assert (tmp_path / "said").read_text() == "ended"


def test_ctrl_c_leaves_nothing_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = program._is_over

    def interrupted(started: object) -> bool:
        if (tmp_path / "pids").exists():
            monkeypatch.setattr(program, "_is_over", seen)
            raise KeyboardInterrupt
        return seen(started)  # type: ignore[arg-type]

    monkeypatch.setattr(program, "_is_over", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Command(python(STUBBORN, str(tmp_path / "pids"))).summarise(REQUEST)
    until(lambda: all(gone(int(pid)) for pid in (tmp_path / "pids").read_text().split()))


def test_one_that_leaves_something_behind_is_not_waited_for(tmp_path: Path) -> None:
    code = (
        "import os, sys, time\nchild = os.fork()\n"
        "if child == 0:\n    while True: time.sleep(9)\n"
        "open(sys.argv[1], 'w').write(str(child)); print('summary')"
    )
    assert Command(python(code, str(tmp_path / "pid")), seconds=60).summarise(REQUEST) == "summary"
    until(lambda: gone(int((tmp_path / "pid").read_text())))


def test_a_program_that_is_not_there() -> None:
    reason = failure("no-such-program-here --model x")
    assert "there is no program 'no-such-program-here'" in reason
    assert "command:/path/to/program" in reason


@pytest.mark.parametrize("folder", ["", "bin/"])
def test_whether_it_can_be_run_is_known_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    monkeypatch.chdir(tmp_path)
    command = Command(f"{folder}writer", environ={"PATH": f"/no-such-folder:{tmp_path / 'bin'}"})
    with pytest.raises(SummaryFailed, match="there is no program"):
        command.check()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "writer").write_text("#!/bin/sh\necho hello\n")
    with pytest.raises(SummaryFailed, match="chmod"):
        command.check()
    (tmp_path / "bin" / "writer").chmod(0o700)
    command.check()
    assert command.summarise(REQUEST) == "hello"


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("echo hello\n")
    assert "chmod +x" in failure(str(script))
    script.chmod(0o700)
    assert "#!/bin/sh" in failure(str(script))
    script.write_text("#!/bin/sh\necho hello\n")
    assert Command(str(script)).summarise(REQUEST) == "hello"


def test_the_home_folder_is_known(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    assert split("~/bin/model '~/x'") == ["/home/somebody/bin/model", "~/x"]


@pytest.mark.parametrize("line", ["'open", "", "  ", "''", "a\\"])
def test_a_line_that_is_none(line: str) -> None:
    with pytest.raises(ValueError, match=r"quotation|escaped|program"):
        Command(line)


def test_keys_are_taken_out_of_what_it_says() -> None:
    secret = "s3cr3t-value-0123456789"
    environ = {**os.environ, "ANTHROPIC_API_KEY": secret}
    code = "import os, sys; sys.stderr.write('bad key ' + os.environ['ANTHROPIC_API_KEY']); sys.exit(1)"
    reason = failure(python(code), environ=environ)
    assert "bad key" in reason
    assert secret not in reason


def test_keys_are_not_given_to_it() -> None:
    secret = "s3cr3t-value-0123456789"
    request = Talk().user(f"use {secret} for it").ran("env", f"X={secret}").request(previous=secret, focus=secret)
    code = "import sys; text = sys.stdin.read(); print(text.count('s3cr3t'), text.count('[secret removed]') > 4)"
    environ = {**os.environ, "ANTHROPIC_API_KEY": secret}
    assert Command(python(code), environ=environ).summarise(request) == "0 True"
    assert secret not in str(Command("x", environ=environ).prepare(request))


def test_its_time_can_be_set() -> None:
    slow = python("import time; time.sleep(60)")
    assert "within 1 s" in failure(slow, environ={**os.environ, "INSPECTOR_SUMMARY_SECONDS": "0.6"})
    for wrong in ("soon", "-1", "0", "nan", "inf"):
        environ = {**os.environ, "INSPECTOR_SUMMARY_SECONDS": wrong}
        assert "INSPECTOR_SUMMARY_SECONDS is" in failure(slow, environ=environ)
        with pytest.raises(SummaryFailed, match="INSPECTOR_SUMMARY_SECONDS is"):
            Command(slow, environ=environ).check()


def test_several_run_at_once() -> None:
    command, texts = Command(python(ECHO)), list[str]()
    threads = [threading.Thread(target=lambda: texts.append(command.summarise(REQUEST))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == ["got " + REQUEST.parts[0].text] * 4
