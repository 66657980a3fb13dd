"""The cards and tables as data a person can read and edit, and `reader`, which checks them."""
