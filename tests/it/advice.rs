//! The advice that findings about printing give: it is followed word for word, and the finding is gone.

use std::fs;
use std::path::Path;

use muster_core::print::frame::Pixels;
use muster_core::print::image;

use crate::cli::{folder, muster, text};

/// A file of a project, by its path.
type File = (&'static str, Vec<u8>);

/// A finding with its advice, and ways to follow it.
struct Case {
    code: &'static str,
    advice: &'static str,
    files: Vec<File>,
    arguments: &'static [&'static str],
    /// What each way changes: files, and the arguments if it changes them.
    followed: Vec<(Vec<File>, Option<&'static [&'static str]>)>,
}

const CHECK: &[&str] = &["check", "."];
const IN_LOOK: &[&str] = &["check", "ford.yaml", "--template", "look"];

/// A battle with so much more on its first card.
fn ford(name: &str, more: &str) -> File {
    let actions = "actions: [{type: attack, targets: [Horse], hits: 1}]";
    let text = format!(
        "system: table-battles
scenario:
  name: The Ford
  sides:
    - {{name: North, first: true, morale: 1, cards: 1A}}
    - {{name: South, morale: 1, cards: 2A}}
formations:
  - {{card: 1A, name: {name}, wing: red, strength: 4, dice: 6, {actions}{more}}}
  - {{card: 2A, name: Horse, wing: blue, strength: 4, dice: 6, actions: [{{type: attack, targets: [{name}], hits: 1}}]}}
"
    );
    ("ford.yaml", text.into_bytes())
}

fn with_art() -> File {
    ford("Foot", ", art: foot.png")
}

/// A picture of so many pixels.
fn png(width: u32, height: u32) -> Vec<u8> {
    image::png(&Pixels::white(width, height), 300.0)
}

fn drawn(inside: &str) -> Vec<u8> {
    format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 50 38'>{inside}</svg>").into_bytes()
}

/// A template of a face, with more lines.
fn template(face: &str, more: &str) -> Vec<u8> {
    format!("system: table-battles\ntemplate: {face}\nextends: {face}\n{more}\n").into_bytes()
}

