"""Names and colours of what the two panes draw. Every colour comes from the theme."""

from __future__ import annotations

from rich.style import Style
from textual.widget import Widget

from inspector.engine.view import Fate
from inspector.tui.inks import COLOURED

_ROLES = {
    "role-system": "color: $part-fixed; text-style: bold;",
    "role-developer": "color: $part-fixed; text-style: bold;",
    "role-user": "color: $part-user; text-style: bold;",
    "role-assistant": "color: $part-assistant; text-style: bold;",
    "role-tool": "color: $part-results;",
}
_TEXT = {
    "text": "color: $foreground;",
    "human": "color: $part-user;",
    "thinking": "color: $part-thinking; text-style: italic;",
    "call": "color: $part-calls;",
    "result": "color: $text-muted;",
    "title": "color: $part-calls; text-style: bold;",
    "made": "color: $foreground; text-style: italic;",
    "notice": "color: $warning; text-style: italic;",
    "removed": "color: $fate-dropped;",
    "cut-out": "color: $fate-dropped; text-style: strike;",
    "put-in": "color: $fate-injected; text-style: underline;",
    "later": "color: $text-disabled;",
    "still": "color: $text-muted;",
    "number": "color: $text-muted;",
    "size": "color: $text-muted;",
    "more": "color: $accent; text-style: bold;",
    "match": "color: $background; background: $accent; text-style: bold;",
}
_FRAME = {
    "bar": "color: $secondary;",
    "rule": "color: $border-blurred;",
    "divider": "color: $border-blurred;",
    "divider-apart": "color: $accent;",
    "request": "color: $text-disabled;",
    "turn": "color: $primary; text-style: bold;",
    "here": "color: $accent; text-style: bold;",
    "cursor": "background: $block-cursor-blurred-background;",
}
_FATES = {f"fate-{fate}": f"color: $fate-{fate};" for fate in Fate}
INKS = {f"ink-{name}": f"color: $ink-{name};" for name in COLOURED} | {
    "ink-heading": "color: $primary; text-style: bold;",
    "ink-strong": "text-style: bold;",
    "ink-emphasis": "text-style: italic;",
}
"""Style name of a stretch inside a text → declarations, to be laid over the style of the text: `result+ink-string`."""
STYLES = _ROLES | _TEXT | _FRAME | _FATES | INKS
"""Style name → declarations."""

CSS = (
    "SideBySide { background: $surface; scrollbar-gutter: stable; scrollbar-size-vertical: 1;\n"
    + "\n".join(f"& .sbs--{name} {{ {rules} }}" for name, rules in STYLES.items())
    + "}\nSideBySide:nocolor .sbs--removed { text-style: strike; }"
    + "\nSideBySide:nocolor .sbs--match { text-style: reverse bold; }"
)


def style_of(widget: Widget, prefix: str, name: str) -> Style:
    """The style of a name: `result+ink-string` lays the second over the first, a `!` at the end reverses."""
    first, *over = name.removesuffix("!").split("+")
    style = widget.get_component_rich_style(prefix + first)
    for one in over:
        style += widget.get_component_rich_style(prefix + one, partial=True)
    return style + Style(reverse=True) if name.endswith("!") else style
