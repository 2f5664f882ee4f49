//! What holds for every text: no panic, places inside it, the same values as another reader, and documents that are
//! valid by the schema can be read.

use muster_core::diag::{Diagnostic, Format, Hidden, Report, ReportStyle};
use muster_core::play::rng::Rng;
use muster_core::schema::Schema;
use muster_core::source::tree::{Node, Tree, Value as Written};
use muster_core::source::{Sources, Span};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::reading::read;
use crate::schema_findings::{findings, schema};

/// Pieces that YAML is made of, and some that it trips over.
const PIECES: [&str; 48] = [
    "a",
    "name",
    ": ",
    ":",
    "\n",
    "\n",
    "\n  ",
    "\n  - ",
    "- ",
    "? ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "#",
    " # c",
    "&x ",
    "*x",
    "!!str ",
    "!t ",
    "|\n",
    ">-\n  ",
    "'",
    "\"",
    "\\",
    "\\u00e9",
    "\t",
    "\r\n",
    "---\n",
    "...\n",
    "%",
    "@",
    "~",
    "null",
    "true",
    "no",
    "12",
    "007",
    "1e3",
    "0x1f",
    ".inf",
    "é",
    "Dürrenstein",
    "\u{feff}",
    "\u{2028}",
    "<<: ",
    " ",
];

fn yamlish() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(PIECES.as_slice()), 0..40).prop_map(|pieces| pieces.concat())
}

fn whole(span: Span, text: &str) -> bool {
    text.get(span.start..span.end).is_some()
}

/// Every place of a file lies in its text, and every format can show what was found.
fn sound(bytes: &[u8]) {
    let (sources, file, findings) = read(bytes);
    let text = sources.get(file).text();
    for finding in &findings {
        assert!(whole(sources.span(&finding.at), text), "{finding:?}");
        finding.related.iter().for_each(|related| assert!(whole(sources.span(&related.at), text), "{related:?}"));
    }
    if let Some(tree) = sources.get(file).tree() {
        nodes(tree, tree.root(), text);
    } else {
        assert!(!findings.is_empty(), "no tree and no finding");
    }
    shown(&sources, &findings);
}

fn nodes(tree: &Tree, node: &Node, text: &str) {
    assert!(whole(node.span, text), "{node:?}");
    match &node.value {
        Written::Seq(items) => items.iter().for_each(|id| nodes(tree, tree.node(*id), text)),
        Written::Map(entries) => {
            for entry in entries {
                assert!(whole(entry.key_span, text), "{entry:?}");
                nodes(tree, tree.node(entry.value), text);
            }
        }
        _ => {}
    }
}

