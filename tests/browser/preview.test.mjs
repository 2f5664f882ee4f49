// What the page of `muster preview` does, in a real browser. See run.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { after, before, beforeEach, afterEach, test } from "node:test";
import { chromium } from "playwright-core";

const root = new URL("../../", import.meta.url).pathname;
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const original = await readFile(join(root, "scenarios/table-battles/white-mountain.yaml"), "utf8");

// The words of one card alone.
const edited = original.replace("Schlick's Moravians", "Schlick's horse");

// A battle in which nobody can be hurt.
const endless = await readFile(join(root, "tests/it/for-ever.yaml"), "utf8");

let browser, folder, file, server, page, requests, complaints;

/** Starts the preview of the folder; resolves to its address. */
async function start(environment = {}, ...more) {
  const program = spawn(process.env.MUSTER, ["preview", folder, "--no-open", ...more], { env: { ...process.env, ...environment }, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value;
  return { address: await line(), line, input: program.stdin, stop: () => new Promise((ended) => { program.once("exit", ended); program.kill(); }) };
}

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });
});
after(() => browser.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "muster-preview-"));
  file = join(folder, "battle.yaml");
  await writeFile(file, original);
  server = await start();
  page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  [requests, complaints] = [[], []];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
});
afterEach(async () => {
  await page.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Opens the page and waits until every card has its picture. */
async function opened(address = server.address) {
  await page.goto(address);
  await drawn();
}
async function drawn() {
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll(".card img")];
    return pictures.length > 0 && pictures.every((picture) => picture.naturalWidth > 1 && picture.src.includes(picture.dataset.source));
  });
}
const sources = () => page.$$eval(".card", (cards) => Object.fromEntries(cards.map((card) => [card.querySelector(".name").textContent, card.querySelector("img").dataset.source])));
/** In the page: the picture of one card is another than this. */
const changed = (before) => [...document.querySelectorAll(".card")].some((card) => card.querySelector(".name").textContent.startsWith("10A Schlick") && card.querySelector("img").dataset.source !== before);
const single = () => page.locator("#single");

test("every card is shown, and nothing else is asked for", async () => {
  await opened();
  assert.equal(await page.locator(".card").count(), 11);
  assert.match(await page.locator("#status").textContent(), /^11 cards, no findings$/);
  const origin = new URL(server.address).origin;
  assert.deepEqual(requests.filter((url) => !url.startsWith(origin + "/")), []);
  assert.deepEqual(complaints, []);
});

test("a saved edit changes its card and no other, and the page keeps its place", async () => {
  await page.setViewportSize({ width: 500, height: 500 });
  await opened();
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.locator(".card button.face").nth(4).focus();
  const [earlier, scroll] = [await sources(), await page.evaluate(() => window.scrollY)];
  await writeFile(file, edited);
  await page.waitForFunction(changed, earlier["10A Schlick"]);
  await drawn();
  const later = await sources();
  assert.deepEqual(Object.keys(later).filter((name) => earlier[name] !== later[name]), ["10A Schlick"]);
  assert.equal(await page.evaluate(() => window.scrollY), scroll);
  assert.equal(await page.evaluate(() => document.activeElement.className), "face");
});

test("findings stand beside their card and at their place; a mistake keeps the cards as they were", async () => {
  await opened();
  await writeFile(file, original.replace("type: attack", "type: atack"));
  await page.locator(".card.stale").first().waitFor();
  assert.match(await page.locator("#status").textContent(), /1 error/);
  assert.match(await page.locator(".card .notes .error").textContent(), /atack.*battle\.yaml:\d+:\d+/s);
  await page.click("[data-view=findings]");
  const finding = page.locator(".finding.error");
  assert.match(await finding.textContent(), /battle\.yaml:\d+:\d+/);
  await writeFile(file, original);
  await page.waitForFunction(() => document.querySelector("#count").textContent === "0");
  await page.click("[data-view=cards]");
  assert.equal(await page.locator(".card.stale").count(), 0);
});

