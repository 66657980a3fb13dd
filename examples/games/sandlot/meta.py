"""What the lobby shows of Sandlot: title, seats, options, lengths."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="sandlot",
    title="Sandlot",
    source="Made for this repository",
    blurb="Three cards, one die, thirty yards: the example game of CONTRIBUTING.",
    rule_prefix="SL",
    seats=("Shirts", "Skins"),
    options=(OptionSpec(name="drives", default=3, low=1, high=20, help="drives per team", rule="SL-1.3"),),
    lengths={"full": {"drives": 3}, "tiny": {"drives": 1}},
    levels=("rookie", "starter"),
    materials={"yards": "yards for each card"},
    hidden=True,
)
