"""Who may see and do what, as a table written from the pages, and tests that hold the service to it."""
