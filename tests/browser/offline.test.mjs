// The page of `muster play --html`: opened from the disk, without a server and a network. See run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { chromium } from "playwright-core";

import * as table from "./table.mjs";

const root = new URL("../../", import.meta.url).pathname;
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const scenario = (path) => join(root, "scenarios", path);
const WHITE_MOUNTAIN = scenario("table-battles/white-mountain.yaml");
/** The most bytes of a page that somebody gets by mail. */
const MOST = 6 << 20;
const whole = process.env.WHOLE === "1";

let browser, folder, page, complaints, requests;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });
});
after(() => browser.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "muster-offline-"));
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, acceptDownloads: true });
  await context.setOffline(true);
  page = await context.newPage();
  // The same battles in each run.
  await page.addInitScript(() => (crypto.getRandomValues = (numbers) => numbers.fill(11)));
  [complaints, requests] = [[], []];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  page.on("dialog", (dialog) => dialog.accept());
});
afterEach(async () => {
  await page.context().close();
  await rm(folder, { recursive: true });
});

/** Writes the page of a battle. */
async function written(path, ...more) {
  const file = join(folder, "battle.html");
  execFileSync(process.env.MUSTER, ["play", path, "--html", file, "--force", ...more]);
  return file;
}

/** Opens the page of a battle from the disk. */
async function opened(path, ...more) {
  await page.goto(pathToFileURL(await written(path, ...more)).href);
  await page.locator("#table-turn").waitFor();
}

const headline = () => table.headline(page);
const then = (act) => table.then(page, act);
const turn = () => table.turn(page);

for (const [game, path, most] of [
  ["Table Battles", "table-battles/white-mountain.yaml", whole ? 1000 : 30],
  ["States of Battle", "states-of-battle/whispering-alders.yaml", whole ? 700 : 15],
  ["Tabletop", "tabletop/drowned-stair.yaml", whole ? 400 : 6],
  ["Pub Battles", "pub-battles/weirs-of-ansholm.yaml", whole ? 700 : 15],
]) {
  test(`a battle of ${game} is played in a page from the disk, and its record replays`, async () => {
    await opened(scenario(path));
    assert.ok((await stat(join(folder, "battle.html"))).size < MOST);
    let decisions = 0;
    for (; decisions < most && (await turn()); decisions++) {
      const options = page.locator(".options button");
      await then(() => (decisions % 4 ? options.last() : options.first()).click());
    }
    assert.ok(decisions > 3);
    if (!(await page.locator(".around-map").count())) assert.ok(await page.locator(".line-up img").first().evaluate((image) => image.naturalWidth > 0));
    else assert.ok(await page.locator(".map").evaluate((image) => image.naturalWidth > 0));
    const link = page.getByRole("link", { name: "Save the record" });
    if (await link.count()) await table.replays(page, folder, scenario(path));
    else assert.doesNotMatch(await headline(), / wins, by /, "a battle that is over has a record");
    assert.deepEqual(complaints, []);
    assert.deepEqual(requests.filter((url) => !/^(file|blob|data):/.test(url)), []);
  });
}

test("the battle is there again after a reload, and another one begins", async () => {
  await opened(WHITE_MOUNTAIN);
  for (let decisions = 0; decisions < 5; decisions++) {
    await turn();
    await then(() => page.locator(".options button").first().click());
  }
  await turn();
  const before = await page.locator(".board").innerText();
  await page.reload();
  await page.locator("#table-turn").waitFor();
  await turn();
  assert.equal(await page.locator(".board").innerText(), before);
  await page.getByText("New battle").click();
  await then(() => page.getByRole("button", { name: "Begin a battle" }).click());
  assert.match(await headline(), /^Turn 1/);
});

test("the page is accessible, in light and dark, wide and narrow", async () => {
  await opened(WHITE_MOUNTAIN);
  await turn();
  // The page lets no script of others in: axe comes by the tools of the browser.
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setBypassCSP", { enabled: true });
  await page.reload();
  await turn();
  await table.untilTwoDice(page);
  for (const [colorScheme, width] of [["light", 1400], ["dark", 1400], ["light", 400]]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(300);
    await table.accessible(page, axe);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  }
});

test("a hostile name runs nothing", async () => {
  const file = join(folder, "hostile.yaml");
  const hostile = "</title></script><script>window.hit = 1</script><img src=x onerror=\"window.hit = 2\">{program}";
  const text = await readFile(WHITE_MOUNTAIN, "utf8");
  await writeFile(file, text.replace(/^ {2}name: .*$/m, `  name: '${hostile}'`).replaceAll("Bucquoy", "<img src=y onerror=alert(1)>"));
  await opened(file);
  await turn();
  assert.equal(await page.evaluate(() => window.hit), undefined);
  assert.equal(await page.title(), hostile);
});

/** The program in a page, as its script asks it. */
async function program(html) {
  const carried = (id) => gunzipSync(Buffer.from(html.match(new RegExp(`id="${id}">([^<]*)<`))[1], "base64"));
  const { lay, battles } = JSON.parse(carried("carried"));
  const module = await WebAssembly.compile(carried("program"));
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
  const { exports } = await WebAssembly.instantiate(module, imports);
  const ask = (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const room = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
    const length = exports.answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answered(), length)));
  };
  assert.deepEqual(ask({ do: "lay", ...lay }), {});
  return { ask, sides: battles[0].sides };
}

test("bots play each shipped battle in the page as they do in the terminal, to the byte", async () => {
  let compared = 0;
  for (const game of ["table-battles", "states-of-battle", "tabletop", "pub-battles"]) {
    for (const name of (await readdir(scenario(game))).filter((name) => name.endsWith(".yaml"))) {
      const path = scenario(`${game}/${name}`);
      const html = await written(path).then((file) => readFile(file, "utf8"), () => null);
      // Decks, maps and rosters are no battles.
      if (html === null) continue;
      const { ask, sides } = await program(html);
      const bot = game === "table-battles" ? "greedy" : "random";
      const seats = sides.map(() => bot).join(",");
      assert.deepEqual(ask({ do: "begin", seats, seed: 7 }), {});
      let now = ask({ do: "table" });
      for (; now.next.bot; now = ask({ do: "table" })) assert.deepEqual(ask({ do: "bot", at: now.revision }), {});
      assert.ok(now.next.over, `${name}: ${JSON.stringify(now.next)}`);
      const record = join(folder, `${name}.record.yaml`);
      execFileSync(process.env.MUSTER, ["play", path, "--watch", "--terminal", "--bot", bot, "--seed", "7", "--record", record], { stdio: ["ignore", "ignore", "inherit"] });
      const without = (text) => text.split("\n").filter((line) => !line.startsWith("#")).join("\n").trim();
      // The page cannot know where its record will lie, and names the file alone.
      const kept = (await readFile(record, "utf8")).replace(/^ {2}scenario: .*$/m, `  scenario: ${name}`);
      assert.equal(without(ask({ do: "record" }).record), without(kept), name);
      compared += 1;
    }
  }
  assert.ok(compared >= 20, `${compared} battles`);
});
