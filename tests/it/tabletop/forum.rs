//! `print --format forum` and `replay --forum`: cards and turns as texts of bulletin boards, byte for byte.

use std::fs;

use crate::cli::{assert_exit, folder, muster, root, text};

/// The form, as its game published it (TT-9.2).
const FORM: &str = "[align=center][box][color=#FFBF00][b]Card Name[/b][/color]\n[i]Nation Card Type[/i]\n[b]Cost:[/b]\nCost\n\
                    [b]Might:[/b]\nMight\n[b]Speed:[/b]\nSpeed\n[b]Ability Name[/b]\n[i]Ability Flavour Text[/i]\n\
                    Ability description.[/box][/align]\n";

const DECK: &str = "\
system: tabletop
cards:
  - {card: N2, name: Line Infantry, nation: Northern League, type: Infantry, cost: 300, might: 3, speed: 2, abilities: [
      {name: Volley, flavour: Smoke first., active: {cooldown: 2}, do: [{strike: {kind: ranged, might: 2, range: 2}}]}]}
  - {card: N8, name: Old Brask, type: Staff, role: hero, cost: 12000, might: 0, speed: 3,
     traits: [diving], rule_text: He is never late., abilities: [
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
            "Fear nothing.\n[b]Two[/b]\n[i]And more.[/i]\nAll cards of its formation have +1 might.\n\
             [b]Hero[/b]\n[i][/i]\nComes once in a battle.\n\
             [b]Diving[/b]\n[i][/i]\nMoves through water at half speed. On water only anti-submarine attacks may target it.\n\
             [b]Special rules[/b]\n[i][/i]\nHe is never late.",
        ),
    ]);
    let standard = filled(&[
        ("Card Name", "Banner"),
        ("Nation Card Type", "Northern League Standard"),
        ("\nCost\n", "\n5000\n"),
        ("\nMight\n", "\n0\n"),
        ("\nSpeed\n", "\n1\n"),
        // It has no ability; what it is follows in the same lines (TT-2.3).
        ("Ability Name", "Sheltering"),
        ("Ability Flavour Text", ""),
        ("Ability description.", "Special attacks may not target it."),
    ]);
    [infantry, hero, standard]
}

