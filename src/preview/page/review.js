// The battle at the table, reviewed move by move

/** The place below the log, what the server said of the review last, and when it is asked again. */
const reviewed = { place: null, last: null, timer: 0 };

/** The button that asks for a review of the battle as it is, and the review that was asked for. */
function reviewPart() {
  const button = element("button", { type: "button", "data-key": "review", on: { click: startReview } }, "Review this battle");
  reviewed.place ??= element("div", { id: "review", "aria-live": "polite" });
  // Another battle, or one that went on, is not what the review is of.
  if (reviewed.last && reviewed.last.revision !== game.now.revision) reviewed.place.replaceChildren();
  lookAtReview();
  return element("div", {}, element("div", { class: "steps" }, button), reviewed.place);
}

async function startReview() {
  if (await post("review")) lookAtReview();
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
  }
}

function reviewProgress() {
  const stop = element("button", { type: "button", on: { click: () => post("review/stop") } }, "Stop");
  return element("p", { class: "steps" }, element("progress", { "aria-label": "Battles played for the review" }), stop);
}

function reviewResult(now) {
  if (now.state === "failed" && now.stopped) return [element("p", {}, "The review was stopped.")];
  if (now.state === "failed") return [element("p", { class: "badge error" }, `The battle cannot be reviewed: ${now.trouble}.`)];
  return [framed("Review of the battle", address("review/page", { revision: now.revision }))];
}
