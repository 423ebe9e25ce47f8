"""The outer edge: chance, clocks, stores. Each module implements a port, nothing more."""
