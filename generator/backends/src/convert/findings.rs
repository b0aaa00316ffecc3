//! Findings of the conversion.
//!
//! **Invariant:** what is to be told once per build (an unbuilt block, by its set) is told once, in a fixed order.

use std::collections::HashSet;

use vitrine_model::diagnostic::{Diagnostic, Place};

#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    unbuilt: HashSet<String>,
}

impl Findings {
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// A value of the wrong shape: told, left out, never a failed build (SHOP-FIELDS).
    pub(crate) fn shape(&mut self, place: &Place, field: &str, reason: &str) {
        let place = Place {
            field: Some(field.to_owned()),
            ..place.clone()
        };
        let message = format!("the field {field} of {} {} is left out: {reason}", place.kind, place.id);
        self.push(
            Diagnostic::warning("field-shape", message, place).hint("Mend the value in the backend and build again."),
        );
    }

    /// A set without a template; once a build for each set (R-CMS-02).
    pub(crate) fn unbuilt(&mut self, set: &str, place: &Place) {
        if !self.unbuilt.insert(set.to_owned()) {
            return;
        }
        let place = Place {
            field: Some(set.to_owned()),
            ..place.clone()
        };
        let message = format!(
            "the block {set:?} has no template; it is left out wherever it stands, here in entry {}",
            place.id
        );
        self.push(
            Diagnostic::warning("block-not-built", message, place).hint("Replace the block in the CMS, or build it."),
        );
    }

    pub(crate) fn into_list(mut self) -> Vec<Diagnostic> {
        self.list.sort();
        self.list.dedup();
        self.list
    }
}
