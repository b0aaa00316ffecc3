//! Patterns of `regex` rules: compiled here, executed here and in the island by the same steps.
//!
//! **Invariant:** a program has at most [`MAX_STEPS`] steps, and a run reads the text once with a set of active steps,
//! so that its time is at most text times steps. The island never gets the pattern's source, so it cannot interpret it
//! differently. [`compile`] refuses, with the reason, whatever might not match as in PHP on both sides.

mod parse;

use serde::{Deserialize, Serialize};

pub use parse::{Refusal, compile};

/// Maximum number of steps of a program.
pub const MAX_STEPS: usize = 500;

/// A step of a program. As JSON: `{"class": [[from, to], …]}`, `{"split": [a, b]}`, `{"go": a}`, `"start"`, `"end"`, `"found"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Consumes one character within one of the ranges.
    Class(Vec<(u32, u32)>),
    /// Continues at both steps.
    Split(u16, u16),
    /// Continues at the step.
    Go(u16),
    /// Matches only at the start of the text.
    Start,
    /// Matches only at the end of the text.
    End,
    /// The pattern matches.
    Found,
}

/// A compiled pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Program(Vec<Step>);

impl Program {
    /// Whether the pattern matches anywhere in the text.
    pub fn finds(&self, text: &str) -> bool {
        let mut active = Vec::new();
        let mut chars = text.chars();
        let mut at_start = true;
        loop {
            let next = chars.next();
            active.push(0);
            let Some(reached) = self.reach(&active, at_start, next.is_none()) else {
                return true;
            };
            let Some(c) = next else { return false };
            active = reached
                .into_iter()
                .filter(|at| self.takes(*at, u32::from(c)))
                .map(|at| at + 1)
                .collect();
            at_start = false;
        }
    }

    fn takes(&self, at: usize, code: u32) -> bool {
        matches!(self.0.get(at), Some(Step::Class(ranges)) if ranges.iter().any(|(from, to)| (*from..=*to).contains(&code)))
    }

    /// The steps that consume a character and are reachable from these without consuming one; `None` if the pattern
    /// matches.
    fn reach(&self, from: &[usize], at_start: bool, at_end: bool) -> Option<Vec<usize>> {
        let mut seen = vec![false; self.0.len()];
        let mut open = from.to_vec();
        let mut reached = Vec::new();
        while let Some(at) = open.pop() {
            let Some(mark) = seen.get_mut(at) else { continue };
            if std::mem::replace(mark, true) {
                continue;
            }
            match self.0.get(at) {
                Some(Step::Found) => return None,
                Some(Step::Class(_)) => reached.push(at),
                Some(Step::Split(a, b)) => open.extend([usize::from(*a), usize::from(*b)]),
                Some(Step::Go(a)) => open.push(usize::from(*a)),
                Some(Step::Start) if at_start => open.push(at + 1),
                Some(Step::End) if at_end => open.push(at + 1),
                _ => {}
            }
        }
        Some(reached)
    }
}
