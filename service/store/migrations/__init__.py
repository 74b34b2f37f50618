"""The steps that create and change the service's tables. `delvebook.service.store.schema` takes them."""
