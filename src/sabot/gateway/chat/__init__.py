"""Chat rooms and support on the socket."""
