"""Cards and tables as data files that people can edit; `reader` checks them."""
