// The rules of the game at the table

/** The rules of the game, the game that they are of, and the place where they are shown. */
const rules = { document: null, of: null, place: null };

/** How the game is played: in short, then clause by clause. */
function rulesPart() {
  const { battle, system } = game.now;
  rules.place ??= element("section", { class: "rules", "aria-label": "Rules" });
  const of = system ?? battle;
  if (rules.of !== of) {
    rules.of = of;
    rules.place.replaceChildren();
    ask("table/clauses").then((said) => {
      if (said && rules.of === of) rules.place.replaceChildren(...rulesOf(said));
    });
  }
  return rules.place;
}

function rulesOf({ title, short, chapters }) {
  if (!chapters.length) return [];
  const clause = ([number, text]) => [element("dt", { id: number, tabindex: -1 }, number), element("dd", {}, ...withClauses(text))];
  const chapter = ({ title, clauses }) => element("details", {}, element("summary", {}, title), element("dl", {}, ...clauses.flatMap(clause)));
  const inShort = element("details", { id: "in-short" }, element("summary", {}, "How to play, in short"), element("ul", {}, ...short.map((line) => element("li", {}, ...withClauses(line)))));
  return [element("h3", {}, `The rules of ${title}`), inShort, ...chapters.map(chapter)];
}

/** A text with its clauses and chapters as buttons that open them. */
function withClauses(text) {
  const link = (number) => element("button", { type: "button", class: "clause", on: { click: () => openClause(number) } }, number);
  return text.split(/\b([A-Z]{2}-\d+(?:\.\d+)?)/).map((part, i) => (i % 2 === 0 ? part : link(part)));
}

/** Opens the rules at a clause, or at the first one of a chapter. */
function openClause(number) {
  const place = rules.place?.querySelector(`[id="${number}"]`) ?? rules.place?.querySelector(`[id="${number}.1"]`);
  if (!place) return;
  place.closest("details").open = true;
  place.scrollIntoView({ block: "center" });
  place.focus({ preventScroll: true });
}
