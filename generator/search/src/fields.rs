//! The fields of the index and what a hit in each is worth.

use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};

/// A part of a document, in the order of worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Title,
    Facts,
    Properties,
    TitleParts,
    FactsParts,
    PropertiesParts,
    Text,
}

/// The parts with what a hit in each is worth. Compounds are worth less by their parts than as they are written; running
/// text is worth least, and its worth grows with how rare the word is.
pub(crate) const PARTS: [(Part, &str, f32); 7] = [
    (Part::Title, "title", 4.0),
    (Part::Facts, "facts", 3.4),
    (Part::Properties, "properties", 2.4),
    (Part::TitleParts, "title_parts", 2.2),
    (Part::FactsParts, "facts_parts", 2.0),
    (Part::PropertiesParts, "properties_parts", 1.4),
    (Part::Text, "text", 0.06),
];

/// The schema's fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields([Field; PARTS.len()]);

impl Fields {
    pub(crate) fn schema() -> (Schema, Self) {
        let mut builder = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer("whitespace")
            .set_index_option(IndexRecordOption::WithFreqs);
        let options = TextOptions::default().set_indexing_options(indexing);
        let fields = PARTS.map(|(_, name, _)| builder.add_text_field(name, options.clone()));
        (builder.build(), Self(fields))
    }

    pub(crate) fn of(self, part: Part) -> Field {
        self.0[part as usize]
    }
}
