"""Reading, writing, verifying, replaying and comparing game records."""
