"""The steps by which our tables are made and changed. `delvebook.service.store.schema` takes them."""
