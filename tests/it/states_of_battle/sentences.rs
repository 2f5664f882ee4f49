//! Everything that a card or a rule can say, read aloud once.

use muster_games::states_of_battle::model::{CardDefinition, DeckKind};
use muster_games::states_of_battle::resolve::{CardInUse, published_cards};
use muster_games::states_of_battle::sentences;
use muster_games::states_of_battle::wording::StatesWording;
use muster_games::states_of_battle::words::CardWord;

use super::{words, words_in};

fn wording() -> StatesWording<'static> {
    StatesWording::new(words())
}

fn said(deck: DeckKind, play: &str) -> String {
    let play: Vec<CardWord> = serde_yaml::from_str(play).unwrap_or_else(|error| panic!("{play}: {error}"));
    sentences::deck_sentences(wording(), deck, &play)
}

#[track_caller]
fn read_aloud(deck: DeckKind, sheet: &[(&str, &str)]) {
    for (play, sentence) in sheet {
        assert_eq!(said(deck, play), *sentence, "{play}");
    }
}

#[test]
fn units_move_and_rally() {
    read_aloud(
        DeckKind::Orders,
        &[
            ("[]", "Nothing happens."),
            (
                "[{move: {}}]",
                "One of your units that has not moved in this round may move, march or charge. A charge that succeeds is \
                 fought at once. Then one of your fleeing units must try to rally.",
            ),
            (
                "[{move: {units: 2, rally: 0}}]",
                "Up to two of your units that have not moved in this round may move, march or charge, one after the other. A \
                 charge that succeeds is fought at once.",
            ),
            ("[{move: {units: 0, rally: 2}}]", "Up to two of your fleeing units must try to rally."),
            ("[{move: {units: 0, rally: 0}}]", "Nothing happens."),
            (
                "[{move: {units: 13, rally: 1}}]",
                "Up to 13 of your units that have not moved in this round may move, march or charge, one after the other. A \
                 charge that succeeds is fought at once. Then one of your fleeing units must try to rally.",
            ),
            (
                "[{move-group: {}}]",
                "Choose one of your named characters. All your units within 6 inches of that character (12 if it is your \
                 general) that have not moved in this round may move, march or charge, wherever they like. Or only one of \
                 your units does, wherever it stands. A charge that succeeds is fought at once. Then one of your fleeing \
                 units must try to rally.",
            ),
            (
                "[{move-group: {within: 1, general: 1}}]",
                "Choose one of your named characters. All your units within 1 inch of that character that have not moved in \
                 this round may move, march or charge, wherever they like. Or only one of your units does, wherever it \
                 stands. A charge that succeeds is fought at once. Then one of your fleeing units must try to rally.",
            ),
            ("[rally-all]", "All your fleeing units try to rally."),
            (
                "[{half-move: {}}]",
                "One of your units that has not moved in this round may move by half its move in any direction, without a \
                 march or a charge.",
            ),
            (
                "[{half-move: {units: 2}}]",
                "Up to two of your units that have not moved in this round may each move by half their move in any \
                 direction, without a march or a charge.",
            ),
        ],
    );
}

#[test]
fn units_fight_shoot_and_cast() {
    read_aloud(
        DeckKind::Events,
        &[
            ("[melee]", "All close combats on the field are fought."),
            ("[cast]", "Your wizards may cast. Magic that lasts moves, and spells run out that have had their time."),
            ("[{reload: [missile]}]", "Take the spent markers off all your missile units."),
            ("[{reload: [war-machine]}]", "Take the spent markers off all your war machines."),
            (
                "[{reload: [war-machine, missile]}]",
                "Take the spent markers off all your missile units and war machines.",
            ),
            (
                "[fire]",
                "Each of your missile units and war machines that is not spent must shoot at the nearest enemy that it can \
                 see and reach.",
            ),
            ("[{to-hit: 1}]", "To the end of the round your missile units and war machines add 1 to hit."),
            ("[{to-hit: -2}]", "To the end of the round your missile units and war machines take 2 off to hit."),
            ("[{to-hit: 0}]", "Nothing happens."),
        ],
    );
}

#[test]
fn counters_and_cards_come_and_go() {
    read_aloud(
        DeckKind::Events,
        &[
            ("[{counters: {change: 1}}]", "Gain one counter."),
            ("[{counters: {change: -3}}]", "Lose three counters."),
            ("[{counters: {change: 0}}]", "Nothing happens."),
            ("[{counters: {side: enemy, change: -1}}]", "Your opponent loses one counter."),
            ("[{counters: {side: enemy, change: 2}}]", "Your opponent gains two counters."),
            ("[{push: {counters: 1}}]", "Move one of your counters from the state of your army into the next."),
            (
                "[{push: {side: enemy, counters: 2}}]",
                "Move up to two of your opponent’s counters from the state of your opponent’s army into the next.",
            ),
            ("[{draw: 1}]", "Draw one Orders card."),
            ("[{draw: 2}]", "Draw two Orders cards."),
            ("[{draw: as-held}]", "Draw as many Orders cards as you still hold."),
            ("[{lose: 1}]", "Lose one Orders card of your choice."),
            ("[{lose: 2}]", "Lose two Orders cards of your choice."),
            ("[{lose: all}]", "Lose all Orders cards that you still hold."),
            ("[wild]", "Play this as any Orders card but a Lull or one that is played as another."),
            (
                "[{counters: {change: 2}}, {lose: 1}, rally-all]",
                "Gain two counters. Lose one Orders card of your choice. All your fleeing units try to rally.",
            ),
        ],
    );
}

