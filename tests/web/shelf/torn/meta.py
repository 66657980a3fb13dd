"""Its title page is torn."""

raise ImportError("the title page is torn")
