/**
 * A whole game of Go Fish by two guests, with the types that `make clients` generates.
 *
 * node clients/play.ts http://127.0.0.1:8000 --receipts receipts.json
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/gofish.d.ts";

type Schemas = components["schemas"];
type Api = ReturnType<typeof createClient<paths>>;

/** Let two guests ask in turn, each the first thing they may, until the last book is laid. */
async function play(server: string, receipts?: string): Promise<Schemas["GameOverEvent"]> {
  const [ann, bob] = [await guest(server), await guest(server)];
  const opened = said(await ann.POST("/api/v1/games", { body: { seats: 2 } }));
  const params = { path: { game_id: opened.game.id } };
  const digests = new Map<number, string>();
  /** Save what was shown, for `python -m games.engine.verify --receipts`. */
  const note = async (moves: Schemas["Move"][]): Promise<void> => {
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
  await note(opened.moves);
  const joined = said(
    await bob.POST("/api/v1/games/{game_id}/join", {
      params,
      body: { entropy: "what nobody can foresee" },
    }),
  );
  await note(joined.moves);
  let state = joined.state;
  while (state.result === null) {
    const me = state.to_act === 0 ? ann : bob;
    const seen = said(await me.GET("/api/v1/games/{game_id}/state", { params }));
    const choice = seen.legal_actions.find((action) => action.type === "ask");
    if (choice === undefined) throw new Error("There is nothing to ask.");
    const key = { "Idempotency-Key": `${seen.game}-${seen.version}` };
    const answer = await me.POST("/api/v1/games/{game_id}/ask", {
      params: { ...params, header: key },
      body: choice,
    });
    const played = said(answer);
    await note(played.moves);
    state = played.state;
  }
  return state.result;
}

/** Return a client with an account of its own. */
async function guest(server: string): Promise<Api> {
  const stranger = createClient<paths>({ baseUrl: server });
  const { token } = said(await stranger.POST("/api/v1/accounts/guest"));
  return createClient<paths>({
    baseUrl: server,
    headers: { Authorization: `Bearer ${token.secret}` },
  });
}

/** Return what was asked for, or throw the sentence of the problem. */
function said<Answer>({ data, error }: { data?: Answer; error?: Schemas["Problem"] }): Answer {
  if (data === undefined) throw new Error(error?.detail ?? "The answer cannot be read.");
  return data;
}

const { values, positionals } = parseArgs({
  options: { receipts: { type: "string" } },
  allowPositionals: true,
});
const result = await play(positionals[0] ?? "http://127.0.0.1:8000", values.receipts);
console.log(`${result.reason}: ${result.scores}`);