#[test]
fn throws_say_what_follows_however_deep() {
    read_aloud(
        DeckKind::Events,
        &[
            ("[{roll: {against: d8}}]", "Throw your Generalship die against a d8."),
            (
                "[{roll: {against: enemy, win: [{draw: 1}]}}]",
                "Throw your Generalship die against your opponent’s. Won: draw one Orders card.",
            ),
            (
                "[{roll: {against: d20, optional: true, handicap: true, win: [melee], much: {by: 3, play: [{draw: 2}, melee]}, \
                 lose: [{counters: {change: 0}}]}}]",
                "You may throw your Generalship die against a d20, and take off 1, 2 or 3 if your army is Shaken, Bloodied or \
                 Desperate. Won: all close combats on the field are fought. Won by more than 3: instead, draw two Orders \
                 cards; then all close combats on the field are fought. Lost: nothing happens.",
            ),
            (
                "[{roll: {against: d4, behind: true, lose: [{roll: {against: d6, win: [{roll: {against: d12, lose: [{draw: \
                 1}]}}], lose: [{lose: 1}]}}]}}]",
                "If your army has fewer than three quarters, rounded up, of your opponent’s counters, throw your Generalship \
                 die against a d4. Lost: throw your Generalship die against a d6 (Won: throw your Generalship die against a \
                 d12 [Lost: draw one Orders card]. Lost: lose one Orders card of your choice).",
            ),
        ],
    );
}

#[test]
fn what_is_kept_and_what_the_opponent_does_is_told_of_the_right_player() {
    read_aloud(
        DeckKind::Events,
        &[
            (
                "[{keep: [{counters: {change: 2}}, {draw: 1}]}]",
                "Keep this card. Use it when your general wins a challenge, or his unit breaks one of as many points or more: \
                 gain two counters; then draw one Orders card.",
            ),
            (
                "[{keep: [{counters: {change: 1}}]}, {counters: {change: -1}}, {draw: 1}]",
                "Keep this card. Use it when your general wins a challenge, or his unit breaks one of as many points or more: \
                 gain one counter. At once: lose one counter. Draw one Orders card.",
            ),
            (
                "[{opponent: [{move: {}}]}]",
                "Your opponent may do this: one of their units that has not moved in this round may move, march or charge; a \
                 charge that succeeds is fought at once; then one of their fleeing units must try to rally.",
            ),
            (
                "[{opponent: [{counters: {change: 1}}, {counters: {side: enemy, change: -2}}, {push: {side: enemy, counters: \
                 1}}, {lose: all}, re-roll, wild, {reload: [missile]}]}]",
                "Your opponent may do this: they gain one counter; then you lose two counters; then they move one of your \
                 counters from the state of your army into the next; then they lose all Orders cards that they still hold; \
                 then they throw one of their own throws again, all its dice; then they play this as any Orders card but a \
                 Lull or one that is played as another; then they take the spent markers off all their missile units.",
            ),
            (
                "[{opponent: [{roll: {against: enemy, optional: true, behind: true, win: [cast]}}, {keep: [{draw: 1}]}, \
                 {opponent: [{draw: 3}]}, {stop: d4}]}]",
                "Your opponent may do this: if their army has fewer than three quarters, rounded up, of your counters, they \
                 may throw their Generalship die against yours (Won: their wizards may cast; magic that lasts moves, and \
                 spells run out that have had their time); then they keep this card; they use it when their general wins a \
                 challenge, or his unit breaks one of as many points or more: they draw one Orders card; then at once: you \
                 may do this: draw three Orders cards; then when you play a card, they throw their Generalship die against a d4: if \
                 theirs shows more, the card does nothing.",
            ),
        ],
    );
}