fn cases() -> Vec<Case> {
    const SQUARE: &[u8] = include_bytes!("fonts/Square.ttf");
    const BLOCKS: &[u8] = include_bytes!("fonts/Blocks.ttf");
    let whole = || ("foot.png", png(500, 380));
    let case = |code, advice, files: Vec<File>, followed: Vec<Vec<File>>| Case {
        code,
        advice,
        files,
        arguments: CHECK,
        followed: followed.into_iter().map(|files| (files, None)).collect(),
    };
    let print = |code, advice, files, arguments, followed| Case { code, advice, files, arguments, followed };
    let stick = |more: &str| ("look/stick.yaml", template("stick", &format!("size: [8, 12]\n{more}")));
    let long = "and on ".repeat(200);
    let mut open = Vec::from(SQUARE);
    open.splice(..4, *b"wOFF");
    // `fsType`, 8 bytes into the table `OS/2`, says that it may not be embedded.
    let mut closed = Vec::from(SQUARE);
    let entry = closed.windows(4).position(|tag| tag == b"OS/2").expect("a table");
    let table = u32::from_be_bytes(closed[entry + 8..entry + 12].try_into().expect("four bytes")) as usize;
    closed[table + 9] = 2;
    vec![
        case(
            "MU201",
            "did you mean `foot.png`?",
            vec![whole(), ford("Foot", ", art: fot.png")],
            vec![vec![with_art()]],
        ),
        case(
            "MU805",
            "save it again",
            vec![with_art(), ("foot.png", png(500, 380)[..60].to_vec())],
            vec![vec![whole()]],
        ),
        case(
            "MU805",
            "save it as PNG, as a baseline or progressive JPEG, or a drawing as SVG in UTF-8",
            vec![with_art(), ("foot.png", b"BM, a picture of another kind".to_vec())],
            vec![vec![whole()], vec![("foot.png", drawn("<rect width='50' height='38'/>"))]],
        ),
        case(
            "MU806",
            "reduce its size: a card at 600 dpi has 1,500 × 2,100 pixels",
            vec![with_art(), ("foot.png", png(5100, 5100))],
            vec![vec![("foot.png", png(1500, 1140))]],
        ),
        case(
            "MU807",
            "embed the file that it names, or save it as PNG",
            vec![with_art(), ("foot.png", drawn("<image href='a.png' width='50' height='38'/>"))],
            vec![vec![whole()], vec![("foot.png", drawn("<path d='M0 0H50V38H0Z'/>"))]],
        ),
        case(
            "MU808",
            "convert it to paths in your drawing program, or save it as PNG",
            vec![with_art(), ("foot.png", drawn("<text x='5' y='20'>Foot</text>"))],
            vec![vec![whole()], vec![("foot.png", drawn("<path d='M0 0H50V38H0Z'/>"))]],
        ),
        case(
            "MU809",
            "use a larger picture; scaling up the same one does not make it sharper",
            vec![with_art(), ("foot.png", png(100, 76))],
            vec![vec![whole()]],
        ),
        case(
            "MU810",
            "choose what to show with `focus: [50, 30]`, use `fit: contain`, or crop the picture yourself",
            vec![with_art(), ("foot.png", png(500, 1500))],
            vec![
                vec![ford("Foot", ", art: {image: foot.png, focus: [50, 30]}")],
                vec![ford("Foot", ", art: {image: foot.png, fit: contain}")],
                vec![whole()],
            ],
        ),
        case(
            "MU801",
            "shorten the text; it is already at its smallest size",
            vec![ford(&"Foot".repeat(40), "")],
            vec![vec![ford("Foot", "")]],
        ),
        print(
            "MU801",
            "set `fonts` in a template (`sans`, `sans-semi`, `sans-bold`, `serif`, `serif-italic` and `serif-bold`)",
            vec![ford("אבג", "")],
            CHECK,
            vec![(
                vec![("look/base.yaml", template("base", &all_of("Blocks.ttf"))), ("look/Blocks.ttf", BLOCKS.to_vec())],
                Some(IN_LOOK),
            )],
        ),
        case(
            "MU802",
            "shorten it, or the text above it",
            vec![ford("Foot", &format!(", lore: {long}"))],
            vec![vec![ford("Foot", ", lore: and on")]],
        ),
        case(
            "MU802",
            "shorten it, or the text above it",
            vec![ford("Foot", &format!(", rule_text: {}, lore: and on", "and on ".repeat(60)))],
            vec![vec![ford("Foot", ", rule_text: and on, lore: and on")]],
        ),
        case(
            "MU803",
            "did you mean `star`?",
            vec![ford("Foot", ", lore: ':sta: for them'")],
            vec![vec![ford("Foot", ", lore: ':star: for them'")]],
        ),
        case(
            "MU604",
            "move these boxes with `at`, or hide them with `hide: true`",
            vec![stick("")],
            vec![
                vec![stick("boxes: {ground: {hide: true}, pattern: {hide: true}}")],
                vec![stick(
                    "boxes: {ground: {at: [-3.175, -3.175, 14.35, 18.35]}, pattern: {at: [1.6, 1.2, 4.8, 9.6]}}",
                )],
            ],
        ),
        case(
            "MU613",
            "name a TTF or OTF file; the file extension does not matter",
            vec![("look/base.yaml", template("base", "fonts: {serif: base.yaml}"))],
            vec![vec![("look/base.yaml", template("base", "fonts: {serif: a.png}")), ("look/a.png", SQUARE.to_vec())]],
        ),
        case(
            "MU613",
            "use a TTF or OTF file with one font, with outlines in one colour",
            vec![("look/base.yaml", template("base", "fonts: {serif: a.ttf}")), ("look/a.ttf", open)],
            vec![vec![("look/a.ttf", SQUARE.to_vec())]],
        ),
        case(
            "MU613",
            "get the file again from its source",
            vec![("look/base.yaml", template("base", "fonts: {serif: a.ttf}")), ("look/a.ttf", SQUARE[..400].to_vec())],
            vec![vec![("look/a.ttf", SQUARE.to_vec())]],
        ),
        case(
            "MU614",
            "use another font, or ask its maker for one that may be embedded",
            vec![("look/base.yaml", template("base", "fonts: {serif: closed.ttf}")), ("look/closed.ttf", closed)],
            vec![
                vec![("look/base.yaml", template("base", "fonts: {serif: a.ttf}")), ("look/a.ttf", SQUARE.to_vec())],
                vec![("look/closed.ttf", SQUARE.to_vec())],
            ],
        ),
        print(
            "MU702",
            "to print backs on cards that have no other side, use `--with backs`",
            vec![ford("Foot", "")],
            &["print", "ford.yaml", "-o", "a", "--profile", "drive-thru-cards"],
            vec![(
                vec![],
                Some(&["print", "ford.yaml", "-o", "a", "--profile", "drive-thru-cards", "--with", "backs"]),
            )],
        ),
        print(
            "MU703",
            "to print backs on cards that have no other side, use `--with backs`",
            vec![ford("Foot", "")],
            &["print", "ford.yaml", "-o", "a", "--profile", "the-game-crafter"],
            vec![(
                vec![],
                Some(&["print", "ford.yaml", "-o", "a", "--profile", "the-game-crafter", "--with", "backs"]),
            )],
        ),
        print(
            "MU706",
            "save the picture without transparency",
            vec![with_art(), ("foot.png", drawn("<rect width='50' height='38' opacity='0.5'/>"))],
            &["print", "ford.yaml", "-o", "a", "--profile", "drive-thru-cards", "--with", "backs"],
            vec![(vec![whole()], None)],
        ),
        print(
            "MU811",
            "add one as a file in the folder `languages` beside muster.toml, or name one of these",
            vec![ford("Foot", "\n")].into_iter().map(|(path, _)| (path, in_language("fr"))).collect(),
            CHECK,
            vec![
                (vec![("ford.yaml", in_language("de"))], None),
                (
                    vec![(
                        "languages/fr.yaml",
                        b"system: table-battles\ncatalogue: fr\nwords: {attack: Attaque}\n".to_vec(),
                    )],
                    None,
                ),
            ],
        ),
    ]
}

