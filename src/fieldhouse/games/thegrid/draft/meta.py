"""The draft's title and options."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="thegrid-draft",
    title="The Grid: Draft",
    source="The Grid, Majestic Twelve Games, 2002, version 1.0",
    blurb="Two to twelve coaches take turns picking players until every roster has 15.",
    rule_prefix="TG",
    seats=("Canton", "Bremen", "Halifax", "Puebla"),
    chairs="coaches",
    options=(
        OptionSpec(name="coaches", default=4, low=2, high=12, help="number of coaches", rule="TG-4.26"),
        OptionSpec(
            name="order",
            default="straight",
            choices=("straight", "snake"),
            help="straight: the same order every round; snake: the order reverses every other round",
            rule="TG-4.28",
        ),
        OptionSpec(
            name="world_seed",
            default=2050,
            low=0,
            help="seed for the players in the pool",
            rule="TG-4.26",
        ),
    ),
    lengths={"full": {}, "tiny": {"coaches": 2}},
    materials={"pool": "the players to draft, each with an id"},
    ties=False,
    concession=False,
)
