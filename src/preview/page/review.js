// The battle at the table, reviewed move by move

/** The place below the table, what the server said of the review last, when it is asked again, and whether somebody waits for it. */
const reviewed = { place: null, last: null, timer: 0, asked: false };

/** The button that asks for a review of the battle as it is. */
function reviewPart() {
  return element("button", { type: "button", "data-key": "review", on: { click: startReview } }, "Review this battle");
}

/** The place of the review that was asked for, below the table. */
function reviewPlace() {
  if (!reviewed.place) {
    reviewed.place = element("div", { id: "review", "aria-live": "polite" });
    lookAtReview();
  }
  // Another battle, or one that went on, is not what the review is of.
  if (reviewed.last && reviewed.last.revision !== game.now.revision) {
    reviewed.last = null;
    reviewed.place.replaceChildren();
  }
  return reviewed.place;
}

async function startReview() {
  if (!(await post("review"))) return;
  reviewed.asked = true;
  await lookAtReview();
  reviewed.place.scrollIntoView({ block: "nearest" });
}

/** Looks how far the review is, and again until it is over. */
async function lookAtReview() {
  clearTimeout(reviewed.timer);
  const now = await ask("review");
  if (!now || now.state === "none" || now.revision !== game.now?.revision) return;
  const before = reviewed.last;
  const { place } = reviewed;
  reviewed.last = now;
  if (now.state === "playing") {
    if (!place.querySelector("progress")) place.replaceChildren(reviewProgress());
    const bar = place.querySelector("progress");
    if (now.of > 0) Object.assign(bar, { max: now.of, value: Math.min(now.played, now.of) });
    reviewed.timer = setTimeout(lookAtReview, LOOK);
  } else if (place.childElementCount === 0 || before?.state !== now.state || before?.revision !== now.revision) {
    place.replaceChildren(...reviewResult(now));
    if (reviewed.asked) place.scrollIntoView({ block: "start" });
    reviewed.asked = false;
  }
}

function reviewProgress() {
  const stop = element("button", { type: "button", on: { click: () => post("review/stop") } }, "Stop");
  return element("p", { class: "steps" }, "Reviewing the battle …", element("progress", { "aria-label": "Battles played for the review" }), stop);
}

function reviewResult(now) {
  if (now.state === "failed" && now.stopped) return [element("p", {}, "The review was stopped.")];
  if (now.state === "failed") return [element("p", { class: "badge error" }, `The battle cannot be reviewed: ${now.trouble}.`)];
  return [framed("Review of the battle", address("review/page", { revision: now.revision }))];
}
