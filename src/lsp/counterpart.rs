//! The counterpart of a place of a text in another state of it: what was not touched is found line by line.

use super::view::Moved;

/// The pairs of lines that are compared at most.
const PAIRS: usize = 1 << 20;

/// Returns the byte of one state of a text that a byte of another one is; `None` for what is only in that one, and where too much
/// is different to tell.
pub(super) fn counterpart(from: &str, to: &str, offset: usize) -> Option<usize> {
    let moved = Moved::between(from, to);
    let kept = if offset < from.len() { moved.kept(offset) } else { moved.forth(offset) };
    if kept.is_some() {
        return kept;
    }
    // Several edits: the lines between the first and the last.
    let (ours, theirs) = moved.lines(from);
    let (from, to) = (&from[ours.start..ours.end], &to[theirs.start..theirs.end]);
    let [lines, others] = [from, to].map(|text| text.split_inclusive('\n').collect::<Vec<&str>>());
    let at = offset - ours.start;
    let mut start = 0;
    let line = lines.iter().position(|line| {
        let is_meant = at < start + line.len();
        start += if is_meant { 0 } else { line.len() };
        is_meant
    })?;
    let other = paired(&lines, &others, line)?;
    let within = Moved::between(lines[line], others[other]).kept(at - start)?;
    Some(theirs.start + others[..other].iter().map(|line| line.len()).sum::<usize>() + within)
}

/// Returns the line that stands for another one in the longest common sequence of lines; between lines of it, where there are as
/// many of both, the one of the same number, else the one with the same key.
fn paired(lines: &[&str], others: &[&str], line: usize) -> Option<usize> {
    let (height, width) = (lines.len(), others.len());
    if height.saturating_mul(width) > PAIRS {
        return None;
    }
    // The length of what is common from a pair of lines on.
    let mut common = vec![0_u32; (height + 1) * (width + 1)];
    let cell = |i: usize, j: usize| i * (width + 1) + j;
    for i in (0..height).rev() {
        for j in (0..width).rev() {
            common[cell(i, j)] = match lines[i] == others[j] {
                true => common[cell(i + 1, j + 1)] + 1,
                false => common[cell(i + 1, j)].max(common[cell(i, j + 1)]),
            };
        }
    }
    let (mut i, mut j, mut gap) = (0, 0, (0, 0));
    while i < height && j < width {
        if lines[i] == others[j] {
            if i == line {
                return Some(j);
            }
            if i > line {
                break;
            }
            (i, j) = (i + 1, j + 1);
            gap = (i, j);
        } else if common[cell(i + 1, j)] >= common[cell(i, j + 1)] {
            i += 1;
        } else {
            j += 1;
        }
    }
    let (i, j) = if i < height && j < width { (i, j) } else { (height, width) };
    if i - gap.0 == j - gap.1 {
        return Some(gap.1 + line - gap.0);
    }
    // Of more lines or fewer, the one with the same key, if there is only one.
    let has_key = |other: &&str| key(other) == key(lines[line]);
    let is_alone = lines[gap.0..i].iter().filter(|other| has_key(other)).count() == 1;
    let same: Vec<usize> = (gap.1..j).filter(|other| has_key(&others[*other])).collect();
    same.first().copied().filter(|_| is_alone && same.len() == 1)
}

/// Returns what stands before the first colon of a line.
fn key(line: &str) -> &str {
    line.split(':').next().unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_touched_is_found_between_edits() {
        let old = "a: 1\nb: [x, y]\nc: 3\nd: 4\n";
        let new = "# é\na: 1\nb: [x, new, y]\nc: 3\nc2: 3\nd: 44\n";
        let of = |words: &str| counterpart(new, old, new.find(words).expect("the words"));
        for words in ["a: 1", "b: [", "y]", "c: 3", "d: 4"] {
            assert_eq!(of(words), old.find(words), "{words}");
            assert_eq!(counterpart(old, new, old.find(words).expect("the words")), new.find(words), "{words}");
        }
        for words in ["é", "new, y", "c2"] {
            assert_eq!(of(&words[words.chars().next().map_or(0, char::len_utf8)..]), None, "{words}");
        }
        assert_eq!(counterpart("", "a", 0), Some(0));
        let long = "a\nb\n".repeat(2000);
        assert_eq!(counterpart(&format!("x{long}x"), &format!("y{}y", &long[2..]), 5), None, "too much to compare");
    }
}
