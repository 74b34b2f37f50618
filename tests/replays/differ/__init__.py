"""A differential fuzzer: it bends honest records in ways that nobody listed, and compares all verifiers."""
