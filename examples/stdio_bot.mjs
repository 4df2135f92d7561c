// A bot that reads a request a line and writes an action a line:
//   gofish bot --stdio "node examples/stdio_bot.mjs" --against memory
//
// It asks the seat that asked last for a rank of its own hand, else for the rank it has most of.

import { createInterface } from "node:readline";

function choose({ view, history }) {
  const asks = view.legal_actions.filter((action) => action.type === "ask");
  if (asks.length === 0) return view.legal_actions[0];
  const wanted = new Map(); // "seat rank" -> when it was asked for
  history.forEach((event, at) => {
    if (event.type === "asked") wanted.set(`${event.seat} ${event.rank}`, at + 1);
  });
  const hand = view.seats[view.you].hand.map((card) => card[0]);
  const score = ({ target, rank, card }) => {
    const asked = rank ?? card[0];
    return 20 * (wanted.get(`${target} ${asked}`) ?? 0) + hand.filter((own) => own === asked).length;
  };
  return asks.reduce((best, ask) => (score(ask) > score(best) ? ask : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(choose(JSON.parse(line))) + "\n");
}
