"""Rounds of Gymnasium's blackjack per second of CPU time; the player draws to 17."""

import json
import time

import gymnasium

SECONDS = 3.0

env = gymnasium.make("Blackjack-v1")
seen, _ = env.reset(seed=1)
rounds, started = 0, time.process_time()
while time.process_time() - started < SECONDS:
    over = False
    while not over:
        seen, _, terminated, truncated, _ = env.step(int(seen[0] < 17))
        over = terminated or truncated
    rounds += 1
    seen, _ = env.reset()
print(json.dumps({"rounds": rounds / (time.process_time() - started)}))
