"""Identity: accounts, passwords, sessions, guests, and launches by operators.

Everything here is synchronous and may wait for the disk or hash a password: call it from a thread.
The one exception is `Sessions.recall`, which reads memory only.
"""
