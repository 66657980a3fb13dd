"""The server, its pages and its storage."""