#[test]
fn tt_9_cards_are_posted_byte_for_byte() {
    let folder = folder("forum");
    fs::write(folder.join("deck.yaml"), DECK).unwrap();
    let print = |more: &[&str]| muster(&folder, &[&["print", "--format", "forum", "deck.yaml"], more].concat());
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
    assert!(text(&output.stderr).contains("there is no card `Line Infanty` to post; did you mean `Line Infantry`?"));
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
    let output = muster(&folder, &["print", "--format", "forum", "deck.yaml"]);
    assert_exit(&output, 1);
    assert_eq!(text(&output.stdout), "", "a deck with an error is not posted, and findings stand aside");
    assert!(text(&output.stderr).contains("MU103"), "{}", text(&output.stderr));
    assert_exit(&muster(&folder, &["new", "table-battles", "The Ford"]), 0);
    let output = muster(&folder, &["print", "--format", "forum", "the-ford.yaml"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("cards of Table Battles cannot be posted"), "{}", text(&output.stderr));
    let output = muster(&folder, &["print", "--format", "forum", "deck.yaml", "--with", "backs"]);
    assert_exit(&output, 2);
}

/// A battle whose names would end the code of a board, were they written as they are.
const BATTLE: &str = "\
system: tabletop
scenario:
  name: The [/box] Ford
  turns: 9
  factions:
    - name: North
      initiative: 2
      resources: 9
      income: 1
      cards: [N2]
      setup:
        - {card: N1, at: 0101}
        - {card: N2, at: 0303, count: 3, merged: true, army: '[b]First'}
        - {card: N4, at: 0303, army: '[b]First'}
        - {card: N3, at: 0404}
    - name: South
      initiative: 1
      resources: 2
      cards: [S2]
      setup: [{card: S1, at: 0604}, {card: S2, at: 0402}, {card: S2, at: 0403}, {card: S3, at: 0102}]
cards:
  - {card: N1, name: Banner, nation: North, role: standard}
  - {card: N2, name: 'Foot [/b]', type: Foot, cost: 3, might: 2, speed: 2}
  - {card: N3, name: Guns, type: Guns, cost: 1, might: 1, speed: 1, abilities: [
      {name: 'Volley [i]', active: {}, do: [{strike: {kind: ranged, might: 1, range: 2}}]}]}
  - {card: N4, name: Old Brask, type: Staff, role: commander, cost: 1, might: 1, speed: 2}
  - {card: S1, name: Keep, nation: South, role: standard}
  - {card: S2, name: Horse, type: Horse, cost: 1, might: 3, speed: 4}
  - {card: S3, name: Spies, type: Spies, cost: 1, might: 1, speed: 1, traits: [hiding]}
map:
  name: Field
  hexes: |
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
  places: {'The [u]Ford': 0303, Camp: 0101}
";

const BATTLE_PLAY: &str = "\
system: tabletop
play:
  scenario: battle.yaml
  turns:
    - faction: North
      orders:
        - {strike: N3#1, at: S2#2}
        - {move: N2#1, path: [0303, 0402], army: true}
        - {deploy: N2, at: N1#1}
      fate: {S2#2: destroyed}
    - faction: South
      orders: [{move: S3#1, path: [0102, 0201]}]
      fate: {N2#1: destroyed, N2#2: survives, N2#3: survives, N4#1: survives, S2#1: survives}
    - faction: North
      orders: [{fortify: N2#2, army: true}]
    - faction: South
      orders: [{disengage: S2#1, to: 0502}]
      fate: {S2#1: disengaged}
";

/// The turns of that play, as they are posted.
const REPORTS: &str = "\
[box][color=#FFBF00][b]Turn 1: North[/b][/color]
[i]The ［/box］ Ford[/i]
[b]Orders:[/b]
Guns N3#1 strikes Horse S2#2 (Volley ［i］): it is destroyed.
［b］First (N2#1, N2#2, N2#3, N4#1) moves from The ［u］Ford (0303) to 0402.
Foot ［/b］ N2#4 is deployed at Camp (0101) for three resources.
[b]Resources:[/b]
North: 6
South: 2[/box]

[box][color=#FFBF00][b]Turn 1: South[/b][/color]
[i]The ［/box］ Ford[/i]
[b]Orders:[/b]
Spies S3#1 moves from 0102 to 0201.
[b]Combat at 0402:[/b]
North 7, South 3.
North loses Foot ［/b］ N2#1.
South loses no card.
[b]Resources:[/b]
North: 6
South: 2[/box]

[box][color=#FFBF00][b]Turn 2: North[/b][/color]
[i]The ［/box］ Ford[/i]
[b]Orders:[/b]
［b］First (N2#2, N2#3, N4#1) fortifies.
[b]Resources:[/b]
North: 7
South: 2[/box]

[box][color=#FFBF00][b]Turn 2: South[/b][/color]
[i]The ［/box］ Ford[/i]
[b]Orders:[/b]
Horse S2#1 disengages to 0502.
The formation of Foot ［/b］ N2#2 (two cards) has experience 1 and high morale now.
Old Brask N4#1 has experience 1 and high morale now.
Horse S2#1 has experience 1 and low morale now.
[b]Resources:[/b]
North: 7
South: 2[/box]
";

#[test]
fn turns_are_posted_with_what_came_of_them() {
    let folder = folder("forum-turns");
    fs::write(folder.join("battle.yaml"), BATTLE).unwrap();
    fs::write(folder.join("play.yaml"), BATTLE_PLAY).unwrap();
    let output = muster(&folder, &["replay", "--forum", "play.yaml"]);
    assert_exit(&output, 0);
    assert_eq!(text(&output.stdout), REPORTS);
    let output = muster(&folder, &["replay", "--forum=3", "play.yaml", "-o", "turn.txt"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("turn.txt: 1 turn\n"), "{}", text(&output.stdout));
    let turns: Vec<&str> = REPORTS.split("\n\n").collect();
    assert_eq!(fs::read_to_string(folder.join("turn.txt")).unwrap(), format!("{}\n", turns[2]));
    // Of a play that is not legal, the turns before the mistake.
    fs::write(folder.join("play.yaml"), BATTLE_PLAY.replace("to: 0502", "to: 0602")).unwrap();
    let output = muster(&folder, &["replay", "--forum", "play.yaml"]);
    assert_exit(&output, 1);
    assert_eq!(text(&output.stdout), format!("{}\n", turns[..3].join("\n\n")));
    assert!(text(&output.stderr).contains("TT401"), "{}", text(&output.stderr));
    let output = muster(&folder, &["replay", "--forum=4", "play.yaml"]);
    assert_exit(&output, 1);
    assert_eq!(text(&output.stdout), "");
}

/// A turn of a shipped play that begins so, as it is posted.
fn posted(play: &str, beginning: &str) -> String {
    let play = root().join("scenarios/tabletop/plays").join(play);
    let output = muster(root(), &["replay", "--forum", play.to_str().expect("a path in UTF-8")]);
    assert_exit(&output, 0);
    let all = text(&output.stdout);
    let begins = |report: &&str| report.starts_with(&format!("[box][color=#FFBF00][b]{beginning}[/b]"));
    all.split("\n\n").find(begins).expect("the turn").trim_end().to_owned()
}

#[test]
fn routs_morale_and_the_end_are_posted() {
    let play = "corn-monday-rout.yaml";
    let outflanked = posted(play, "Turn 1: The Nine Towns");
    assert!(outflanked.contains("[b]Morale:[/b]\nTown Outriders T7#1 is outflanked and has low morale now.\n"));
    let routed = posted(play, "Turn 2: The Nine Towns");
    assert!(routed.contains("\nTown Outriders T7#1 is encircled and routed.\n"), "{routed}");
    let fled = posted(play, "Turn 5: Crown of Aumery");
    assert!(fled.contains("[b]Routed:[/b]\nTown Outriders T7#1 flees from 0403 to Ninekeys (0302) and is rallied.\n"));
    let end = posted("corn-monday-keys.yaml", "Turn 4: The Nine Towns");
    let over =
        "[b]The battle is over:[/b]\nCrown of Aumery wins: what had to be destroyed is no longer on the map.[/box]";
    assert!(end.ends_with(over), "{end}");
}

#[test]
fn what_turns_cannot_be_posted_is_said() {
    let folder = folder("forum-turns-refused");
    fs::write(folder.join("battle.yaml"), BATTLE).unwrap();
    fs::write(folder.join("play.yaml"), BATTLE_PLAY).unwrap();
    fs::copy(folder.join("play.yaml"), folder.join("again.yaml")).unwrap();
    let other = root().join("scenarios/table-battles/plays/white-mountain-morale.yaml");
    let other = other.to_str().expect("a path in UTF-8");
    for (arguments, said) in [
        (&["--forum=5", "play.yaml"][..], "the play has 4 faction turns"),
        (&["--forum=0", "play.yaml"], "expected a turn, counted from 1"),
        (&["--forum=1", "play.yaml", "again.yaml"], "name one file"),
        (&["--forum", other], "turns of Table Battles cannot be posted"),
        (&["--forum", "battle.yaml"], "none of the files is a play"),
        (&["--forum", "play.yaml", "--picture", "1"], "cannot be used with"),
    ] {
        let output = muster(&folder, &[&["replay"], arguments].concat());
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(said), "{arguments:?}: {}", text(&output.stderr));
        assert_eq!(text(&output.stdout), "");
    }
}

#[test]
fn brackets_in_names_are_no_code() {
    let folder = folder("forum-brackets");
    fs::write(folder.join("deck.yaml"), DECK.replace("Smoke first.", "'[/i]'").replace("Line Infantry", "'Line [/b]'"))
        .unwrap();
    let output = muster(&folder, &["print", "--format", "forum", "deck.yaml", "--only", "N2"]);
    assert_exit(&output, 0);
    let posted = text(&output.stdout);
    assert!(posted.contains("[b]Line ［/b］[/b]") && posted.contains("[i]［/i］[/i]"), "{posted}");
}
