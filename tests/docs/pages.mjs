// Lays the pages of this repository out for VitePress: `node pages.mjs REPOSITORY FOLDER`. Pages keep their paths, so that their links
// hold. What pages link to and is no page is copied as it is; a folder gets a page that lists its files.
import fs from "node:fs";
import path from "node:path";
import { execFileSync } from "node:child_process";

const [from, to] = process.argv.slice(2);
const git = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
const files = execFileSync("git", git, { cwd: from }).toString().split("\0").filter((file) => file && fs.existsSync(path.join(from, file)));
const tracked = new Set(files);
const folders = new Set(files.flatMap((file) => file.split("/").slice(0, -1).map((_, i, parts) => parts.slice(0, i + 1).join("/"))));

// README is the front page. The pages of checks and special rules in the source are put together, one page for each game: they
// are several hundred.
const is_page = (file) => /^([A-Z]+\.md|(docs|fuzz|examples|templates)\/.*\.md)$/.test(file);
const pages = files.filter(is_page);
const parts = files.filter((file) => /^(src|crates)\/.*\.md$/.test(file) && !/\/rules\.md$/.test(file));
const shelf = (file) => `checks/${/^crates\/(?!core|systems)([a-z-]+)\//.exec(file)?.[1] ?? "every-game"}.md`;
const slug = (heading) => heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
const read = (file) => fs.readFileSync(path.join(from, file), "utf8");
const heading = (file) => read(file).split("\n")[0].replace(/^# /, "");

/** Returns the page of the site that a file is on, with its heading there. */
function address(file) {
  if (file === "README.md") return ["index.md"];
  return parts.includes(file) ? [shelf(file), slug(heading(file))] : [file];
}
const copied = new Set();
const listed = new Set();

function write(file, text) {
  const target = path.join(to, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}

function copy(file) {
  if (copied.has(file)) return;
  copied.add(file);
  const target = path.join(to, "public", file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.copyFileSync(path.join(from, file), target);
}

/** Writes the page of a folder: its files and folders. */
function list(folder) {
  if (listed.has(folder)) return;
  listed.add(folder);
  const inside = (name) => path.posix.dirname(name) === folder && !path.posix.basename(name).startsWith(".");
  const rows = [...folders].filter(inside).map((name) => (list(name), `- [${path.posix.basename(name)}/](${path.posix.basename(name)}/)`));
  for (const file of files.filter(inside)) {
    const name = path.posix.basename(file);
    if (is_page(file)) rows.push(`- [${name}](${name})`);
    else rows.push(`- [${name}${as_link(name)}`), copy(file);
  }
  write(`${folder}/index.md`, `# ${folder}\n\n${rows.join("\n")}\n`);
}

/** Returns a link of a file as the page of the site has it on which it is. */
function link(page, target) {
  if (/^(https?:|mailto:|#)/.test(target)) return target;
  const [file, wanted] = target.split("#");
  const there = path.posix.join(path.posix.dirname(page), file).replace(/\/$/, "");
  const back = (place, anchor = wanted) => path.posix.relative(path.posix.dirname(address(page)[0]), place) + (anchor ? `#${anchor}` : "");
  if (pages.includes(there) || parts.includes(there)) return back(address(there)[0], wanted ?? address(there)[1]);
  if (folders.has(there)) return list(there), `${back(there)}/`;
  if (!tracked.has(there)) throw new Error(`${page}: no file ${target}`);
  if (/\.(png|jpg|svg)$/.test(there)) return back(there);
  return copy(there), back(there);
}

/** Calls a function with each stretch of a page that is not in a fence. */
const prose = (text, change) => text.split(/^((?:```|~~~)[^]*?^(?:```|~~~)$)/m).map((part, i) => (i % 2 ? part : change(part))).join("");

// A link to what is no page leaves the site's own way from page to page.
const as_link = (to) => `](${to})${/^(https?:|mailto:)|\.(md|png|jpg|svg)(#|$)|\/$|^#/.test(to) ? "" : '{target="_self"}'}`;
const linked = (file, text) => prose(text, (part) => cited(file, part.replace(/\]\(([^()\s]+)\)/g, (_, target) => as_link(link(file, target)))));

/** Returns a text in which clauses such as `TB-6.4` lead to the rules. Code, links, headings and the clauses themselves stay. */
function cited(file, text) {
  const rules = { TB: "table-battles", SB: "states-of-battle", TT: "tabletop", PB: "pub-battles" };
  const from_page = path.posix.dirname(address(file)[0]);
  return text.replace(/(`[^`]*`|\[[^\]]*\]\([^)]*\)|^#.*$|\*\*[A-Z]{2}-[\d.]+\*\*)|\b(TB|SB|TT|PB)-(\d+\.\d+)\b/gm, (all, kept, game, number) => {
    const anchor = `${game}-${number}`.toLowerCase().replace(".", "-");
    return kept ?? `[${all}](${path.posix.relative(from_page, `docs/rules-${rules[game]}.md`)}#${anchor})`;
  });
}

// The page of each code, for the table of checks.
const codes = new Map();
for (const part of parts) {
  const code = /\(([A-Z]{2}\d{3})\)$/.exec(heading(part));
  if (code) codes.set(code[1], part);
}
const row = (line, code) => (codes.has(code) ? `| [${code}](../${codes.get(code)}) |` : line);
for (const page of pages) {
  const text = page === "docs/checks.md" ? read(page).replace(/^\| ([A-Z]{2}\d{3}) \|/gm, row) : read(page);
  write(address(page)[0], linked(page, text));
}
for (const place of new Set(parts.map(shelf))) {
  const on_it = parts.filter((part) => shelf(part) === place);
  const by_code = (part) => /\(([A-Z]{2}\d{3})\)$/.exec(heading(part))?.[1] ?? `~${heading(part)}`;
  const texts = on_it.sort((a, b) => (by_code(a) < by_code(b) ? -1 : 1)).map((part) => linked(part, prose(read(part), (text) => text.replace(/^#/gm, "##"))));
  const game = path.basename(place, ".md").replaceAll("-", " ").replace(/^every game$/, "All games");
  const title = game.replace(/\b(?!of\b)[a-z]/g, (letter) => (game.startsWith("All") ? letter : letter.toUpperCase()));
  write(place, `---\noutline: 2\n---\n# ${title}: checks and special rules\n\n${texts.join("\n")}`);
}
for (const file of files.filter((file) => /^docs\/.*\.png$/.test(file))) {
  const target = path.join(to, file);
  fs.copyFileSync(path.join(from, file), target);
}
console.log(`${pages.length} pages, ${parts.length} checks and special rules, ${listed.size} folders, ${copied.size} other files`);
