// Starts Swagger UI with a guest's token and plugins that make it quick, searchable and accessible.

const root = document.getElementById("swagger-ui");
const [getToken, note] = document.getElementById("guest").children;

// The original resolver reads the whole schema for seconds. All references of this one are to its components.
const at = (schema, path) => path.reduce((found, key) => found?.[key], schema);
function resolved(schema, value, open = []) {
  if (Array.isArray(value)) return value.map((each) => resolved(schema, each, open));
  if (value === null || typeof value !== "object") return value;
  const { $ref, ...others } = value;
  if (open.includes($ref)) return value; // a schema that contains itself
  const own = Object.fromEntries(Object.entries(others).map(([key, each]) => [key, resolved(schema, each, open)]));
  const target = () => resolved(schema, at(schema, $ref.slice(2).split("/")), [...open, $ref]);
  return $ref ? { ...target(), ...own, $$ref: $ref } : own;
}
const resolveSubtree = async (schema, path) => ({ spec: resolved(schema, at(schema, path)), errors: [] });

// The original compares the names of tags only.
const opsFilter = (tags, phrase) => {
  const words = phrase.toLowerCase().split(/\s+/);
  const matches = (each, tag, { summary, operationId } = each.get("operation").toJS()) =>
    words.every((word) => `${tag} ${each.get("path")} ${summary} ${operationId}`.toLowerCase().includes(word));
  const kept = tags.map((group, tag) => group.update("operations", (all) => all.filter((each) => matches(each, tag))));
  return kept.filter((group) => group.get("operations").size);
};

// From 150 operations on, Swagger UI shows only those in view, which no search finds: each tag is a list of its own.
const byTag = (Operations, { React: { createElement } }) => (props) => {
  const tags = props.specSelectors.taggedOperations();
  const only = (tag) => ({ ...props.specSelectors, taggedOperations: () => tags.filter((_, each) => each === tag) });
  const lists = [...tags.keys()].map((key) => createElement(Operations, { ...props, key, specSelectors: only(key) }));
  return [createElement("h2", { key: "", className: "hidden-heading" }, "Operations"), ...lists];
};

// For assistive programs: every part is in a landmark, what scrolls takes the focus, and no link is within a button.
const within = (tag, props) => (Part, { React: { createElement } }) => (given) =>
  createElement(tag, props, createElement(Part, given));
const wrapComponents = {
  operations: byTag,
  DeepLink: (_, { React }) => ({ text }) => React.createElement("span", null, text),
  InfoContainer: within("section", { "aria-label": "About the API" }),
  ServersContainer: within("section", { "aria-label": "Server", hidden: true }), // there is one
  FilterContainer: within("section", { "aria-label": "Filter" }),
};
new MutationObserver(() => {
  for (const code of root.querySelectorAll("pre.microlight")) code.tabIndex = 0;
  for (const part of root.querySelectorAll("textarea, .filter input, table[role=region]"))
    part.ariaLabel ??= (part.placeholder &&= "Filter by path, name or word") || part.id || "Value";
}).observe(root, { childList: true, subtree: true });

// A stream has no end: its answer is what comes in five seconds.
async function firstFrames(url, request) {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(5000) });
  const frames = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const read = ({ value, done }) => done || ((text += value), frames.read().then(read));
  await frames.read().then(read).catch(() => undefined);
  return new Response(text, answer);
}

getToken.addEventListener("click", async () => {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/v1/accounts/guest", { method: "POST", headers, body: "{}" });
  const made = await answer.json();
  if (answer.ok) window.ui.preauthorizeApiKey("bearer", made.token.secret);
  note.textContent = answer.ok ? `You are ${made.account.username}. This page sends the token.` : made.detail;
  getToken.disabled = answer.ok;
});

const spec = await (await fetch(root.dataset.schema, { headers: { Accept: "application/json" } })).json();
window.ui = SwaggerUIBundle({
  spec, domNode: root, layout: "BaseLayout", presets: [SwaggerUIBundle.presets.apis],
  plugins: [{ fn: { resolveSubtree, opsFilter }, wrapComponents }],
  requestInterceptor: (request) =>
    request.headers.accept === "text/event-stream" ? { ...request, userFetch: firstFrames } : request,
  deepLinking: true, filter: true, tryItOutEnabled: true, defaultModelsExpandDepth: -1,
  onComplete: () => { getToken.disabled = false; },
});
