//! `muster explain`: what a finding, a special rule, a key or a word means, and what the dice of a scenario's cards can do.

mod odds;

use muster_core::diag::{Code, nearest, sentence_of};
use muster_core::schema::Vocabulary;
use muster_systems::{System, clause_page, clauses};

use super::color::Color;
use super::table::wrapping;
use super::{Exit, Outcome, Trouble, output};
use crate::review::{all_codes, catalogues, templates};
use crate::sweep;

/// Explain a finding, a clause of the rules, a special rule, or a key or value of a document, or show exact odds.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A code or its name, a clause, a special rule, or a key or value of a document: `TB101`, `unknown-target`, `TB-6.4`,
    /// `hit-limit`, `dice`.
    /// Or a scenario, for the exact odds of all its cards (FILE) or of the card at a line (FILE:LINE).
    #[arg(required_unless_present_any = ["all", "list"], value_name = "TERM|FILE[:LINE]")]
    code: Option<String>,

    /// Print odds as JSON.
    #[arg(long)]
    json: bool,

    /// Calculate the exact odds of a combat in one hex of Tabletop instead. After FILE, give the cards of each faction: in
    /// `FILE --combat "3 N2, N9+1" "2 E1"`, N9 has one experience.
    #[arg(long, value_name = "CARDS", num_args = 2..=4, requires = "code")]
    combat: Vec<String>,

    /// List all codes and special rules, one a line.
    #[arg(long, conflicts_with_all = ["code", "all"])]
    list: bool,

    /// Explain all codes and special rules.
    #[arg(long, conflicts_with = "code")]
    all: bool,

    /// Print headings in bold. `auto` does so on a terminal, or anywhere if FORCE_COLOR or CLICOLOR_FORCE is set; never if
    /// NO_COLOR is set.
    #[arg(long, value_name = "WHEN", default_value = "auto", ignore_case = true)]
    color: Color,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        if let Some(place) = self.code.as_deref().and_then(odds::Place::read) {
            return odds::explain(&place, self.json, &self.combat, self.color, systems);
        }
        if self.json || !self.combat.is_empty() {
            let option = if self.json { "--json" } else { "--combat" };
            return Err(Trouble(format!("{option} is for odds; name a scenario")));
        }
        let codes = all_codes(systems);
        let topics: Vec<_> = systems.iter().flat_map(|system| system.topics()).collect();
        if self.list {
            output::text_to_stdout(&list(&codes, &topics))?;
            return Ok(Exit::Clean);
        }
        let pages = match &self.code {
            None => {
                codes.iter().map(|code| code.page).chain(topics.iter().map(|(_, page)| *page)).map(Into::into).collect()
            }
            Some(term) => term_pages(term, &codes, &topics, systems)?,
        };
        let text = pages.join("\n");
        let text = output::known_columns().map_or(text.clone(), |columns| wrap(&text, columns));
        self.color.write(&text, |line| line.starts_with('#') && line.trim_start_matches('#').starts_with(' '))?;
        Ok(Exit::Clean)
    }
}

/// Returns a line for each code and each special rule: what it is called, how severe it is, and what it means.
fn list(codes: &[Code], topics: &[(&'static str, &'static str)]) -> String {
    let codes = codes
        .iter()
        .map(|code| format!("{}  {:<28} {:<7}  {}\n", code.id, code.name, code.severity.name(), code.sentence()));
    let topics = topics.iter().map(|(word, page)| format!("       {word:<28} {:<7}  {}\n", "rule", sentence_of(page)));
    codes.chain(topics).collect()
}

/// Returns a page with its prose in lines of so many columns at most. Examples, headings and tables stay as they are.
fn wrap(page: &str, columns: usize) -> String {
    let (mut text, mut prose, mut is_example) = (String::new(), String::new(), false);
    for line in page.lines() {
        let begins_item = ["- ", "* "].iter().any(|mark| line.trim_start().starts_with(mark));
        let is_fence = line.trim_start().starts_with("```");
        let is_kept = is_example || is_fence || line.is_empty() || line.starts_with(['#', '|']);
        if is_kept || begins_item {
            fill(&mut text, &std::mem::take(&mut prose), columns);
        }
        is_example ^= is_fence;
        match is_kept {
            true => text.extend([line, "\n"]),
            false if prose.is_empty() => prose.push_str(line),
            false => prose.extend([" ", line.trim_start()]),
        }
    }
    fill(&mut text, &prose, columns);
    text
}

/// Adds a paragraph, or an item of a list, in lines of so many columns at most.
fn fill(text: &mut String, prose: &str, columns: usize) {
    if prose.is_empty() {
        return;
    }
    let words = prose.trim_start();
    let indent = &prose[..prose.len() - words.len()];
    let item = if words.starts_with(['-', '*']) { "  " } else { "" };
    let below = format!("{indent}{item}");
    text.push_str(&textwrap::fill(words, wrapping(columns).initial_indent(indent).subsequent_indent(&below)));
    text.push('\n');
}

/// Returns everything that explains a term: the page of a code, of a clause or of a special rule, and the keys and words of documents
/// that are called so. The error names the nearest term.
fn term_pages(
    term: &str,
    codes: &[Code],
    topics: &[(&'static str, &'static str)],
    systems: &'static [&'static System],
) -> Result<Vec<String>, Trouble> {
    let topic = topics.iter().filter(|(word, _)| word.eq_ignore_ascii_case(term)).map(|(_, page)| *page);
    let code = codes.iter().filter(|code| code.is(term)).map(|code| code.page);
    let schemas = systems.iter().map(|system| (system.title(), system.schema()));
    let vocabularies: Vec<(&str, Vocabulary)> = schemas
        .chain([
            ("Card templates", templates::schema()),
            ("Sweeps", sweep::schema()),
            ("Translations", catalogues::schema()),
        ])
        .map(|(title, schema)| (title, schema.vocabulary()))
        .collect();
    let keys = vocabularies.iter().filter_map(|(title, vocabulary)| vocabulary.explain(term, title));
    let clause = systems.iter().filter_map(|system| clause_page(system.rules(), system.title(), term));
    let pages: Vec<String> = topic.chain(code).map(str::to_owned).chain(clause).chain(keys).collect();
    if !pages.is_empty() {
        return Ok(pages);
    }
    if let Some(near) = nearest_clause(term, systems) {
        return Err(Trouble(format!("there is no clause `{term}`; did you mean `{near}`?")));
    }
    let terms = vocabularies.iter().flat_map(|(_, vocabulary)| vocabulary.terms());
    let known =
        codes.iter().flat_map(|code| [code.id, code.name]).chain(topics.iter().map(|(word, _)| *word)).chain(terms);
    let hint = match nearest(term, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "run `muster explain --list` to list codes and special rules".to_owned(),
    };
    Err(Trouble(format!("unknown term `{term}`: not a code, special rule, key or value; {hint}")))
}

/// Returns the clause whose number is nearest to a term that is written as one: `TB-6.4`.
fn nearest_clause(term: &str, systems: &'static [&'static System]) -> Option<&'static str> {
    let (game, number) = term.split_once('-')?;
    if game.len() != 2 || !number.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let numbers = systems.iter().flat_map(|system| clauses(system.rules())).map(|clause| clause.number);
    nearest(&term.to_ascii_uppercase(), numbers)
}
