// The playground in a real browser. See playground.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createReadStream, existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, beforeEach, afterEach, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";

const site = process.env.SITE;
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const examples = JSON.parse(await readFile(join(site, "examples.json"), "utf8"));
const mistake = "Table Battles: a battle with a mistake";

let browser, server, address, page, complaints, requests;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });
  server = createServer(({ url }, answer) => {
    const name = url === "/" ? "index.html" : url.slice(1);
    const file = join(site, name);
    if (/[/\\]/.test(name) || !existsSync(file)) return void answer.writeHead(404).end();
    answer.writeHead(200, { "content-type": kinds[extname(name)] ?? "text/plain" });
    createReadStream(file).pipe(answer);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${server.address().port}/`;
});
after(async () => {
  await browser.close();
  server.close();
});

beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: true });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: address });
  page = await context.newPage();
  [complaints, requests] = [[], []];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
});
afterEach(async () => {
  await page.context().close();
});

const count = (text) => page.waitForFunction((text) => document.getElementById("count").textContent === text, text);
const faces = (number) => page.waitForFunction((number) => document.querySelectorAll("#faces:not(.old) img").length === number, number);
const chosen = (name) => page.selectOption("#example", name);
const packed = (text) => `#text=${deflateRawSync(text).toString("base64url")}`;
const linked = (files) => address + packed(JSON.stringify(files));
const lines = () => page.locator("#editor .cm-line").allTextContents();
const typed = async (text) => {
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(text);
};
async function shot(name) {
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) });
}

test("every example opens, is without mistakes but one, and has its cards", async () => {
  await page.goto(address);
  for (const name of Object.keys(examples)) {
    await chosen(name);
    if (name === mistake) await count("1 finding");
    else {
      await page.waitForFunction(() => document.querySelectorAll("#faces:not(.old) img").length > 2 && /faces/.test(document.getElementById("cards-said").textContent));
      const worst = await page.evaluate(() => [...document.querySelectorAll("#findings li.error, #findings li.warning")].map((item) => item.textContent));
      assert.deepEqual(worst, [], name);
    }
    await shot(`1200-${name.replace(/\W+/g, "-")}`);
  }
  assert.deepEqual(complaints, []);
  assert.ok(requests.every((url) => url.startsWith(address) || url.startsWith("blob:")), "the page asks nobody else");
});

test("a mistake is shown in the text and fixed by a click, and the cards follow", async () => {
  await page.goto(address);
  await chosen(mistake);
  await count("1 finding");
  await page.locator("#findings button").click();
  await page.locator("#editor .cm-lintRange-error").first().hover();
  await page.locator("#editor .cm-diagnosticAction").click();
  await count("No findings");
  await page.waitForFunction(() => document.querySelectorAll("#faces:not(.old) img").length > 0);
  assert.deepEqual(complaints, []);
});

test("what is said about a slip covers little of the cards, and long lines pass beneath their numbers", async () => {
  await page.setViewportSize({ width: 1200, height: 760 });
  await page.goto(address);
  await chosen("Table Battles: White Mountain");
  await page.waitForFunction(() => document.querySelectorAll("#faces:not(.old) img").length > 2);
  const all = await lines();
  const row = all.findIndex((line) => line.includes("[Imperial Cavalry]"));
  const keys = [...Array(row).fill("ArrowDown"), "Home", "Home", ...Array(all[row].indexOf("Cavalry") + 4).fill("ArrowRight"), "Delete"];
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("Control+Home");
  for (const key of keys) await page.keyboard.press(key);
  await count("1 finding");
  await page.waitForSelector("#faces.old");
  await page.locator("#editor .cm-lintRange-error").first().hover();
  const said = await page.locator(".cm-tooltip-lint").boundingBox();
  assert.ok(said.width < 620, `${said.width} pixels wide`);
  await shot("playground");
  await page.setViewportSize({ width: 400, height: 900 });
  assert.doesNotMatch(await page.locator("#editor .cm-gutters").evaluate((gutters) => getComputedStyle(gutters).backgroundColor), /, 0\)$/);
  await shot("400-playground");
  assert.deepEqual(complaints, []);
});