#[test]
fn starter_cards_say_when_they_are_used() {
    read_aloud(
        DeckKind::Starter,
        &[
            ("[re-roll]", "Throw one of your own throws again, all its dice."),
            (
                "[{stop: d8}]",
                "When your opponent plays a card, throw your Generalship die against a d8: if yours shows more, the card does \
                 nothing.",
            ),
            (
                "[{counters: {change: 1}}, rally-all]",
                "In your opponent’s turn, gain one counter. All your fleeing units try to rally.",
            ),
            (
                "[{stratagem: {}}]",
                "Before the battle, put this down with a d8 showing 8, and markers on up to a quarter of your units, one at \
                 the least. At the start of your turn you may throw your Generalship die, and discard an Orders card that \
                 casts to add 4 if a wizard is within 12 inches of your general. As much as the die shows, or more: the \
                 marked units may each move or turn once, without a march or a charge, at any time of this turn, even if they \
                 have moved. Less: the die goes down by one; at 0 they move anyway.",
            ),
        ],
    );
    for (stratagem, said_so) in [
        (
            "{die: 11, share: 100, wizard: 0}",
            "with a d12 showing 11, and markers on as many of your units as you like. At",
        ),
        ("{die: 4, share: 33}", "with a d4 showing 4, and markers on up to 33 % of your units, one at the least."),
        ("{die: 20, share: 50}", "with a d20 showing 20, and markers on up to half of your units, one at the least."),
        ("{wizard: 0}", "you may throw your Generalship die. As much"),
    ] {
        let said = said(DeckKind::Starter, &format!("[{{stratagem: {stratagem}}}]"));
        assert!(said.contains(said_so), "{stratagem}: {said}");
    }
}

#[test]
fn a_text_of_its_own_comes_before_the_sentences() {
    let definition: CardDefinition =
        serde_yaml::from_str("{card: Gloom, deck: events, play: [{counters: {change: -1}}], text: Night falls.}")
            .unwrap();
    assert_eq!(said(definition.deck, "[{counters: {change: -1}}]"), "Lose one counter.");
    let card = CardInUse { definition, at: None, replaces: false };
    assert_eq!(sentences::card(wording(), &card), "Night falls.");
}

/// Every word of the published cards has its sentence, too.
#[test]
fn published_cards_can_be_said_in_sentences() {
    for card in published_cards() {
        let said = sentences::deck_sentences(wording(), card.deck, &card.play);
        assert!(said.ends_with('.') && !said.contains("..") && !said.contains("  "), "{}: {said}", card.card);
        assert_eq!(said == "Nothing happens.", card.is_lull(), "{}: {said}", card.card);
    }
}

/// In English they say what is written with their words.
#[test]
fn published_cards_are_in_the_catalogues() {
    let german = StatesWording::new(words_in("de"));
    for card in published_cards() {
        let card = CardInUse { definition: card.clone(), at: None, replaces: false };
        let written = card.definition.text.clone();
        assert_eq!(sentences::card_name(wording(), &card), card.definition.card);
        assert_eq!(Some(sentences::card(wording(), &card)), written);
        assert_ne!(Some(sentences::card(german, &card)), written);
        // What its author has written stays as it is.
        let own = CardDefinition { card: "Gloom".to_owned(), ..card.definition };
        let own = CardInUse { definition: own, ..card };
        assert_eq!(Some(sentences::card(german, &own)), written);
    }
}

#[test]
fn german_cards_are_read_aloud() {
    let sheet = [
        (
            "[{move: {units: 1, rally: 1}}]",
            "Eine deiner Einheiten, die sich in dieser Runde noch nicht bewegt hat, darf sich bewegen, marschieren oder angreifen. Ein gelungener Angriff wird sofort ausgefochten. Dann muss eine deiner fliehenden Einheiten versuchen, sich zu sammeln.",
        ),
        (
            "[{move: {units: 2, rally: 2}}]",
            "Bis zu zwei deiner Einheiten, die sich in dieser Runde noch nicht bewegt haben, dürfen sich nacheinander bewegen, marschieren oder angreifen. Ein gelungener Angriff wird sofort ausgefochten. Dann müssen bis zu zwei deiner fliehenden Einheiten versuchen, sich zu sammeln.",
        ),
        ("[{counters: {change: 1}}]", "Gewinne ein Plättchen."),
        ("[{counters: {change: -2, side: enemy}}]", "Dein Gegner verliert zwei Plättchen."),
        (
            "[{opponent: [{draw: 1}, {lose: all}]}]",
            "Dein Gegner darf Folgendes tun: Er zieht eine Befehlskarte; danach: Er verliert alle Befehlskarten, die er noch auf der Hand hat.",
        ),
        ("[{push: {counters: 1}}]", "Lege eines deiner Plättchen aus dem Zustand deiner Armee in den nächsten."),
        (
            "[{roll: {against: d6, optional: true, win: [{draw: 2}], lose: [{lose: 1}]}}]",
            "Du darfst deinen Feldherrenwürfel gegen einen W6 werfen. Gewonnen: Ziehe zwei Befehlskarten. Verloren: Verliere eine Befehlskarte deiner Wahl.",
        ),
        ("[]", "Nichts geschieht."),
    ];
    for (play, sentence) in sheet {
        let words: Vec<CardWord> = serde_yaml::from_str(play).unwrap_or_else(|error| panic!("{play}: {error}"));
        assert_eq!(
            sentences::deck_sentences(StatesWording::new(words_in("de")), DeckKind::Orders, &words),
            sentence,
            "{play}"
        );
    }
}
