// Run the JavaScript files whose names come on standard input, a line each; answer each with a line, `ok` or `failed`.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const answer = console.log;
console.log = console.error;
for await (const line of createInterface({ input: process.stdin })) {
  try {
    await import(pathToFileURL(line));
    answer("ok");
  } catch (error) {
    console.error(error);
    answer("failed");
  }
}
