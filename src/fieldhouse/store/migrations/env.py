"""Alembic asks here how to reach the database: by the open transaction that `store.migrate` hands over."""

from alembic import context

from fieldhouse.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
