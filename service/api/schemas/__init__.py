"""What comes in and what goes out, for the parser and for the OpenAPI document."""
