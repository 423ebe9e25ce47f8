// R23: the smallest example of each pattern for Banker; Player's is the same with the sides changed.

export const EXAMPLES = {
  streak: "BBBB",
  ping_pong: "BPBP",
  one_two: "BPPBPP",
  sandwich: "BBPPBB",
  separate: "BPBBPBPBB",
  change: "BPPBPBPP",
} as const;
