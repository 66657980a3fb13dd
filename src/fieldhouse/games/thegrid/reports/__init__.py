"""What The Grid's charts and its strongest coach measure at."""
