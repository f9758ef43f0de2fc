"""How agents of several houses call the same deed: the tool's name and its arguments."""

from __future__ import annotations

from random import Random
from typing import Any

Call = tuple[str, dict[str, Any]]
STYLES = ("claude", "snake", "terminal", "mcp", "editor")

ROUTINES = (
    "pytest -q",
    "make test",
    "npm run build",
    "git status --short",
    "cargo build",
    "go test ./...",
    "npm test",
    "kubectl get pods",
    "docker compose ps",
    "git diff --stat",
    "cargo test --quiet",
    "make lint",
    "mvn -q verify",
)


def read(style: str, path: str, lines: tuple[int, int] | None = None) -> Call:
    """Read a file, all of it or the lines from … to."""
    if style == "terminal":
        return shell(style, f"sed -n '{lines[0]},{lines[1]}p' {path}" if lines else f"cat {path}")

    def span(a, b):
        return {a: lines[0], b: lines[1] - lines[0] + 1} if lines else {}

    if style == "claude":
        return "Read", {"file_path": path, **span("offset", "limit")}
    if style == "mcp":
        return "mcp__filesystem__read_text_file", {"path": path, **({"view_range": list(lines)} if lines else {})}
    if style == "editor":
        more = {"view_range": list(lines)} if lines else {}
        return "str_replace_based_edit_tool", {"command": "view", "path": path, **more}
    return "read_file", {"path": path, **({"start_line": lines[0], "end_line": lines[1]} if lines else {})}


def edit(style: str, path: str, old: str, new: str) -> Call:
    if style == "claude":
        return "Edit", {"file_path": path, "old_string": old, "new_string": new}
    if style == "mcp":
        return "mcp__filesystem__edit_file", {"path": path, "edits": [{"oldText": old, "newText": new}]}
    if style == "editor":
        return "str_replace_based_edit_tool", {"command": "str_replace", "path": path, "old_str": old, "new_str": new}
    if style == "terminal":
        return shell(
            style,
            f"python3 - <<'EOF'\np = '{path}'\ns = open(p).read()\nopen(p, 'w').write(s.replace('''{old}''', '''{new}'''))\nEOF",
        )
    return "edit_file", {"path": path, "old_text": old, "new_text": new}


def write(style: str, path: str, text: str) -> Call:
    if style == "claude":
        return "Write", {"file_path": path, "content": text}
    if style == "mcp":
        return "mcp__filesystem__write_file", {"path": path, "content": text}
    if style == "editor":
        return "str_replace_based_edit_tool", {"command": "create", "path": path, "file_text": text}
    if style == "terminal":
        return shell(style, f"cat > {path} <<'EOF'\n{text}\nEOF")
    return "write_file", {"path": path, "content": text}


def shell(style: str, command: str) -> Call:
    if style == "claude":
        return "Bash", {"command": command, "description": "Runs it"}
    if style == "mcp":
        return "mcp__shell__run_command", {"command": command}
    if style == "terminal":
        return "exec", {"command": ["bash", "-lc", command]}
    return ("bash" if style == "editor" else "run_terminal_cmd"), {"command": command}


def search(style: str, pattern: str) -> Call:
    if style == "claude":
        return "Grep", {"pattern": pattern, "output_mode": "content"}
    if style == "mcp":
        return "mcp__github__search_code", {"query": pattern}
    if style in ("terminal", "editor"):
        return shell(style, f'grep -rn "{pattern}" .')
    return "grep_search", {"query": pattern}


def lookup(rng: Random, style: str, domain: str, what: str) -> Call:
    """Ask a service about one thing."""
    if domain == "data":
        sql = f"select * from {rng.choice(('orders', 'readings', 'visits'))} where id = '{what}' limit 50"
        return ("mcp__postgres__query", {"sql": sql}) if style == "mcp" else ("run_sql", {"query": sql})
    if domain == "ops":
        return shell(style, f"journalctl -u {what} --since today | tail -n 200")
    if domain == "support":
        return (
            ("mcp__helpdesk__find", {"text": what})
            if style == "mcp"
            else ("search_tickets", {"query": what, "limit": 20})
        )
    return ("mcp__web__search", {"query": what}) if style == "mcp" else ("WebSearch", {"query": what})


def formatter(path: str) -> str:
    """The command that formats one file."""
    end = path.rsplit(".", 1)[-1]
    known = {"py": "ruff format", "go": "gofmt -w", "rs": "rustfmt", "ts": "npx prettier --write"}
    return f"{known.get(end, 'npx prettier --write')} {path}"
