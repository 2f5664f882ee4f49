//! What other programs run: the action's steps, the problem matcher, the examples of a project, and the pages of `docs/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use muster::review::all_codes;
use muster_core::config::Settings;
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use regex::Regex;
use serde_json::Value;

use crate::cli::{assert_exit, command, folder, muster, root, text};
use crate::pages::blocks;

fn yaml(path: &str) -> Value {
    serde_yaml::from_str(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The project of the examples as a user has it, with a mistake in a battle when it is to have one.
fn project(name: &str, mistake: bool) -> PathBuf {
    let project = folder(name);
    for file in ["muster.toml", "battles/bridge.yaml", ".pre-commit-config.yaml", ".gitlab-ci.yml"] {
        let to = project.join(file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        let text = read(&format!("examples/project/{file}"));
        fs::write(to, text).expect("a file");
    }
    if mistake {
        // Whatever the first attack aims at is misspelt.
        let path = project.join("battles/bridge.yaml");
        let text = fs::read_to_string(&path).expect("a battle");
        let at = text.find("targets: [").expect("a target") + "targets: [".len();
        fs::write(&path, format!("{}X{}", &text[..at], &text[at..])).expect("a file");
    }
    project
}

/// Runs a script as CI does, with the program in the path.
fn shell(folder: &Path, script: &str, environment: &[(&str, &str)]) -> Output {
    let bin = Path::new(env!("CARGO_BIN_EXE_muster")).parent().expect("a folder").to_str().expect("UTF-8");
    let path = format!("{bin}:{}", std::env::var("PATH").expect("a path"));
    let mut bash = Command::new("bash");
    bash.current_dir(folder).args(["-e", "-o", "pipefail", "-c", script]).env("PATH", path);
    bash.env_remove("MUSTER_CONFIG").env_remove("MUSTER_OUTPUT_FORMAT");
    bash.envs(environment.iter().copied()).output().expect("bash")
}

#[test]
fn the_steps_of_the_action_run_on_a_project() {
    let action = yaml("action.yml");
    let steps = action["runs"]["steps"].as_array().expect("steps");
    let script = |name: &str| {
        let step = steps.iter().find(|step| step["name"] == name).unwrap_or_else(|| panic!("no step `{name}`"));
        step["run"].as_str().expect("a script").to_owned()
    };
    for mistake in [false, true] {
        let folder = project(&format!("action-{mistake}"), mistake);
        let output = folder.join("output");
        fs::write(&output, "").expect("a file");
        let environment = [
            ("GITHUB_ACTION_PATH", root().to_str().expect("UTF-8")),
            ("GITHUB_OUTPUT", output.to_str().expect("UTF-8")),
            ("MUSTER_PATHS", "battles/*.yaml"),
            ("MUSTER_COMMAND", "check"),
            ("MUSTER_ARGS", "--fail-on error -q"),
            ("MUSTER_SARIF", "muster.sarif"),
        ];
        assert_exit(&shell(&folder, &script("Install Muster"), &environment), 0);
        let matcher = shell(&folder, &script("Show findings on their lines"), &environment);
        let named = text(&matcher.stdout).trim().strip_prefix("::add-matcher::").expect("a matcher").to_owned();
        assert!(Path::new(&named).is_file(), "{named}");
        let run = shell(&folder, &script("Run Muster"), &environment);
        assert_exit(&run, i32::from(mistake));
        assert_eq!(text(&run.stdout).lines().count() > 0, mistake, "{}", text(&run.stdout));
        assert_eq!(fs::read_to_string(&output).expect("a file"), "sarif=muster.sarif\n");
        let sarif: Value =
            serde_json::from_str(&fs::read_to_string(folder.join("muster.sarif")).expect("SARIF")).expect("JSON");
        assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::is_empty), Some(!mistake));
    }
    for name in action["inputs"].as_object().expect("inputs").keys() {
        let used = steps.iter().any(|step| step["env"].to_string().contains(&format!("inputs.{name} ")));
        assert!(used, "the input `{name}` is used");
    }
}

#[test]
fn the_problem_matcher_understands_concise_output() {
    let matcher: Value = serde_json::from_str(&read(".github/muster-matcher.json")).expect("JSON");
    let pattern = &matcher["problemMatcher"][0]["pattern"][0];
    let regex = Regex::new(pattern["regexp"].as_str().expect("a pattern")).expect("a pattern");
    let group = |name: &str| usize::try_from(pattern[name].as_u64().expect("a group")).expect("a number");
    for colour in ["never", "always"] {
        let mistakes = "tests/it/thirty-mistakes.yaml";
        let output = command(root(), &["check", mistakes, "-q", "--output-format", "concise", "--color", colour]);
        let output = { output }.output().expect("the program");
        let json = muster(root(), &["check", mistakes, "--output-format", "json"]);
        let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
        let findings = json["findings"].as_array().expect("findings");
        let out = text(&output.stdout);
        assert_eq!(out.lines().count(), findings.len());
        for (line, finding) in out.lines().zip(findings) {
            let found = regex.captures(line).unwrap_or_else(|| panic!("not matched: {line:?}"));
            assert_eq!(&found[group("file")], finding["path"]);
            assert_eq!(found[group("line")], finding["span"]["start"]["line"].to_string());
            assert_eq!(found[group("column")], finding["span"]["start"]["column"].to_string());
            assert_eq!(&found[group("severity")], finding["severity"]);
            assert_eq!(&found[group("code")], finding["code"]);
            assert_eq!(&found[group("message")], finding["message"]);
        }
    }
}

#[test]
fn what_a_project_runs_elsewhere_works_as_it_stands() {
    let gitlab = yaml("examples/project/.gitlab-ci.yml");
    let script = gitlab["muster"]["script"].as_array().expect("a script");
    let line = script.iter().filter_map(Value::as_str).find(|line| line.starts_with("muster ")).expect("a command");
    let commit = yaml("examples/project/.pre-commit-config.yaml");
    let entry = commit["repos"][0]["hooks"][0]["entry"].as_str().expect("an entry");
    for mistake in [false, true] {
        let folder = project(&format!("elsewhere-{mistake}"), mistake);
        for script in [line, entry] {
            assert_exit(&shell(&folder, script, &[]), i32::from(mistake));
        }
        let reports = gitlab["muster"]["artifacts"]["reports"].as_object().expect("reports");
        for report in reports.values() {
            assert!(folder.join(report.as_str().expect("a file")).is_file(), "{report}");
        }
        for hook in yaml(".pre-commit-hooks.yaml").as_array().expect("hooks") {
            let folder = project(&format!("hook-{mistake}"), mistake);
            let entry = format!("{} battles", hook["entry"].as_str().expect("an entry"));
            assert_exit(&shell(&folder, &entry, &[]), i32::from(mistake && !entry.contains("--fix")));
        }
    }
}

#[test]
fn the_pages_show_the_files_of_the_project_as_they_are() {
    let page = read("docs/ci.md");
    for file in [".github/workflows/muster.yml", ".gitlab-ci.yml", ".pre-commit-config.yaml"] {
        let text = read(&format!("examples/project/{file}"));
        assert!(page.contains(&format!("```yaml\n# {file}\n{text}```\n")), "{file}");
    }
    let page = read("docs/configuration.md");
    let block = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("settings");
    let settings = Settings::read("muster.toml".into(), block.to_owned(), &all_codes(SYSTEMS));
    let findings = settings.findings(&mut Sources::default());
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn the_pieces_of_the_page_on_writing_are_a_scenario() {
    let pieces = blocks(&read("docs/writing.md")).concat();
    let folder = folder("ci-writing");
    fs::write(folder.join("a.yaml"), &pieces).expect("a file");
    let output = muster(&folder, &["check", "--fail-on", "warning"]);
    assert!(output.status.success(), "{}", text(&output.stdout));
    assert_exit(&muster(&folder, &["smoke", "--games", "10", "-q"]), 0);
}

#[test]
fn this_repository_passes_its_own_check() {
    let output = muster(root(), &["check", "--fail-on", "warning", "-A", "needless-counterattack"]);
    assert_exit(&output, 0);
}

#[test]
fn the_examples_of_the_pages_run_as_they_stand() {
    trycmd::TestCases::new().case("docs/*.md").case("examples/project/README.md");
}

#[test]
fn every_package_is_of_the_version_of_the_program() {
    let json = |path: &str| -> Value { serde_json::from_str(&read(path)).expect("JSON") };
    for path in
        ["editors/vscode/package.json", "editors/vscode/package-lock.json", "packaging/npm-package/package.json"]
    {
        assert_eq!(json(path)["version"], env!("CARGO_PKG_VERSION"), "{path}");
    }
    let platforms = json("packaging/npm-package/package.json");
    let platforms = platforms["optionalDependencies"].as_object().expect("platforms");
    assert!(platforms.values().all(|version| version == env!("CARGO_PKG_VERSION")), "{platforms:?}");
    for (path, pattern) in [
        ("pyproject.toml", "pass-muster=="),
        ("examples/project/.gitlab-ci.yml", "pass-muster=="),
        ("examples/project/.pre-commit-config.yaml", "pass-muster=="),
        ("examples/project/.github/workflows/muster.yml", "OWNER/muster@v"),
    ] {
        let text = read(path);
        let (_, rest) = text.split_once(pattern).unwrap_or_else(|| panic!("{path} names no version"));
        let named: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        assert_eq!(named, env!("CARGO_PKG_VERSION"), "{path}");
    }
}