test("names are completed", async () => {
  await page.goto(address);
  await chosen(mistake);
  await count("1 finding");
  await page.locator("#findings button").click();
  await page.keyboard.type("Sou");
  await page.locator("#editor .cm-completionLabel", { hasText: "Southern Horse" }).click();
  await count("No findings");
});

test("battles are those of the command", async () => {
  await page.goto(address);
  await page.getByRole("tab", { name: "Smoke test" }).click();
  await page.fill("#games", "200");
  await page.locator("#play").click();
  await page.waitForFunction(() => / s$/.test(document.querySelector("#smoke .line span").textContent));
  const shown = await page.locator("#smoke pre").textContent();
  assert.match(shown, /200 battles, random against random/);
  if (process.env.MUSTER) {
    const folder = await mkdtemp(join(tmpdir(), "muster-playground-"));
    await writeFile(join(folder, "white-mountain.yaml"), examples["Table Battles: White Mountain"]["white-mountain.yaml"]);
    const done = spawnSync(process.env.MUSTER, ["smoke", "--games", "200", "white-mountain.yaml"], { cwd: folder, encoding: "utf8" });
    await rm(folder, { recursive: true });
    assert.equal(shown, done.stdout + done.stderr);
  }
  await shot("1200-smoke");
  await page.getByRole("tab", { name: "Balance" }).click();
  await page.locator("#weigh").click();
  await page.locator("#balance .stop").click();
  await page.waitForFunction(() => document.querySelector("#balance .line span").textContent === "stopped");
  await page.fill("#seconds", "2");
  await page.locator("#weigh").click();
  await page.waitForFunction(() => / s$/.test(document.querySelector("#balance .line span").textContent), null, { timeout: 120_000 });
  assert.match(await page.locator("#balance pre").textContent(), /White Mountain/);
  await shot("1200-balance");
});

test("a link brings the text back, and the text stays over a reload", async () => {
  await page.goto(address);
  await chosen(mistake);
  await count("1 finding");
  await page.locator("#share").click();
  await page.waitForFunction(() => /copied/.test(document.getElementById("said").textContent));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  const other = await page.context().newPage();
  await other.goto(link);
  await other.waitForFunction(() => document.getElementById("count").textContent === "1 finding");
  // Somebody else's link takes nothing away that was written before.
  await typed("# mine\n");
  await page.waitForFunction(() => location.hash === "");
  await page.reload();
  await count("1 finding");
  assert.equal((await lines())[0], "# mine");
  await other.close();
  const third = await page.context().newPage();
  await third.goto(linked({ "b.yaml": "system: table-battles\n" }));
  await third.waitForFunction(() => document.getElementById("count").textContent !== "Findings");
  await third.goto("about:blank");
  await third.goto(address);
  await third.waitForFunction(() => document.getElementById("editor").shadowRoot.querySelector(".cm-line")?.textContent === "# mine");
  await third.close();
  // It is not replaced without a question, and afterwards it is there as the earlier text.
  const asked = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return asked.length === 1 ? dialog.dismiss() : dialog.accept();
  });
  const example = Object.keys(examples)[0];
  await chosen(example);
  assert.equal((await lines())[0], "# mine");
  await chosen(example);
  await faces(11);
  await typed("# other\n");
  assert.equal(asked.length, 2);
  await page.reload();
  await chosen("Your earlier text");
  await count("1 finding");
  assert.equal((await lines())[0], "# mine");
});

test("marks and fixes are at the right place, whatever stands before them", async () => {
  const text = examples[mistake]["slip.yaml"];
  for (const before of ["\ufeff", "# ⚔️ – é\n", "# a\r\n# b\r\n"]) {
    await page.goto("about:blank");
    await page.goto(linked({ "slip.yaml": before + text.replaceAll("\n", before.includes("\r") ? "\r\n" : "\n") }));
    await count("1 finding");
    await page.locator("#findings button").click();
    assert.equal(await page.locator("#editor .cm-lintRange-error").first().textContent(), "Sothern Horse");
    await page.locator("#editor .cm-lintRange-error").first().hover();
    await page.locator("#editor .cm-diagnosticAction").click();
    await count("No findings");
    assert.ok((await lines()).some((line) => line.includes("[Southern Horse, Lancers]")));
  }
});

