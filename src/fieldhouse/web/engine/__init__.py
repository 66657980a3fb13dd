"""What goes on behind the pages: tables in memory, the one writer, coaches in processes of their own."""
