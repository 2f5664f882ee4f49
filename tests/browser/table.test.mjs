// `muster play` in a real browser: whole battles of every game, by clicks and by keys. See run.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { chromium } from "playwright-core";

import * as table from "./table.mjs";

const root = new URL("../../", import.meta.url).pathname;
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const scenario = (path) => join(root, "scenarios", path);
const WHITE_MOUNTAIN = scenario("table-battles/white-mountain.yaml");

let browser, folder, page, server, complaints;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });
});
after(() => browser.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "muster-table-"));
  page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => dialog.accept());
});
afterEach(async () => {
  await page.close();
  server?.kill();
  await rm(folder, { recursive: true });
});

/** Opens the table with a battle on it. */
async function opened(path, ...more) {
  server = spawn(process.env.MUSTER, ["play", path, "--no-open", "--seed", "11", ...more], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const address = await new Promise((heard) => createInterface({ input: server.stdout }).once("line", heard));
  await page.goto(address);
  await page.locator("#table-turn").waitFor();
}

const headline = () => table.headline(page);
const revision = () => table.revision(page);
const isIdle = () => !document.querySelector("#cards").hasAttribute("aria-busy");
const then = (act) => table.then(page, act);
const turn = () => table.turn(page);
const replays = (path) => table.replays(page, folder, path);
const accessible = () => table.accessible(page, axe);

test("a whole battle of Table Battles is played by clicks on cards and options, against a bot", async () => {
  await opened(WHITE_MOUNTAIN, "--side", "Imperials & Catholic League");
  for (let decisions = 0; await turn(); decisions++) {
    assert.ok(decisions < 1000);
    const cards = page.locator(".piece.can");
    // The first click on a card shows what it can do, the second does it where that is one thing; of several the last is chosen.
    if (await cards.count()) {
      await cards.last().click();
      await page.locator(".piece.picked").waitFor();
      if ((await page.locator(".options button").count()) === 1) {
        await then(() => page.locator(".piece.picked").click());
        continue;
      }
    }
    await then(() => page.locator(".options button").last().click());
  }
  assert.deepEqual(complaints, []);
  await replays(WHITE_MOUNTAIN);
});

test("a whole battle is played with keys alone, and what was decided is taken back", async () => {
  await opened(WHITE_MOUNTAIN, "--side", "Imperials & Catholic League");
  await turn();
  const before = await page.locator(".board").innerText();
  await then(() => page.keyboard.press("1"));
  await turn();
  await then(() => page.getByRole("button", { name: "Take back" }).press("Enter"));
  await turn();
  assert.equal(await page.locator(".board").innerText(), before);
  assert.match(await page.locator("#log").textContent(), /a decision was taken back/);
  for (let decisions = 0; await turn(); decisions++) {
    assert.ok(decisions < 2000);
    const options = await page.locator(".options button").count();
    await then(() => page.keyboard.press(String(Math.min(options, 9))));
  }
  assert.match(await headline(), / wins, by | is drawn, by /);
});

test("a hint is marked, reasons are said, and odds are shown for the card that is picked", async () => {
  await opened(WHITE_MOUNTAIN, "--side", "Imperials & Catholic League");
  await turn();
  await page.getByRole("button", { name: "Hint" }).click();
  assert.match(await page.locator(".options .hinted").textContent(), /\(greedy thinks this best\)$/);
  await page.locator(".piece[data-key='piece 3A']").click();
  assert.match(await page.locator(".refused").textContent(), /3A Catholic League Foot: attack: no dice lie on.*\(TB-6\.1\)/);
  await page.getByText("Odds of 3A").click();
  await page.locator(".panel table").waitFor();
});

test("how to play is a click away, a clause opens where it is named, and what happened since is told", async () => {
  await opened(WHITE_MOUNTAIN, "--side", "Imperials & Catholic League");
  await turn();
  await page.getByRole("button", { name: "How to play" }).click();
  assert.match(await page.locator("#in-short ul").innerText(), /You win when the enemy has no morale cubes left/);
  await page.locator("#question .clause").click();
  await page.locator("dt:focus").waitFor();
  assert.match(await page.locator("dt:focus").textContent(), /^TB-\d+\.\d+$/);
  const now = () => page.locator(".now").innerText();
  for (let decisions = 0; decisions < 9 && !/Since your last move/.test(await now()); decisions++) {
    await then(() => page.locator(".options button").first().click());
    await turn();
  }
  assert.match(await now(), /Since your last move\n.*The Bohemian Revolt/s);
  await page.getByLabel("Show what the bot thinks").check();
  await page.locator("#thoughts table").waitFor();
  // A hint is what the bot thinks best.
  const best = await page.locator("#thoughts td").first().textContent();
  await page.getByRole("button", { name: "Hint" }).click();
  assert.ok((await page.locator(".options .hinted").textContent()).startsWith(best));
  assert.deepEqual(complaints, []);
});

test("on a phone what can be done stays in sight of the cards", async () => {
  await opened(WHITE_MOUNTAIN, "--side", "Imperials & Catholic League");
  await page.setViewportSize({ width: 400, height: 850 });
  await turn();
  await page.evaluate(() => window.scrollTo(0, 200));
  const inSight = () => page.locator(".options button").first().evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight);
  assert.ok(await inSight());
  await then(() => page.locator(".options button").first().click());
  await turn();
  assert.ok(await inSight());
});

