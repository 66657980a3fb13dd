"""The rules as tables see them: whistles inside a drive, questions and chances left open."""
