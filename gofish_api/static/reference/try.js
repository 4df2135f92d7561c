// Starts Swagger UI with what it lacks: a guest token, streams that show their frames, a filter for operations, samples
// of code, and quick start-up.
"use strict";

const root = document.getElementById("swagger-ui");
const MOST_FRAMES = 100;
const EVENT_STREAM = "text/event-stream";
const guestPath = "/api/v1/accounts/guest";

// Swagger UI resolves references by a general library that reads the whole document for seconds. Every reference of
// this schema points into the schema itself.
function resolved(schema, value, open = []) {
  if (Array.isArray(value)) return value.map((each) => resolved(schema, each, open));
  if (value === null || typeof value !== "object") return value;
  const { $ref, ...others } = value;
  if (typeof $ref !== "string") {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, resolved(schema, each, open)]),
    );
  }
  if (open.includes($ref)) return value; // a schema that contains itself
  return {
    ...resolved(schema, at(schema, $ref), [...open, $ref]),
    ...resolved(schema, others, open),
    $$ref: $ref, // shown as the name
  };
}

function at(schema, reference) {
  const keys = reference.slice("#/".length).split("/");
  return keys.reduce((found, key) => found[key.replace(/~1/g, "/").replace(/~0/g, "~")], schema);
}

const quickStart = () => ({
  fn: {
    resolveSubtree: async (schema, path) => ({
      spec: resolved(schema, path.reduce((found, key) => found?.[key], schema)),
      errors: [],
    }),
  },
  statePlugins: {
    spec: {
      wrapActions: {
        // The schema comes as JSON; the original reads it as YAML, which takes ten times as long.
        parseToJson: (original, system) => (text) =>
          system.specActions.updateJsonSpec(JSON.parse(text ?? system.specSelectors.specStr())),
      },
    },
  },
});

// From 150 operations and tags on, Swagger UI renders only those in view, and neither a search in the page nor a screen
// reader finds the others. So each tag is a list of its own.
const allOperations = () => ({
  wrapComponents: {
    operations: (Operations, { React }) => (props) => {
      const tags = props.specSelectors.taggedOperations();
      return tags.keySeq().toArray().map((tag) => {
        const taggedOperations = () => tags.filter((_, each) => each === tag);
        const specSelectors = { ...props.specSelectors, taggedOperations };
        return React.createElement(Operations, { ...props, specSelectors, key: tag });
      });
    },
  },
});

// The original compares the names of tags only.
const filterOperations = () => ({
  fn: {
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
      const matches = (tag, each) => {
        const { summary, operationId } = each.get("operation").toJS();
        const text = [tag, each.get("method"), each.get("path"), summary, operationId];
        return words.every((word) => text.join(" ").toLowerCase().includes(word));
      };
      return tags
        .map((group, tag) =>
          group.update("operations", (all) => all.filter((each) => matches(tag, each))),
        )
        .filter((group) => group.get("operations").size > 0);
    },
  },
});

// For screen readers: no link within the button that opens an operation, and no level of headings left out.
// Every part is in a landmark, and code that scrolls takes the focus.
const plainNames = () => {
  const within = (name, props, ...before) => (Original, { React }) => (given) =>
    React.createElement(
      name,
      props,
      ...before.map((text) => React.createElement("h2", { key: text, className: "hidden-heading" }, text)),
      React.createElement(Original, given),
    );
  return {
    wrapComponents: {
      DeepLink: (_, { React }) => ({ text }) => React.createElement("span", null, text),
      operations: within("div", null, "Operations"),
      InfoContainer: within("section", { "aria-label": "About the API" }),
      ServersContainer: within("section", { "aria-label": "Server" }),
      FilterContainer: within("section", { "aria-label": "Filter" }),
      HighlightCode: within("div", { className: "code-box", tabIndex: 0 }),
      RequestBody: within("div", { className: "request-body" }),
    },
  };
};

// The page has the samples: the schema does not.
const showSamples = () => {
  const samples = JSON.parse(document.getElementById("samples").textContent);
  const operationOf = (system, { path, method }) =>
    system.specSelectors.specJson().getIn(["paths", path, method, "operationId"]);
  return {
    wrapComponents: {
      responses: (Original, system) => (props) => {
        const make = system.React.createElement;
        const shown = (samples[operationOf(system, props)] ?? []).map(([title, code]) =>
          make(
            "details",
            { key: title },
            make("summary", null, title),
            make("pre", { tabIndex: 0 }, code),
          ),
        );
        const heading = make("h4", null, "Samples");
        return make(
          system.React.Fragment,
          null,
          make("div", { className: "samples" }, heading, ...shown),
          make(Original, props),
        );
      },
    },
  };
};

