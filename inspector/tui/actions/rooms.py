"""Keys of the rooms with a list of answers."""

from __future__ import annotations

from inspector.tui.actions.action import Action
from inspector.tui.actions.parts import lines, requests, turning, ways_out
from inspector.tui.actions.titles import CHECK, COMPARISON, COST, METERS, RECALL, WHY

WHY_KEYS: tuple[Action, ...] = (
    *lines(WHY, "why"),
    Action(
        "enter",
        "go",
        "do what the line says",
        "To the request and block; a fix: the knob turned there; in the lane: that request",
        WHY,
        "why",
    ),
    Action("right,l", "lane(1)", "next request of the lane", "A request on in the lane", WHY, "why", "→ l"),
    Action("left,h", "lane(-1)", "request before in the lane", "A request back", WHY, "why", "← h"),
    Action("shift+right,L", "lane(10)", "10 requests on in the lane", "Ten on", WHY, "why", "shift → L"),
    Action("shift+left,H", "lane(-10)", "10 requests back in the lane", "Ten back", WHY, "why", "shift ← H"),
    Action("n", "change(1)", "next change of the lane", "Where something else became of the fact", WHY, "why"),
    Action("N", "change(-1)", "previous change of the lane", "The change before", WHY, "why"),
    Action("tab", "other", "lane or list", "The keys to the lane, or to the list", WHY, "why"),
    Action("1,2,3,4,5,6,7,8,9", "fact_key", "fact n", "That fact is told", WHY, "why", display="1–9"),
    Action("0", "fact(0)", "all facts together", "What keeps all of them", WHY, "why"),
    Action("plus,slash,A", "add", "another fact …", "Words, /a pattern/ or a message number", WHY, "why", "+ / A"),
    Action("minus,delete", "remove", "take the fact away", "The fact that is told", WHY, "why", "-"),
    Action("x", "needed", "needed here", "At the lane's request; there again: as the record tells", WHY, "why"),
    Action("f", "fixes", "look for fixes again", "Where they were given up", WHY, "why"),
    Action("P", "pin", "pin the fact", "It becomes a durable fact, in every request", WHY, "why"),
    *turning(WHY, "why"),
    *ways_out(WHY, "why", "w"),
)
CHECK_KEYS: tuple[Action, ...] = (
    *lines(CHECK, "check"),
    Action("enter", "go", "go there", "To the request and the block of the line", CHECK, "check"),
    Action("right,l", "place(1)", "next request of the line", "Where else it shows", CHECK, "check", "→ l"),
    Action("left,h", "place(-1)", "request before of the line", "Where it shows before", CHECK, "check", "← h"),
    Action("J,shift+down", "words(1)", "words on", "The words below, further on", CHECK, "check", "J"),
    Action("K,shift+up", "words(-1)", "words back", "The words below, back", CHECK, "check", "K"),
    Action("w", "why", "why was this lost", "The block or the fact of the line, in the why room", CHECK, "check"),
    Action("f", "again", "go on looking", "Where it was given up", CHECK, "check"),
    Action("y", "copy", "copy the words", "All words of the line, into the clipboard", CHECK, "check"),
    *ways_out(CHECK, "check", "exclamation_mark"),
)
COMPARISON_KEYS: tuple[Action, ...] = (
    *lines(COMPARISON, "comparison"),
    Action(
        "enter,space",
        "go",
        "do what the line says",
        "A contender joins or leaves; a request: go there",
        COMPARISON,
        "comparison",
    ),
    Action("a", "all", "all presets", "All presets are compared, or none", COMPARISON, "comparison"),
    Action("f", "again", "go on working out", "Where it was given up", COMPARISON, "comparison"),
    *ways_out(COMPARISON, "comparison", "number_sign"),
)
RECALL_KEYS: tuple[Action, ...] = (
    *lines(RECALL, "recall"),
    Action("enter", "go", "go there", "To the request and block where it was first said", RECALL, "recall"),
    Action("o", "open", "request in sight", "To the request of the picture's cursor", RECALL, "recall"),
    Action("w", "why", "why was it forgotten", "The why room, with the words of the line", RECALL, "recall"),
    Action("tab", "other", "other list", "Needs of the request, or the whole session", RECALL, "recall"),
    *requests(RECALL, "recall"),
    Action("f", "again", "go on", "Where it was given up", RECALL, "recall"),
    Action("y", "copy", "copy the words", "The words of the line, into the clipboard", RECALL, "recall"),
    *turning(RECALL, "recall"),
    *ways_out(RECALL, "recall", "percent_sign"),
)
COST_KEYS: tuple[Action, ...] = (
    *lines(COST, "cost"),
    Action("enter", "go", "go there", "To the request of the line", COST, "cost"),
    Action(
        "o", "open", "request in sight", "To the request of the picture's cursor; enter, too, after ← →", COST, "cost"
    ),
    Action("t", "ttl", "life of the cache", "Five minutes, an hour, or for ever", COST, "cost"),
    *requests(COST, "cost"),
    Action("f", "again", "go on", "Where it was given up", COST, "cost"),
    *turning(COST, "cost"),
    *ways_out(COST, "cost", "dollar_sign"),
)
METERS_KEYS: tuple[Action, ...] = (
    *lines(METERS, "meters"),
    Action("enter", "go", "go there", "To the block that the chosen estimator is farthest from", METERS, "meters"),
    Action("right,l", "estimator(1)", "next estimator", "The errors of another estimator", METERS, "meters", "→ l"),
    Action("left,h", "estimator(-1)", "estimator before", "The one before", METERS, "meters", "← h"),
    Action("t", "scale", "plain or scaled", "As it is, or by the factor that makes its total right", METERS, "meters"),
    Action("f", "again", "go on", "Where it was given up", METERS, "meters"),
    *ways_out(METERS, "meters", "ampersand"),
)
