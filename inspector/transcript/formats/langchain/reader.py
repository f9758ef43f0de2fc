"""Gathers what a file holds: runs, or states, or messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.langchain.messages import LangChainMaker
from inspector.transcript.formats.langchain.records import is_message, said
from inspector.transcript.formats.langchain.runs import Run, is_run, joined, nested, run_of
from inspector.transcript.formats.langchain.state import State, Step, requests_of, states_of, step_of, with_replies
from inspector.transcript.formats.prompts import Conversation, Pool, conversations, told_apart, transcript_of
from inspector.transcript.lines import Line
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems

Node = Run | State | Step


class Reader:
    """Takes one record after the other."""

    def __init__(self, problems: Problems) -> None:
        make = LangChainMaker(problems)
        self.pool = Pool(make)
        self.held = Pool(make, by_id=True)
        """The messages of states, which have ids."""

    def nodes(self, record: Any, line: int, problems: Problems) -> list[Node]:
        """What a record holds; counted by what it is."""
        if is_run(record):
            return self._runs(record, line, problems)
        messages = messages_of(record)
        if messages is not None:
            problems.records["state"] += 1
            return [State(self._held(messages), _order(record), line)]
        found = said(record)
        step = step_of(record, self.held, line) if found is not None else None
        if step is None:
            problems.records["other"] += 1
            kind = record.get("type", record.get("id")) if isinstance(record, dict) else record
            problems.add(line, "unknown-record", f"neither a message, a state nor a run ({kind_words(kind, 40)})")
            return []
        problems.records[found.role if found is not None and found.role else "message"] += 1
        return [step]

    def take(self, line: Line, problems: Problems) -> list[Node] | None:
        """The nodes of a line."""
        return self.nodes(line.value, line.line, problems) or None

    def show(self, nodes: Sequence[Sequence[Node]], problems: Problems, choice: Choice) -> Transcript:
        """Of runs the conversations; of states and messages one."""
        flat = [node for each in nodes for node in each]
        runs = joined(node for node in flat if isinstance(node, Run))
        if runs:
            found = conversations([run.request for run in runs], self.pool)
            return told_apart(found, self.pool, problems.report(), choice, format="langsmith")
        states = [node for node in flat if isinstance(node, State)]
        if states:
            states.sort(key=lambda state: state.order)
            states = list(with_replies(states, self.held))
        else:
            states = list(states_of([node for node in flat if isinstance(node, Step)], self.held))
        talk = Conversation(self.held, "states")
        for request in requests_of(states):
            talk.take(request, mixed=False)
        return transcript_of(talk, self.held, problems.report(), format="langchain")

    def _runs(self, record: Any, line: int, problems: Problems) -> list[Node]:
        found: list[Node] = []
        for each in nested(record):
            problems.records[f"run: {words_of(each.get('run_type')) or 'unknown'}"] += 1
            run = run_of(each, self.pool, line)
            if run is not None:
                found.append(run)
        return found

    def _held(self, messages: list[Any]) -> tuple[int, ...]:
        """The messages of a state; where removals stand among them, what they leave."""
        if not any((found := said(each)) is not None and found.role == "remove" for each in messages):
            return self.held.prompt(messages)
        steps = [step for each in messages if (step := step_of(each, self.held)) is not None]
        return list(states_of(steps, self.held))[-1].numbers


def messages_of(record: Any) -> list[Any] | None:
    """The messages of a graph's state, of a checkpoint, or of a snapshot of its history."""
    if not isinstance(record, dict):
        return None
    for place in (record, record.get("values"), record.get("channel_values"), record.get("state")):
        messages = place.get("messages") if isinstance(place, dict) else None
        if isinstance(messages, list) and any(is_message(each) for each in messages[:3]):
            return messages
    return None


def _order(record: dict[str, Any]) -> str:
    """What sorts the snapshots of a history, which is listed newest first: its step, else its time."""
    metadata = record.get("metadata")
    step = metadata.get("step") if isinstance(metadata, dict) else None
    if type(step) is int:
        return f"{step + (1 << 40):020d}"
    return words_of(record.get("created_at")) or words_of(record.get("ts"))
