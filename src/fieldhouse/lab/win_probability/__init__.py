"""What a whistle is worth: values on the shelf, how they are made and who judges by them."""