fn shown(sources: &Sources, findings: &[Diagnostic]) {
    let mut out = Vec::new();
    let report = Report { sources, findings, files: 1, hidden: Hidden::default(), extra: None };
    for (_, format) in Format::ALL {
        format.write(&mut out, &report, &ReportStyle { colours: true, ..ReportStyle::default() }).expect("memory");
    }
    assert!(std::str::from_utf8(&out).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        sound(&bytes);
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "\\PC{0,80}") {
        sound(text.as_bytes());
    }

    #[test]
    fn anything_like_yaml_is_read_without_a_panic(text in yamlish()) {
        sound(text.as_bytes());
    }

    #[test]
    fn another_reader_sees_the_same_in_what_we_accept(text in yamlish()) {
        // In YAML 1.1 it ended a line; and readers disagree about the end of a block that no line break ends.
        let text = text.replace('\u{2028}', "") + "\n";
        let (sources, file, findings) = read(text.as_bytes());
        // After a byte order mark libyaml takes `---` for text.
        let read_by_other = oracle(text.trim_start_matches('\u{feff}'));
        if let (true, Some(tree), Ok(other)) = (findings.is_empty(), sources.get(file).tree(), read_by_other) {
            // A document that is one text block may stand at the margin; libyaml takes a `#` there for a comment.
            let scalar = matches!(tree.root().value, Written::Str(_));
            prop_assert!(scalar || plain(tree.to_json()) == plain(other.clone()), "{:?}: {}", text, other);
        }
    }

    #[test]
    fn what_another_writer_writes_is_read_as_it_was_meant(seed in any::<u64>()) {
        let meant = value(&mut Rng::new(seed), 4);
        let text = serde_yaml::to_string(&meant).expect("YAML");
        let (sources, file, findings) = read(text.as_bytes());
        prop_assert!(findings.iter().all(|finding| ["MU015", "MU018"].contains(&finding.code.id)), "{}\n{:?}", text, findings);
        let tree = sources.get(file).tree().expect("a tree");
        prop_assert_eq!(plain(tree.to_json()), plain(meant), "{}", text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn a_document_that_is_valid_can_be_read_and_another_is_explained(seed in any::<u64>(), spoil in 0..4u32) {
        let schema = SCHEMA.with(|schema| *schema);
        let mut rng = Rng::new(seed);
        let mut document = instance(schema.json(), schema.json(), &mut rng, 0);
        (0..spoil).for_each(|_| spoiled(&mut document, &mut rng));
        let (sources, found) = findings(schema, &document.to_string());
        prop_assert!(spoil > 0 || found.is_empty(), "{}\n{:?}", document, found);
        // What is told without the validator is what it says, but that it alone knows of whole numbers written with a fraction and
        // of very large ones.
        if let Some(tree) = sources.iter().next().and_then(|(_, file)| file.tree()) {
            let (certain, allowed) = (schema.certain(tree), schema.allows(tree));
            let told = !odd_numbers(&document);
            prop_assert!(certain == allowed || (allowed && !told), "{}: {} {}", document, certain, allowed);
        }
        let text = sources.get(sources.iter().next().expect("a file").0).text();
        found.iter().for_each(|finding| assert!(whole(sources.span(&finding.at), text), "{finding:?}"));
    }
}

/// Returns true if a document holds a whole number that was not written so, or a very large one.
fn odd_numbers(value: &Value) -> bool {
    match value {
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.unsigned_abs() > 1 << f64::MANTISSA_DIGITS,
            None => number.as_f64().is_none_or(|number| number.fract() == 0.0),
        },
        Value::Array(items) => items.iter().any(odd_numbers),
        Value::Object(members) => members.values().any(odd_numbers),
        _ => false,
    }
}

#[test]
fn numbers_are_told_to_fit_where_the_validator_accepts_them() {
    let numbers = [
        "0",
        "1",
        "-2",
        "-3",
        "7",
        "8",
        "0.1",
        "0.05",
        "0.099999999999999",
        "7.5",
        "7.500000000000001",
        "-0.5",
        "1e-9",
        "2.0",
        "-0.0",
        "1e3",
        "9007199254740992",
        "9007199254740993",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615",
        "1e300",
        ".inf",
        "-.inf",
        ".nan",
    ];
    let bounds =
        ["", r#", "minimum": 0.1"#, r#", "maximum": 7.5"#, r#", "minimum": -2, "maximum": 7"#, r#", "minimum": 0"#];
    let mut told = 0;
    for kind in ["integer", "number"] {
        for bound in bounds {
            let schema = Schema::from_committed(&format!(r#"{{"type": "{kind}"{bound}, "writeOnly": true}}"#));
            for number in numbers {
                let (sources, file, _) = read(number.as_bytes());
                let Some(tree) = sources.get(file).tree() else { continue };
                let (certain, allowed) = (schema.certain(tree), schema.allows(tree));
                let odd = match tree.root().value {
                    Written::Float(number) => number.fract() == 0.0 || !number.is_finite(),
                    _ => odd_numbers(&tree.to_json()),
                };
                assert!(certain == allowed || (allowed && odd), "{number} as {kind}{bound}: {certain} {allowed}");
                told += u32::from(certain);
            }
        }
    }
    assert!(told > 60, "{told} are told");
}

thread_local! {
    static SCHEMA: &'static muster_core::schema::Schema = Box::leak(Box::new(schema()));
}

fn oracle(text: &str) -> Result<Value, serde_yaml::Error> {
    serde_yaml::from_str(text)
}

/// Numbers as one kind: `1.0` is `1`.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(n) => json!(n.as_f64()),
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(members) => Value::Object(members.into_iter().map(|(key, v)| (key, plain(v))).collect()),
        other => other,
    }
}

fn pick<'a, T>(items: &'a [T], rng: &mut Rng) -> &'a T {
    &items[rng.draw_below(items.len() as u32) as usize]
}

