"""The HTTP API: requests, answers, and the status of each refusal. No decisions are made here."""
