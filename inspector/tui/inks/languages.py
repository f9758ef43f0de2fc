"""The language of a file, from its name: a short table, since asking Pygments means loading all that it knows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

_BY_ENDING = {
    "bash": "sh bash zsh ksh bashrc zshrc profile",
    "c": "c h",
    "cpp": "cc cpp cxx hh hpp hxx",
    "csharp": "cs",
    "css": "css",
    "scss": "scss less",
    "dart": "dart",
    "docker": "dockerfile containerfile",
    "elixir": "ex exs",
    "erlang": "erl",
    "go": "go",
    "graphql": "graphql gql",
    "groovy": "groovy gradle",
    "haskell": "hs",
    "html": "html htm xhtml vue svelte",
    "ini": "ini cfg conf editorconfig env properties",
    "java": "java",
    "javascript": "js mjs cjs jsx",
    "julia": "jl",
    "kotlin": "kt kts",
    "lua": "lua",
    "make": "makefile mk",
    "nix": "nix",
    "ocaml": "ml mli",
    "perl": "pl pm",
    "php": "php",
    "powershell": "ps1",
    "protobuf": "proto",
    "python": "py pyi pyw",
    "r": "r",
    "ruby": "rb gemfile rakefile",
    "rust": "rs",
    "scala": "scala",
    "sql": "sql",
    "swift": "swift",
    "terraform": "tf hcl",
    "toml": "toml",
    "typescript": "ts tsx mts cts",
    "xml": "xml svg xsd xsl plist csproj",
    "yaml": "yaml yml",
    "zig": "zig",
}
"""Pygments' name of a language → endings of file names, or whole names where a file has no ending."""

_OTHER_NAMES = {
    "py": "python",
    "python3": "python",
    "js": "javascript",
    "ts": "typescript",
    "sh": "bash",
    "shell": "bash",
    "zsh": "bash",
    "console": "bash",
    "c++": "cpp",
    "c#": "csharp",
    "rs": "rust",
    "rb": "ruby",
    "yml": "yaml",
    "dockerfile": "docker",
    "golang": "go",
    "kt": "kotlin",
    "hcl": "terraform",
    "makefile": "make",
}
"""What people write behind a fence → Pygments' name."""

_NAME = re.compile(r"[^/\\]*$")


@cache
def endings() -> Mapping[str, str]:
    """Ending → language."""
    return {ending: language for language, several in _BY_ENDING.items() for ending in several.split()}


def of_path(path: str) -> str:
    """The language of a file, `markdown`, `json` and `diff` among them; empty for one that is not known."""
    found = _NAME.search(path[-200:])
    name = found[0].lower() if found else ""
    ending = name.rpartition(".")[2]
    if ending in ("md", "markdown", "mdx"):
        return "markdown"
    if ending in ("json", "jsonl", "ipynb", "json5", "jsonc"):
        return "json"
    if ending in ("diff", "patch"):
        return "diff"
    return endings().get(ending, "")


def of_word(word: str) -> str:
    """The language that a fence names; empty for one that is not known."""
    word = word.lower()
    named = _OTHER_NAMES.get(word, word)
    return named if named in _BY_ENDING or named in ("json", "diff", "markdown") else ""
