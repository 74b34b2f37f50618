"""The OpenAPI document as a file, for the linters that `make lint-openapi` runs: Redocly's and Spectral."""
