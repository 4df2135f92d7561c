/**
 * Play a whole game of Go Fish by two guests, with the types of `make clients`.
 *
 * node clients/play.ts http://127.0.0.1:8000 --receipts receipts.json
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/gofish.d.ts";

type Schemas = components["schemas"];
type Api = ReturnType<typeof createClient<paths>>;

/** Let two guests play: each makes the first legal ask, until the game is over. */
async function play(server: string, receipts?: string): Promise<Schemas["GameOverEvent"]> {
  const [ann, bob] = [await guest(server), await guest(server)];
  const opened = checked(await ann.POST("/api/v1/games", { body: { seats: 2 } }));
  const params = { path: { game_id: opened.game.id } };
  const digests = new Map<number, string>();
  /** Save the digests of the moves, for `python -m games.engine.verify --receipts`. */
  const record = async (moves: Schemas["Move"][]): Promise<void> => {
    for (const { number, digest } of moves) digests.set(number, digest);
    if (receipts === undefined) return;
    const content = {
      format: "gofish-receipts",
      version: 1,
      game: opened.game.id,
      commitment: opened.state.commitment,
      receipts: Array.from(digests, ([number, digest]) => ({ number, digest })),
    };
    await writeFile(receipts, JSON.stringify(content));
  };
  await record(opened.moves);
  const joined = checked(
    await bob.POST("/api/v1/games/{game_id}/join", {
      params,
      body: { entropy: "what no one can guess" },
    }),
  );
  await record(joined.moves);
  let state = joined.state;
  while (state.result === null) {
    const me = state.to_act === 0 ? ann : bob;
    const seen = checked(await me.GET("/api/v1/games/{game_id}/state", { params }));
    const choice = seen.legal_actions.find((action) => action.type === "ask");
    if (choice === undefined) throw new Error("No ask is legal.");
    const key = { "Idempotency-Key": `${seen.game}-${seen.version}` };
    const answer = await me.POST("/api/v1/games/{game_id}/ask", {
      params: { ...params, header: key },
      body: choice,
    });
    const played = checked(answer);
    await record(played.moves);
    state = played.state;
  }
  return state.result;
}

/** Create a guest account; return its client. */
async function guest(server: string): Promise<Api> {
  const anonymous = createClient<paths>({ baseUrl: server });
  const { token } = checked(await anonymous.POST("/api/v1/accounts/guest"));
  return createClient<paths>({
    baseUrl: server,
    headers: { Authorization: `Bearer ${token.secret}` },
  });
}

/** Return a response that is no problem, or throw the detail of the problem. */
function checked<Answer>({ data, error }: { data?: Answer; error?: Schemas["Problem"] }): Answer {
  if (data === undefined) throw new Error(error?.detail ?? "The response cannot be parsed.");
  return data;
}

const { values, positionals } = parseArgs({
  options: { receipts: { type: "string" } },
  allowPositionals: true,
});
const result = await play(positionals[0] ?? "http://127.0.0.1:8000", values.receipts);
console.log(`${result.reason}: ${result.scores}`);
