"""The commands of whoever runs a server, or takes a seat at one."""
