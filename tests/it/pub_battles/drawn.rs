//! Maps that were drawn in other tools: GeoJSON as map editors write it.

use camino::{Utf8Path, Utf8PathBuf};
use muster::review::{Review, review};
use muster_core::diag::Severity;
use muster_core::source::FileId;
use muster_games::SYSTEMS;

const MAP: &str = r#"system: pub-battles
map:
  name: Two Lakes
  size: [1000, 600]
  foot: 120
  mounted: 180
  block: {width: 40, depth: 14}
  kinds: {wood: {modifier: -1, blocks_sight: true}, lake: {passable: false}, stream: {}}
  geojson: two-lakes.geojson
  points: [[[0, 0], [8.50, 47.30]], [[1000, 600], [8.60, 47.36]]]
"#;

/// As an editor writes it: with a name, a reference system, boxes, heights, foreign members, holes and several parts.
const DRAWN: &str = r#"{
"type": "FeatureCollection",
"name": "two-lakes",
"crs": { "type": "name", "properties": { "name": "urn:ogc:def:crs:OGC:1.3:CRS84" } },
"features": [
{ "type": "Feature", "properties": { "fid": 1, "name": "Owl Wood", "kind": "wood", "stroke": null }, "geometry": { "type": "Polygon", "coordinates": [ [ [ 8.51, 47.31, 402.5 ], [ 8.53, 47.31 ], [ 8.53, 47.33 ], [ 8.51, 47.33 ], [ 8.51, 47.31, 402.5 ] ], [ [ 8.515, 47.315 ], [ 8.515, 47.32 ], [ 8.52, 47.32 ], [ 8.515, 47.315 ] ] ] } },
{ "type": "Feature", "properties": { "fid": 2, "name": "The Meres", "kind": "lake" }, "geometry": { "type": "MultiPolygon", "coordinates": [ [ [ [ 8.55, 47.31 ], [ 8.57, 47.31 ], [ 8.56, 47.32 ], [ 8.55, 47.31 ] ] ], [ [ [ 8.55, 47.33 ], [ 8.57, 47.33 ], [ 8.56, 47.34 ], [ 8.55, 47.33 ] ] ] ] } },
{ "type": "Feature", "properties": { "name": "High Road", "kind": "road" }, "geometry": { "type": "LineString", "coordinates": [ [ 8.50, 47.32 ], [ 8.60, 47.33 ] ] } },
{ "type": "Feature", "properties": { "kind": "stream" }, "geometry": { "type": "MultiLineString", "coordinates": [ [ [ 8.54, 47.30 ], [ 8.54, 47.33 ] ], [ [ 8.54, 47.33 ], [ 8.58, 47.36 ] ] ] } },
{ "type": "Feature", "properties": { "name": "The Inn" }, "geometry": { "type": "Point", "coordinates": [ 8.545, 47.325 ] }, "id": "x" }
]
}
"#;

const SCENARIO: &str = r"system: pub-battles
scenario:
  name: Two Lakes
  turns: 6
  map: two-lakes.yaml
  sides:
    - {name: North, edge: north, corps: [{hq: Varga, at: [450, 540], blocks: [{block: Foot, at: [450, 500]}, {block: Guards, at: [500, 500]}]}]}
    - {name: South, edge: south, corps: [{hq: Keller, at: [450, 60], blocks: [{block: Line, at: [450, 100]}, {block: Lancers, kind: cavalry, at: [500, 100]}]}]}
  victory: [{rule: hold, location: The Inn, within: foot/3}, {rule: losses}]
";

