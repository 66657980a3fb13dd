"""The verbs of `fieldhouse league`: every module here with VERBS brings some."""
