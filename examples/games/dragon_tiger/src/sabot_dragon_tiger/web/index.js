// Dragon Tiger on the table page: a plain ES module behind the mount contract of docs/game-view.md.
// It draws the table as the page presents it, so no result can show before its card has turned.

import { wear } from "./style.js";
import { en, it, voice } from "./texts.js";

const SIDES = ["dragon", "tiger"];
const KINDS = ["dragon", "tie", "suited_tie", "tiger"];
/** Drawn emblems: a dragon's flame and a tiger's claw marks. */
const EMBLEMS = {
  dragon: "M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-3 2-4 2-7 2 1 3 3 3 5 1-3 2-6 1-10z",
  tiger: "M5 3c2 6 2 12 0 18 4-5 5-12 3-18zM11 2c2 7 2 13 0 20 4-6 5-14 3-20zM17 3c2 6 2 12 0 18 4-5 5-12 3-18z",
};

// The server writes Dragon on Banker's side of the roads, `B`, and Tiger on Player's, `P`.

const own = (key) => `dragon_tiger:${key}`;

function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function emblem(side) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", EMBLEMS[side]);
  svg.append(path);
  return svg;
}

/** `8:1` of `8`; odds that are fractions stay as the casino wrote them. */
const ratio = (odds) => (/[:/]/.test(odds) ? odds.replace("/", ":") : `${odds}:1`);

const best = (bet) =>
  bet.pays.filter((pay) => Number.parseFloat(pay.odds) > 0).map((pay) => pay.odds)[0] ?? "";

/** Once the outcome is told: a side, a tie, or a tie of one suit. */
export function winnerOf(view) {
  const { winner } = view.outcome;
  if (winner === undefined) return null;
  if (SIDES.includes(winner)) return winner;
  return view.outcome.suited === true ? "suited_tie" : "tie";
}

/** What lies on a spot, and what became of it. */
export function stakeOf(you, kind) {
  const chips = (you?.chips ?? []).filter((chip) => chip.kind === kind);
  const bets = (you?.bets ?? []).filter((bet) => bet.kind === kind && bet.parent == null);
  const sum = (list, name) => list.reduce((total, one) => total + (one[name] ?? 0), 0);
  const stake = sum(chips, "stake") + sum(bets, "stake");
  const settled = bets.length > 0 && bets.every((bet) => typeof bet.paid === "number");
  const paid = settled ? sum(bets, "paid") : null;
  const fate = paid === null ? "" : paid === 0 ? "lose" : paid > stake ? "win" : "back";
  return { stake, pending: chips.length > 0, paid, fate };
}

class Card {
  constructor(place, draw) {
    this.place = place;
    this.draw = draw;
    this.drawn = null;
  }

  /** A card that is turned stays the same picture, so that it turns instead of coming again. */
  update(given) {
    if (given === null) {
      this.drawn?.destroy();
      this.drawn = null;
      this.place.replaceChildren();
    } else if (this.drawn === null) this.drawn = this.draw.card(this.place, given);
    else this.drawn.update(given);
  }
}

function zone(side, draw) {
  const box = element("section", `zone ${side}`);
  const head = element("h2");
  const name = element("span");
  const bed = element("div", "bed");
  const place = element("div", "place");
  head.append(emblem(side), name);
  bed.append(place);
  box.append(head, bed);
  const card = new Card(place, draw);
  let round = null;
  return {
    box,
    update({ table, tools }) {
      const label = tools.t(own(side));
      name.textContent = label;
      box.setAttribute("aria-label", label);
      const { view } = table;
      const cards = view?.hands.find((one) => one.name === side)?.cards ?? [];
      if (view?.round !== round) card.update(null);
      round = view?.round ?? null;
      const winner = view === null ? null : winnerOf(view);
      box.classList.toggle("won", winner === side);
      const dealt = table.happened.some(
        (one) => one.what === "card" && String(one.position).startsWith(side),
      );
      card.update(
        cards.length === 0
          ? null
          : {
              card: cards[0] ?? null,
              marked: winner === side,
              dimmed: winner !== null && SIDES.includes(winner) && winner !== side,
              from: dealt && !tools.reduced ? "shoe" : null,
              detail: tools.layout === "wide" ? "full" : "index",
            },
      );
    },
    destroy: () => card.update(null),
  };
}

