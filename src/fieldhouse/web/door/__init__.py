"""The door: who comes in, from where, how often, and the short way for programs."""
