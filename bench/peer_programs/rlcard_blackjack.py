"""Rounds of RLCard's blackjack per second of CPU time; the player draws to 17."""

import json
import time

import rlcard

SECONDS = 3.0

env = rlcard.make("blackjack", config={"seed": 1})
rounds, started = 0, time.process_time()
while time.process_time() - started < SECONDS:
    state, _ = env.reset()
    while not env.is_over():
        score = state["raw_obs"]["state"][0]
        total = sum(
            11 if card[1] == "A" else 10 if card[1] in "TJQK" else int(card[1]) for card in score
        )
        state, _ = env.step("hit" if total < 17 else "stand", raw_action=True)
    env.get_payoffs()
    rounds += 1
print(json.dumps({"rounds": rounds / (time.process_time() - started)}))