// To their end they take some minutes: WHOLE=1.
const whole = process.env.WHOLE === "1";
for (const [game, path, most] of [
  ["States of Battle", "states-of-battle/whispering-alders.yaml", whole ? 700 : 40],
  ["Tabletop", "tabletop/drowned-stair.yaml", whole ? 400 : 40],
  ["Pub Battles", "pub-battles/weirs-of-ansholm.yaml", whole ? 700 : 40],
]) {
  test(`${whole ? "a whole battle" : "a battle"} of ${game} is played with open hands, and its record replays`, async () => {
    await opened(scenario(path));
    const open = page.getByRole("button", { name: "Play with open hands" });
    if (await open.count()) await then(() => open.click());
    for (let decisions = 0; (await turn()) && (whole || decisions < most); decisions++) {
      assert.ok(decisions < most, `${decisions} decisions`);
      // Now by a click on the map, now by an option: the first mostly ends something.
      const spot = decisions % 5 === 4 ? page.locator(".spot") : null;
      if (spot && (await spot.count())) {
        await spot.first().click({ force: true });
        await page.waitForFunction(isIdle);
        continue;
      }
      const options = page.locator(".options button");
      await then(() => (decisions % 4 ? options.last() : options.first()).click());
    }
    assert.deepEqual(complaints, []);
    await replays(scenario(path));
  });
}

test("the other side's hand is covered between decisions, and not on the page", async () => {
  await opened(scenario("states-of-battle/field-of-two-larks.yaml"));
  let seats = 0;
  for (let decisions = 0; decisions < 60; decisions++) {
    await turn();
    const seat = page.locator("[data-key=seat]");
    if (await seat.count()) {
      assert.equal(await page.locator(".game, #log").count(), 0);
      await seat.click();
      await page.locator(".options button").first().waitFor();
      seats += 1;
    }
    await then(() => page.locator(".options button").first().click());
  }
  assert.ok(seats > 2, "the seat was changed");
});

test("bots are watched move by move", async () => {
  await opened(WHITE_MOUNTAIN, "--watch");
  await page.getByLabel("Bots go on by themselves").uncheck();
  await page.waitForFunction(isIdle);
  const was = await revision();
  await then(() => page.getByRole("button", { name: "Next move" }).click());
  assert.ok((await revision()) > was);
  const still = await revision();
  await page.waitForTimeout(1000);
  assert.equal(await revision(), still, "nothing goes on by itself");
});

test("the scenario changes while it is played", async () => {
  const file = join(folder, "battle.yaml");
  const text = await readFile(WHITE_MOUNTAIN, "utf8");
  await writeFile(file, text);
  await opened(file);
  for (let decisions = 0; decisions < 6 && (await turn()); decisions++) await then(() => page.locator(".options button").first().click());
  await writeFile(file, text.replace("strength: 4", "strength: 5"));
  const change = page.getByRole("button", { name: "Replay the record by the new rules" });
  await change.waitFor();
  await then(() => change.click());
  assert.match(await page.locator(".finding").textContent(), /of the record were played again/);
});

test("the table is accessible, in light and dark, wide and narrow", async () => {
  for (const path of ["table-battles/white-mountain.yaml", "tabletop/corn-monday.yaml"]) {
    await opened(scenario(path));
    await turn();
    if (path.startsWith("table-battles")) await table.untilTwoDice(page);
    for (const [colorScheme, width] of [["light", 1400], ["dark", 1400], ["light", 400]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.waitForTimeout(300);
      await accessible();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    }
    server.kill();
  }
});
