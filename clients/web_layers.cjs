/** The layers of `web/`: imports point down only, and there is no circle. */

const LAYERS = [
  ["main"],
  ["routes"],
  ["start", "account", "replay", "tournaments", "classes"],
  ["watch"],
  ["table"],
  ["learn"],
  ["ratings"],
  ["rules", "cards", "players", "hosting"],
  ["shell"],
  ["text"],
  ["html"],
  ["vendor"],
];

const pathOf = (rooms) => `^web/(${rooms.join("|")})(/|\\.js$)`;

/** A room imports neither a room above it nor another room of its layer. */
const layers = LAYERS.flatMap((rooms, depth) =>
  rooms.map((room) => {
    const barred = [...LAYERS.slice(0, depth).flat(), ...rooms.filter((other) => other !== room)];
    return { name: `below-${room}`, severity: "error", from: { path: pathOf([room]) }, to: { path: pathOf(barred) } };
  }).filter((rule) => rule.to.path !== pathOf([])),
);

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    { name: "no-circle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "every-room-has-a-layer",
      severity: "error",
      from: { path: "^web/", pathNot: pathOf(LAYERS.flat()) },
      to: {},
    },
    { name: "missing", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: { moduleSystems: ["es6"], baseDir: `${__dirname}/..`, doNotFollow: { path: "^web/vendor/" } },
};
