//! The help texts' order: commands in groups by what a user wants to do, options under headings that hold what belongs there.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::Command;

/// The groups of commands.
pub(super) const GROUPS: &[(&str, &[&str])] = &[
    ("Write", &["new", "sheet", "preview", "explain", "rename"]),
    ("Check", &["check"]),
    ("Play", &["play", "smoke", "balance", "tune", "replay", "review", "sweep", "merge"]),
    ("Print", &["print", "export"]),
    ("Set up", &["lsp", "schema", "completions", "man", "help"]),
];

/// The headings of options, by their ids; all others are under `Options`.
const HEADINGS: &[(&str, &[&str])] = &[
    ("Target", &["share", "turns", "skill", "between", "first", "harmless"]),
    ("Changes", &["vary", "keep", "edits"]),
    ("Long searches", &["state", "plan", "parts", "from"]),
    ("Cutting and backs", &["marks", "bleed", "proof", "back_offset", "thickness"]),
    ("Cards", &["template", "look", "size", "low_ink", "allow_outside", "draft"]),
    ("Files and settings", &["stdin_filename", "force_exclude", "config", "isolated", "show_settings", "show_files"]),
    ("Output", &["output_format", "report", "color", "quiet", "statistics", "max_problems", "force", "output_file"]),
    ("Findings", &["allow", "warn", "deny", "fail_on", "exit_zero", "no_allows", "baseline", "write_baseline"]),
];

/// Returns the command line with its commands in groups and their options under headings.
pub(super) fn order_commands(command: Command) -> Command {
    let template = template(&command);
    command.help_template(template).mut_subcommands(group_options)
}

/// Returns a command with its options under headings. A heading with one option is not worth it.
fn group_options(command: Command) -> Command {
    let ids: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    let has = |listed: &[&str]| ids.iter().filter(|id| listed.contains(&id.as_str())).count() > 1;
    let headings: Vec<_> = HEADINGS.iter().filter(|(_, listed)| has(listed)).collect();
    let command = command.mut_args(|arg| {
        let id = arg.get_id().to_string();
        let heading = headings.iter().find(|(_, listed)| listed.contains(&id.as_str())).map(|(heading, _)| *heading);
        if arg.is_positional() { arg } else { arg.help_heading(heading) }
    });
    command.mut_subcommands(group_options)
}

/// Returns the template of the main help, with the commands in their groups.
fn template(command: &Command) -> String {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (group, names) in GROUPS {
        text.push_str(&format!("\n{header}{group}:{header:#}\n"));
        for name in *names {
            let about = command.find_subcommand(name).and_then(|command| command.get_about());
            let about = match (about, *name) {
                (Some(about), _) => about.to_string(),
                (None, "help") => "Print this message or the help of a command".to_owned(),
                // A command that a feature brings is not in every build.
                (None, _) => continue,
            };
            text.push_str(&format!("  {literal}{name:<12}{literal:#} {about}\n"));
        }
    }
    text + &format!("\n{header}Options:{header:#}\n{{options}}{{after-help}}")
}

/// Returns a reader of numbers in a range; its error names the range.
pub(super) fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected {} to {}", range.start(), range.end()))
    }
}