function spot(kind, draw) {
  const box = element("button", "spot");
  box.type = "button";
  box.dataset.kind = kind;
  const name = element("b");
  const odds = element("small");
  const crowd = element("span", "crowd");
  const place = element("span", "chips");
  box.append(name, odds, crowd, place);
  let chips = null;
  let release = null;
  return {
    box,
    attach(tools) {
      release = tools.spot(kind)(box) ?? null;
    },
    update({ table, info, tools }) {
      const bet = info.bets.find((one) => one.kind === kind);
      box.hidden = !bet?.on;
      if (!bet?.on) return;
      const label = tools.t(own(kind));
      const { stake, pending, paid, fate } = stakeOf(table.you, kind);
      const closed = table.view?.closed_kinds.includes(kind) ?? false;
      box.disabled = !tools.betting || closed;
      box.className = `spot ${fate} ${closed ? "closed" : ""}`;
      name.textContent = label;
      odds.textContent =
        fate === "win" || fate === "back"
          ? tools.t(own(`paid.${fate}`), { amount: tools.brief(paid) })
          : ratio(best(bet));
      const said =
        stake === 0
          ? tools.t("table:felt.empty_spot", { bet: label })
          : tools.t("table:felt.on_spot", { bet: label, stake: tools.money(stake) });
      box.setAttribute("aria-label", `${said}. ${odds.textContent}`);
      const others = table.view?.spots.find((one) => one.kind === kind);
      crowd.textContent =
        others && others.players > 0 && tools.preferences.game.betting_statistics
          ? tools.t(own("crowd"), { count: others.players, amount: tools.brief(others.total) })
          : "";
      this.stack(stake, {
        amount: stake,
        text: tools.brief(stake),
        yours: true,
        pending,
        underWay: tools.underWay(kind),
        dimmed: fate === "lose",
        won: fate === "win",
        returned: fate === "back",
      });
    },
    stack(stake, given) {
      if (stake === 0) {
        chips?.destroy();
        chips = null;
        place.replaceChildren();
      } else if (chips === null) chips = draw.chips(place, given);
      else chips.update(given);
    },
    destroy() {
      release?.();
      chips?.destroy();
    },
  };
}

/** One drawn pixel of the felt: everything on it is measured in it. */
const unitOf = (width, height, small) =>
  small ? 0.86 : Math.min(1.2, Math.max(0.64, Math.min(width / 1040, height / 730)));

/** What the shoe has brought so far, as the pictures of the page take it. */
function roadsOf({ table, tools }) {
  const card = table.view?.scorecard ?? null;
  const beads = card?.beads ?? [];
  const [dragon, tiger, tie] = ["B", "P", "T"].map(
    (side) => beads.filter((bead) => bead[0] === side).length,
  );
  const summary =
    beads.length === 0 ? tools.t(own("road_empty")) : tools.t(own("road"), { dragon, tiger, tie });
  return { beads, cells: card?.big_road ?? [], summary, dragon, tiger, tie };
}

/** The Big Road on the felt of a phone, where no dock is. */
function strip(draw) {
  const box = element("div", "road");
  let picture = null;
  return {
    box,
    update(now) {
      const { cells, summary } = roadsOf(now);
      if (now.tools.layout !== "phone") this.destroy();
      else if (picture === null) picture = draw.bigRoad(box, { cells, summary });
      else picture.update({ cells, summary });
    },
    destroy() {
      picture?.destroy();
      picture = null;
    },
  };
}

