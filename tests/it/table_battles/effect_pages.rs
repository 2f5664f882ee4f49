//! The pages of effects: each says what the effect prints, and its play goes so only because of the effect.

use muster::systems::table_battles::effects::{EFFECTS, Effect};
use serde_json::Value;

use super::arena::{battle_of, document};
use super::plays::replay_of;

/// The YAML blocks of a page: a scenario and a play.
fn blocks(page: &str) -> (&str, &str) {
    let blocks: Vec<&str> = page.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let [scenario, play] = blocks[..] else { panic!("a scenario and a play, not {}", blocks.len()) };
    (scenario, play)
}

/// The sentences that a page says are printed.
fn quoted(page: &str) -> Vec<&str> {
    page.lines().filter_map(|line| line.strip_prefix("> ")).collect()
}

/// A scenario without its special rules.
fn plain(scenario: &str) -> String {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in scenario.lines() {
        let rule = line.trim_start().starts_with("- {rule: ");
        inside = line.trim() == "special:" || inside && rule;
        if !inside {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn every_page_opens_with_its_name_and_its_sentence_and_says_why_and_how() {
    for effect in EFFECTS {
        let start = format!("# {}\n\n{}\n\n", effect.word, effect.summary);
        let rest = effect.page.strip_prefix(&start).unwrap_or_else(|| panic!("{}: {}", effect.word, effect.page));
        assert!(!rest.starts_with('#'), "{}: does not say when to use it", effect.word);
    }
}

#[test]
fn every_page_names_every_field_of_its_effect() {
    let schema = serde_json::to_value(schemars::schema_for!(Effect)).expect("a schema");
    let forms = schema["oneOf"].as_array().expect("the effects");
    assert_eq!(forms.len(), EFFECTS.len());
    for (form, effect) in forms.iter().zip(EFFECTS) {
        assert_eq!(form["properties"]["rule"]["const"], Value::from(effect.word));
        let (_, fields) = effect.page.split_once("## Fields\n").expect("fields");
        for field in form["properties"].as_object().expect("fields").keys().filter(|field| *field != "rule") {
            assert!(fields.contains(&format!("`{field}`")), "{}: `{field}` is not explained", effect.word);
        }
    }
}

#[test]
fn every_page_shows_what_its_effect_prints() {
    for effect in EFFECTS {
        let (scenario, _) = blocks(effect.page);
        let battle = battle_of(scenario);
        let effects = battle.effects();
        assert!(effects.iter().all(|placed| placed.effect.word() == effect.word), "{}: another effect", effect.word);
        let cards = std::iter::once(None).chain((0..battle.cards.len()).map(Some));
        let printed: Vec<String> = cards.flat_map(|card| battle.special_texts(card)).collect();
        assert_eq!(printed, quoted(effect.page), "{}", effect.word);
    }
}

#[test]
fn every_page_has_a_play_that_goes_so_only_because_of_its_effect() {
    for effect in EFFECTS {
        let (scenario, play) = blocks(effect.page);
        let messages = |scenario: &str| -> Vec<String> {
            replay_of(scenario, play).findings.into_iter().map(|finding| finding.message).collect()
        };
        assert_eq!(messages(scenario), [""; 0], "{}", effect.word);
        let without = plain(scenario);
        assert!(document(&without).model.formations.iter().all(|card| card.special.is_empty()));
        assert_ne!(messages(&without), [""; 0], "{}: the play goes the same without it", effect.word);
    }
}

#[test]
fn effects_are_named_once_and_the_authors_wording_wins() {
    let mut words: Vec<&str> = EFFECTS.iter().map(|effect| effect.word).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), EFFECTS.len());
    for effect in EFFECTS {
        let (scenario, _) = blocks(effect.page);
        let own = battle_of(&scenario.replacen("{rule: ", "{text: Mind the gap., rule: ", 1));
        let cards = std::iter::once(None).chain((0..own.cards.len()).map(Some));
        let printed: Vec<String> = cards.flat_map(|card| own.special_texts(card)).collect();
        assert_eq!(printed, ["Mind the gap."], "{}", effect.word);
    }
}

#[test]
fn verbs_go_with_names_in_the_plural() {
    let rules = [
        (
            "{rule: when, on: {enters: this}, do: [{rout: Foot}]}",
            "When The Stanleys enter play, Foot routs, wherever it is.",
        ),
        (
            "{rule: when, on: {routs: Foot}, do: [{rout: this}]}",
            "when Foot routs, The Stanleys rout, wherever they are.",
        ),
        ("{rule: hits, on: Foot, change: -1}", "While The Stanleys are in play, attacks on Foot do one hit less."),
        (
            "{rule: hits, change: 1, unless: {happened: {performs: {action: 1}}}}",
            "Attacks on The Stanleys do one hit more, unless The Stanleys have performed their first action.",
        ),
        ("{rule: hits, change: 1, while: {any: [{routed: Foot}, {routed: this}]}}", "Foot or The Stanleys have routed"),
        ("{rule: placement, cards: 2}", "While The Stanleys are in play, their side may place dice on two red cards"),
    ];
    for (rule, expected) in rules {
        let text = format!(
            "system: table-battles\nscenario:\n  name: The Field\n  sides:\n    - {{name: North, first: true, morale: 1, \
             cards: 1A}}\n    - {{name: South, morale: 1, cards: 2A}}\nformations:\n  - {{card: 1A, name: The Stanleys, \
             wing: red, strength: 4, dice: 6, actions: [{{type: attack, targets: [Foot], hits: 1}}], special: [{rule}]}}\n  \
             - {{card: 2A, name: Foot, wing: red, strength: 4, dice: 6, actions: [{{type: attack, targets: [1A], hits: 1}}]}}\n"
        );
        let battle = battle_of(&text);
        let printed = battle.special_texts(Some(0));
        assert!(printed.len() == 1 && printed[0].contains(expected), "{rule}: {printed:?}, not {expected}");
    }
}
