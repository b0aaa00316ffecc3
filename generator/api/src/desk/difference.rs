//! What of a page is otherwise in another release, readable side by side.
//!
//! **Invariant:** takes at most [`PATIENCE`] for each of its steps and returns at most [`MOST`] rows.

use std::time::{Duration, Instant};

use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::page_parts::{Part, parts};

/// Maximum number of rows.
const MOST: usize = 400;
/// Time after which the rest is shown as one difference.
const PATIENCE: Duration = Duration::from_millis(300);

/// What is otherwise in a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Difference {
    pub(crate) rows: Vec<Row>,
    /// Whether there are more rows than are shown.
    pub(crate) is_cut: bool,
}

/// A part before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Row {
    /// The element of a text, or element and attribute.
    pub(crate) place: String,
    /// `None` if it is new.
    pub(crate) before: Option<Vec<Piece>>,
    /// `None` if it is gone.
    pub(crate) after: Option<Vec<Piece>>,
}

/// Some words of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Piece {
    pub(crate) words: String,
    /// Whether the other side has others.
    pub(crate) differs: bool,
}

/// Compares two versions of a page; `None`: it has none there.
pub(crate) fn difference(before: Option<&str>, after: Option<&str>) -> Difference {
    let (before, after) = (
        before.map(parts).unwrap_or_default(),
        after.map(parts).unwrap_or_default(),
    );
    let deadline = Instant::now() + PATIENCE;
    let steps = capture_diff_slices_deadline(Algorithm::Myers, &before, &after, Some(deadline));
    let words_by = Instant::now() + PATIENCE;
    let mut rows = Vec::new();
    for step in steps {
        if !matches!(step, DiffOp::Equal { .. }) {
            let old = before.get(step.old_range()).unwrap_or_default();
            let new = after.get(step.new_range()).unwrap_or_default();
            pair(old, new, words_by, &mut rows);
        }
        if rows.len() > MOST {
            break;
        }
    }
    let is_cut = rows.len() > MOST;
    rows.truncate(MOST);
    Difference { rows, is_cut }
}

/// Puts parts of the same place beside each other, in their order.
fn pair(old: &[Part], new: &[Part], deadline: Instant, rows: &mut Vec<Row>) {
    let mut next = 0;
    for before in old {
        let rest = new.get(next..).unwrap_or_default();
        match rest.iter().position(|after| after.place == before.place) {
            Some(skipped) => {
                let (added, found) = rest.split_at(skipped);
                rows.extend(added.iter().map(|part| only(None, Some(part))));
                rows.extend(found.first().map(|after| changed(before, after, deadline)));
                next += skipped + 1;
            }
            None => rows.push(only(Some(before), None)),
        }
        if rows.len() > MOST {
            return;
        }
    }
    rows.extend(
        new.get(next..)
            .unwrap_or_default()
            .iter()
            .map(|part| only(None, Some(part))),
    );
}

fn only(before: Option<&Part>, after: Option<&Part>) -> Row {
    let whole = |part: &Part| {
        vec![Piece {
            words: part.text.clone(),
            differs: true,
        }]
    };
    Row {
        place: before.or(after).map(|part| part.place.clone()).unwrap_or_default(),
        before: before.map(whole),
        after: after.map(whole),
    }
}

/// The words of both sides, with those marked that differ.
fn changed(before: &Part, after: &Part, deadline: Instant) -> Row {
    fn words(part: &Part) -> Vec<&str> {
        part.text.split_inclusive(' ').collect()
    }
    // A word is the same whether or not another one follows it.
    let bare = |words: &[&str]| -> Vec<String> { words.iter().map(|word| word.trim_end().to_owned()).collect() };
    let (old, new) = (words(before), words(after));
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let steps = capture_diff_slices_deadline(Algorithm::Myers, &bare(&old), &bare(&new), Some(deadline));
    for step in steps {
        let differs = !matches!(step, DiffOp::Equal { .. });
        for (words, range, side) in [
            (&old, step.old_range(), &mut left),
            (&new, step.new_range(), &mut right),
        ] {
            let words = words.get(range).unwrap_or_default().concat();
            if !words.is_empty() {
                side.push(Piece { words, differs });
            }
        }
    }
    Row {
        place: before.place.clone(),
        before: Some(left),
        after: Some(right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(pieces: &Option<Vec<Piece>>) -> String {
        let all = pieces.iter().flatten();
        all.map(|piece| match piece.differs {
            true => format!("[{}]", piece.words),
            false => piece.words.clone(),
        })
        .collect()
    }

    #[test]
    fn words_that_differ_are_marked_on_both_sides() {
        let page = |title: &str, more: &str| format!("<main><h1>{title}</h1><p>The same text.</p>{more}</main>");
        let found = difference(
            Some(&page("A chair of oak", "<p>Gone</p>")),
            Some(&page("A table of oak", "<a href='/new'>New</a>")),
        );
        let rows: Vec<(&str, String, String)> = found
            .rows
            .iter()
            .map(|row| (row.place.as_str(), marked(&row.before), marked(&row.after)))
            .collect();
        assert_eq!(
            rows,
            [
                ("h1", "A [chair ]of oak".to_owned(), "A [table ]of oak".to_owned()),
                ("p", "[Gone]".to_owned(), String::new()),
                ("a href", String::new(), "[/new]".to_owned()),
                ("text", String::new(), "[New]".to_owned()),
            ]
        );
        assert!(!found.is_cut);
        let longer = difference(
            Some("<main><h1>Privacy</h1>"),
            Some("<main><h1>Privacy in four sentences</h1>"),
        );
        assert_eq!(marked(&longer.rows[0].before), "Privacy");
        assert_eq!(marked(&longer.rows[0].after), "Privacy [in four sentences]");
        assert_eq!(
            difference(Some("<main><p>x"), Some("<main><p>x")),
            Difference::default()
        );
        assert_eq!(difference(None, Some("<main><p>x")).rows[0].before, None);
    }

    #[test]
    fn rule_13_a_page_that_is_wholly_otherwise_is_cut() {
        let page = |word: &str| {
            let all: String = (0..5_000).map(|at| format!("<p>{word} {at}</p>")).collect();
            format!("<main>{all}")
        };
        let found = difference(Some(&page("a")), Some(&page("b")));
        assert!(found.is_cut);
        assert_eq!(found.rows.len(), MOST);
    }
}
