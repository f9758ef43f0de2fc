"""What a person can do: the keys, what they run, and how it is named."""

from __future__ import annotations

from typing import Literal, NamedTuple

Scope = Literal[
    "main",
    "panes",
    "band",
    "hits",
    "search",
    "layers",
    "reader",
    "room",
    "why",
    "check",
    "comparison",
    "recall",
    "cost",
    "meters",
]
"""Where a key works: on the whole main screen, or while the panes, the durable state or the layer list have the focus."""


class Action(NamedTuple):
    """Something to do. `run` is the action string, `label` its name in the palette, `help` one line about it."""

    keys: str
    run: str
    label: str
    help: str
    group: str
    scope: Scope = "main"
    display: str = ""
    """How the keys are written for people, where their names are not good enough."""
    words: str = ""
    """Other names by which the palette finds it: those of the command line, and what people call it."""


NAMES = {
    "full_stop": ".",
    "comma": ",",
    "equals_sign": "=",
    "question_mark": "?",
    "exclamation_mark": "!",
    "percent_sign": "%",
    "number_sign": "#",
    "dollar_sign": "$",
    "ampersand": "&",
    "underscore": "_",
    "asterisk": "*",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "right_square_bracket": "]",
    "left_square_bracket": "[",
    "right_curly_bracket": "}",
    "left_curly_bracket": "{",
    "right_parenthesis": ")",
    "left_parenthesis": "(",
    "plus": "+",
    "minus": "-",
}
"""Textual's names of keys → what stands on the key."""


def key_names(action: Action) -> str:
    """The keys of an action as a person reads them."""
    return action.display or " ".join(NAMES.get(key, key) for key in action.keys.split(","))
