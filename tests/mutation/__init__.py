"""Mutation tests of the titles: `make mutate TITLE=dungeon-raiders`. See docs/mutation.md and docs/adr/0030."""
