"""The agent's own list of things to do, followed through its calls to where it stands at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from inspector.summary.extract import Extract, Todo
from inspector.summary.sections import Entry, Section
from inspector.summary.text import words

_CLOSED = words("completed complete done deleted cancelled canceled skipped closed finished")
_NUMBER = re.compile(r"#(\d{1,9}) ")


@dataclass(slots=True)
class _Item:
    text: str
    status: str
    source: str
    id: str = ""


@dataclass(slots=True)
class TodoList:
    """Where the list stands. `renewed` says that it was written whole, so that nothing of an earlier one is left."""

    items: list[_Item] = field(default_factory=list)
    renewed: bool = False
    waiting: dict[str, _Item] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)

    def call(self, found: Extract, source: str, tool_id: str) -> None:
        """A call wrote the list, added to it, or changed the state of an item."""
        if found.whole:
            self.renewed = True
            self.items = [_Item(todo.text, todo.status, source) for todo in found.todos]
            return
        for todo in found.todos:
            if todo.id:
                self._update(todo)
            else:
                self.waiting[tool_id] = item = _Item(todo.text, todo.status, source)
                self.items.append(item)

    def result(self, tool_id: str, number: str, failed: bool) -> None:
        """The answer to a call that added an item: its number, or that it was refused."""
        item = self.waiting.pop(tool_id, None)
        if item is not None and number:
            item.id = number
        elif item is not None and failed:
            self.items.remove(item)

    def _update(self, todo: Todo) -> None:
        if todo.status.lower() in _CLOSED:
            self.closed.add(todo.id)
        for item in self.items:
            if item.id == todo.id:
                item.status, item.text = todo.status, todo.text or item.text

    def open(self) -> Iterable[Entry]:
        """What is not done, in the order of the list."""
        for item in self.items:
            if item.status.lower() not in _CLOSED:
                number = f"#{item.id} " if item.id else ""
                state = "in_progress: " if item.status == "in_progress" else ""
                yield Entry(Section.TODO, item.source, item.text, number + state)

    def still_open(self, entry: Entry) -> bool:
        """Whether an item of an earlier summary's list still stands."""
        number = _NUMBER.match(entry.mark)
        return not self.renewed and not (number and number[1] in self.closed)
