"""The one list of what a person can do. Key bindings, command palette and help are made from it."""

from inspector.tui.actions.action import Action, Scope, key_names
from inspector.tui.actions.lookup import ACTIONS, bindings, groups, palette, title_of

__all__ = ["ACTIONS", "Action", "Scope", "bindings", "groups", "key_names", "palette", "title_of"]
