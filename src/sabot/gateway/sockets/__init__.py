"""Sockets: taking them over from the HTTP server, reading requests, writing frames in ticks."""
