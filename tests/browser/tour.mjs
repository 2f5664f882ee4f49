// Takes the pictures of docs/tour.md, in a real browser:
//   MUSTER=target/debug/muster BROWSER=chromium node tests/browser/tour.mjs

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const root = new URL("../../", import.meta.url).pathname;
const slip = await readFile(join(root, "docs/slip.yaml"), "utf8");
const whole = slip.replace("Sothern Horse", "Southern Horse");
// The lines in front attack the reserves behind the enemy's lines alone, and nobody else attacks: nobody can ever be hit.
const endless = whole
  .replace("Battle of the Bridge", "Bridge Without End")
  .replace("    retire: true\n", "")
  .replace("[River Foot, Hill Foot], hits: 1 per die", "[Hill Foot], hits: 1 per die")
  .replace("[Old Guard, Young Guard], hits: 1 per die", "[Young Guard], hits: 1 per die")
  .replace(/.*targets: \[Southern Horse, Lancers\].*\n/, "")
  .replace(/.*targets: \[Northern Horse\].*\n/, "")
  .replace(/.*targets: \[Northern Horse, Old Guard\].*\n/, "")
  .replaceAll(", self: 1", "");

const folder = await mkdtemp(join(tmpdir(), "muster-tour-"));
const file = join(folder, "bridge.yaml");
await writeFile(file, whole);
const program = spawn(resolve(process.env.MUSTER), ["preview", ".", "--no-open"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((heard) => createInterface({ input: program.stdout }).once("line", heard));
const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 900, height: 640 }, colorScheme: "light" });
const take = (name) => page.screenshot({ path: join(root, `docs/tour-${name}.png`) });
const drawn = () => page.waitForFunction(() => {
  const pictures = [...document.querySelectorAll(".card img")];
  return pictures.length > 0 && pictures.every((picture) => picture.naturalWidth > 1 && picture.src.includes(picture.dataset.source));
});
try {
  await page.goto(address);
  await drawn();
  await take("cards");
  await writeFile(file, slip);
  await page.locator(".card.stale").first().waitFor();
  await page.click("[data-view=findings]");
  await page.locator(".finding.error").waitFor();
  await page.setViewportSize({ width: 900, height: 260 });
  await take("finding");
  await page.setViewportSize({ width: 900, height: 640 });
  await writeFile(file, endless);
  await page.waitForFunction(() => document.querySelector("#title").textContent.includes("Without End"));
  await page.setViewportSize({ width: 900, height: 1400 });
  await page.click("[data-view=battles]");
  await page.getByLabel("Turn limit", { exact: true }).selectOption("200");
  await page.locator("main").getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Step through the minimal failing battle" }).click({ timeout: 60000 });
  await page.locator("#run .table img").waitFor({ timeout: 60000 });
  await page.waitForFunction(() => document.querySelector("#run .table img").naturalWidth > 100);
  await page.waitForFunction(() => document.querySelector("#run .plays pre:last-of-type").textContent !== "");
  await page.locator(".finding").first().screenshot({ path: join(root, "docs/tour-battle.png") });
} finally {
  await browser.close();
  program.kill();
  await rm(folder, { recursive: true });
}
