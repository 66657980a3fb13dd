"""The browser front: server, pages, storage. Start it with `fieldhouse serve`."""
