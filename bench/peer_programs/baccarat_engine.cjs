// Rounds and road updates of the npm package baccarat-engine per second of CPU time.
"use strict";

const { BaccaratGameEngine, RoadmapGenerator } = require(process.argv[2]);

const SECONDS = 3;

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function newEngine() {
  const engine = new BaccaratGameEngine();
  engine.shoe.createDecks();
  engine.shoe.shuffle();
  engine.burnCards();
  return engine;
}

function measureRounds() {
  let rounds = 0;
  const started = cpu();
  while (cpu() - started < SECONDS) {
    const engine = newEngine();
    for (let round = 0; round < 60; round += 1) {
      engine.resultsEngine.calculateGameResult(engine.dealGame());
      rounds += 1;
    }
  }
  return rounds / (cpu() - started);
}

function measureRoads() {
  const roads = new RoadmapGenerator();
  let written = 0;
  const started = cpu();
  while (cpu() - started < SECONDS) {
    const engine = newEngine();
    const results = [];
    for (let round = 0; round < 60; round += 1) {
      results.push(engine.resultsEngine.calculateGameResult(engine.dealGame()));
      roads.beadPlate(results, { columns: 20, rows: 6 });
      const bigRoad = roads.bigRoad(results);
      roads.bigEyeRoad(bigRoad);
      roads.smallRoad(bigRoad);
      roads.cockroachPig(bigRoad);
      written += 1;
    }
  }
  return written / (cpu() - started);
}

console.log(JSON.stringify({ rounds: measureRounds(), results: measureRoads() }));
