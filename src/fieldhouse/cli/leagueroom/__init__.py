"""The verbs of `fieldhouse league`: modules named by a letter and a word bring some (VERBS), in order."""
