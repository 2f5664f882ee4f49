//! The page of a game's rules: chapters (`## 6 Actions`) and in each a line for each clause (`- **TB-6.4** What it says`).

/// A clause of a game's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clause {
    /// Its number, such as `TB-6.4`.
    pub number: &'static str,
    /// Its text, in one paragraph.
    pub text: &'static str,
}

/// Returns the clauses on a page of rules, in its order.
pub fn clauses(page: &'static str) -> impl Iterator<Item = Clause> {
    page.lines().filter_map(|line| {
        let (number, text) = line.strip_prefix("- **")?.split_once("** ")?;
        Some(Clause { number, text })
    })
}

/// Returns the part of a page of rules that a number means, as a page of its own: a clause (`TB-6.4`) or a whole chapter (`TB-6`),
/// in capitals or not. `None` if the page has neither.
pub fn clause_page(page: &'static str, title: &str, number: &str) -> Option<String> {
    if let Some(clause) = clauses(page).find(|clause| clause.number.eq_ignore_ascii_case(number)) {
        return Some(format!("# {title}, clause {}\n\n{}\n", clause.number, clause.text));
    }
    let (prefix, _) = clauses(page).next()?.number.split_once('-')?;
    let (named, chapter) = number.split_once('-')?;
    if !named.eq_ignore_ascii_case(prefix) {
        return None;
    }
    let found = page.split("\n## ").skip(1).find(|found| found.split(' ').next() == Some(chapter))?;
    Some(format!("# {title}, chapter {}\n", found.trim_end()))
}
