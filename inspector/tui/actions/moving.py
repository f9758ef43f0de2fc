"""Keys that move through the requests and the layers."""

from __future__ import annotations

from inspector.tui.actions.action import Action
from inspector.tui.actions.titles import CHECKED, COSTED, LAYERS, LISTED, METERED, RECALLED, REQUESTS, WHY_WORDS

REQUEST_KEYS: tuple[Action, ...] = (
    Action("right,l", "screen.request(1)", "next request", "The view of the next request", REQUESTS, display="→ l"),
    Action(
        "left,h", "screen.request(-1)", "previous request", "The view of the request before", REQUESTS, display="← h"
    ),
    Action("shift+right,L", "request(10)", "10 requests on", "Ten requests on", REQUESTS, display="shift → L"),
    Action("shift+left,H", "request(-10)", "10 requests back", "Ten requests back", REQUESTS, display="shift ← H"),
    Action(
        "less_than_sign,ctrl+home", "request(-1000000000)", "first request", "The first request", REQUESTS, display="<"
    ),
    Action(
        "greater_than_sign,ctrl+end", "request(1000000000)", "last request", "The last request", REQUESTS, display=">"
    ),
    Action("g", "ask_request", "go to request …", "Type the number of a request", REQUESTS),
    Action("n", "event(1)", "next compaction", "The next compaction or refusal, and what it changed", REQUESTS),
    Action("N", "event(-1)", "previous compaction", "The compaction or refusal before", REQUESTS),
    Action(
        "z", "scale", "scale of the timeline", "Height for the view, for the whole transcript, logarithmic", REQUESTS
    ),
    Action("m", "lost(1)", "next loss", "The next request at which something that a person typed is lost", REQUESTS),
    Action("M", "lost(-1)", "previous loss", "The request before at which typed text is lost", REQUESTS),
    Action(
        "t", "typed", "lost typed text", "Where a typed text was lost: request, layer, block; again: the next", REQUESTS
    ),
    Action(
        "w",
        "why",
        "why was this forgotten",
        "What is picked, the hit, the lost text or the block: when lost, why, what keeps it",
        REQUESTS,
        words=WHY_WORDS,
    ),
    Action(
        "A",
        "ask_why",
        "why was it forgotten …",
        "The same for words, /a pattern/ or a message number",
        REQUESTS,
        words=WHY_WORDS,
    ),
    Action(
        "exclamation_mark",
        "check",
        "what goes wrong …",
        "Known faults, a provider's rules, lost facts",
        REQUESTS,
        display="!",
        words=CHECKED,
    ),
    Action(
        "percent_sign",
        "recall_room",
        "what was still held …",
        "Recall: what each reply needed, what its view missed, what was read again",
        REQUESTS,
        display="%",
        words=RECALLED,
    ),
    Action(
        "dollar_sign",
        "cost_room",
        "what it costs …",
        "The prompt cache, money, when changes pay",
        REQUESTS,
        display="$",
        words=COSTED,
    ),
    Action(
        "ampersand",
        "meters_room",
        "how wrong estimates are …",
        "chars/4, bytes/4 and tokenizers, beside what the provider charged",
        REQUESTS,
        display="&",
        words=METERED,
    ),
)
LAYER_KEYS: tuple[Action, ...] = (
    Action("full_stop", "step(1)", "next layer", "What the next layer changed; from the end, from before", LAYERS),
    Action("comma", "step(-1)", "previous layer", "What the layer before changed", LAYERS),
    Action("0", "layer(0)", "before the layers", "What the layers received", LAYERS),
    Action(
        "1,2,3,4,5,6,7,8,9", "layer_key", "change of layer n", "What that layer changed, alone", LAYERS, display="1–9"
    ),
    Action("escape", "layer_end", "after all layers", "Back to the finished view", LAYERS, display="esc"),
    Action("E", "layers", "layer list", "Switch layers off and on, put them in another order", LAYERS),
)
LAYER_LIST_KEYS: tuple[Action, ...] = (
    Action("j,down", "screen.select_layer(1)", "next layer of the list", "The next layer", LISTED, "layers", "j ↓"),
    Action("k,up", "screen.select_layer(-1)", "layer above", "The layer before", LISTED, "layers", "k ↑"),
    Action("space,enter", "screen.switch_layer", "layer off or on", "The layer off, or on again", LISTED, "layers"),
    Action("J,shift+down", "screen.move_layer(1)", "layer later", "The layer a place later", LISTED, "layers", "J"),
    Action("K,shift+up", "screen.move_layer(-1)", "layer earlier", "A place earlier", LISTED, "layers", "K"),
    Action("r", "screen.restore_layers", "layers as written", "As the policy has them", LISTED, "layers"),
)
