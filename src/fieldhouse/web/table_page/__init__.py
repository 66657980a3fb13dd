"""What a page shows of a table: the picture, the words, the question, the page."""
