// Plays some rounds of baccarat and of blackjack as a guest, and prints what became of them.
//
//     node examples/node/play.mjs http://127.0.0.1:8000 [rounds]

import { Casino, Refused, signInAsGuest } from "./casino.mjs";

const [base = "http://127.0.0.1:8000", rounds = "3"] = process.argv.slice(2);
const OPEN = ["place_your_bets", "last_bets"];
const OVER = ["result", "cancelled"];

async function baccarat(casino, name) {
  const table = await casino.watch(name);
  for (let played = 0; played < Number(rounds); ) {
    await casino.until(() => OPEN.includes(table.view.status));
    if (!(await placed(casino, name, { kind: "player", amount: 500 }))) continue;
    const round = table.view.round;
    await casino.until(() => table.view.round !== round || OVER.includes(table.view.status));
    if (table.view.round !== round || !table.you.bets.length) continue;
    played += 1;
    const { winner, player_points, banker_points } = table.view.outcome;
    report(name, round, `${winner} ${player_points}:${banker_points}`, table.you, casino);
    await casino.until(() => !OVER.includes(table.view.status));
  }
}

async function blackjack(casino, name) {
  const table = await casino.watch(name);
  await casino.act(name, { type: "TakeSeat" });
  await casino.until(() => table.you.seats.length > 0);
  const seat = table.you.seats[0];
  for (let played = 0; played < Number(rounds); ) {
    await casino.until(() => OPEN.includes(table.view.status));
    if (!(await placed(casino, name, { kind: "main", amount: 500, seat }))) continue;
    await casino.until(() => !OPEN.includes(table.view.status));
    while (!OVER.includes(table.view.status)) await decide(casino, name, table, seat);
    played += 1;
    const dealer = table.view.hands.find((hand) => hand.name === "dealer");
    report(name, table.view.round, `dealer ${dealer?.total ?? ""}`, table.you, casino);
    await casino.until(() => !OVER.includes(table.view.status));
  }
}

// Waits for a question or the end, and takes a card below seventeen.
async function decide(casino, name, table, seat) {
  const asked = () => table.view.question?.seat === seat && table.you.you_decide;
  await casino.until(() => asked() || OVER.includes(table.view.status));
  if (!asked()) return;
  const { decision_id, hand = 0 } = table.view.question;
  const mine = table.view.hands.find((one) => one.name === `seat:${seat}:${hand}`);
  const total = Number(mine.total.split("/").at(-1));
  await tried(casino.act(name, { type: "Choose", decision_id, option: total < 17 ? "hit" : "stand" }));
  await casino.until(() => table.view.question?.decision_id !== decision_id);
}

async function placed(casino, table, chip) {
  return tried(casino.act(table, { type: "PlaceChip", ...chip }));
}

// Whether a command was accepted; after a late one the bot tries again in the next round.
async function tried(acting) {
  try {
    await acting;
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await new Promise((wake) => setTimeout(wake, 20));
    return false;
  }
}

function report(table, round, outcome, you, casino) {
  const { status, staked, paid } = you;
  console.log(JSON.stringify({ table, round, outcome, status, staked, paid, balance: casino.balance }));
}

const casino = await Casino.enter(base, await signInAsGuest(base));
await baccarat(casino, "speed-1");
await blackjack(casino, "blackjack-1");
casino.leave();
