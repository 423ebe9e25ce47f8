"""The life of a table: commands become events, events become the next state. Pure throughout."""
