//! Converts `faq` (content model §8). A question without text is left out.

use vitrine_model::content::{BlockKind, FaqBlock, FaqItem};

use super::{nodes, set_fields::entry_ids};
use crate::{convert::scope::Scope, statamic::wire::Fields};

/// The highest heading level inside an answer, below the question's own.
const ANSWER_LEVEL: u8 = 4;

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let by_category = scope.word(set, "source", &["manual", "category"]) == "category";
    // A field that the editor's choice hides keeps its former value in the CMS.
    let rows = if by_category { Vec::new() } else { set.rows("items") };
    let items = rows.into_iter().filter_map(|row| {
        Some(FaqItem {
            question: row.required("question")?,
            answer: nodes(row, "answer", ANSWER_LEVEL, scope),
        })
    });
    let items = items.collect();
    BlockKind::Faq(FaqBlock {
        heading: scope.heading(set),
        items,
        category: by_category
            .then(|| scope.term(set, "category", "faq_categories"))
            .flatten(),
        entries: entry_ids(set, "entries"),
        schema_org: set.toggle("schema_org"),
    })
}