/// A font in the place of every carried one.
fn all_of(font: &str) -> String {
    let styles = ["sans", "sans-semi", "sans-bold", "serif", "serif-italic", "serif-bold"];
    format!("fonts: {{{}}}", styles.map(|style| format!("{style}: {font}")).join(", "))
}

/// The battle in a language.
fn in_language(language: &str) -> Vec<u8> {
    let (_, bytes) = ford("Foot", "");
    text(&bytes).replacen("  name: The Ford\n", &format!("  name: The Ford\n  language: {language}\n"), 1).into_bytes()
}

fn write(folder: &Path, files: &[File]) {
    for (path, bytes) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

#[test]
fn advice_that_is_followed_mends_what_was_found() {
    for (i, case) in cases().into_iter().enumerate() {
        for (way, (files, arguments)) in case.followed.iter().enumerate() {
            let folder = folder(&format!("advice-{i}-{way}"));
            write(&folder, &[("muster.toml", Vec::new())]);
            write(&folder, &case.files);
            // How many findings of the code there are, and all that is said.
            let run = |arguments: &[&str]| {
                let output = muster(&folder, &[arguments, &["--output-format", "json-lines"]].concat());
                let said = text(&output.stdout) + &text(&output.stderr);
                (said.matches(&format!(r#""code":"{}""#, case.code)).count(), said)
            };
            let (found, said) = run(case.arguments);
            assert!(found > 0, "{} is not found: {said}", case.code);
            assert!(said.contains(case.advice), "{}, `{}`: {said}", case.code, case.advice);
            write(&folder, files);
            let (found, said) = run(arguments.unwrap_or(case.arguments));
            assert_eq!(found, 0, "{}, way {way} of `{}`: {said}", case.code, case.advice);
            // What fixes one thing breaks no other.
            let others = said.matches(r#""severity":"error""#).count();
            assert_eq!(others, 0, "{}, way {way} of `{}`: {said}", case.code, case.advice);
        }
    }
}