/// Any value, with text that writers must take care of.
fn value(rng: &mut Rng, depth: u32) -> Value {
    let words = PIECES.map(str::trim_end);
    let text = |rng: &mut Rng| {
        let parts: Vec<&str> = (0..rng.draw_below(3)).map(|_| *pick(&words, rng)).collect();
        parts.join(" ").replace('\u{feff}', "")
    };
    match rng.draw_below(if depth == 0 { 5 } else { 8 }) {
        0 => Value::Null,
        1 => json!(rng.draw_below(2) == 0),
        2 => json!(i64::from(rng.draw_below(2000)) - 1000),
        3 => json!(f64::from(rng.draw_below(2000)) / 8.0),
        4 => json!(text(rng)),
        5 | 6 => (0..rng.draw_below(4)).map(|_| value(rng, depth - 1)).collect(),
        _ => {
            let members = (0..rng.draw_below(4)).map(|i| (format!("k{i}{}", text(rng)), value(rng, depth - 1)));
            Value::Object(members.collect())
        }
    }
}

/// A document that the schema allows.
fn instance(schema: &Value, root: &Value, rng: &mut Rng, depth: u32) -> Value {
    if let Some(path) = schema["$ref"].as_str() {
        return instance(root.pointer(&path[1..]).expect("a definition"), root, rng, depth);
    }
    if let Some(forms) = schema.get("anyOf").or(schema.get("oneOf")).and_then(Value::as_array) {
        return instance(pick(forms, rng), root, rng, depth);
    }
    if let Some(word) = schema.get("const") {
        return word.clone();
    }
    if let Some(words) = schema["enum"].as_array().or(schema["examples"].as_array()) {
        let fits = |word: &&Value| schema["type"].as_str() != Some("string") || word.is_string();
        let words: Vec<&Value> = words.iter().filter(fits).collect();
        return (*pick(&words, rng)).clone();
    }
    match schema["type"].as_str() {
        Some("object") => {
            let mut members = Map::new();
            let required: Vec<_> =
                schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            for (key, property) in schema["properties"].as_object().into_iter().flatten() {
                if required.contains(&key.as_str()) || rng.draw_below(3 + depth) < 2 {
                    members.insert(key.clone(), instance(property, root, rng, depth + 1));
                }
            }
            if schema["additionalProperties"].is_object() {
                let member = instance(&schema["additionalProperties"], root, rng, depth + 1);
                // Names of cards, or names of data fields.
                let key = if schema.get("propertyNames").is_some() { "year" } else { "7A" };
                members.insert(key.to_owned(), member);
            }
            Value::Object(members)
        }
        Some("array") => {
            let least = schema["minItems"].as_u64().unwrap_or(0) as u32;
            let most = schema["maxItems"].as_u64().unwrap_or(u64::MAX).min(4) as u32;
            (0..least.max(rng.draw_below(4).min(most)))
                .map(|_| instance(&schema["items"], root, rng, depth + 1))
                .collect()
        }
        Some("integer" | "number") => {
            let limit = |key: &str| schema[key].as_f64().map(|limit| limit as i64);
            let (low, high) = (limit("minimum").unwrap_or(0), limit("maximum").unwrap_or(9));
            json!(*pick(&[low, high, low + (high - low) / 2], rng))
        }
        Some("boolean") => json!(rng.draw_below(2) == 0),
        Some("string") if schema.get("pattern").is_some() => {
            let known = ["1 per die", "2 + 1 per die", "none", "Any", "5/6", "(6)", "Doubles, Straight 5", "7A"];
            let valid = jsonschema::draft202012::new(schema).expect("a notation");
            let fits: Vec<Value> = known.iter().map(|text| json!(text)).filter(|text| valid.is_valid(text)).collect();
            pick(&fits, rng).clone()
        }
        Some("string") => json!(*pick(&["Ney", "any", "Dürrenstein", "7A"], rng)),
        _ => Value::Null,
    }
}

/// Replaces, removes or adds something somewhere.
fn spoiled(value: &mut Value, rng: &mut Rng) {
    let stop = rng.draw_below(4) == 0;
    match value {
        Value::Object(members) if !stop && !members.is_empty() => {
            let keys: Vec<String> = members.keys().cloned().collect();
            let key = pick(&keys, rng);
            match rng.draw_below(8) {
                0 => drop(members.shift_remove(key)),
                1 => drop(members.insert(format!("{key}x"), json!(1))),
                _ => spoiled(&mut members[key.as_str()], rng),
            }
        }
        Value::Array(items) if !stop && !items.is_empty() => {
            let i = rng.draw_below(items.len() as u32) as usize;
            spoiled(&mut items[i], rng);
        }
        other => *other = self::value(rng, 2),
    }
}
