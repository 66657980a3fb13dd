"""`python -m fieldhouse` is the `fieldhouse` command."""

from fieldhouse.cli import main

if __name__ == "__main__":
    main(prog_name="fieldhouse")