fn reviewed(drawn: &str) -> Review {
    let inputs = [(Utf8PathBuf::from("scenario.yaml"), SCENARIO.as_bytes().to_vec())];
    let read = |path: &Utf8Path| match path.file_name() {
        Some("two-lakes.yaml") => Ok(MAP.as_bytes().to_vec()),
        Some("two-lakes.geojson") => Ok(drawn.as_bytes().to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    review(&inputs, &read, SYSTEMS)
}

fn found(drawn: &str) -> Vec<(String, String, String)> {
    let review = reviewed(drawn);
    let written = |file: FileId| review.sources.get(file).path().file_name().unwrap_or_default().to_owned();
    let findings = review.findings.iter();
    findings.map(|finding| (written(finding.at.file), finding.code.id.to_owned(), finding.message.clone())).collect()
}

#[test]
fn a_map_as_an_editor_writes_it_is_read() {
    let review = reviewed(DRAWN);
    assert!(review.findings.is_empty(), "{:?}", review.findings);
    let battle = review.units[0].battle.as_ref().expect("a battle");
    let battle = battle.downcast_ref::<muster_games::pub_battles::resolve::PubBattle>().expect("of this game");
    let field = battle.field.as_ref().expect("a map");
    let places: Vec<(&str, [i32; 2])> =
        field.locations.iter().map(|location| (location.name.as_str(), location.at.into())).collect();
    assert_eq!(places, [("The Inn", [450, 250]), ("Owl Wood", [200, 200]), ("The Meres", [600, 150])]);
    // Two lakes, and two parts of a stream.
    assert_eq!(field.features.len(), 5);
    assert_eq!(field.roads.len(), 1);
}

#[test]
fn broken_files_have_findings_at_their_places() {
    let broken = [
        ("\"kind\": \"wood\"", "\"kind\": \"woods\"", "PB105", "`woods` is not a kind of terrain of the map"),
        (
            "[ 8.51, 47.33 ], [ 8.51, 47.31, 402.5 ] ]",
            "[ 8.51, 47.33 ] ]",
            "PB191",
            "a ring needs at least four positions and must end where it begins",
        ),
        ("\"type\": \"Point\"", "\"type\": \"Circle\"", "PB191", "unknown geometry `Circle`"),
        (
            "\"name\": \"The Inn\"",
            "\"label\": \"The Inn\"",
            "PB191",
            "a point is a location and needs the property `name`",
        ),
        ("[ 8.50, 47.32 ], [ 8.60, 47.33 ]", "[ 8.50, 47.32 ]", "PB191", "a line needs at least two positions"),
        ("[ 8.545, 47.325 ]", "[ \"east\", 47.325 ]", "PB191", "a position must be a list of two numbers"),
        ("\"kind\": \"stream\"", "\"kinds\": \"stream\"", "PB194", "a line or area needs the property `kind`"),
    ];
    for (sound, wrong, code, message) in broken {
        assert!(DRAWN.contains(sound), "{sound}");
        let found = found(&DRAWN.replacen(sound, wrong, 1));
        let is_found = |(file, id, text): &(String, String, String)| {
            file == "two-lakes.geojson" && id == code && text.starts_with(message)
        };
        assert!(found.iter().any(is_found), "{wrong}: {found:?}");
    }
}

#[test]
fn a_file_that_was_cut_off_has_one_finding() {
    let whole = DRAWN.trim_end();
    let known = whole.find("\"name\"").expect("a key after the type");
    for end in (known..whole.len()).step_by(11) {
        let cut = &whole[..end];
        let found = found(cut);
        let in_file: Vec<_> = found.iter().filter(|(file, ..)| file == "two-lakes.geojson").collect();
        assert!(
            matches!(in_file[..], [(_, code, _)] if code == "MU001"),
            "{found:?} after {:?}",
            &cut[end.saturating_sub(40)..]
        );
    }
}

#[test]
fn a_file_that_ends_within_a_text_has_its_finding_there() {
    let cut = &DRAWN[..DRAWN.find("gh Road").expect("a name")];
    let review = reviewed(cut);
    let [finding] = &review.findings[..] else { panic!("{:?}", review.findings) };
    assert_eq!(finding.message, "this quote is not closed");
    assert_eq!(review.sources.span(&finding.at).start, cut.len() - "\"Hi".len());
}

#[test]
fn what_is_no_geojson_file_is_named_for_what_it_is() {
    for (content, why) in [
        ("", "it is empty"),
        (" \n", "it is empty"),
        ("<!doctype html>\n<html></html>\n", "it is a web page or another XML file"),
        ("[1, 2]", "expected `type` with `FeatureCollection` at its top level"),
    ] {
        let wanted = format!("`two-lakes.geojson` is not a GeoJSON file: {why}");
        let found = found(content);
        assert!(found.iter().any(|(_, code, text)| code == "MU202" && *text == wanted), "{content:?}: {found:?}");
    }
}

#[test]
fn a_geometry_alone_is_no_map() {
    let found = found(r#"{"type": "Polygon", "coordinates": [[[0, 0], [100, 0], [100, 100], [0, 0]]]}"#);
    let wanted = "expected a `Feature` or a `FeatureCollection`, found `Polygon`, which has no `kind` or `name`";
    let is_found = |(file, code, text): &(String, String, String)| {
        file == "two-lakes.geojson" && code == "PB191" && text == wanted
    };
    assert!(matches!(&found[..], [one] if is_found(one)), "{found:?}");
}

/// Returns the resolved battle of a map that was drawn so.
fn field_of(drawn: &str) -> muster_games::pub_battles::resolve::Field {
    let review = reviewed(drawn);
    assert!(review.findings.is_empty(), "{:?}", review.findings);
    let battle = review.units[0].battle.as_ref().expect("a battle");
    let battle = battle.downcast_ref::<muster_games::pub_battles::resolve::PubBattle>().expect("of this game");
    battle.field.clone().expect("a map")
}

/// Parts of a road that meet end to end are one road, whichever way they run; one that lies apart has a number.
#[test]
fn the_parts_of_a_road_are_one_road_where_they_meet() {
    let line = "\"LineString\", \"coordinates\": [ [ 8.50, 47.32 ], [ 8.60, 47.33 ] ]";
    assert!(DRAWN.contains(line));
    let road = |parts: &str| {
        let field = field_of(&DRAWN.replacen(line, &format!("\"MultiLineString\", \"coordinates\": [ {parts} ]"), 1));
        let roads = field.roads.iter();
        roads.map(|road| (road.name.clone(), road.line.iter().map(|at| at.x).collect::<Vec<_>>())).collect::<Vec<_>>()
    };
    let one = |line: &[i32]| vec![("High Road".to_owned(), line.to_vec())];
    let (first, second) = ("[ [ 8.50, 47.32 ], [ 8.55, 47.32 ] ]", "[ [ 8.55, 47.32 ], [ 8.60, 47.33 ] ]");
    let (back, third) = ("[ [ 8.60, 47.33 ], [ 8.55, 47.32 ] ]", "[ [ 8.57, 47.36 ], [ 8.56, 47.34 ] ]");
    assert_eq!(road(&format!("{first}, {second}")), one(&[0, 500, 1000]));
    assert_eq!(road(&format!("{first}, {back}")), one(&[0, 500, 1000]));
    assert_eq!(road(&format!("{second}, {first}")), one(&[1000, 500, 0]));
    let apart = ("High Road 2".to_owned(), vec![700, 600]);
    assert_eq!(road(&format!("{first}, {second}, {third}")), [one(&[0, 500, 1000]), vec![apart]].concat());
}

/// What RFC 7946 allows is read, and what it is not is told in the file itself.
#[test]
fn roots_numbers_and_missing_places() {
    let null = DRAWN.replacen("{ \"type\": \"Point\", \"coordinates\": [ 8.545, 47.325 ] }", "null", 1);
    assert!(null != DRAWN && found(&null).iter().all(|(_, code, _)| code == "PB103"), "only its name is missed");
    let number = DRAWN.replacen("402.5", "4.025e2", 1);
    assert!(found(&number).is_empty(), "no reader of YAML has a say in JSON: {:?}", found(&number));
    let cut = DRAWN.trim_end().trim_end_matches('}').trim_end().trim_end_matches(']').to_owned();
    let of_cut = found(&cut);
    assert!(of_cut.iter().all(|(file, code, _)| file == "two-lakes.geojson" && code.starts_with("MU0")), "{of_cut:?}");
    assert!(!of_cut.is_empty());
    let feature = DRAWN.lines().find(|line| line.contains("The Inn")).expect("a feature");
    // The terrain of the map is in the features that are not there.
    assert!(found(feature).iter().all(|(_, code, _)| code == "PB138"), "a feature alone: {:?}", found(feature));
}

/// Returns the codes and messages of what is found in the map and the file that it names.
fn found_with(map: &str, drawn: &str) -> Vec<(&'static str, String)> {
    let inputs = [(Utf8PathBuf::from("scenario.yaml"), SCENARIO.as_bytes().to_vec())];
    let read = |path: &Utf8Path| match path.file_name() {
        Some("two-lakes.yaml") => Ok(map.as_bytes().to_vec()),
        Some("two-lakes.geojson") => Ok(drawn.as_bytes().to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    let review = review(&inputs, &read, SYSTEMS);
    review.findings.iter().map(|finding| (finding.code.id, finding.message.clone())).collect()
}

/// Latitude written first is told as that, and nothing of where it would lie; what can be read as it is written is not.
#[test]
fn latitude_before_longitude_is_one_finding() {
    let turned = |text: &str| {
        let longitude = regex::Regex::new(r"(8\.\d+), (47\.\d+)").expect("a pattern");
        longitude.replace_all(text, "$2, $1").into_owned()
    };
    let (file, points) = (turned(DRAWN), turned(MAP));
    assert!(file != DRAWN && points != MAP);
    for (map, drawn) in [(MAP, file.as_str()), (points.as_str(), DRAWN)] {
        let found = found_with(map, drawn);
        let told = "latitude and longitude are swapped";
        assert!(matches!(&found[..], [("PB192", text)] if text.contains(told)), "{found:?}");
    }
    // Beyond the poles there is no doubt, with or without points.
    let far = |text: &str| text.replace("8.5", "148.5").replace("8.6", "148.6");
    let without = MAP.lines().filter(|line| !line.contains("points:")).collect::<Vec<_>>().join("\n");
    for map in [far(&points), without] {
        let found = found_with(&map, &far(&file));
        assert!(matches!(&found[..], [("PB192", text)] if text.contains("`[47.31, 148.51]`")), "{found:?}");
    }
    assert!(found_with(&far(MAP), &far(DRAWN)).is_empty());
}

/// Other properties say what a line or an area is where the map says what they mean: with their value, or alone.
#[test]
fn other_properties_mean_what_the_map_says() {
    let drawn = DRAWN
        .replacen("\"kind\": \"wood\"", "\"natural\": \"wood\"", 1)
        .replacen("\"kind\": \"lake\"", "\"natural\": \"water\"", 1)
        .replacen("\"kind\": \"road\"", "\"highway\": \"track\", \"lanes\": 1", 1);
    let with = |properties: &str| MAP.replacen("  points:", &format!("  kind_of: {{{properties}}}\n  points:"), 1);
    let all = with("natural=water: lake, natural: wood, highway: road");
    assert_eq!(found_with(&all, &drawn), []);
    let found = found_with(MAP, &drawn);
    assert_eq!(found.iter().filter(|(code, _)| *code == "PB194").count(), 3, "{found:?}");
    // What is no part of the map is not judged, and an unknown kind is.
    let none = found_with(&with("natural=water: none, natural: wood, highway: road"), &drawn);
    assert!(none.iter().all(|(code, _)| *code == "PB138"), "only its kind is not used now: {none:?}");
    let unknown = found_with(&with("natural=water: lak, natural: wood, highway: road"), &drawn);
    assert!(unknown.iter().any(|(code, text)| *code == "PB105" && text.contains("`lak`")), "{unknown:?}");
    // Of a file of thousands one is told for what is alike.
    let feature = r#"{"type": "Feature", "properties": {"fid": 1, "building": "yes"}, "geometry": {"type": "LineString", "coordinates": [[8.51, 47.31], [8.52, 47.32]]}},"#;
    let many = drawn.replacen("\"features\": [", &format!("\"features\": [{}", feature.repeat(3000)), 1);
    let found = found_with(&all, &many);
    assert!(matches!(&found[..], [("PB194", text)] if text.contains("2999 more like it")), "{found:?}");
}

/// Degrees without `points` are one finding: nothing is judged by where they would lie.
#[test]
fn degrees_without_points_are_one_finding() {
    let map = MAP.lines().filter(|line| !line.contains("points:")).collect::<Vec<_>>().join("\n");
    let mirrored =
        MAP.replace("[8.50, 47.30]], [[1000, 600], [8.60, 47.36]]", "[8.60, 47.30]], [[1000, 600], [8.50, 47.36]]");
    for (map, wanted) in [(&map, "are in degrees"), (&mirrored, "mirror or rotate the map")] {
        let found = found_with(map, DRAWN);
        assert!(matches!(&found[..], [("PB192", text)] if text.contains(wanted)), "{found:?}");
    }
}

/// Returns the blocks of the page about writing that are in a language.
fn blocks_of_the_page(language: &str) -> Vec<String> {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pub-battles.md")).expect("the page");
    let blocks = page.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| Some(block.strip_prefix(language)?.strip_prefix('\n')?.to_owned())).collect()
}

#[test]
fn documents_on_the_page_pass_as_they_stand() {
    let blocks: Vec<String> =
        blocks_of_the_page("yaml").into_iter().filter(|block| block.starts_with("system:")).collect();
    let drawn = blocks_of_the_page("json").concat();
    let lower_wend = blocks.iter().find(|block| block.contains("name: Lower Wend")).expect("a map");
    let shipped = Utf8Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/pub-battles"));
    assert!(blocks.len() >= 5 && drawn.contains("Owl Wood"), "{} blocks", blocks.len());
    for block in &blocks {
        let inputs = [(Utf8PathBuf::from("plays/page.yaml"), block.as_bytes().to_vec())];
        let read = |path: &Utf8Path| match path.file_name() {
            Some("wend.yaml") => Ok(lower_wend.as_bytes().to_vec()),
            Some("ford.geojson") => Ok(drawn.as_bytes().to_vec()),
            Some(name) => std::fs::read(shipped.join(name)),
            None => Err(std::io::ErrorKind::NotFound.into()),
        };
        let review = review(&inputs, &read, SYSTEMS);
        // A map that no scenario names is told of.
        let of_page = |file: FileId| review.sources.get(file).path() == "plays/page.yaml";
        let found = review.findings.iter().filter(|finding| finding.severity > Severity::Info);
        let found: Vec<_> = found.filter(|finding| of_page(finding.at.file)).collect();
        assert!(found.is_empty(), "{block}: {found:?}");
        assert!(review.units.iter().any(|unit| unit.battle.is_some()), "{block}");
    }
}
