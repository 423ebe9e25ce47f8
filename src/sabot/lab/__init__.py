"""The laboratory: certify payouts and returns offline, without a server.

Everything a test lab runs: settling written rounds, exact returns against declared
ones, simulation against exact values. It drives the games' own rules and adds none.
"""