test("many findings are listed in part", async () => {
  await page.goto(linked({ "a.yaml": `system: table-battles\n${Array.from({ length: 4000 }, (_, i) => `key${i}: 1\n`).join("")}` }));
  await page.waitForFunction(() => /and \d+ more/.test(document.getElementById("findings").textContent));
  assert.equal(await page.locator("#findings li").count(), 301);
});

test("a run is stopped, also one that took the place of another, and numbers out of range are refused", async () => {
  await page.goto(address);
  await page.getByRole("tab", { name: "Smoke test" }).click();
  for (const number of ["0", "-5", "", "1.5", "1000000000"]) {
    await page.fill("#games", number);
    await page.locator("#play").click();
    assert.equal(await page.locator("#smoke .line span").textContent(), "from 1 to 100000, please");
  }
  await page.fill("#games", "100000");
  await page.locator("#play").click();
  await page.waitForFunction(() => document.querySelector("#smoke .line span").textContent === "playing …");
  await page.locator("#play").click();
  await page.locator("#smoke .stop:enabled").click();
  await page.waitForFunction(() => document.querySelector("#smoke .line span").textContent === "stopped");
  assert.equal(await page.locator("#smoke pre").textContent(), "");
});

test("the page says why it cannot run", async () => {
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await page.goto(address);
  await page.waitForFunction(() => /WebAssembly is missing/.test(document.getElementById("said").textContent));
});

test("files are saved: the text, and the cards as a PDF", async () => {
  await page.goto(address);
  await faces(11);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#save").click()]);
  assert.equal(saved.suggestedFilename(), "white-mountain.yaml");
  assert.equal(await readFile(await saved.path(), "utf8"), examples["Table Battles: White Mountain"]["white-mountain.yaml"]);
  const [pdf] = await Promise.all([page.waitForEvent("download"), page.locator("#pdf").click()]);
  assert.equal(pdf.suggestedFilename(), "white-mountain.pdf");
  assert.match(await readFile(await pdf.path(), "latin1"), /^%PDF-/);
});

test("hostile links do nothing but say so", async () => {
  const script = "<img src=x onerror=alert(1)><script>alert(1)</script>";
  await page.goto(linked({ "a.yaml": `system: table-battles\nscenario: {name: "${script}", sides: ["${script}"]}\n${script}: 1\n` }));
  await page.waitForFunction(() => document.querySelectorAll("#findings li").length > 0);
  assert.equal(await page.evaluate(() => document.querySelectorAll("#findings img, #findings script, #cards script").length), 0);
  for (const [part, said] of [
    ["#text=%%%", /damaged/],
    ["#text=", /damaged/],
    [packed(Buffer.alloc(50_000_000)), /at most 1 MB/],
    [packed("[1, 2]"), /no battle/],
    [packed(JSON.stringify({ "../../etc/a.yaml": "x" })), /no battle/],
    [packed(JSON.stringify({ "muster.toml": "x" })), /no battle/],
    [packed(JSON.stringify({ "a.yaml": 3 })), /no battle/],
    [packed('{"__proto__": {"a.yaml": "x"}}'), /no battle/],
  ]) {
    await page.goto("about:blank");
    await page.goto(address + part);
    await page.waitForFunction(() => !/^(Loading|$)/.test(document.getElementById("said").textContent));
    assert.match(await page.locator("#said").textContent(), said);
    await page.waitForFunction(() => /finding/i.test(document.getElementById("count").textContent));
  }
  assert.deepEqual(complaints, []);
});

test("it can be read by everybody and used with the keyboard, wide and narrow, light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1200, 400]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto("about:blank");
      await page.goto(linked(examples[mistake]));
      await count("1 finding");
      await page.waitForFunction(() => /faces|not drawn/.test(document.getElementById("cards-said").textContent));
      await page.evaluate(axe);
      const found = await page.evaluate(() => globalThis.axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)));
      assert.deepEqual(found, []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} of ${width}`);
      await shot(`${width}-${colorScheme}`);
    }
  }
  await page.getByRole("tab", { name: "Cards" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-smoke");
  assert.ok(await page.locator("#smoke").isVisible());
});
