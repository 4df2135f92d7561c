/**
 * The paths of the client and their views, which are loaded when they are first shown.
 * `gofish_api/web/views.py` answers the same paths.
 */

/**
 * @typedef {object} ViewProps
 * @property {Record<string, string>} params parts of the path by name
 * @property {URLSearchParams} query
 * @property {URLSearchParams} fragment what stands after `#`
 *
 * @typedef {object} Route
 * @property {string} path with `:name` for a part that varies
 * @property {() => Promise<{default: (props: ViewProps) => any}>} view
 * @property {string[]} texts areas of the catalogue that the view needs
 * @property {boolean} [isBare] shown without navigation
 * @property {boolean} [isEmbedded] shown in frames of other sites, without a token
 */

/** Areas of the catalogue for views of a table. */
const TABLE = ["table", "watch", "cards", "events", "ratings"];
/** Areas of the catalogue for views that show ratings next to players. */
const START = ["start", "ratings"];

/** @type {Route[]} */
export const routes = [
  { path: "/", view: () => import("../start/home.js"), texts: ["start"] },
  { path: "/lobby", view: () => import("../start/lobby.js"), texts: START },
  { path: "/match", view: () => import("../start/match.js"), texts: START },
  { path: "/new", view: () => import("../start/new_table.js"), texts: START },
  { path: "/join", view: () => import("../start/join.js"), texts: [...START, "table"] },
  { path: "/join/:code", view: () => import("../start/join.js"), texts: [...START, "table"] },
  { path: "/me", view: () => import("../account/account.js"), texts: ["start", "account"] },
  { path: "/me/games", view: () => import("../start/my_games.js"), texts: START },
  { path: "/me/notices", view: () => import("../start/notices.js"), texts: ["start"] },
  { path: "/sign-in", view: () => import("../account/sign_in.js"), texts: ["start", "account"] },
  { path: "/players/:name", view: () => import("../start/profile.js"), texts: START },
  { path: "/leaderboard", view: () => import("../ratings/leaderboard.js"), texts: START },
  { path: "/games/:id", view: () => import("../table/view.js"), texts: TABLE },
  { path: "/games/:id/replay", view: () => import("../replay/view.js"), texts: TABLE },
  { path: "/tv", view: () => import("../watch/tv.js"), texts: TABLE },
  {
    path: "/embed/:id",
    view: () => import("../watch/embed.js"),
    texts: TABLE,
    isBare: true,
    isEmbedded: true,
  },
];
