/** boardgame.io's own server with Go Fish, on the PostgreSQL of `DATABASE_URL`; `--port` is its port. */

import { parseArgs } from "node:util";

import { PostgresStore } from "bgio-postgres";
import { Server } from "boardgame.io/dist/cjs/server.js";

import { GoFish } from "./game.js";

/** More than games that move at once: each move takes two connections for a moment. */
const CONNECTIONS = 20;

const { port } = parseArgs({ options: { port: { type: "string" } } }).values;
const db = new PostgresStore(process.env["DATABASE_URL"], { logging: false, pool: { max: CONNECTIONS } });
await Server({ games: [GoFish], db, origins: [] }).run(Number(port));
