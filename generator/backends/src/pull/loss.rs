//! A set or record that a pull lost, and its description for the error.

use std::fmt;

/// Maximum number of losses listed in an error; the rest is counted.
const MAX_LISTED: usize = 10;

/// A set or record that existed in the last pull and is missing now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// Its name in `--accept-empty`: `entries/news`, `entries/news/text`, `navs/main`, `globals/site`, `product`.
    pub set: String,
    /// The locale's code; empty for data that is the same in all locales.
    pub locale: String,
    /// Number of records of the set, or of values of the record, in the last pull.
    pub before: u64,
    /// The state in this pull.
    pub now: Now,
}

/// The state of a set in the new pull.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Now {
    /// It has no records.
    Empty,
    /// The backend answers that it does not exist.
    Absent,
    /// The record exists and all its values are empty.
    WithoutValues,
    /// The records exist and this field of theirs is empty.
    FieldEmpty,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { set, before, .. } = self;
        f.write_str(set)?;
        if !self.locale.is_empty() {
            write!(f, " ({})", self.locale)?;
        }
        match self.now {
            Now::Empty => write!(f, " had {before} records and is empty"),
            Now::Absent => write!(f, " had {before} records and is answered with 404 or missing"),
            Now::FieldEmpty => write!(f, " had content in {before} records that have none in it now"),
            Now::WithoutValues => write!(f, " had {before} values and has none"),
        }
    }
}

/// The losses and the flags that accept them, as text.
pub(super) fn list(losses: &[Loss]) -> String {
    let mut said: Vec<String> = losses.iter().take(MAX_LISTED).map(Loss::to_string).collect();
    if let Some(more) = losses.len().checked_sub(MAX_LISTED).filter(|more| *more > 0) {
        said.push(format!("{more} more"));
    }
    let mut flags: Vec<String> = losses.iter().map(|l| format!("--accept-empty {}", l.set)).collect();
    flags.sort();
    flags.dedup();
    format!(
        "{}. Look whether the backend lost it; if it is meant, build once with {}",
        said.join("; "),
        flags.join(" ")
    )
}
