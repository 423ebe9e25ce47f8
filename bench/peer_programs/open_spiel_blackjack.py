"""Rounds of OpenSpiel's blackjack per second of CPU time; hits and stands are drawn by lot."""

import json
import random
import time

import pyspiel

SECONDS = 3.0

game = pyspiel.load_game("blackjack")
lot = random.Random(1)  # noqa: S311 - it decides no payout
rounds, started = 0, time.process_time()
while time.process_time() - started < SECONDS:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(lot.random() * len(outcomes))][0])
        else:
            state.apply_action(lot.choice(state.legal_actions()))
    state.returns()
    rounds += 1
print(json.dumps({"rounds": rounds / (time.process_time() - started)}))
