"""Players on the network: HTTP and one WebSocket port, sessions, views, fan-out.

Knows sockets and audiences, no rule of a game. What it tells comes from the tables' own views,
field by field; what it is told goes to the tables as commands.
"""
