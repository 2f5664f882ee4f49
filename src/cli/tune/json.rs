//! The results of a search for programs.

use serde_json::{Map, Value, json};

use muster_core::play::bots::Bot;
use muster_core::play::interval::{Interval, rounded};

use super::TuneReport;
use super::made::words;
use crate::review::Review;
use crate::tune::{BotPairing, Candidate, EndCount, MeasureTarget, Proof, ValueEdit};

/// Returns the members of the document.
pub(super) fn report(report: &TuneReport<'_>, review: &Review) -> Value {
    let TuneReport { path, name, sides, games, seed, target, searched, .. } = report;
    let bots = Bot::names(report.bots);
    let proof = |i: usize| report.proofs.get(i);
    let changes = report.answers.iter().enumerate().map(|(i, answer)| {
        let changes = || answer.candidate.changes.iter().map(|change| &report.changes[*change]);
        let edits = changes().flat_map(|change| &change.edits).map(|edit| self::edit(edit, report, review));
        let mut value = json!({
            "edits": edits.collect::<Value>(),
            "what": changes().map(words).collect::<Value>(),
            "size": answer.candidate.size,
            "best_trade": answer.best_trade,
            "print_again": report.cards[i],
        });
        add(&mut value, candidate(report, &answer.candidate, proof(i + 1)));
        if let Some(bias) = report.bias(i + 1) {
            value["selection_bias"] = rounded(bias, 4).into();
        }
        value
    });
    let tried = searched.tried.iter().map(|tried| {
        json!({
            "changes": tried.changes, "possible": tried.possible, "chosen": tried.chosen, "illegal": tried.illegal,
            "played": tried.played,
        })
    });
    json!({
        "path": path,
        "name": name,
        "sides": sides,
        "games": games,
        "seed": seed,
        "bots": bots,
        "target": {
            "side": sides[target.share.side],
            "share": target.share.share,
            "turns": target.turns.as_ref().map(|range| [*range.start(), *range.end()]),
            "skill": target.skill,
            "first": target.first,
            "harmless": target.harmless,
            "between": target.pairings.iter().map(pairing).collect::<Value>(),
            "measures": target.measures.iter().map(measure).collect::<Value>(),
        },
        "tried": tried.collect::<Value>(),
        "refused": searched.refused.iter().map(|change| words(&report.changes[*change])).collect::<Value>(),
        "stopped": searched.stopped,
        "unchanged": candidate(report, &searched.unchanged, proof(0)),
        "changes": changes.collect::<Value>(),
    })
}

fn edit(edit: &ValueEdit, report: &TuneReport<'_>, review: &Review) -> Value {
    let mut value = json!({"pointer": edit.at.pointer.as_str(), "from": edit.from, "to": edit.to});
    let path = review.sources.get(edit.at.file).path().as_str();
    if path != report.path {
        value["path"] = path.into();
    }
    value
}

/// Returns what was counted of a candidate, and what came of it when it was played again.
fn candidate(report: &TuneReport<'_>, candidate: &Candidate, proof: Option<&Proof>) -> Value {
    let Candidate { measured, distance, .. } = candidate;
    let sides = report.sides;
    let mut value = ends(&measured.ends, sides);
    value["distance"] = json!({"points": rounded(distance.points, 4), "beyond": rounded(distance.beyond, 4)});
    value["reaches"] = (distance.reaches() && report.target.is_counted(measured)).into();
    let counted =
        [("going_first", measured.going_first()), ("skill", measured.skill()), ("worst_card", measured.worst())];
    for (name, interval) in counted {
        if let Some(interval) = interval {
            value[name] = share(interval);
        }
    }
    if let Some(counted) = measured.pairings.as_ref().map(|_| measured.pairings()) {
        value["between"] = counted.into_iter().map(share).collect();
    }
    if let Some(counted) = &measured.measures {
        value["measures"] = json!(counted);
    }
    if let Some(proof) = proof {
        let by_bots = proof.ends.iter().map(|(bot, count)| (bot.to_string(), ends(count, sides)));
        value["confirmed"] = Value::Object(by_bots.collect::<Map<String, Value>>());
        value["confirmed_skill"] = proof.skill.map_or(Value::Null, share);
        let worths = proof.worths.iter().map(|worth| {
            json!({"card": worth.card, "name": worth.name, "side": worth.side, "worth": worth.worth, "sure": worth.sure})
        });
        value["worths"] = worths.collect();
    }
    value
}

/// Returns the range of a measure that is wanted.
fn measure(wanted: &MeasureTarget) -> Value {
    json!({"name": wanted.name, "range": [wanted.range.start(), wanted.range.end()]})
}

/// Returns a share that is wanted between certain bots.
fn pairing(pairing: &BotPairing) -> Value {
    json!({"bots": Bot::names(&pairing.bots), "share": [pairing.share.start(), pairing.share.end()]})
}

/// Returns the outcomes of battles.
fn ends(count: &EndCount, sides: &[String]) -> Value {
    let shares = sides.iter().enumerate().map(|(side, name)| (name.clone(), share(count.share(side))));
    json!({
        "shares": Value::Object(shares.collect::<Map<String, Value>>()),
        "turns": {"mean": rounded(count.mean_turns().0, 4)},
        "undecided": count.undecided_battles(),
    })
}

fn share(interval: Interval) -> Value {
    let Interval { share, low, high } = interval.rounded();
    json!({"share": share, "low": low, "high": high})
}

fn add(value: &mut Value, more: Value) {
    if let (Value::Object(all), Value::Object(more)) = (value, more) {
        all.extend(more);
    }
}
