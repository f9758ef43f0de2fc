"""Reading a policy's types costs nothing: no YAML, no pydantic, and above all no screen and no tokenizer."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("pydantic", "ruamel", "textual", "rich", "anthropic", "tiktoken", "toktok_rs")


def loaded(statement: str) -> list[str]:
    code = f"import sys\n{statement}\nprint(*[name for name in {HEAVY!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_the_types_are_light() -> None:
    assert loaded("import inspector.policy.model, inspector.policy.slots, inspector.policy.edit") == []


def test_loading_needs_only_yaml_and_the_schema() -> None:
    assert loaded("from inspector.policy import load_policy; load_policy('evo-agent')") == ["pydantic", "ruamel"]


def test_every_public_name_is_there() -> None:
    import inspector.policy as room

    for name in room.__all__:
        assert getattr(room, name) is not None
    assert callable(room.dump)
    assert not hasattr(room, "nothing")