function mount(root, context) {
  wear();
  const box = element("div", "dt-box");
  const felt = element("div", "dt");
  const slot = element("div", "slot");
  const bets = element("div", "bets");
  bets.setAttribute("role", "group");
  const zones = SIDES.map((side) => zone(side, context.draw));
  const spots = KINDS.map((kind) => spot(kind, context.draw));
  for (const one of spots) {
    one.attach(context.tools);
    bets.append(one.box);
  }
  const road = strip(context.draw);
  felt.append(zones[0].box, slot, zones[1].box, road.box, bets);
  box.append(felt);
  root.append(box);
  let layout = context.tools.layout;
  const measure = () => {
    const small = layout === "phone" || layout === "landscape";
    felt.style.setProperty("--u", `${unitOf(box.clientWidth, box.clientHeight, small)}px`);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(box);
  return {
    update(now) {
      ({ layout } = now.tools);
      felt.className = `dt ${layout}`;
      bets.setAttribute("aria-label", now.tools.t("table:felt.bets"));
      if (now.plate !== null && now.plate.parentElement !== slot) slot.append(now.plate);
      for (const part of [...zones, road, ...spots]) part.update(now);
      measure();
    },
    destroy() {
      observer.disconnect();
      for (const part of [...zones, road, ...spots]) part.destroy();
      box.remove();
    },
  };
}

function dock(root, context) {
  wear();
  const box = element("div", "dt-dock");
  const counts = element("div", "counts");
  const beads = element("section");
  const big = element("section");
  const pays = element("section");
  box.append(counts, beads, big, pays);
  root.append(box);
  const heads = [beads, big, pays].map((section) => {
    const head = element("h3");
    section.append(head);
    return head;
  });
  const [beadBox, bigBox] = [beads, big].map((section) => {
    const place = element("div");
    section.append(place);
    return place;
  });
  const paper = element("table");
  pays.append(paper);
  let pictures = null;
  return {
    update({ table, info, tools, draw }) {
      ["bead_plate", "big_road", "pays"].forEach((name, n) => {
        heads[n].textContent = tools.t(own(name));
      });
      const { beads: marks, cells, summary, dragon, tiger, tie } = roadsOf({ table, tools });
      const letters = Object.fromEntries(["P", "B", "T"].map((side) => [side, tools.t(own(`bead.${side}`))]));
      const given = [
        { beads: marks, letters, summary },
        { cells, summary },
      ];
      if (pictures === null) pictures = [draw.beadPlate(beadBox, given[0]), draw.bigRoad(bigBox, given[1])];
      else pictures.forEach((picture, n) => picture.update(given[n]));
      counts.replaceChildren(
        ...[
          ["--banker", "dragon", dragon],
          ["--player", "tiger", tiger],
          ["--tie", "tie", tie],
        ].map(([colour, name, number]) => {
          const one = element("span");
          const dot = element("i");
          dot.style.background = `var(${colour})`;
          one.title = tools.t(own(name));
          one.append(dot, String(number));
          return one;
        }),
      );
      const share = new Intl.NumberFormat(tools.language, { style: "percent", minimumFractionDigits: 2 });
      paper.replaceChildren(
        ...KINDS.flatMap((kind) => {
          const bet = info.bets.find((one) => one.kind === kind && one.on);
          if (!bet) return [];
          const row = element("tr");
          const name = element("td", "", tools.t(own(kind)));
          const exact = bet.returns[0];
          if (exact) name.append(element("small", "", tools.t(own("return"), { share: share.format(Number(exact.decimal)) })));
          row.append(name, element("td", "", ratio(best(bet))));
          return [row];
        }),
      );
    },
    destroy() {
      for (const picture of pictures ?? []) picture.destroy();
      box.remove();
    },
  };
}

const printed = (card) => (card ? card.slice(0, -1).replace("T", "10") : "");

export default {
  contract: 1,
  mount,
  dock,
  colours: {
    "--accent": "#7b4fd0",
    "--accent-ink": "#d9c6ff",
    "--felt": "radial-gradient(120% 90% at 50% 20%, #43307e 0%, #150d2c 100%)",
    "--felt-1": "#55409a",
    "--felt-2": "#43307e",
    "--felt-3": "#150d2c",
    "--felt-edge": "#20153f",
    "--felt-vignette": "#0a0616",
    "--room-1": "#090711",
    "--room-2": "#1c1530",
    "--room-slat-1": "#110d1d",
    "--room-slat-2": "#211938",
    "--room-slat-3": "#31264f",
    "--room-neon": "#a97bff",
    "--room-rim": "#cdb2ff",
    "--banker": "#e5484d",
    "--banker-ink": "#ffb4b0",
    "--player": "#f0a224",
    "--player-ink": "#ffd894",
  },
  texts: { it, en },
  words: {
    result(view, t) {
      const winner = winnerOf(view);
      if (winner === null) return { title: t("table:status.result") };
      const [dragon, tiger] = SIDES.map((side) =>
        printed(view.hands.find((one) => one.name === side)?.cards[0]),
      );
      return { title: t(own(`result.${winner}`)), detail: t(own("result.cards"), { dragon, tiger }) };
    },
    hand: (name, t) => t(own(name)),
  },
  tile: {
    hands: [
      { name: "dragon", x: 98, y: 76, step: 26, fan: 0, places: 0, area: "B" },
      { name: "tiger", x: 234, y: 76, step: 26, fan: 0, places: 0, area: "P" },
    ],
    road: true,
  },
  announcements: {
    phraseOf(happened) {
      const winner = happened.find((one) => one.what === "settled")?.outcome?.winner;
      return SIDES.includes(winner) ? `${winner}_wins` : winner === "tie" ? "tie" : null;
    },
    words: voice,
  },
  help: [
    {
      id: "dragon_tiger",
      sections: [{ id: "goal" }, { id: "ties" }, { id: "table", pays: true }],
    },
  ],
};
