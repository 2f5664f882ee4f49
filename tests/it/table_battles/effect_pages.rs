//! The pages of effects: each says what the effect prints, and its play goes so only because of the effect.

use muster_games::table_battles::effects::{EFFECTS, Effect};
use serde_json::Value;

use super::arena::{battle_of, document, wording};
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
        let printed: Vec<String> = cards.flat_map(|card| battle.special_texts(card, wording("en"))).collect();
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
        let printed: Vec<String> = cards.flat_map(|card| own.special_texts(card, wording("en"))).collect();
        assert_eq!(printed, ["Mind the gap."], "{}", effect.word);
    }
}

#[test]
fn a_rule_in_words_stands_after_the_effects_on_cards_and_in_the_scenario() {
    let (scenario, _) = blocks(EFFECTS[0].page);
    let scenario = scenario.replacen("    special:\n", "    rule_text: Dismount before you charge.\n    special:\n", 1);
    let scenario = scenario.replacen("  name: The Ford\n", "  name: The Ford\n  rule_text: No truce by night.\n", 1);
    let battle = battle_of(&scenario);
    let card = (0..battle.cards.len()).find(|card| battle.formation(*card).rule_text.is_some()).expect("the card");
    let texts = battle.special_texts(Some(card), wording("en"));
    assert_eq!((texts.len(), texts[1].as_str()), (2, "Dismount before you charge."));
    assert_eq!(battle.special_texts(None, wording("en")), ["No truce by night."]);
}
