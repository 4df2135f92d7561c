/**
 * Write the bundles of the web client, and the digests of the files that they are made of.
 *
 *     node clients/bundle_web.mjs [FOLDER]
 *
 * The folder is `bundles/` if none is given. The same sources give the same bytes. The server serves
 * the bundles while the digests in `sources.json` are those of the sources, otherwise the sources:
 * see `gofish_api/static_files.py`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rollup } from "@rollup/wasm-node";
import { minify } from "terser";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const BUNDLED = join(ROOT, "bundles");
const PAGE = "web/index.html";
const MAIN = "web/main.js";
/** What the page loads by itself, besides. */
const EARLY = "web/shell/early.js";

/**
 * The bundles, and the modules of each. A bundle also has what these import and no bundle above it
 * has. A player loads the first three.
 * @type {[string, RegExp][]}
 */
const BUNDLES = [
  ["early", /^web\/shell\/early\.js$/],
  ["main", /^web\/(main|start\/home|shell\/\w+)\.js$/],
  ["table", /^web\/table\//],
  ["start", /^web\/start\//],
  ["watch", /^web\/(watch|replay)\/\w+\.js$/],
  ["analysis", /^web\/replay\/analysis\//],
  ["account", /^web\/account\//],
  ["ratings", /^web\/ratings\//],
  ["hosting", /^web\/hosting\//],
  ["tournaments", /^web\/tournaments\//],
  ["classes", /^web\/classes\//],
];
/** The areas of the texts of a language that are loaded together; all others are in a file of their own. */
const TEXTS = {
  "": ["common", "start", "ratings"],
  "-table": ["table", "watch", "cards", "events", "learn"],
  "-pairs": ["pairs", "child"],
};

/** @param {string} file @returns {string} */
const read = (file) => readFileSync(join(ROOT, file), "utf8");
/** @param {string} path @returns {string} the path in the repository */
const nameOf = (path) => relative(ROOT, path).replaceAll("\\", "/");
/** @param {string | Buffer} content */
const digest = (content) => createHash("sha256").update(content).digest("hex");

// --- modules ---------------------------------------------------------------------------------------

/** `new URL("x", import.meta.url)`, or with backquotes; after the first step with the path in the repository. */
const FILE = /new URL\((["`])([^"`]+)\1, import\.meta\.url\)/g;
const CHOSEN = /import\(`([^`]*\$\{[^`]*)`\)/g;

/** Resolves the addresses of files, and lists the modules of which one is chosen by its name. */
const addresses = {
  name: "addresses",
  /** @param {string} code @param {string} id */
  transform(code, id) {
    const folder = posix.dirname(nameOf(id));
    const named = code.replace(FILE, (_, quote, file) => `new URL(${quote}@${posix.join(folder, file)}${quote}, import.meta.url)`);
    return { code: named.replace(CHOSEN, (_, pattern) => `(${listed(folder, pattern)})[\`${pattern}\`]()`), map: null };
  },
};

/** @param {string} folder @param {string} pattern such as `./${name}/${area}.js` */
function listed(folder, pattern) {
  const shape = new RegExp(`^${pattern.split(/\$\{\w+\}/).map(escaped).join("[^/]+")}$`);
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `./${file.replaceAll("\\", "/")}`)
    .filter((file) => shape.test(file))
    .sort();
  return `{${files.map((file) => `"${file}": () => import("${file}")`).join(", ")}}`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * Return the bundle of each module.
 * @param {import("@rollup/wasm-node").GetModuleInfo} info @param {Iterable<string>} ids
 */
function assigned(info, ids) {
  const modules = [...ids].sort();
  /** @type {Map<string, string>} */
  const bundles = new Map();
  /** @param {string} id @param {string} bundle */
  const assign = (id, bundle) => {
    if (bundles.has(id)) return;
    bundles.set(id, bundle);
    for (const imported of info(id)?.importedIds ?? []) assign(imported, bundle);
  };
  for (const [bundle, pattern] of BUNDLES) {
    for (const id of modules) if (pattern.test(nameOf(id))) assign(id, bundle);
  }
  for (const id of modules) assign(id, textBundle(nameOf(id)) ?? posix.basename(nameOf(id), ".js"));
  return bundles;
}

/** @param {string} name */
function textBundle(name) {
  const [, language, area = ""] = name.match(/^web\/text\/(\w+)\/(\w+)\.js$/) ?? [];
  if (!language) return null;
  return language + (Object.entries(TEXTS).find(([, areas]) => areas.includes(area))?.[0] ?? "-more");
}

// --- stylesheets and the page ----------------------------------------------------------------------

/** @param {string[]} files */
function stylesheet(files) {
  return files
    .map((file) => {
      const text = read(file).replace(/\/\*[^]*?\*\//g, "").replace(/\s*\n\s*/g, "\n").trim();
      if (/@import|url\((?!"data:)/.test(text)) throw new Error(`${file} refers to another file`);
      return text;
    })
    .join("\n");
}

const STYLE = /^ *<link rel="stylesheet" href="@app\/([^"]+)">\n/gm;

/** The page that loads the first bundle. */
function page() {
  const shell = read(PAGE).replace(/^ *<link rel="modulepreload"[^>]*>\n/gm, "").replace(STYLE, "");
  const style = '<link rel="stylesheet" href="@app/bundles/main.css">\n    <script';
  return shell.replace("<script", style).replace(`@app/${EARLY}`, "@app/bundles/early.js").replace(`@app/${MAIN}`, "@app/bundles/main.js");
}

// --- files -----------------------------------------------------------------------------------------

/** Return the files of the client and their digests. */
function sources() {
  const folders = ["web", "clients/javascript/src"];
  const found = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => posix.join(folder, name.replaceAll("\\", "/"))),
  );
  const files = found.filter((name) => [".js", ".css"].includes(extname(name)) && !posix.basename(name).startsWith("."));
  files.push(PAGE, "examples/verify_deal.mjs");
  return Object.fromEntries(files.sort().map((name) => [name, digest(readFileSync(join(ROOT, name)))]));
}

/** @returns {Promise<Map<string, string>>} the content of each file of the folder */
async function built() {
  /** @type {Map<string, string> | undefined} */
  let bundles;
  const graph = await rollup({ input: join(ROOT, MAIN), external: /^node:/, plugins: [addresses], onwarn: fail });
  const { output } = await graph.generate({
    format: "es",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    generatedCode: "es2015",
    manualChunks: (id, { getModuleInfo, getModuleIds }) => (bundles ??= assigned(getModuleInfo, getModuleIds())).get(id),
  });
  await graph.close();
  const order = [...BUNDLES.map(([name]) => name), ...new Set(bundles?.values())];
  const chunks = output.filter((chunk) => chunk.type === "chunk");
  chunks.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));

  /** @type {Map<string, string>} the bundle of each stylesheet: the first that needs it */
  const styles = new Map([...read(PAGE).matchAll(STYLE)].map(([, file = ""]) => [file, "main"]));
  for (const { code, name } of chunks) {
    for (const [, , file = ""] of code.matchAll(FILE)) {
      // The first bundle only requests early what another one needs.
      if (name !== "early" && file.endsWith(".css") && !styles.has(file.slice(1))) styles.set(file.slice(1), name);
    }
  }
  /** @type {Map<string, string>} */
  const files = new Map([["index.html", page()]]);
  for (const { code, fileName } of chunks) {
    const placed = code.replace(FILE, (_, quote, file) => {
      const style = styles.get(file.slice(1));
      const module = bundles?.get(join(ROOT, file.slice(1)));
      const bundled = (style && `./${style}.css`) ?? (module && `./${module}.js`);
      return `new URL(${quote}${bundled ?? `../${file.slice(1)}`}${quote}, import.meta.url)`;
    });
    const { code: small } = await minify(placed, { module: true, ecma: 2020, compress: { passes: 2 }, format: { comments: /^!/ } });
    files.set(fileName, `${small}\n`);
  }
  for (const bundle of new Set(styles.values())) {
    const own = [...styles].filter(([, of]) => of === bundle).map(([file]) => file);
    files.set(`${bundle}.css`, `${stylesheet(own)}\n`);
  }
  return files;
}

/** @param {import("@rollup/wasm-node").RollupLog} warning @returns {never} */
function fail(warning) {
  throw new Error(warning.message);
}

const files = await built();
const bundles = Object.fromEntries([...files].sort().map(([name, content]) => [name, digest(content)]));
files.set("sources.json", `${JSON.stringify({ sources: sources(), bundles }, null, 1)}\n`);
const folder = process.argv[2] ?? BUNDLED;
mkdirSync(folder, { recursive: true });
if (folder === BUNDLED) for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name));
for (const [name, content] of files) writeFileSync(join(folder, name), content);
