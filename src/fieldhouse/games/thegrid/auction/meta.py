"""The auction's title and options."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="thegrid-auction",
    title="The Grid: Auction Draft",
    source="The Grid, Majestic Twelve Games, 2002, version 1.0",
    blurb="Two to twelve coaches with $100 each bid on players, one at a time, until every roster has 15.",
    rule_prefix="TG",
    seats=("Canton", "Bremen", "Halifax", "Puebla"),
    chairs="coaches",
    options=(
        OptionSpec(name="coaches", default=4, low=2, high=12, help="number of coaches", rule="TG-4.26"),
        OptionSpec(
            name="money",
            default=100,
            low=15,
            high=1000,
            help="budget per coach in dollars; the rulebook says 100",
            rule="TG-4.28",
        ),
        OptionSpec(
            name="face_up",
            default=5,
            low=1,
            high=15,
            help="players up for nomination at once; the rulebook says 5",
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
    materials={"pool": "the players in the auction, each with an id"},
    ties=False,
    concession=False,
)
