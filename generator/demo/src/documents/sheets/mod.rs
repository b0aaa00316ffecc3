//! The kinds of documents, one file each: what a buyer looks for in it, in the order they look.

mod certificate;
mod cloths;
mod datasheet;
mod drawing;
mod energy;
mod sections;
mod steps;

use std::sync::Arc;

use super::paper::{About, Fonts, PaperError, Sheet, styles};
use super::piece::Piece;
use super::plan::Recipe;
use super::words::Words;

/// What a sheet is made from.
pub(super) struct Material<'m> {
    pub(super) fonts: &'m Fonts,
    pub(super) piece: &'m Piece,
    pub(super) words: Words<'m>,
    /// Name of the file without its ending.
    pub(super) name: &'m str,
    /// What the shop calls the document.
    pub(super) label: Option<&'m str>,
    /// The shop's name.
    pub(super) shop: &'m str,
    /// `januari 2026`.
    pub(super) edition: &'m str,
    pub(super) issued: (u16, u8, u8),
    /// The family's picture as JPEG.
    pub(super) photo: Option<Arc<Vec<u8>>>,
}

impl<'m> Material<'m> {
    /// An empty sheet: `kind` is its word in the masthead, `title` what it is called.
    fn sheet(&self, kind: &str, title: &str) -> Sheet<'m> {
        let Piece { name, brand, .. } = self.piece;
        let named = if title.contains(name.as_str()) {
            title.to_owned()
        } else {
            format!("{title}, {name}")
        };
        Sheet::new(
            self.fonts,
            About {
                name: self.name.to_owned(),
                title: format!("{named} · {}", self.shop),
                description: format!("{kind}: {name}, {brand}"),
                author: self.shop.to_owned(),
                language: self.words.iso.to_owned(),
                issued: self.issued,
                edition: self.edition.to_owned(),
                foot: format!("{kind}, {name}"),
            },
        )
    }

    /// What the document is called: as the shop does, else by its kind.
    fn title(&self, kind: &str) -> String {
        self.label.unwrap_or(kind).to_owned()
    }

    /// `Vaart bank, Anouk Verdier voor Halve Maan`.
    fn whose(&self) -> String {
        format!("{}, {}", self.piece.name, self.piece.by(self.words))
    }

    /// Who answers for the piece.
    fn maker(&self, sheet: &mut Sheet<'_>) {
        if self.piece.maker.is_empty() {
            return;
        }
        let lines = self.piece.maker.join(", ");
        sheet.beside(self.words.say("maker"), 28.0, |sheet| {
            sheet.paragraph(&lines, styles::TEXT)
        });
    }
}

/// Makes a document.
pub(super) fn make(recipe: &Recipe, material: &Material<'_>) -> Result<Vec<u8>, PaperError> {
    match recipe {
        Recipe::Datasheet => datasheet::make(material),
        Recipe::Steps(kind, text) => steps::make(material, kind, text),
        Recipe::Template(text) => steps::make(material, "template", text),
        Recipe::Sections(kind, text) => sections::make(material, kind, text),
        Recipe::Certificate(text) => certificate::make(material, text),
        Recipe::Drawing(text) => drawing::make(material, text),
        Recipe::Energy(light) => energy::sheet(material, light),
        Recipe::Label(light) => energy::label(material, light),
    }
}
