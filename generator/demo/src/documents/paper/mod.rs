//! Paper: text set in the shop's faces, blocks on A4 pages, and a tagged PDF of them.
//!
//! **Invariant:** everything drawn has either a place in the reading order or is marked as decoration; the same blocks make the same bytes.
//! Start reading in [`sheet`].

mod blocks;
mod canvas;
mod emit;
mod face;
mod picture;
mod sheet;
mod table;
mod trace;

pub(crate) use blocks::{Step, ends};
pub(crate) use canvas::Colour;
pub(crate) use emit::PaperError;
pub(crate) use face::{Face, Fonts, Style};
pub(crate) use picture::Figure;
pub(crate) use sheet::{About, Sheet};
pub(crate) use table::Column;
pub(crate) use trace::Trace;

/// The sizes of type, in points: a serif that speaks, a grotesk that serves (design/look).
pub(crate) mod styles {
    use super::{Colour, Face, Style};

    /// The name of the sheet.
    pub(crate) const TITLE: Style = Style::new(Face::Display, 36.0, 38.0).tracked(-0.022);
    /// A section.
    pub(crate) const HEADING: Style = Style::new(Face::Display, 19.0, 23.0).tracked(-0.012);
    /// A part of a section.
    pub(crate) const SUBHEADING: Style = Style::new(Face::Strong, 9.5, 13.5);
    /// The paragraph that speaks.
    pub(crate) const LEAD: Style = Style::new(Face::Serif, 13.5, 18.5).tracked(-0.004);
    /// Everything else.
    pub(crate) const TEXT: Style = Style::new(Face::Sans, 9.5, 14.5);
    /// Words that count.
    pub(crate) const STRONG: Style = Style::new(Face::Strong, 9.5, 14.5);
    /// Text in a column of figures.
    pub(crate) const CELL: Style = Style::new(Face::Sans, 9.0, 13.0).tabular();
    /// What names a row or a column.
    pub(crate) const LABEL: Style = Style::new(Face::Sans, 9.0, 13.0).tabular().in_colour(Colour::SOFT);
    /// Second lines.
    pub(crate) const NOTE: Style = Style::new(Face::Sans, 8.0, 11.5).in_colour(Colour::SOFT);
    /// The number of a step.
    pub(crate) const NUMERAL: Style = Style::new(Face::Display, 30.0, 30.0).tracked(-0.02);
}
