"""Which rules of a style sheet apply to a node is looked up once for all apps of a worker, not again in each of them.

Textual asks every rule again for every node, and for every component class of it, whenever a node is mounted, focused
or hovered over: more than a quarter of what a test costs. The answer follows from the sheet, and from what stands on the
way from the app to the node: its classes, names and such states as the rules ask for. Where all of that is as it was
before, the answer is, too; where anything differs, Textual finds it out.

What is known is held until it is too much, and then forgotten: it is no part of what the program holds. A test that looks
at the memory of the program, or in which hardly anything stands twice in the same place, goes without (`leave`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from textual.css.model import RuleSet
from textual.css.styles import RenderStyles
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

MOST = 20_000
"""Places that are known at a time; one takes 3 kB."""
ORDER = {"first-of-type", "last-of-type", "first-child", "last-child", "empty"}


class Candidates(NamedTuple):
    """The rules that end in a node of some name, and what they ask for on the way to it."""

    states: tuple[str, ...]
    flags: tuple[bool, bool, bool, bool]
    known: dict[tuple[Any, ...], Any]
    """Where a node stands → what the rules give it; None if nothing."""


class Rules:
    """What is known of the sheets of this worker."""

    def __init__(self) -> None:
        self._sheets: dict[tuple[int, ...], dict[frozenset[str], Candidates]] = {}
        self._kept: list[list[RuleSet]] = []  # so that no other rule gets the identity of one that is known
        self._given: dict[int, Any] = {}
        self.places = 0
        """How many places are known."""
        self._apply, self._components = Stylesheet.apply, Stylesheet._process_component_classes
        self._replace = Stylesheet.replace_rules

    def patch(self, patch: pytest.MonkeyPatch) -> None:
        """Ask here first."""
        known = self

        def apply(self: Stylesheet, node: DOMNode, *, animate: bool = False, cache: Any = None) -> None:
            known.apply(self, node, animate, cache)

        def replace_rules(node: DOMNode, rules: Any, animate: bool = False) -> None:
            known._given[id(node)] = rules
            known._replace(node, rules, animate)

        def components(self: Stylesheet, node: DOMNode) -> None:
            known.components(self, node)

        patch.setattr(Stylesheet, "apply", apply)
        patch.setattr(Stylesheet, "replace_rules", staticmethod(replace_rules))
        patch.setattr(Stylesheet, "_process_component_classes", components)

    def leave(self, patch: pytest.MonkeyPatch) -> None:
        """Do not ask here, but as the program does."""
        patch.setattr(Stylesheet, "apply", self._apply)
        patch.setattr(Stylesheet, "replace_rules", staticmethod(self._replace))
        patch.setattr(Stylesheet, "_process_component_classes", self._components)

    def apply(self, sheet: Stylesheet, node: DOMNode, animate: bool, cache: Any) -> None:
        """Give a node what the rules say."""
        candidates = self._candidates(sheet, frozenset(node._selector_names))
        place = tuple(_state(one, candidates.states) for one in node.css_path_nodes)
        if place not in candidates.known:
            self._given.pop(id(node), None)
            self._apply(sheet, node, animate=animate, cache=cache)
            self._learn(candidates, place, self._given.pop(id(node), None))
            return
        node._has_hover_style, node._has_focus_within, node._has_order_style, node._has_odd_or_even = candidates.flags
        rules = candidates.known[place]
        if rules is not None:
            self._replace(node, rules, animate)
        sheet._process_component_classes(node)

    def components(self, sheet: Stylesheet, node: DOMNode) -> None:
        """The same for the component classes of a node: they are left alone while nothing about them has changed."""
        names = node._get_component_classes()
        if not names:
            return
        candidates = self._candidates(sheet, frozenset({"*", "DOMNode", *(f".{name}" for name in names)}))
        place = tuple(_state(one, candidates.states) for one in node.css_path_nodes)
        if place not in candidates.known:
            self._components(sheet, node)
            self._learn(candidates, place, {name: dict(styles.base._rules) for name, styles in _shown(node).items()})
        elif not _are(_shown(node), candidates.known[place]):
            _give(node, candidates.known[place])

    def _learn(self, candidates: Candidates, place: tuple[Any, ...], answer: Any) -> None:
        """Something more is known. What is forgotten while a node is looked up is looked up again for the next one."""
        if self.places >= MOST:
            for by_name in self._sheets.values():
                by_name.clear()
            self.places = 0
        candidates.known[place] = answer
        self.places += 1

    def _candidates(self, sheet: Stylesheet, names: frozenset[str]) -> Candidates:
        by_name = self._of(sheet)
        if names not in by_name:
            by_name[names] = _candidates(sheet, names)
        return by_name[names]

    def _of(self, sheet: Stylesheet) -> dict[frozenset[str], Candidates]:
        rules = sheet.rules
        known: Any = getattr(sheet, "_known_rules", None)
        if known is None or known[0] is not rules:
            key = tuple(map(id, rules))
            if key not in self._sheets:
                self._kept.append(rules)
            known = (rules, self._sheets.setdefault(key, {}))
            sheet._known_rules = known  # type: ignore[attr-defined]
        return known[1]  # type: ignore[no-any-return]


def _candidates(sheet: Stylesheet, names: frozenset[str]) -> Candidates:
    rules = [rule for name in sheet.rules_map.keys() & names for rule in sheet.rules_map[name]]
    states = set().union(*(rule.pseudo_classes for rule in rules))
    flags = ("hover" in states, "focus-within" in states, bool(states & ORDER), bool(states & {"odd", "even"}))
    return Candidates(tuple(states), flags, {})


def _state(node: DOMNode, states: tuple[str, ...]) -> tuple[Any, ...]:
    asked = node._PSEUDO_CLASSES
    return (type(node), node._id, node.classes, *[bool(name in asked and asked[name](node)) for name in states])


def _shown(node: DOMNode) -> dict[str, RenderStyles]:
    return node._component_styles


def _are(shown: dict[str, RenderStyles], wanted: dict[str, Any]) -> bool:
    return len(shown) == len(wanted) and all(styles.base._rules == wanted.get(name) for name, styles in shown.items())


def _give(node: DOMNode, wanted: dict[str, Any]) -> None:
    """What Textual does with component classes, once it is known which rules they have."""
    _shown(node).clear()
    for name, rules in wanted.items():
        component = DOMNode(classes=name)
        component._attach(node)
        component.styles.base._rules.update(rules)
        _shown(node)[name] = component.styles
    node.refresh()