// The original waits for the end of an answer, which a stream does not have.
const showFrames = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        executeRequest: (original, system) => (request) => {
          const path = ["paths", request.pathName, request.method, "responses", "200", "content"];
          const isStream = system.specSelectors.specJson().hasIn([...path, EVENT_STREAM]);
          return original(isStream ? { ...request, fetch: reader(system, request) } : request);
        },
      },
    },
  },
});

const bar = document.getElementById("stream");
let running = null;
bar.querySelector("button").addEventListener("click", () => running?.abort());

function reader(system, { pathName, method }) {
  return async (request) => {
    const sent = (await request.requestInterceptor?.(request)) ?? request;
    running?.abort(); // one stream at a time
    const stop = (running = new AbortController());
    const started = Date.now();
    const answer = await fetch(sent.url, {
      method: sent.method,
      headers: { ...sent.headers, Accept: `${EVENT_STREAM}, application/problem+json` },
      cache: "no-store",
      signal: stop.signal,
    });
    const shown = (text) => ({
      ok: answer.ok,
      url: answer.url,
      status: answer.status,
      statusText: answer.statusText,
      headers: Object.fromEntries(answer.headers),
      text,
      data: text,
      duration: Date.now() - started,
    });
    if (!answer.headers.get("content-type")?.startsWith(EVENT_STREAM)) {
      return ended(shown(await answer.text()));
    }
    const frames = [];
    let rest = "";
    let count = 0;
    const show = (note) => {
      bar.hidden = false;
      bar.firstElementChild.textContent = `${pathName}: ${count} frames${note}`;
      return shown(frames.join("\n\n") + (frames.length ? "\n" : ""));
    };
    system.specActions.setResponse(pathName, method, show(""));
    try {
      for await (const text of texts(answer.body)) {
        const parts = (rest + text).split(/\r?\n\r?\n/);
        rest = parts.pop();
        count += parts.length;
        frames.push(...parts.filter((each) => each.trim()));
        frames.splice(0, Math.max(0, frames.length - MOST_FRAMES));
        system.specActions.setResponse(pathName, method, show(""));
      }
    } catch (error) {
      if (error.name !== "AbortError") return ended(show(`, ${error.message}`));
    }
    return ended(show(""));
  };

  function ended(response) {
    bar.hidden = true;
    return response;
  }
}

async function* texts(body) {
  const lines = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await lines.read();
    if (done) return;
    yield value;
  }
}

// A guest account for trying: its token stays in this page.
const guest = document.getElementById("guest");
const [getToken, note] = guest.children;
guest.hidden = false;
getToken.addEventListener("click", async () => {
  getToken.disabled = true;
  try {
    const answer = await fetch(guestPath, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    const made = await answer.json();
    if (!answer.ok) throw new Error(made.detail);
    window.ui.preauthorizeApiKey("bearer", made.token.secret);
    note.textContent = `You are ${made.account.username}. Requests of this page send its token.`;
  } catch (error) {
    note.textContent = `No token: ${error.message}`;
  } finally {
    getToken.disabled = false;
  }
});

// The box of a body has no label of its own.
new MutationObserver(() => {
  for (const box of root.querySelectorAll("textarea:not([aria-label])")) box.setAttribute("aria-label", "Value");
}).observe(root, { childList: true, subtree: true });

window.ui = SwaggerUIBundle({
  url: root.dataset.schema,
  dom_id: "#swagger-ui",
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [quickStart, filterOperations, allOperations, showFrames, showSamples, plainNames],
  layout: "BaseLayout",
  requestInterceptor: (request) => {
    if (request.loadSpec) request.headers.Accept = "application/json";
    return request;
  },
  deepLinking: true,
  filter: true,
  defaultModelsExpandDepth: -1, // 200 schemas below the operations; /api/redoc lists them
  onComplete: () => {
    getToken.disabled = false;
    document.getElementById("servers")?.setAttribute("aria-label", "Server");
    const box = document.querySelector(".operation-filter-input");
    if (box) {
      box.placeholder = "Filter by path, name or word";
      box.setAttribute("aria-label", box.placeholder);
    }
  },
});
