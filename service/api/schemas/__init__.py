"""The schemas of requests and answers, for the parser and for the OpenAPI document."""
