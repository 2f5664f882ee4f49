// Where on a card something is written

/** The place of the editor's cursor, in a file that is shown. */
let here = null;
/** The parts of a face that are written somewhere: of which face and version, of those that were asked for last. */
let parts = { of: null, boxes: [] };

/** What a part is called, by its place below that of its card: `dice`, `actions 2`. */
function partName(card, { pointer }) {
  const ends = pointer.split("/").slice(1);
  // A number alone says nothing.
  const last = /^\d+$/.test(ends.at(-1)) ? ends.slice(-2) : ends.slice(-1);
  const below = card.at && pointer.startsWith(`${card.at.pointer}/`) ? pointer.slice(card.at.pointer.length + 1) : last.join("/");
  const steps = below.split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : step)).join(" ");
}

/** Lays a button over each part of a card that leads to where it is written. */
async function showBoxes(sheet, card, face, [width, height], beyond) {
  // A face that looks the same may be written on other lines now.
  const of = `${face} ${shown.version}`;
  const shape = `${of} ${beyond}`;
  if (sheet.dataset.boxes !== shape) {
    const earlier = [...sheet.querySelectorAll(".box")];
    const focused = earlier.indexOf(document.activeElement);
    sheet.dataset.boxes = shape;
    const boxes = parts.of === of ? parts.boxes : await ask(`face/${face}/boxes`);
    if (!boxes || sheet.dataset.boxes !== shape) return;
    for (const box of sheet.querySelectorAll(".box")) box.remove();
    parts = { of, boxes };
    const part = (mm, of) => `${(100 * mm) / of}%`;
    sheet.append(...parts.boxes.map((box) => {
      const { path, line, column } = box.at;
      const written = `${partName(card, box.at)}, ${path}:${line}:${column}`;
      const style = { left: part(box.x + beyond, width), top: part(box.y + beyond, height), width: part(box.width, width), height: part(box.height, height) };
      return element("button", { type: "button", class: "box", title: written, "aria-label": written, style, on: { click: () => leadTo(box.at) } });
    }));
    sheet.querySelectorAll(".box")[focused]?.focus();
  }
  markBoxes();
}

/** Opens a place in the editor, or copies it where there is none. */
async function leadTo({ path, line, column }) {
  if (shown.editor) {
    await post("open", { path, line, column });
    return;
  }
  const where = `${path}:${line}:${column}`;
  by("copied").textContent = await navigator.clipboard.writeText(where).then(() => `Copied ${where}`, () => where);
}

/** Marks the parts with findings, and the innermost one at the editor's cursor. */
function markBoxes() {
  const before = ([line, column], [other, behind]) => line < other || (line === other && column <= behind);
  const holds = ({ at, start, end }) => here && at.path === here.path && before(start, [here.line, here.column]) && before([here.line, here.column], end);
  const extent = (box) => [...box.start, ...box.end.map((n) => -n)];
  const inner = (one, other) => {
    const at = extent(one).findIndex((n, i) => n !== extent(other)[i]);
    return at < 0 || extent(one)[at] > extent(other)[at] ? one : other;
  };
  const within = parts.boxes.filter(holds);
  const innermost = within.length ? within.reduce(inner) : null;
  const isLed = (box) => innermost && box.at.pointer === innermost.at.pointer && String(extent(box)) === String(extent(innermost));
  // Parts of one value, such as the hexes of a map, have findings of their own.
  const touches = ({ start, end }, { span }) => before([span.start.line, span.start.column], end) && before(start, [span.end.line, span.end.column]);
  const buttons = document.querySelectorAll("#large .box");
  if (buttons.length !== parts.boxes.length) return;
  for (const [i, button] of [...buttons].entries()) {
    const box = parts.boxes[i];
    const { at } = box;
    const isAbout = ({ path, pointer, span }) => path === at.path && (pointer.startsWith(`${at.pointer}/`) || (pointer === at.pointer && touches(box, { span })));
    button.className = ["box", worst(shown.findings.filter(isAbout)), isLed(box) ? "led" : null].filter(Boolean).join(" ");
    if (isLed(box)) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}
