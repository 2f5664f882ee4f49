// What an editor says that has the schema alone: yaml-language-server beside a file that `muster new` wrote. See run.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Client } from "./client.mjs";

const server = fileURLToPath(new URL("node_modules/yaml-language-server/bin/yaml-language-server", import.meta.url));
let folder, editor, written;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "muster-schema-"));
  for (const system of ["table-battles", "states-of-battle", "tabletop", "pub-battles"]) {
    execFileSync(process.env.MUSTER, ["new", system, system], { cwd: folder });
  }
  written = await readFile(join(folder, "table-battles.yaml"), "utf8");
  editor = await Client.start(process.execPath, [server, "--stdio"], folder, { settings: { yaml: { validate: true, schemaStore: { enable: false } } } });
});
after(async () => {
  await editor.leave();
  await rm(folder, { recursive: true });
});

/** The findings for a text that lies beside its schema. */
async function findings(name, text) {
  const uri = pathToFileURL(join(folder, name)).href;
  await editor.open(uri, text);
  return (await editor.findings(uri)).map(({ message, range, source }) => ({ message, line: range.start.line, source }));
}

test("the schema that a new file names is found, and the file fits it", async () => {
  for (const system of ["table-battles", "states-of-battle", "tabletop", "pub-battles"]) {
    const text = await readFile(join(folder, `${system}.yaml`), "utf8");
    assert.deepEqual(await findings(`${system}.yaml`, text), [], system);
    // It is the schema that says so.
    const [wrong] = await findings(`${system}-wrong.yaml`, `${text}\nnothing: 1\n`);
    assert.match(wrong.source, /^yaml-schema: /, system);
  }
});

const cases = [
  ["dice: Doubles", "dice: doubles", ["Write it like `6`, `5/6`, `4-6`, `Any`, `(6)`, `(5)/(6)`, `Doubles`, `Triples`, `Straight 4`, `Doubles, Triples` or `none`."]],
  ["type: screen", "type: shoot", ["\"attack\"", "\"absorb\""]],
  ["hits: 1 per die", "hits: 1 per dice", ["Write it like `1`, `1 per die` or `1 + 1 per die`."]],
  ["cards: 1A-4A", "cards: 1-4A", ["Write it like `7A` or `7A-10A`."]],
  ["strength: 5", "strength: V", ["Write it like `4`, `I`, `II` or `III`."]],
  ["card: 3A", "card: 3", ["Write it like `7A` or `36B`."]],
  ["- {type: screen, targets: any}", "- screen", ["Expected \"type: "]],
  ["reserve: {behind: Old Guard}", "reserve: Old Guard", ["Expected \"commanded_by: …\""]],
];
for (const [right, wrong, words] of cases) {
  test(`\`${wrong}\` is told in the words of a designer`, async () => {
    assert.ok(written.includes(right), right);
    const found = await findings(`${cases.findIndex((one) => one[1] === wrong)}.yaml`, written.replace(right, wrong));
    for (const word of words) assert.ok(found.some(({ message }) => message.includes(word)), JSON.stringify(found));
    assert.ok(found.every(({ message }) => !/pattern|Expected "(integer|string)"|Table Battles/.test(message)), JSON.stringify(found));
  });
}
