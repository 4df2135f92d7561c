// Filters the operations, responses and schemas of the reference page, and opens the one that a link leads to.
"use strict";

const filter = document.getElementById("filter");
const entries = [...document.querySelectorAll(".entry")].map((element) => ({
  element,
  text: `${element.id} ${element.querySelector("summary").textContent} ${
    element.closest("section").id
  }`.toLowerCase(),
}));

function show() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { element, text } of entries) {
    element.hidden = !words.every((word) => text.includes(word));
    found += !element.hidden;
  }
  for (const section of document.querySelectorAll("section")) {
    section.hidden = !section.querySelector(".entry:not([hidden])");
  }
  document.getElementById("none").hidden = found > 0;
}

function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest("[hidden]")) {
    filter.value = "";
    show();
  }
  if (target.matches("details")) target.open = true;
  target.scrollIntoView();
}

filter.addEventListener("input", show);
addEventListener("hashchange", open);
if (filter.value) show(); // a browser that goes back fills the box
open();
