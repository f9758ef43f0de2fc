"""The house from outside: what lies at the top, what a wheel carries, and that the documents name the same commands."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import inspector
from inspector.settings import samples

TOP = {"pyproject.toml", "README.md", "inspector", "tests", "sample_transcripts", "themes", "LICENSE", "Makefile"}
TEST_COMMAND = ".venv/bin/python -m pytest -n 4"


def project_files(root: Path) -> list[str]:
    """Paths of what belongs to the repository; outside a repository, of the agreed folders."""
    run = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if run.returncode == 0 and run.stdout:
        return [path for path in run.stdout.splitlines() if (root / path).is_file()]
    found = (
        path
        for name in (*TOP, ".ci")
        for path in ((root / name).rglob("*") if (root / name).is_dir() else [root / name])
    )
    return [str(path.relative_to(root)) for path in found if path.is_file() and "__pycache__" not in path.parts]


def test_top_level_holds_only_what_was_agreed(root: Path) -> None:
    top = {path.split("/")[0] for path in project_files(root)}
    assert {name for name in top if not name.startswith(".")} <= TOP


def test_no_machine_path_and_no_package_host(root: Path) -> None:
    machine = re.compile(r"(?<![\w.~-])/(?:work|root|farm)/\w")
    host = re.compile(r"--(?:extra-)?index-url|https?://\S*/simple\b")
    for path in project_files(root):
        text = (root / path).read_text("utf-8", errors="replace")
        assert path == "tests/test_packaging.py" or not host.search(text), path
        assert path.startswith(("tests/", "sample_transcripts/")) or not machine.search(text), path


def test_no_lock_file(root: Path) -> None:
    names = {path.rsplit("/", 1)[-1] for path in project_files(root)}
    assert names.isdisjoint({"uv.lock", "poetry.lock", "pdm.lock", "package-lock.json"})


@pytest.mark.parametrize("name", ["README.md", "Makefile", ".ci/run"])
def test_one_test_command_everywhere(name: str, root: Path) -> None:
    found = set(re.findall(r"\.venv/bin/python -m pytest[^\n`]*", (root / name).read_text("utf-8")))
    assert found == {TEST_COMMAND}


def test_readme_starts_with_the_app_and_then_the_tests(root: Path) -> None:
    first, second, *_ = re.findall(r"```sh\n(.*?)```", (root / "README.md").read_text("utf-8"), re.DOTALL)
    assert first.strip().endswith("inspector demo")
    assert first.startswith("python3 -m venv")
    assert any(
        TEST_COMMAND in block
        for block in re.findall(r"```sh\n(.*?)```", (root / "README.md").read_text("utf-8"), re.DOTALL)[1:]
    )
    assert second


def test_ci_is_executable(root: Path) -> None:
    assert (root / ".ci" / "run").stat().st_mode & 0o111


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(root)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert run.returncode == 0, run.stdout + run.stderr
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def test_wheel_is_named_and_versioned(wheel: zipfile.ZipFile) -> None:
    assert Path(wheel.filename or "").name == f"compaction_inspector-{inspector.__version__}-py3-none-any.whl"


def test_wheel_carries_presets_models_themes_and_samples(wheel: zipfile.ZipFile, root: Path) -> None:
    carried = set(wheel.namelist())
    expected = {f"inspector/_data/sample_transcripts/{sample.path.name}" for sample in samples()}
    bundled = [path for path in (root / "sample_transcripts").rglob("*") if path.is_file()]
    expected |= {f"inspector/_data/{path.relative_to(root).as_posix()}" for path in bundled}
    expected |= {f"inspector/_data/themes/{path.name}" for path in (root / "themes").iterdir()}
    expected |= {f"inspector/policy/presets/{path.name}" for path in (root / "inspector/policy/presets").glob("*.yaml")}
    expected |= {"inspector/_data/sample_transcripts/index.json", "inspector/meter/models.yaml"}
    assert "inspector/_data/sample_transcripts/durable-facts.durable.json" in expected
    assert any("/artifacts/" in name for name in expected)
    assert len(expected) >= 25
    assert expected - carried == set()


def test_wheel_carries_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {"inspector", f"compaction_inspector-{inspector.__version__}.dist-info"}
    assert not [name for name in wheel.namelist() if "__pycache__" in name or name.endswith(".pyc")]


def test_wheel_declares_the_command_and_the_licence(wheel: zipfile.ZipFile) -> None:
    names = {name.split("/", 1)[1]: name for name in wheel.namelist() if ".dist-info/" in name}
    assert "inspector = inspector.cli.main:main" in wheel.read(names["entry_points.txt"]).decode()
    assert "licenses/LICENSE" in names


def test_wheel_finds_its_data_outside_a_checkout(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path / "site")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import inspector\nfrom inspector.settings import samples\n"
        "assert inspector.__file__.startswith(sys.argv[1]), inspector.__file__\n"
        "assert len(samples()) >= 8\n"
        "transcript = inspector.load(samples()[0].path)\n"
        "print(inspector.replay(transcript, 'go-tiny-claw').requests)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "site")], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) == 6


def test_every_dependency_has_a_bound(root: Path) -> None:
    document = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    listed = [*document["project"]["dependencies"], *document["project"]["optional-dependencies"]["dev"]]
    assert all(re.search(r"[<>=]=?\d", requirement) for requirement in listed)
