// Elements of pages

const by = (id) => document.getElementById(id);
const narrow = matchMedia("(max-width: 40rem)");

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") for (const [event, heed] of Object.entries(value)) made.addEventListener(event, heed);
    else if (key === "style") for (const [property, of] of Object.entries(value)) made.style.setProperty(property, of);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Puts a picture into an image when it has come, so that nothing blinks. */
async function put(image, source) {
  if (image.dataset.source === source) return;
  image.dataset.source = source;
  const next = new Image();
  next.src = source;
  try {
    await next.decode();
  } catch {
    // It is gone already: a newer state of the page is on its way.
    return;
  }
  if (image.dataset.source === source) image.src = source;
}

/** Paths without the folders that all of them are in. */
function shortened(paths) {
  const folders = paths.map((path) => path.split("/").slice(0, -1));
  const differs = (folders[0] ?? []).findIndex((step, i) => folders.some((folder) => folder[i] !== step));
  const common = differs < 0 ? (folders[0] ?? []).length : differs;
  return paths.map((path) => path.split("/").slice(common).join("/"));
}

/** A choice among options, each with its value and its text. */
function choice(label, options, value, chosen) {
  const id = `wanted-${label}`;
  const select = element("select", { id, on: { change: () => chosen(select.value) } },
    ...options.map(([of, text]) => element("option", { value: of, selected: String(of) === String(value) }, text)));
  return element("span", { class: "choice" }, element("label", { for: id }, label), select);
}

/** The odds of a card, as elements. */
function odds({ head, row, headings, chances, sentences }) {
  const cells = (name, of) => of.map((text) => element(name, name === "th" ? { scope: "col" } : {}, text));
  const table = element("table", {},
    element("tr", {}, element("th", { scope: "col" }, head), ...cells("th", headings)),
    element("tr", {}, element("th", { scope: "row" }, row), ...cells("td", chances)));
  return [headings.length ? table : null, ...sentences.map((sentence) => element("p", {}, sentence))].filter(Boolean);
}

