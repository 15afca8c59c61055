"""Signing in and replying: forms, tokens, and what a board's answer means."""
