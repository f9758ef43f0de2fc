"""What people and models say in made-up sessions, in six languages: with a place for a reference, without one, and traps."""

from __future__ import annotations

from random import Random

from tests.analysis.truth.recall_words import Thing

ASKS = {
    "en": (
        "Please look into {x}; something is off since the last change.",
        "Could you compare that with {x} and tell me why?",
        "One more thing: {x} must stay exactly as it is.",
        "Our partner mentioned {x}. What do we know about it?",
    ),
    "de": ("Bitte sieh dir {x} an, seit gestern stimmt da etwas nicht.", "Wichtig: {x} darf sich nicht ändern."),
    "fr": ("Regarde {x} s'il te plaît, quelque chose cloche.", "Attention : {x} doit rester tel quel."),
    "es": ("Mira {x}, por favor, algo no cuadra.", "Importante: {x} no se toca."),
    "ru": ("Посмотри, пожалуйста, {x}: что-то не так.", "Важно: {x} менять нельзя."),
    "zh": ("请看一下{x},好像有问题。", "注意,{x}不能改。"),
}
SAYS = {
    "en": (
        "The trouble seems to come from {x}.",
        "I go back to {x}, since that is where it began.",
        "That fits {x} well.",
        "Before going on I want to be sure about {x}.",
        "So {x} explains the rest.",
        "It all hangs on {x}, as far as I can see.",
    ),
    "de": ("Die Ursache liegt wohl bei {x}.", "Ich prüfe noch einmal {x}.", "Das passt zu {x}."),
    "fr": ("La cause semble être {x}.", "Je vérifie encore {x}.", "Cela correspond à {x}."),
    "es": ("La causa parece ser {x}.", "Reviso otra vez {x}.", "Eso encaja con {x}."),
    "ru": ("Причина, видимо, в {x}.", "Ещё раз проверю {x}.", "Это согласуется с {x}."),
    "zh": ("原因应该在{x}。", "我再检查{x}一次。", "这与{x}一致。"),
}
PLAIN = {
    "en": (
        "Let me see.",
        "Good, that worked.",
        "Now the next part.",
        "I keep the change as small as I can.",
        "Nothing surprising so far.",
    ),
    "de": ("Gut, das hat geklappt.", "Weiter mit dem nächsten Teil."),
    "fr": ("Bien, cela a marché.", "Passons à la suite."),
    "es": ("Bien, ha funcionado.", "Sigo con lo siguiente."),
    "ru": ("Хорошо, это сработало.", "Перехожу к следующему."),
    "zh": ("好的,可以了。", "继续下一步。"),
}
QUOTES = {
    "en": ('"{}"', "“{}”", '"{}"'),
    "de": ("„{}“",),
    "fr": ("«\u00a0{}\u00a0»", "« {} »"),
    "es": ("«{}»", '"{}"'),
    "ru": ("«{}»",),
    "zh": ("“{}”", "「{}」"),
}
COUNTED = ("files", "places", "minutes", "callers", "of them", "steps")
TRAPS = (
    "That touches {n} {counted} in all.",
    "See line {n} there.",
    "It has been like this since {year}.",
    "This is step {few} of {more}.",
    "Both the read/write and the client/server side agree, and/or nearly so.",
    "GitHub and the JSON docs say the same about UTF-8.",
    "I take the “happy path” first.",
    "About {n} more and we are through, I would guess.",
    "It runs 24/7 over HTTP anyway.",
    "1. look\n2. change\n{few}. check",
    "Around {clock} it should be quiet.",
    "The p95 of JavaScript builds is no concern here.",
    "At most {few} % is lost in {year}.",
    "Lines {n} to {m} are fine.",
    "The I/O is O(n), so `None` or `True` will do.",
)
NEWS = ("I will call the new helper `{}`.", "A new {} keeps that apart.", "For this I introduce {}.")
EVERYWHERE = ("The {} side is unchanged.", "In {} itself nothing changes.")


def worded(rng: Random, thing: Thing, language: str) -> str:
    """A thing as a text refers to it."""
    if thing.kind == "quote":
        return rng.choice(QUOTES[language]).format(thing.text)
    if thing.kind == "number":
        return _number(rng, thing)
    return f"`{thing.text}`" if rng.random() < (0.6 if thing.kind == "identifier" else 0.4) else thing.text


def _number(rng: Random, thing: Thing) -> str:
    if not thing.beside:
        return thing.text
    if thing.before:
        return rng.choice(("{} = {}", "{}: {}", "{} {}", "`{}` = {}", "{} ({})")).format(thing.beside, thing.text)
    return f"{thing.text} {thing.beside}"


def trap(rng: Random, seen: list[str]) -> str:
    """A sentence that refers to nothing, though some of its words and numbers have stood before. `seen`: such numbers."""
    n, m = (rng.choice(seen) if seen else str(rng.randint(11, 99)) for _ in range(2))
    few = rng.randint(2, 9)
    slots = {"n": n, "m": m, "few": few, "more": few + rng.randint(1, 4), "year": rng.choice((2023, 2024, 2024, 2025))}
    clock = f"{rng.randint(10, 23)}:{rng.choice(('00', '15', '30'))}"
    return rng.choice(TRAPS).format(counted=rng.choice(COUNTED), clock=clock, **slots)
