"""`inspector demo`: the app on a bundled sample."""

from __future__ import annotations

import click

from inspector.cli.errors import BadUse, did_you_mean
from inspector.cli.names import PolicyName, SampleName
from inspector.cli.open import open_app


@click.command(short_help="the app on a bundled sample")
@click.argument("sample", type=SampleName(), required=False)
@click.option("--policy", type=PolicyName(), default=None, help="policy to open with")
@click.option("--list", "listed", is_flag=True, help="list the samples instead")
def command(sample: str | None, policy: str | None, listed: bool) -> int:
    """Open the app on a bundled sample, the first one unless another is named."""
    from inspector.settings import samples

    found = {each.name: each for each in samples()}
    if not found:
        raise BadUse("this installation carries no samples; open a session of yours: inspector PATH")
    if listed:
        return _list()
    if sample is not None and sample not in found:
        raise BadUse(f"no sample {sample!r}.{did_you_mean(sample, found)}\nThere is {', '.join(found)}.")
    return open_app(found[sample or next(iter(found))].path, policy)


def _list() -> int:
    """Every sample, its title and its story whole; the name is what has to be typed."""
    from inspector.cli.layout import Column
    from inspector.cli.output import console
    from inspector.cli.table import Cell, Table
    from inspector.settings import samples

    table = Table(console(), Column("sample", style="bold", whole=True), Column("what, and its story"), wrap=True)
    for each in samples():
        table.add(each.name, each.title)
        table.add("", Cell(each.story, "dim"))
    table.show()
    return 0
