// Numbers, plurals and lists in texts are those of `Intl`, also where they do without it.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { documentElement: {} };
Object.defineProperty(globalThis, "navigator", { value: { languages: ["fr", "es-MX"] } });
const { chooseLocale, LANGUAGES, listText, loadTexts, numberText, t } = await import("../../../web/text/text.js");
const { tableText } = await import("../../../web/shell/download.js");

const NUMBERS = [...Array(1100).keys(), 12_345, 1_000_000, 2.5, -3];

for (const language of Object.keys(LANGUAGES)) {
  test(`numbers, plurals and lists in ${language} are those of Intl`, async () => {
    await chooseLocale(language);
    await loadTexts("table");
    const { default: texts } = await import(`../../../web/text/${language}/table.js`);
    const [plurals, numbers, lists] = [Intl.PluralRules, Intl.NumberFormat, Intl.ListFormat].map((Kind) => new Kind(language));

    for (const count of NUMBERS) {
      const entry = texts.cards[plurals.select(count)] ?? texts.cards.other;
      assert.equal(numberText(count), numbers.format(count));
      assert.equal(t("table.cards", { count }), entry.replace("{count}", numbers.format(count)));
    }
    for (const items of [[], ["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Cleo"]]) {
      assert.equal(listText(items), lists.format(items));
    }
  });
}

test("what is no language, also in damaged preferences, is that of the browser", async () => {
  for (const wanted of ["constructor", "__proto__", "xx", 5, {}, null]) {
    await chooseLocale(wanted);
    assert.equal(document.documentElement.lang, "es", `${wanted}`);
  }
});

test("a table opens in the spreadsheets of each language", async () => {
  const files = { en: '"Bücher","a ""b"""\r\n-2.5,1200\r\n', de: '"Bücher";"a ""b"""\r\n-2,5;1200\r\n', es: '"Bücher";"a ""b"""\r\n-2,5;1200\r\n' };
  for (const [language, file] of Object.entries(files)) {
    await chooseLocale(language);
    assert.equal(tableText([["Bücher", 'a "b"'], [-2.5, 1200]]), `\ufeff${file}`);
  }
});

test("a name that begins like a formula is text in a spreadsheet", async () => {
  await chooseLocale("en");
  for (const name of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1+1", "\u200b=1"]) {
    assert.equal(tableText([[name]]), `\ufeff"'${name}"\r\n`);
  }
  assert.equal(tableText([["Ann = Bob"]]), '\ufeff"Ann = Bob"\r\n');
});
