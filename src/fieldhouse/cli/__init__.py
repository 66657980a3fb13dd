"""The `fieldhouse` command."""

import click


@click.group()
@click.version_option(package_name="fieldhouse")
def main() -> None:
    """Five tabletop American-football games under one roof."""
