// What Dragon Tiger says, in both languages.

const areas = (own, { bets, variant, road, hands, because, help, line }) => ({
  dragon_tiger: own,
  bets,
  lobby: {
    game: { dragon_tiger: "Dragon Tiger" },
    variant: { dragon_tiger: variant },
    line: { dragon_tiger: line },
    road: { dragon_tiger: road },
  },
  history: { hand: { dragon_tiger: hands }, because: { dragon_tiger: because } },
  help: { group: { dragon_tiger: "Dragon Tiger" }, topic: help },
});

export const it = areas(
  {
    dragon: "Drago",
    tiger: "Tigre",
    tie: "Pareggio",
    suited_tie: "Pareggio a seme",
    result: {
      dragon: "VINCE DRAGO",
      tiger: "VINCE TIGRE",
      tie: "PAREGGIO",
      suited_tie: "PAREGGIO A SEME",
      cards: "{{dragon}} contro {{tiger}}",
    },
    paid: { win: "Vinto {{amount}}", back: "Torna {{amount}}" },
    crowd: "{{count}} · {{amount}}",
    road: "{{dragon}} Drago, {{tiger}} Tigre, {{tie}} pareggi",
    road_empty: "Nessun risultato in questo mazzo",
    bead_plate: "Bead Plate",
    big_road: "Big Road",
    pays: "Pagamenti",
    return: "ritorno {{share}}",
    bead: { B: "D", P: "T", T: "P" },
  },
  {
    bets: {
      name: { dragon: "Drago", tiger: "Tigre", suited_tie: "Pareggio a seme" },
      label: { wins: "Vince", tied: "Pareggio: torna la metà", loses: "Perde" },
    },
    variant: "Dragon Tiger",
    road: { said: "{{B}} Drago, {{P}} Tigre, {{T}} pareggi", B: "Drago", P: "Tigre", T: "Pareggio" },
    line: "Una carta al Drago, una alla Tigre: vince la più alta",
    hands: { dragon: "Drago", tiger: "Tigre" },
    because: {
      dragon_tiger_dragon: "La carta del Drago ({{dragon}}) batte quella della Tigre ({{tiger}}).",
      dragon_tiger_tiger: "La carta della Tigre ({{tiger}}) batte quella del Drago ({{dragon}}).",
      dragon_tiger_tie: "Drago e Tigre hanno lo stesso valore: {{dragon}} e {{tiger}}.",
      dragon_tiger_suited_tie: "Drago e Tigre hanno la stessa carta: {{dragon}}.",
    },
    help: {
      dragon_tiger: {
        title: "Dragon Tiger",
        summary: "Una carta al Drago e una alla Tigre: vince la più alta.",
        s: {
          goal: {
            title: "Lo scopo",
            text: "Punti su chi riceve la carta più alta. L'asso è la più bassa, il re la più alta. Il seme non conta.",
          },
          ties: {
            title: "Il pareggio",
            text: "Con due carte dello stesso valore, chi ha puntato su Drago o Tigre riceve metà della posta. Il pareggio a seme vuole anche lo stesso seme.",
          },
          table: { title: "Puntate e ritorni", text: "" },
        },
      },
    },
  },
);

export const en = areas(
  {
    dragon: "Dragon",
    tiger: "Tiger",
    tie: "Tie",
    suited_tie: "Suited Tie",
    result: {
      dragon: "DRAGON WINS",
      tiger: "TIGER WINS",
      tie: "TIE",
      suited_tie: "SUITED TIE",
      cards: "{{dragon}} against {{tiger}}",
    },
    paid: { win: "Won {{amount}}", back: "{{amount}} back" },
    crowd: "{{count}} · {{amount}}",
    road: "{{dragon}} Dragon, {{tiger}} Tiger, {{tie}} ties",
    road_empty: "No result in this shoe yet",
    bead_plate: "Bead Plate",
    big_road: "Big Road",
    pays: "Pays",
    return: "return {{share}}",
    bead: { B: "D", P: "T", T: "=" },
  },
  {
    bets: {
      name: { dragon: "Dragon", tiger: "Tiger", suited_tie: "Suited Tie" },
      label: { wins: "Wins", tied: "Tie: half comes back", loses: "Loses" },
    },
    variant: "Dragon Tiger",
    road: { said: "{{B}} Dragon, {{P}} Tiger, {{T}} ties", B: "Dragon", P: "Tiger", T: "Tie" },
    line: "One card for the Dragon, one for the Tiger: the higher one wins",
    hands: { dragon: "Dragon", tiger: "Tiger" },
    because: {
      dragon_tiger_dragon: "The Dragon's card ({{dragon}}) beats the Tiger's ({{tiger}}).",
      dragon_tiger_tiger: "The Tiger's card ({{tiger}}) beats the Dragon's ({{dragon}}).",
      dragon_tiger_tie: "Dragon and Tiger have the same rank: {{dragon}} and {{tiger}}.",
      dragon_tiger_suited_tie: "Dragon and Tiger have the same card: {{dragon}}.",
    },
    help: {
      dragon_tiger: {
        title: "Dragon Tiger",
        summary: "One card for the Dragon and one for the Tiger: the higher one wins.",
        s: {
          goal: {
            title: "The goal",
            text: "Bet on the side that gets the higher card. An ace is the lowest, a king the highest. Suits do not count.",
          },
          ties: {
            title: "Ties",
            text: "When both cards have the same rank, bets on Dragon and Tiger get half of the stake back. A Suited Tie needs the same suit as well.",
          },
          table: { title: "Bets and returns", text: "" },
        },
      },
    },
  },
);

/** What the dealer says; other languages hear English. */
export const voice = {
  en: { dragon_wins: "Dragon wins.", tiger_wins: "Tiger wins.", tie: "Tie." },
  it: { dragon_wins: "Vince il Drago.", tiger_wins: "Vince la Tigre.", tie: "Pareggio." },
};
