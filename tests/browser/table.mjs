// What the tests of a table do on its page, served or opened from the disk

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** In the page: something has happened since a revision, and the page shows it. */
const isLater = (was) => Number(document.querySelector("#cards").dataset.revision) > was && !document.querySelector("#cards").hasAttribute("aria-busy");

export const headline = (page) => page.locator("#table-turn").textContent();
export const isOver = async (page) => / wins, by | is drawn, by /.test(await headline(page));
export const revision = async (page) => Number(await page.locator("#cards").getAttribute("data-revision"));

/** Does something and waits until the table shows what came of it. */
export async function then(page, act) {
  const was = await revision(page);
  await act();
  await page.waitForFunction(isLater, was);
}

/** Waits until somebody at the page decides; false where the battle is over. */
export async function turn(page) {
  await page.waitForFunction(() => {
    const ended = / wins, by | is drawn, by | cannot go on: /.test(document.querySelector("#table-turn")?.textContent);
    return !document.querySelector("#cards").hasAttribute("aria-busy") && (ended || document.querySelector(".options, .cover"));
  });
  return !(await isOver(page));
}

/** Saves the record by the page's link and replays it by the command, from a folder beside a copy of its scenario. */
export async function replays(page, folder, path) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save the record" }).click()]);
  const play = join(folder, "play.yaml");
  await copyFile(path, join(folder, path.split("/").at(-1)));
  await writeFile(play, (await readFile(await download.path(), "utf8")).replace(/scenario: .*/, `scenario: ${path}`));
  assert.match(execFileSync(process.env.MUSTER, ["replay", play]).toString(), /: legal, /);
}

/** The page has no violation that axe knows, whose script is in a file. */
export async function accessible(page, axe) {
  await page.evaluate(await readFile(axe, "utf8"));
  const { violations } = await page.evaluate(() => axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);
}

/** Decides at the page until a card carries two dice, whose numbers are seen beside each other. */
export async function untilTwoDice(page) {
  const seen = () => page.locator(".on-card").evaluateAll((cards) => cards.some((card) => card.querySelectorAll(".die").length > 1));
  for (let decisions = 0; !(await seen()); decisions++) {
    assert.ok(decisions < 200 && (await turn(page)), "no card has two dice");
    const options = page.locator(".options button");
    const one = (7 * decisions) % (await options.count());
    await then(page, () => options.nth(one).click());
  }
}
