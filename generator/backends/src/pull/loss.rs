//! Something that a pull has lost, as a person is told.

use std::fmt;

/// Losses that an error lists; the rest is counted.
const MAX_LISTED: usize = 10;

/// Something that was there and is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// What `--accept-empty` calls it: `entries/news`, `navs/main`, `globals/site`, `product`.
    pub set: String,
    /// The locale's code; empty for what is alike in all.
    pub locale: String,
    /// Records of the set, or values of the record, as the last pull had them.
    pub before: u64,
    /// What there is now.
    pub now: Now,
}

/// What is left of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Now {
    /// It has no records any more.
    Empty,
    /// The backend answers that there is none.
    Absent,
    /// The record is there and all its values are empty.
    WithoutValues,
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
            Now::WithoutValues => write!(f, " had {before} values and has none"),
        }
    }
}

/// The losses and the flags that accept them, for a person.
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