test("nothing moves while a file has a mistake", async () => {
  await writeFile(join(folder, "hastings.yaml"), await readFile(join(root, "scenarios/table-battles/hastings.yaml"), "utf8"));
  await opened();
  await page.locator(".card", { hasText: "Archers" }).waitFor();
  await page.locator(".card", { hasText: "Hohenlohe" }).scrollIntoViewIfNeeded();
  const places = () => page.$$eval(".card", (cards) => [scrollY, document.querySelector("#title").textContent, ...cards.map((card) => `${card.querySelector(".name").firstChild.textContent} ${Math.round(card.offsetTop)}`)]);
  const before = await places();
  for (const broken of [`${original}\n\t- [`, original.replace("system: table-battles", "system: table-batles")]) {
    await writeFile(file, broken);
    await page.locator(".card.stale", { hasText: "Hohenlohe" }).waitFor();
    assert.deepEqual(await places(), before);
    await writeFile(file, original);
    await page.locator(".card:not(.stale)", { hasText: "Hohenlohe" }).waitFor();
    assert.deepEqual(await places(), before);
  }
});

test("a narrow page is no wider than its window, and offers what does something in its view", async () => {
  await page.setViewportSize({ width: 400, height: 900 });
  await opened();
  const offered = { cards: 6, fan: 5, sheets: 3, plays: 2, battles: 0, findings: 0 };
  for (const [view, controls] of Object.entries(offered)) {
    await page.click(`[data-view=${view}]`);
    // Counters and labels there are none of.
    const shown = await page.locator("nav label:visible").count();
    assert.equal(shown, view === "cards" ? controls - 1 : controls, view);
    if (view === "battles") {
      await page.getByLabel("What", { exact: true }).selectOption("balance");
      await page.getByLabel("Battles", { exact: true }).selectOption("100");
      await page.locator("main").getByRole("button", { name: "Play", exact: true }).click();
      const report = page.frameLocator("#run iframe");
      await report.locator(".sentence").waitFor({ timeout: 60000 });
      assert.ok(await report.locator("html").evaluate((html) => html.scrollWidth <= html.clientWidth), "the report");
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
  }
});

test("the cursor of an editor leads the page, and a place on the page leads the editor", async (test) => {
  const led = await start({}, "--editor", "-");
  test.after(() => led.stop());
  const lines = original.split("\n");
  const lead = (words) => {
    const line = lines.findIndex((line) => line.includes(words));
    led.input.write(`${file}:${line + 1}:${lines[line].indexOf(words) + 1}\n`);
  };
  await page.setViewportSize({ width: 500, height: 500 });
  await opened(led.address);
  const marked = (name) => page.waitForFunction((name) => {
    const led = [...document.querySelectorAll(".card.led")];
    const place = led[0]?.getBoundingClientRect();
    return led.length === 1 && led[0].querySelector(".name").textContent.includes(name) && place.top >= 0 && place.bottom <= innerHeight && place.height > 100;
  }, name);
  for (const [words, name] of [["name: Schlick", "Schlick"], ["name: Tief", "Tief"], ["name: Schlick", "Schlick"]]) {
    lead(words);
    await marked(name);
  }
  assert.equal(await page.locator(".card.led button.face").getAttribute("aria-current"), "true");
  await page.locator(".card.led button.face").click();
  await single().waitFor();
  lead("name: Tief");
  await page.waitForFunction(() => document.querySelector("#single-title").textContent.includes("Tief"));
  await page.locator("#single .place").first().click();
  const [, path, line] = /^(.*):(\d+):\d+$/.exec(await led.line());
  assert.equal(await readFile(path, "utf8"), original);
  assert.match(lines.slice(line - 1, line + 2).join("\n"), /Tief/);
  // What stands on the card leads to its own line, and that line marks it.
  const card = lines.findIndex((line) => line.includes("name: Tief"));
  for (const [part, words] of [["dice", "dice: "], ["actions 1", "type: attack"]]) {
    await page.locator(`#large .box[aria-label^="${part},"]`).first().click();
    const [, , line] = /^(.*):(\d+):\d+$/.exec(await led.line());
    assert.ok(lines[line - 1].includes(words) && line - 1 > card && line - 1 < card + 8, lines[line - 1]);
    led.input.write(`${file}:${line}:${lines[line - 1].length}\n`);
    await page.waitForFunction((part) => {
      const marked = [...document.querySelectorAll("#large .box.led")];
      return marked.length > 0 && marked.every((box) => box.getAttribute("aria-label").startsWith(`${part},`));
    }, part);
  }
  assert.deepEqual(complaints, []);
});

test("each view shows what it is for", async () => {
  await opened();
  await page.click("[data-view=fan]");
  assert.equal(await page.locator(".fan .card").count(), 11);
  await page.click("[data-view=sheets]");
  await page.waitForFunction(() => [...document.querySelectorAll(".page img")].some((image) => image.naturalWidth > 100));
  assert.equal(await page.locator(".page").count(), 2);
  await page.click("[data-view=cards]");
  const usual = await sources();
  await page.check("#low-ink");
  await page.waitForFunction((before) => [...document.querySelectorAll(".card img")].every((image) => !before.includes(image.dataset.source)), Object.values(usual));
  await drawn();
  for (const sight of ["grey", "protan", "deutan", "tritan"]) {
    await page.selectOption("#sight", sight);
    assert.equal(await page.locator(".card img").first().evaluate((image) => getComputedStyle(image).filter), `url("#${sight}")`);
  }
  await page.fill("#only", "tief");
  assert.equal(await page.locator(".card").count(), 1);
  await page.reload();
  await drawn();
  assert.equal(await page.locator(".card").count(), 1, "the page is set as it was");
});

test("a recorded battle is stepped through, forward and back", async () => {
  const play = await readFile(join(root, "scenarios/table-battles/plays/white-mountain-morale.yaml"), "utf8");
  await writeFile(join(folder, "play.yaml"), play.replace("../white-mountain.yaml", "battle.yaml"));
  await opened();
  await page.click("[data-view=plays]");
  const [heading, picture] = [page.locator(".plays h2"), page.locator(".table img")];
  const settled = () => page.waitForFunction(() => {
    const image = document.querySelector(".table img");
    return image && image.naturalWidth > 100 && image.src.endsWith(image.dataset.source);
  });
  await settled();
  assert.equal(await heading.textContent(), "The start");
  const start = await picture.getAttribute("src");
  await page.getByRole("button", { name: "Forward", exact: true }).click();
  await settled();
  assert.match(await heading.textContent(), /^After turn 1 of 30$/);
  assert.notEqual(await picture.getAttribute("src"), start);
  assert.match(await page.locator(".plays pre").first().textContent(), /^.*play\.yaml:\d+\n/);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await settled();
  assert.equal(await picture.getAttribute("src"), start);
  await page.locator(".plays input[type=range]").focus();
  await page.keyboard.press("End");
  assert.match(await page.locator(".plays pre").first().textContent(), /Result: .+ wins, by morale\./);
  await page.evaluate(await readFile(axe, "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map((violation) => violation.id), []);
});

const played = () => page.locator("#run h2").waitFor({ timeout: 60000 });

test("a smoke test is played and its figures shown, and a balance with its charts", async () => {
  await opened();
  await page.click("[data-view=battles]");
  await page.locator("main").getByRole("button", { name: "Play", exact: true }).click();
  await played();
  assert.match(await page.locator("#run h2").textContent(), /White Mountain.*: smoke test$/);
  assert.match(await page.locator("#run").textContent(), /1,000 battles, random against random, seed 0/);
  assert.match(await page.locator("#run .figures").nth(1).textContent(), /idle rolls.* % of rolls.*cubes taken back[0-9.]+ a battle/);
  assert.equal(await page.locator("#run .figures").nth(2).locator("tr").count(), 11);
  await page.getByLabel("What", { exact: true }).selectOption("balance");
  await page.getByLabel("Battles", { exact: true }).selectOption("100");
  await page.locator("main").getByRole("button", { name: "Play", exact: true }).click();
  const report = page.frameLocator("#run iframe");
  await report.locator(".sentence").waitFor({ timeout: 60000 });
  assert.match(await report.locator(".sentence").textContent(), /of the decided battles \(greedy against greedy\)/);
  assert.ok((await report.locator("svg").count()) > 1);
  assert.ok(await page.locator("#run iframe").evaluate((frame) => frame.getBoundingClientRect().height > 1000), "as high as it is");
  assert.deepEqual(complaints, []);
  await page.evaluate(await readFile(axe, "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(violations.map((violation) => [violation.id, violation.nodes.map((node) => node.html)]), []);
});

test("battles are stopped, and the smallest battle without end is stepped through", async () => {
  await writeFile(file, endless);
  await page.goto(server.address);
  await page.click("[data-view=battles]");
  await page.getByLabel("Battles", { exact: true }).selectOption("100000");
  await page.getByLabel("Turn limit", { exact: true }).selectOption("200");
  await page.locator("main").getByRole("button", { name: "Play", exact: true }).click();
  // Those that are not over when it is stopped do not count.
  await page.waitForFunction(() => /^[1-9]/.test(document.querySelector("#run .count")?.textContent ?? ""));
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await played();
  assert.match(await page.locator("#run h2").textContent(), /: smoke test, stopped$/);
  await page.getByRole("button", { name: "Step through the minimal failing battle" }).click();
  await page.locator("#run .table img").waitFor({ timeout: 60000 });
  assert.equal(await page.locator("#run .plays h2").textContent(), "The start");
  await page.waitForFunction(() => document.querySelector("#run .table img").naturalWidth > 100);
  assert.match(await page.locator("#run .plays").textContent(), /As text.+/);
});

test("everything works by keyboard", async () => {
  await opened();
  await page.locator(".card button.face").nth(1).focus();
  await page.keyboard.press("Enter");
  await single().waitFor();
  const first = await page.locator("#single-title").textContent();
  await page.keyboard.press("ArrowRight");
  const second = await page.locator("#single-title").textContent();
  assert.notEqual(first, second);
  await page.keyboard.press("l");
  assert.equal(await page.locator("#large .line.cut").count(), 1);
  assert.equal(await page.locator("#lines").getAttribute("aria-pressed"), "true");
  await page.keyboard.press("Escape");
  await single().waitFor({ state: "hidden" });
  assert.ok(await page.evaluate((name) => document.activeElement.getAttribute("aria-label").startsWith(name), second), "the focus is on the card");
});

test("no script of a name runs", async () => {
  const hostile = "<img src=x onerror=\\\"window.hit=1\\\"><script>window.hit=1</script>";
  await writeFile(file, original.replace("name: Schlick", `name: "${hostile}"`));
  await opened();
  await page.locator(".card button.face").nth(4).click();
  await single().waitFor();
  await page.keyboard.press("Escape");
  await page.click("[data-view=findings]");
  await page.waitForTimeout(200);
  assert.equal(await page.evaluate(() => window.hit), undefined);
  assert.equal(await page.locator("main script, dialog script").count(), 0);
});

test("pages of other origins get nothing", async () => {
  const other = await browser.newPage();
  const kept = await other.goto("data:text/html,<p>other</p>").then(() => other.evaluate(async (address) => {
    try {
      return (await fetch(address.replace("/?", "/shown?"))).status;
    } catch {
      return "refused";
    }
  }, server.address));
  assert.equal(kept, "refused");
  await other.close();
});

test("the page finds a server again that was started anew, and several pages follow at once", async () => {
  await server.stop();
  const token = { MUSTER_PREVIEW_TOKEN: "abcdefghijklmnopqrst" };
  server = await start(token);
  const port = new URL(server.address).port;
  await opened();
  const second = await browser.newPage();
  await second.goto(server.address);
  await second.locator(".card").first().waitFor();
  await server.stop();
  await page.locator("#status.lost").waitFor();
  server = await start(token, "--port", port);
  for (const one of [page, second]) {
    await one.waitForFunction(() => !document.querySelector("#status").classList.contains("lost"), null, { timeout: 20000 });
  }
  const earlier = (await sources())["10A Schlick"];
  await writeFile(file, edited);
  for (const one of [page, second]) {
    await one.waitForFunction(changed, earlier);
  }
  await second.close();
});

for (const scheme of ["light", "dark"]) {
  test(`no rule of accessibility is broken, ${scheme}, at 200 %, on a phone`, async () => {
    await page.emulateMedia({ colorScheme: scheme });
    await opened();
    const check = async (what) => {
      await page.addScriptTag({ path: axe }).catch(() => {});
      await page.evaluate(await readFile(axe, "utf8"));
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map((violation) => [violation.id, violation.nodes.map((node) => node.html)]), [], what);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 1, `${what}: ${wide} pixels beyond the screen`);
    };
    await check("cards");
    await page.locator(".card button.face").nth(2).click();
    await page.waitForTimeout(300);
    await check("a card alone");
    await page.keyboard.press("Escape");
    await page.click("[data-view=findings]");
    await check("findings");
    await page.click("[data-view=cards]");
    // At 200 % a screen of 1200 pixels has room for 600.
    await page.setViewportSize({ width: 600, height: 450 });
    await check("at 200 %");
    await page.setViewportSize({ width: 360, height: 700 });
    await check("on a phone");
  });
}
