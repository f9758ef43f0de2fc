"""What every test shares: a home of its own, no network, the bundled samples, recorded sessions where there are any."""

from __future__ import annotations

import gc
import os
import re
import socket
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests that take minutes, too")


def pytest_configure(config: pytest.Config) -> None:
    """Property tests are the same on every run and have no deadline: a busy machine is no failure.

    Where a test says nothing else, a property is asked of 60 examples, with `--slow` of 300.

    While tests are collected nothing becomes garbage: looking for it would take a third of the time.
    """
    gc.disable()
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "steady",
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
        max_examples=300 if config.getoption("--slow") else 60,
    )
    settings.load_profile("steady")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    skip_slow = pytest.mark.skip(reason="slow; run with --slow")
    skip_real = pytest.mark.skip(reason="no recorded sessions; set INSPECTOR_TRANSCRIPTS to a folder of them")
    # A screen is driven by real timers and threads. One that fails is driven once more, and pytest reports the rerun.
    again = pytest.mark.flaky(reruns=1)
    for item in items:
        if "tui" in item.path.parts:
            item.add_marker(again)
        if item.get_closest_marker("slow") and not config.getoption("--slow"):
            item.add_marker(skip_slow)
        if item.get_closest_marker("real") and not _recorded_sessions().is_dir():
            item.add_marker(skip_real)
    # Those that are given more time than all others begin first, so that at the end no worker waits for one of them.
    usual = float(config.getini("timeout"))
    items.sort(key=lambda item: not any(mark.args[0] > usual for mark in item.iter_markers("timeout")))


def pytest_collection_finish() -> None:
    """From here on there is garbage; what was collected is left out of sight."""
    from inspector.transcript.collector import leave_alone

    gc.collect()
    leave_alone()
    gc.enable()


def pytest_unconfigure() -> None:
    """What is left of a thousand apps goes with the process: to take it apart first would take seconds."""
    gc.freeze()


def _recorded_sessions() -> Path:
    named = os.environ.get("INSPECTOR_TRANSCRIPTS")
    return Path(named) if named else ROOT.parent / "shared" / "transcripts"


@pytest.fixture(scope="session")
def recorded_sessions() -> Path:
    """Folder of real recorded sessions, one subfolder per agent. The test is skipped where there is none."""
    folder = _recorded_sessions()
    if not folder.is_dir():
        pytest.skip("no recorded sessions; set INSPECTOR_TRANSCRIPTS to a folder of them")
    return folder


@pytest.fixture(scope="session")
def root() -> Path:
    """The top of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def samples() -> dict[str, Path]:
    """The bundled transcripts: name → path."""
    from inspector.settings import samples as bundled

    return {sample.name: sample.path for sample in bundled()}


@pytest.fixture(scope="session")
def numbers_of_folders() -> Iterator[int]:
    """A number for each folder: pytest looks at all folders for the next, which takes longer than most tests do."""
    return count()


@pytest.fixture
def tmp_path(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest, numbers_of_folders: Iterator[int]
) -> Path:
    """An empty folder of the test's own, named as pytest names it."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    folder = tmp_path_factory.getbasetemp() / f"{name}{next(numbers_of_folders)}"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, numbers_of_folders: Iterator[int]) -> Iterator[Path]:
    """An empty home folder, so that no test reads or writes the user's files."""
    folder = tmp_path_factory.getbasetemp() / f"home-{next(numbers_of_folders)}"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        patch.setenv("USERPROFILE", str(folder))
        patch.setenv("INSPECTOR_HOME", str(folder / "inspector"))
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "CLAUDE_CONFIG_DIR"):
            patch.delenv(name, raising=False)
        yield folder


@pytest.fixture(autouse=True, scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Programs that tests start find their modules compiled by those before them, whatever is kept elsewhere."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPYCACHEPREFIX", str(shared / "compiled"))
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """Any connection that leaves this machine is an error."""
    connect = socket.socket.connect

    def local_only(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else "localhost"
        if host not in ("localhost", "127.0.0.1", "::1"):
            raise OSError(f"a test tried to reach {host}")
        connect(self, address)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", local_only)
        yield
