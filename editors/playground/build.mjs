// Builds the playground: `node build.mjs MUSTER.wasm FOLDER`.

import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [program, folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node build.mjs MUSTER.wasm FOLDER");
  process.exit(2);
}
const here = dirname(fileURLToPath(import.meta.url));
const scenarios = join(here, "..", "..", "scenarios");

/** The examples: one of each game, and one with a mistake. The first file of each is the one to print and play. */
const EXAMPLES = {
  "Table Battles: White Mountain": { "white-mountain.yaml": "table-battles/white-mountain.yaml" },
  "Table Battles: a battle with a mistake": { "slip.yaml": "../docs/slip.yaml" },
  "States of Battle: Field of Two Larks": { "field-of-two-larks.yaml": "states-of-battle/field-of-two-larks.yaml" },
  "Tabletop: Corn Monday": {
    "corn-monday.yaml": "tabletop/corn-monday.yaml",
    "decks/nine-towns.yaml": "tabletop/decks/nine-towns.yaml",
    "decks/crown-of-aumery.yaml": "tabletop/decks/crown-of-aumery.yaml",
    "maps/thornby.yaml": "tabletop/maps/thornby.yaml",
  },
  "Pub Battles: Weirs of Ansholm": { "weirs-of-ansholm.yaml": "pub-battles/weirs-of-ansholm.yaml" },
};

await mkdir(folder, { recursive: true });
await build({
  entryPoints: { page: join(here, "page.mjs"), worker: join(here, "worker.mjs") },
  outdir: folder,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "linked",
  logLevel: "warning",
});
const examples = {};
for (const [name, files] of Object.entries(EXAMPLES)) {
  examples[name] = {};
  // The line that names a schema means a file that is not there.
  for (const [path, from] of Object.entries(files))
    examples[name][path] = (await readFile(join(scenarios, from), "utf8")).replace(/^# yaml-language-server:.*\n/, "");
}
await writeFile(join(folder, "examples.json"), JSON.stringify(examples));
for (const name of ["index.html", "style.css", "icon.svg"]) await copyFile(join(here, name), join(folder, name));
await copyFile(program, join(folder, "muster.wasm"));
