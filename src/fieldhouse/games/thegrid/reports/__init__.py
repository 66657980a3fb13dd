"""Reports on The Grid's charts."""
