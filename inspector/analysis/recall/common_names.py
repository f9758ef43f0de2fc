"""Names that every programmer knows: they stand in a session without having been learnt from it."""

from __future__ import annotations

import re
import sys

from inspector.summary.text import words as table

HEADS = frozenset(sys.stdlib_module_names) | table(
    "console JSON Math Object Array Promise Number String Boolean Date Error Symbol Reflect process module exports window"
    " document fmt strings std np pd plt pytest React errors"
)
"""First parts of dotted names that belong to a language, its library, or what everybody imports."""
SELVES = ("self.", "this.", "cls.", "super.")
EXTENSIONS = table(
    "py pyi js ts jsx tsx mjs cjs go rs c h cc cpp hpp java kt rb php cs swift scala sh bash zsh sql html css scss vue json"
    " jsonl yaml yml toml ini cfg conf md rst txt csv tsv xml lock log proto tf gradle ipynb pdf png jpg svg env tex bib lua"
    " pl r jl ex exs erl hs ml dart patch diff zip gz tar"
)
FAMILIAR = table(
    "MemoryError TimeoutError PermissionError ConnectionError"
    " JavaScript TypeScript OAuth utf-8 utf-16 UTF-8 UTF-16 SHA-256 sha-1 sha-256 iso-8601 md-5 gpt-4 GitHub"
    " GitLab OpenAI ChatGPT macOS MacOS iPhone PyPI NumPy PyTorch YouTube LinkedIn MySQL"
    " PostgreSQL MongoDB GraphQL WebSocket DevOps ValueError TypeError KeyError RuntimeError AttributeError ImportError"
    " IndexError FileNotFoundError ModuleNotFoundError SyntaxError NotImplementedError AssertionError OSError"
    " StopIteration ZeroDivisionError KeyboardInterrupt NamedTuple TypeVar Path.cwd setUp tearDown isinstance"
    " package.json package-lock.json README.md requirements.txt pyproject.toml setup.py __init__.py conftest.py index.js"
    " index.html main.py /dev/null /usr/bin/env /bin/bash /bin/sh /tmp/ Node.js node.js Next.js Vue.js"
)
_DUNDER = re.compile(r"__\w+__|_+")
_PLURAL = re.compile(r"[A-Z]{2,}s")
_PLAIN = re.compile(r"[a-z]+(?:\.[a-z]+)")


def common(name: str) -> bool:
    """Whether a name (no path with slashes) tells nothing of the session in which it stands."""
    if name in FAMILIAR or _DUNDER.fullmatch(name) or _PLURAL.fullmatch(name):
        return True
    head, dot, _ = name.partition(".")
    if not dot or is_file(name):
        return False
    return head in HEADS or _PLAIN.fullmatch(name) is not None


def is_file(name: str) -> bool:
    """Whether a name without slashes ends like that of a file."""
    return name.rpartition(".")[2].lower() in EXTENSIONS and "." in name


def bare(name: str) -> str:
    """A name without the word for the object that it belongs to."""
    for lead in SELVES:
        if name.startswith(lead):
            return name[len(lead) :]
    return name
