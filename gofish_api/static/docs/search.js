// Searches the documentation in the page. The index comes with the first word. Keys: / to search, the arrows to
// choose, Enter to open, Escape to leave.
"use strict";

const MOST_FOUND = 10;
// Words that say nothing about the subject of a question.
const COMMON = new Set(
  "an and are as at be by can do does for from how if in is it many me much my of on or per that the this to was what when where which who why will with you your".split(" "),
);
const LONG = 4000; // characters of a passage
const AROUND = 70; // characters on each side of a word that was found
const root = document.getElementById("search");
const box = root.querySelector("input");
const found = root.querySelector("ol");
const note = root.querySelector("[role=status]");
let index = null;

async function load() {
  const answer = await fetch(root.dataset.index);
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).map(([url, heading, page, text, asked]) => ({ url, heading, page, text, asked }));
}

// A word matches where a word of the text begins with it. A plural finds its singular. A short word is a whole one,
// unless more of it may follow.
const patternOf = (word, isLast = true) => {
  const end = word.length > 3 || isLast ? "" : "s?(?![\\p{L}\\p{N}])";
  return new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/(?<=..)s$/, "").replace(/\W/g, "\\$&")}${end}`, "giu");
};

const isIn = (word, passages) => {
  const pattern = patternOf(word);
  return passages.some(({ url, ...texts }) => Object.values(texts).some((each) => each.search(pattern) >= 0));
};

// How many letters were left out, added, changed or swapped with their neighbour.
function distance(one, other) {
  const rows = [...one, ""].map((_, at) => [at]);
  rows[0] = [...other, ""].map((_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1));
      if (isSwapped) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.length][other.length];
}

// A word of the documentation for one that is in none of it: the nearest, of these the most frequent.
function corrected(word, passages) {
  const most = word.length < 4 ? 0 : word.length < 6 ? 1 : 2;
  if (most === 0 || isIn(word, passages)) return word;
  const counts = new Map();
  for (const { heading, text } of passages) {
    for (const each of `${heading} ${text}`.toLowerCase().match(/\p{L}{4,}/gu) ?? []) {
      if (Math.abs(each.length - word.length) <= most) counts.set(each, (counts.get(each) ?? 0) + 1);
    }
  }
  const near = [...counts]
    .map(([each, count]) => ({ each, count, away: distance(word.toLowerCase(), each) }))
    .filter(({ away }) => away <= most)
    .sort((one, other) => one.away - other.away || other.count - one.count);
  return near[0]?.each ?? word;
}

const countIn = (text, pattern) => text.match(pattern)?.length ?? 0;

// Rare words weigh more, headings and words of questions more than text, and short passages more than long tables.
// Changes of the past come last.
function rank(passages, patterns) {
  const scores = passages.map(() => 0);
  for (const pattern of patterns) {
    const counts = passages.map(
      ({ heading, page, text, asked }) =>
        8 * Math.min(countIn(asked, pattern), 1) +
        8 * Math.min(countIn(heading, pattern), 1) +
        (heading === page ? 5 : 3) * Math.min(countIn(page, pattern), 1) +
        Math.min(countIn(text, pattern), 4) / (0.7 + text.length / LONG),
    );
    const weight = Math.log(1 + passages.length / (1 + counts.filter(Boolean).length)) ** 2;
    counts.forEach((count, at) => (scores[at] += weight * Math.sqrt(count)));
  }
  return passages
    .map((passage, at) => ({ passage, score: scores[at] * (/changelog|\/adr\//.test(passage.url) ? 0.3 : 1) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_FOUND)
    .map(({ passage }) => passage);
}

function made(name, ...children) {
  const element = document.createElement(name);
  element.append(...children);
  return element;
}

// The text around the first word that was found, with every such word marked.
function excerpt(text, patterns) {
  const at = Math.max(0, Math.min(...patterns.map((each) => text.search(each)).filter((each) => each >= 0)));
  const start = Number.isFinite(at) ? Math.max(0, text.lastIndexOf(" ", at - AROUND)) : 0;
  const shown = text.slice(start, start + 3 * AROUND);
  const all = new RegExp(patterns.map(({ source }) => `${source}[\\p{L}\\p{N}]*`).join("|"), "giu");
  const parts = [];
  let from = 0;
  for (const match of shown.matchAll(all)) {
    parts.push(shown.slice(from, match.index), made("mark", match[0]));
    from = match.index + match[0].length;
  }
  return [start > 0 ? "… " : "", ...parts, shown.slice(from), start + shown.length < text.length ? " …" : ""];
}

async function search() {
  const asked = box.value;
  const all = asked.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const telling = all.filter((word) => !COMMON.has(word.toLowerCase()));
  const words = telling.length > 0 ? telling : all;
  try {
    index ??= load();
    const passages = await index;
    if (asked !== box.value) return; // more was typed
    const meant = words.map((word) => corrected(word, passages));
    const patterns = meant.map((word, at) => patternOf(word, at === meant.length - 1));
    const results = words.length > 0 ? rank(passages, patterns) : [];
    found.replaceChildren(
      ...results.map(({ url, heading, page, text }) => {
        const place = heading === page ? [] : [made("small", ` ${page}`)];
        const link = made("a", made("b", heading), ...place, made("span", ...excerpt(text, patterns)));
        link.href = url;
        return made("li", link);
      }),
    );
    if (words.length === 0) note.textContent = "";
    else if (results.length === 0) note.textContent = "Nothing found.";
    else {
      const instead = meant.join(" ") === words.join(" ") ? "" : ` for “${meant.join(" ")}”`;
      note.textContent = `Found: ${results.length}${instead}. Choose with the arrow keys.`;
    }
  } catch {
    index = null;
    note.textContent = "The index could not be loaded. Try again.";
  }
}

function move(event) {
  const stops = [box, ...found.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Escape: 0 }[event.key];
  if (next === undefined || !stops[next]) {
    if (event.key === "Enter" && at === 0) stops[1]?.click();
    return;
  }
  event.preventDefault();
  stops[next].focus();
  if (event.key === "Escape") {
    box.value = "";
    search();
  }
}

box.addEventListener("input", search);
root.addEventListener("keydown", move);
found.addEventListener("click", (event) => {
  // A link within the same page leaves the list open otherwise.
  if (event.target.closest("a")) setTimeout(() => found.replaceChildren(), 0);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  box.focus();
  box.select();
});
root.hidden = false;
if (box.value) search(); // a browser that goes back fills the box
