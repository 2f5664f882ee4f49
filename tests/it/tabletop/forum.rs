//! `muster print --forum`: cards as texts of bulletin boards, byte for byte.

use std::fs;

use crate::cli::{assert_exit, folder, muster, text};

/// The form, as its game published it (TT-9.2).
const FORM: &str = "[align=center][box][color=#FFBF00][b]Card Name[/b][/color]\n[i]Nation Card Type[/i]\n[b]Cost:[/b]\nCost\n\
                    [b]Might:[/b]\nMight\n[b]Speed:[/b]\nSpeed\n[b]Ability Name[/b]\n[i]Ability Flavour Text[/i]\n\
                    Ability description.[/box][/align]\n";

const DECK: &str = "\
system: tabletop
cards:
  - {card: N2, name: Line Infantry, nation: Northern League, type: Infantry, cost: 300, might: 3, speed: 2, abilities: [
      {name: Volley, flavour: Smoke first., active: {cooldown: 2}, do: [{strike: {kind: ranged, might: 2, range: 2}}]}]}
  - {card: N8, name: Old Brask, type: Staff, role: hero, cost: 12000, might: 0, speed: 3, abilities: [
      {name: One, text: Fear nothing.}, {name: Two, flavour: And more., do: [{change: {might: 1, to: formation}}]}]}
  - {card: N9, name: Banner, nation: Northern League, role: standard}
";

/// The cards of the deck in the form.
fn cards() -> [String; 3] {
    let filled = |values: &[(&str, &str)]| {
        values.iter().fold(FORM.to_owned(), |form, (word, value)| form.replacen(word, value, 1))
    };
    let infantry = filled(&[
        ("Card Name", "Line Infantry"),
        ("Nation Card Type", "Northern League Infantry"),
        ("\nCost\n", "\n300\n"),
        ("\nMight\n", "\n3\n"),
        ("\nSpeed\n", "\n2\n"),
        ("Ability Name", "Volley"),
        ("Ability Flavour Text", "Smoke first."),
        (
            "Ability description.",
            "Once in three turns: this card makes a ranged attack of might 2 on an enemy card or formation up to two hexes away.",
        ),
    ]);
    let hero = filled(&[
        ("Card Name", "Old Brask"),
        ("Nation Card Type", "Staff"),
        ("\nCost\n", "\n12000\n"),
        ("\nMight\n", "\n0\n"),
        ("\nSpeed\n", "\n3\n"),
        ("Ability Name", "One"),
        ("Ability Flavour Text", ""),
        (
            "Ability description.",
            "Fear nothing.\n[b]Two[/b]\n[i]And more.[/i]\nAll cards of its formation have +1 might.",
        ),
    ]);
    let standard = filled(&[
        ("Card Name", "Banner"),
        ("Nation Card Type", "Northern League Standard"),
        ("\nCost\n", "\n5000\n"),
        ("\nMight\n", "\n0\n"),
        ("\nSpeed\n", "\n1\n"),
        ("\n[b]Ability Name[/b]\n[i]Ability Flavour Text[/i]\nAbility description.", ""),
    ]);
    [infantry, hero, standard]
}

#[test]
fn tt_9_cards_are_posted_byte_for_byte() {
    let folder = folder("forum");
    fs::write(folder.join("deck.yaml"), DECK).unwrap();
    let print = |more: &[&str]| muster(&folder, &[&["print", "--forum", "deck.yaml"], more].concat());
    let output = print(&[]);
    assert_exit(&output, 0);
    assert_eq!(text(&output.stdout), cards().join("\n"));
    let [infantry, hero, standard] = cards();
    for (only, posted) in [
        ("N8", hero.clone()),
        ("line infantry", infantry.clone()),
        ("n8-n9", [hero, standard.clone()].join("\n")),
        ("N9,N2", [infantry, standard].join("\n")),
    ] {
        assert_eq!(text(&print(&["--only", only]).stdout), posted, "{only}");
    }
    let output = print(&["--only", "Line Infanty"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("no card `Line Infanty` to post; did you mean `Line Infantry`?"));
    let output = print(&["-o", "cards.txt"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).starts_with("cards.txt: 3 cards\n"), "{}", text(&output.stdout));
    assert_eq!(fs::read_to_string(folder.join("cards.txt")).unwrap(), cards().join("\n"));
    let output = print(&["-o", "cards.txt"]);
    assert_exit(&output, 2);
}

#[test]
fn what_cannot_be_posted_is_said() {
    let folder = folder("forum-refused");
    fs::write(folder.join("deck.yaml"), DECK.replace("might: 3", "might: many")).unwrap();
    let output = muster(&folder, &["print", "--forum", "deck.yaml"]);
    assert_exit(&output, 1);
    assert_eq!(text(&output.stdout), "", "a deck with an error is not posted, and findings stand aside");
    assert!(text(&output.stderr).contains("MU103"), "{}", text(&output.stderr));
    assert_exit(&muster(&folder, &["new", "table-battles", "The Ford"]), 0);
    let output = muster(&folder, &["print", "--forum", "the-ford.yaml"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("cards of Table Battles have no form"), "{}", text(&output.stderr));
    let output = muster(&folder, &["print", "--forum", "deck.yaml", "--with", "backs"]);
    assert_exit(&output, 2);
}
