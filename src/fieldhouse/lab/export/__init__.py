"""Games and plays written to CSV and Parquet files."""
