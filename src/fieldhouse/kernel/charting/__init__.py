"""A chart's file as tables: which words of the text are cells, and the text with some of them changed."""
