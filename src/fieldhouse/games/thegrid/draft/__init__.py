"""The draft (TG-4.3 to TG-4.7): coaches take turns picking from a common pool."""
