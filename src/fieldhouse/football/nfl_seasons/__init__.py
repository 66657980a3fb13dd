"""The National Football League since 1970: schedules and results of record, and each year's form of
competition."""
