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
const linked = (files) => `${address}#${deflateRawSync(JSON.stringify(files)).toString("base64url")}`;
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
  await page.waitForFunction(() => / s$/.test(document.querySelector("#smoke span").textContent));
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
  await page.waitForFunction(() => document.querySelector("#balance span").textContent === "stopped");
  await page.fill("#seconds", "2");
  await page.locator("#weigh").click();
  await page.waitForFunction(() => / s$/.test(document.querySelector("#balance span").textContent), null, { timeout: 120_000 });
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
  await other.close();
  await page.goto(address);
  await page.reload();
  await count("1 finding");
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
    ["%%%", /damaged/],
    [deflateRawSync(Buffer.alloc(50_000_000)).toString("base64url"), /more than 1 MB/],
    [deflateRawSync("[1, 2]").toString("base64url"), /no battle/],
    [deflateRawSync(JSON.stringify({ "../../etc/a.yaml": "x" })).toString("base64url"), /no battle/],
    [deflateRawSync(JSON.stringify({ "muster.toml": "x" })).toString("base64url"), /no battle/],
    [deflateRawSync(JSON.stringify({ "a.yaml": 3 })).toString("base64url"), /no battle/],
    [deflateRawSync('{"__proto__": {"a.yaml": "x"}}').toString("base64url"), /no battle/],
  ]) {
    await page.goto("about:blank");
    await page.goto(`${address}#${part}`);
    await page.waitForFunction(() => document.getElementById("said").textContent !== "");
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
