"""Called by Alembic. Takes the missing steps over the connection that `schema` passes in."""

from alembic import context

from delvebook.service.store.schema import VERSION_TABLE

_given = context.config.attributes
context.configure(connection=_given["connection"], version_table=VERSION_TABLE, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations(parts=_given["parts"])
