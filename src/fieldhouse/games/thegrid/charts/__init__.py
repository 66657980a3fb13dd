"""The play cards, boxes and teams as files, and the code that reads and checks them."""
