"""Commands for a laboratory: rounds and roads on paper, returns, simulation, best play."""
