"""The auction's title page."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="thegrid-auction",
    title="The Grid: auction",
    source="The Grid, Majestic Twelve Games, 2002, version 1.0",
    blurb="Two to twelve coaches with $100 each bid for their teams of fifteen, player by player.",
    rule_prefix="TG",
    seats=("Canton", "Bremen", "Halifax", "Puebla"),
    chairs="coaches",
    options=(
        OptionSpec(
            name="coaches", default=4, low=2, high=12, help="how many coaches form teams", rule="TG-4.26"
        ),
        OptionSpec(
            name="money",
            default=100,
            low=15,
            high=1000,
            help="dollars each coach starts with: 100 by the book, any other sum is a house rule",
            rule="TG-4.28",
        ),
        OptionSpec(
            name="face_up",
            default=5,
            low=1,
            high=15,
            help="cards that lie face up: 5 by the book, any other number is a house rule",
            rule="TG-4.28",
        ),
        OptionSpec(
            name="world_seed",
            default=2050,
            low=0,
            help="the seed that the pool's teams are made from",
            rule="TG-4.26",
        ),
    ),
    lengths={"full": {}, "tiny": {"coaches": 2}},
    materials={"pool": "the players to be sold, each with an id of his own"},
    ties=False,
    concession=False,
)
