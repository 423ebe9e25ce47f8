"""Players on the network: HTTP and one WebSocket port, sessions, views, fan-out.

Knows sockets and audiences, and no rule of a game. What it sends comes from the tables' own views,
field by field. What clients send goes to the tables as commands.
"""
