//! The fields of the full-text index and their boosts.

use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};

/// A field of the full-text index, in descending order of boost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextField {
    Title,
    Facts,
    Properties,
    TitleParts,
    FactsParts,
    PropertiesParts,
    Text,
}

/// Fields with their names and boosts. Parts of compounds score lower than whole words. Body text scores lowest, and
/// only there does the score depend on the term's frequency.
pub(crate) const TEXT_FIELDS: [(TextField, &str, f32); 7] = [
    (TextField::Title, "title", 4.0),
    (TextField::Facts, "facts", 3.4),
    (TextField::Properties, "properties", 2.4),
    (TextField::TitleParts, "title_parts", 2.2),
    (TextField::FactsParts, "facts_parts", 2.0),
    (TextField::PropertiesParts, "properties_parts", 1.4),
    (TextField::Text, "text", 0.06),
];

/// Handles of the schema's fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields([Field; TEXT_FIELDS.len()]);

impl Fields {
    pub(crate) fn schema() -> (Schema, Self) {
        let mut builder = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer("whitespace")
            .set_index_option(IndexRecordOption::WithFreqs);
        let options = TextOptions::default().set_indexing_options(indexing);
        let fields = TEXT_FIELDS.map(|(_, name, _)| builder.add_text_field(name, options.clone()));
        (builder.build(), Self(fields))
    }

    pub(crate) fn of(self, field: TextField) -> Field {
        self.0[field as usize]
    }
}
