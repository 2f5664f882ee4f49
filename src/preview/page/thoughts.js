// What a bot thinks of its moves

/** Whether it is shown, the place for it, and the revision of the table and the bot's part in it that are shown there. */
const thoughts = { on: false, place: null, shown: null };
/** How long a bot's move is looked at beside what it thought, in milliseconds. */
const LONG_PAUSE = 2500;

const botPause = () => (thoughts.on ? LONG_PAUSE : PAUSE);

/** The choice whether to see what the bot thinks of the moves of whoever decides. */
function thoughtsPart() {
  const { next } = game.now;
  if (next.side === undefined || (!next.bot && !next.options)) return [];
  const box = element("input", { type: "checkbox", id: "bot-thinks", checked: thoughts.on, on: { change: () => {
    thoughts.on = box.checked;
    showTable(by("cards"));
  } } });
  const label = element("label", {}, box, " Show what the bot thinks");
  thoughts.place ??= element("div", { id: "thoughts" });
  const wanted = thoughts.on ? `${game.now.revision}` : null;
  if (wanted !== thoughts.shown) {
    thoughts.place.replaceChildren();
    thoughts.shown = wanted;
    if (wanted) think(wanted);
  }
  return [element("div", { class: "steps" }, label), thoughts.place];
}

async function think(wanted) {
  const said = await ask("table/thoughts", { at: game.now.revision, ...seatQuery() });
  if (thoughts.shown === wanted && said) thoughts.place.replaceChildren(thoughtsTable(said));
}

function thoughtsTable({ bot, moves, of }) {
  if (moves.length === 0) return element("p", {}, `The ${bot} bot does not weigh its moves.`);
  const searched = "share" in moves[0];
  const heads = searched ? ["move", "tries", "wins expected"] : ["move", "value"];
  const head = element("tr", {}, ...heads.map((text) => element("th", { scope: "col" }, text)));
  const cells = (move) => (searched ? [`${move.tries.toFixed(1)} %`, `${move.share.toFixed(1)} %`] : [`${move.points > 0 ? "+" : ""}${move.points}`]);
  const rows = moves.map((move) => element("tr", {}, element("td", {}, move.words), ...cells(move).map((text) => element("td", { class: "number" }, text))));
  const what = searched ? "share of its tries that began with each move, and of wins that it expects" : "value of the position after each move and the best reply, in its own points";
  const more = of > moves.length ? `, the best ${moves.length} of ${of}` : "";
  return element("div", { class: "wide", tabindex: 0, role: "group", "aria-label": "What the bot thinks" },
    element("table", { class: "figures" }, element("caption", {}, `${bot} bot: ${what}${more}`), head, ...rows));
}
