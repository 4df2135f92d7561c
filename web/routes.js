/**
 * The paths of the client and their views, which are loaded when they are first shown.
 * `gofish_api/client_pages.py` answers the same paths.
 */

/** Areas of the catalogue for views of a table. */
const TABLE = ["table", "watch", "cards", "events", "ratings", "learn"];
/** Areas of the catalogue for views that show ratings next to players. */
const START = ["start", "ratings"];
/** Areas of the catalogue for views of a tournament, which share the words of classes for steps and sheets. */
const TOURNAMENT = ["tournaments", "classes"];

/** @type {import("./shell/router.js").Route[]} */
export const routes = [
  { path: "/", view: () => import("./start/home.js"), texts: ["start"] },
  { path: "/how-to-play", view: () => import("./learn/how_to_play.js"), texts: ["start", "table", "learn"] },
  { path: "/children", view: () => import("./start/children.js"), texts: ["child", "cards"] },
  { path: "/lobby", view: () => import("./start/lobby.js"), texts: START },
  { path: "/match", view: () => import("./start/match.js"), texts: START },
  { path: "/new", view: () => import("./start/new_table.js"), texts: START },
  { path: "/join", view: () => import("./start/join.js"), texts: [...START, "table"] },
  { path: "/join/:code", view: () => import("./start/join.js"), texts: [...START, "table"] },
  { path: "/me", view: () => import("./account/account.js"), texts: ["start", "account"] },
  { path: "/me/games", view: () => import("./start/my_games.js"), texts: START },
  { path: "/me/notices", view: () => import("./start/notices.js"), texts: ["start", "table"] },
  { path: "/me/apps", view: () => import("./account/apps.js"), texts: ["apps"] },
  { path: "/authorize", view: () => import("./account/authorize.js"), texts: ["start", "account", "apps"] },
  { path: "/device", view: () => import("./account/device.js"), texts: ["start", "account", "apps"] },
  { path: "/tokens/new", view: () => import("./account/new_token.js"), texts: ["start", "account", "apps"] },
  { path: "/sign-in", view: () => import("./account/sign_in.js"), texts: ["start", "account"] },
  { path: "/players/:name", view: () => import("./start/profile.js"), texts: START },
  { path: "/leaderboard", view: () => import("./ratings/leaderboard.js"), texts: START },
  { path: "/tournaments", view: () => import("./tournaments/list.js"), texts: ["tournaments"] },
  { path: "/tournaments/new", view: () => import("./tournaments/new_tournament.js"), texts: TOURNAMENT },
  { path: "/tournaments/:id", view: () => import("./tournaments/view.js"), texts: TOURNAMENT },
  { path: "/tournaments/:id/direct", view: () => import("./tournaments/direct.js"), texts: TOURNAMENT },
  { path: "/tournaments/:id/results", view: () => import("./tournaments/results.js"), texts: TOURNAMENT },
  { path: "/class", view: () => import("./classes/pupil.js"), texts: ["classes"] },
  { path: "/classes", view: () => import("./classes/list.js"), texts: ["classes"] },
  { path: "/classes/:id", view: () => import("./classes/view.js"), texts: ["classes"] },
  { path: "/classes/:id/screen", view: () => import("./classes/screen.js"), texts: ["classes"], isBare: true },
  { path: "/classes/:id/results", view: () => import("./classes/results.js"), texts: ["classes"] },
  {
    path: "/games/:id",
    view: () => import("./table/view.js"),
    spectatorView: () => import("./watch/view.js"),
    texts: TABLE,
  },
  { path: "/games/:id/replay", view: () => import("./replay/view.js"), texts: TABLE },
  { path: "/replay", view: () => import("./replay/opened.js"), texts: TABLE },
  { path: "/tv", view: () => import("./watch/tv.js"), texts: TABLE },
  {
    path: "/embed/:id",
    view: () => import("./watch/embed.js"),
    texts: TABLE,
    isBare: true,
    isEmbedded: true,
  },
];
