"""The layer list: switching layers off and on, and moving them, with the view following at once."""

from __future__ import annotations

from collections.abc import Callable

from textual import events, on

from inspector.policy import PolicyError, as_written, moved, rearranged, switched
from inspector.policy.model import Policy
from inspector.tui.layer_rows import layer_rows
from inspector.tui.policy_title import policy_title
from inspector.tui.screens.stage import Stage
from inspector.tui.widgets.layer_list import LayerList

ROOMY, BESIDE = 116, 150
"""Columns from which the layer list has its full width, and those from which it fits beside the knobs."""


class Layering(Stage):
    """Actions that change which layers work, and in which order. Every change can be taken back with u."""

    @property
    def layer_list(self) -> LayerList:
        return self.query_one(LayerList)

    @property
    def layers_open(self) -> bool:
        """Whether the list is on the screen."""
        return self.has_class("-layers")

    def action_layers(self) -> None:
        """Open the list and go to it; a second time, close it."""
        if self.layer_list.has_focus:
            self.close_layers()
        elif self._has_layers():
            self.add_class("-layers")
            self.show_layers()
            self.set_focus(self.layer_list)  # at once: the next key is for the list

    def close_layers(self) -> None:
        """Put the list away."""
        had_keys = self.layer_list.has_focus
        self.remove_class("-layers")
        if had_keys:
            self.set_focus(self.query_one("#panes"))

    def action_select_layer(self, by: int) -> None:
        """Select another layer."""
        if self._ready():
            self.layer_list.select(self.layer_list.selected + by)

    def action_switch_layer(self) -> None:
        """The selected layer off, or on again."""
        if self._ready():
            self._switch(self.layer_list.chosen)

    def action_move_layer(self, by: int) -> None:
        """The selected layer a place later or earlier."""
        if self._ready():
            ids = [layer.id for layer in self._policy().layers]  # as they are: the list may be a key behind
            name = self.layer_list.chosen
            self._move(name, ids.index(name) + by if name in ids else 0)

    def action_restore_layers(self) -> None:
        """All layers on, off and in the order that the policy has them."""
        session = self.session
        if session is None or session.policy is None:
            return
        if not rearranged(session.policy):
            self.say("the layers are as the policy has them")
        else:
            self._rearrange(as_written, "restore")

    @on(LayerList.Switched)
    def layer_clicked(self, event: LayerList.Switched) -> None:
        """A sign was clicked."""
        self._switch(event.layer)

    @on(LayerList.Moved)
    def layer_dragged(self, event: LayerList.Moved) -> None:
        """A layer was dragged."""
        self._move(event.layer, event.place)

    @on(events.Resize)
    def layers_resized(self, event: events.Resize) -> None:
        """Beside the knobs, or in their place; narrower where the panes need the room."""
        self.update_classes(self.layer_classes(event.size.width), animate=False)

    def layer_classes(self, width: int) -> dict[str, bool]:
        """How the list stands on a screen of that width, class by class."""
        return {"-layers-alone": width < BESIDE, "-layers-slim": width < ROOMY}

    def show_layers(self) -> None:
        """The list as it is now, where it can be seen."""
        session = self.session
        if session is None or not self.layers_open:
            return
        policy = session.policy
        if policy is None:
            self.layer_list.show("Layers", "the recorded view has none: p chooses a policy", ())
            return
        rows = layer_rows(policy, None if session.pending else session.steps(), session.approximate)
        mark = " ✱" if rearranged(policy) else ""
        self.layer_list.show(f"Layers of {policy_title(policy)}{mark}", _hint(policy), rows)

    def _switch(self, name: str) -> None:
        if self._rearrange(lambda policy: switched(policy, name), ""):
            policy = self._policy()
            on = any(layer.id == name and layer.enabled for layer in policy.layers)
            none = (
                ""
                if any(layer.enabled for layer in policy.layers)
                else ": no layer is on, the view is the whole history"
            )
            self.say(f"layer {name} is {'on' if on else 'off'}{none} · u takes it back")

    def _move(self, name: str, place: int) -> None:
        """To a place of the list, from 0."""
        ids = [layer.id for layer in self._policy().layers]
        if name not in ids:
            return
        if not 0 <= place < len(ids):
            self.say(f"layer {name} is the {'first' if place < 0 else 'last'} already")
        elif self._rearrange(lambda policy: moved(policy, name, place - ids.index(name)), f"move {name}"):
            before = f"before {self._policy().layers[place + 1].id}" if place + 1 < len(ids) else "at the end"
            self.say(f"layer {name} works {before} now · u takes it back")

    def _rearrange(self, change: Callable[[Policy], Policy], turning: str) -> bool:
        """Make a change, or say why it cannot be. Moves of one layer in a row are one change."""
        session = self.session
        if session is None or session.policy is None:
            return False
        try:
            done = session.arrange(change(session.policy), turning)
        except PolicyError as error:
            self.say(f"not done: {error}")
            return False
        if done:
            self.changed()
            if session.pending:  # else the list comes with the view
                self.show_layers()
        return done

    def _policy(self) -> Policy:
        assert self.session is not None
        assert self.session.policy is not None
        return self.session.policy

    def _has_layers(self) -> bool:
        """Whether there are layers to list; says what to do when there are none."""
        session = self.session
        if session is None:
            return False
        if session.policy is None:
            self.say("the recorded view has no layers: choose a policy with p")
        elif not session.policy.layers:
            self.say(f"{session.title} has no layers: its views are the whole history")
        return session.policy is not None and bool(session.policy.layers)

    def _ready(self) -> bool:
        """Whether the list is open and holds something; opens it when it is not."""
        if not self.layers_open:
            self.action_layers()
            return False
        return self._has_layers()


def _hint(policy: Policy) -> str:
    """What the last line of the list says."""
    off = sum(not layer.enabled for layer in policy.layers)
    count = f"{len(policy.layers)} layers" if len(policy.layers) != 1 else "1 layer"
    return f"{count}, {off} off" if off else f"{count}, all on"
