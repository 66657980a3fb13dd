"""Draft day (TG-4.3 to TG-4.7): coaches take turns to pick from a common pool."""
