"""What pi sends for entries that are no plain messages, to the letter.

From the agents' own code: pi `packages/coding-agent/src/core/messages.ts` (`convertToLlm`), the same in OpenClaw
(`packages/agent-core/src/harness/messages.ts`). Oh My Pi adds `pythonExecution` and `fileMention`; later versions of it wrap
summaries in prompts of their own, which the record does not hold.
"""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import said_of, words_of

Record = dict[str, Any]

SUMMARY = (
    "The conversation history before this point was compacted into the following summary:\n\n<summary>\n",
    "\n</summary>",
)
BRANCH = ("The following is a summary of a branch that this conversation came back from:\n\n<summary>\n", "</summary>")
NO_RESULT = "No result provided"
"""Sent for a call whose result is not in the prompt (pi `transform-messages.ts`, since December 2025)."""


def summary_text(record: Record) -> str:
    """A compaction's summary as it is sent."""
    return words_of(record.get("summary")).join(SUMMARY)


def branch_text(record: Record) -> str:
    """The summary of a branch that was left, as it is sent."""
    return words_of(record.get("summary")).join(BRANCH)


def bash_text(message: Record) -> str:
    """A command that a person ran from the prompt (`!ls`)."""
    text = (
        f"Ran `{said_of(message.get('command'))}`\n{_output(message, '')}{_end(message, 'command', 'Command exited')}"
    )
    path = words_of(message.get("fullOutputPath"))
    return f"{text}\n\n[Output truncated. Full output: {path}]" if path and message.get("truncated") else text


def python_text(message: Record) -> str:
    """Python that a person ran from the prompt (Oh My Pi)."""
    code = said_of(message.get("code"))
    shown = f"Ran Python:\n```python\n{code}\n```\n{_output(message, 'Output:' + chr(10))}"
    return shown + _end(message, "execution", "Execution failed")


def mentions_text(message: Record) -> str:
    """Files that a person named with `@` (Oh My Pi)."""
    files = message.get("files")
    listed = [each for each in files if isinstance(each, dict)] if isinstance(files, list) else []
    told = [f'<file path="{said_of(each.get("path"))}">\n{said_of(each.get("content"))}\n</file>' for each in listed]
    return "<system-reminder>\n" + "\n\n".join(told) + "\n</system-reminder>"


def _output(message: Record, before: str) -> str:
    output = said_of(message.get("output"))
    return f"{before}```\n{output}\n```" if output else "(no output)"


def _end(message: Record, what: str, failed: str) -> str:
    code = message.get("exitCode")
    if message.get("cancelled"):
        return f"\n\n({what} cancelled)"
    return "" if code is None or code == 0 else f"\n\n{failed} with code {said_of(code)}"
