"""The words of competitions: what a form asks, and by what level teams are told apart. The league room
interprets them; a game may bring forms of its own in them (`league.FORMS`)."""
