"""The steps by which our tables came to be what they are. `delvebook.service.store.schema` takes them."""
