// The site's settings. Its menu is the start page of the documentation, docs/index.md.
import fs from "node:fs";
import { defineConfig } from "vitepress";

/** Returns the name of a heading as GitHub makes it, so that links to headings hold here and there. */
function slug(heading) {
  return heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
}

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Returns the links of a text as items of a menu; `docs/` is where the start page is. */
function links(text) {
  return [...text.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, name, target]) => ({
    text: capital(name.replace(/`/g, "")),
    link: new URL(target, "https://site/docs/").href.replace("https://site", "").replace(/\.md(?=#|$)/, ".html").replace("/README.html", "/index.html"),
  }));
}

/** Returns a table of the start page as a menu for each of its columns. */
function columns(lines) {
  const cells = (line) => line.split("|").slice(1, -1).map((cell) => cell.trim());
  const [titles, , ...rows] = lines.map(cells);
  return titles.slice(1).map((text, i) => ({
    text,
    collapsed: true,
    items: rows.flatMap(([name, ...row]) => links(row[i]).map(({ text, link }) => ({ text: ["Page", "Section"].includes(text) ? capital(name) : text, link }))),
  }));
}

function menu() {
  const [, ...groups] = fs.readFileSync(new URL("../docs/index.md", import.meta.url), "utf8").split("\n## ");
  return groups.map((group) => {
    const [title, ...lines] = group.split("\n");
    const table = lines.filter((line) => line.startsWith("|"));
    const rest = lines.filter((line) => !line.startsWith("|")).join("\n");
    return { text: title, collapsed: false, items: [...(table.length ? columns(table) : []), ...links(rest)] };
  });
}

export default defineConfig({
  title: "Muster",
  description: "Checks, plays and prints tabletop battle card games written in YAML",
  lang: "en",
  // Without colours in examples: colouring them takes most of the time.
  markdown: { anchor: { slugify: slug }, highlight: (code) => `<pre v-pre><code>${escaped(code)}</code></pre>` },
  vite: { build: { minify: false, chunkSizeWarningLimit: 4096 } },
  themeConfig: {
    nav: [{ text: "Documentation", link: "/docs/index.html" }, { text: "Checks", link: "/docs/checks.html" }, { text: "Options", link: "/docs/options.html" }],
    sidebar: menu(),
    outline: [2, 3],
    search: { provider: "local" },
  },
});
