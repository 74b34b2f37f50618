"""Mutation tests of the titles and of the service: `make mutate TITLE=dungeon-raiders`. See docs/mutation.md."""
