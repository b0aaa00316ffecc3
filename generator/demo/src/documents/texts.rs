//! The shapes of the texts in `documents/` of a shop folder, exactly as they stand there.

use serde::Deserialize;

use super::paper::Figure;
use crate::shop::Text;

/// Putting a piece together, hanging it, or using it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepsText {
    pub(super) intro: Text,
    pub(super) people: u8,
    pub(super) minutes: u16,
    #[serde(default)]
    pub(super) tools: Vec<Text>,
    #[serde(default)]
    pub(super) pieces: Vec<PieceText>,
    #[serde(default)]
    pub(super) before: Vec<Text>,
    pub(super) steps: Vec<StepText>,
    #[serde(default)]
    pub(super) after: Vec<Text>,
    /// Millimetres, drawn on its true scale.
    #[serde(default)]
    pub(super) template: Option<ViewText>,
}

/// What lies in the box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceText {
    pub(super) count: u16,
    pub(super) name: Text,
}

/// One step.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepText {
    pub(super) title: Text,
    pub(super) text: Text,
    #[serde(default)]
    pub(super) watch: Option<Text>,
    #[serde(default)]
    pub(super) figure: Option<FigureText>,
}

/// A drawing, 136 points wide; the shapes are those of [`Figure::parse`].
#[derive(Debug, Deserialize)]
#[serde(try_from = "FigureFile")]
pub(super) struct FigureText {
    pub(super) shows: Text,
    pub(super) figure: Figure,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureFile {
    height: f32,
    shows: Text,
    shapes: Vec<String>,
}

impl TryFrom<FigureFile> for FigureText {
    type Error = String;

    fn try_from(file: FigureFile) -> Result<Self, String> {
        Ok(Self {
            figure: Figure::parse(file.height, &file.shapes)?,
            shows: file.shows,
        })
    }
}

/// Text in sections.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SectionsText {
    pub(super) intro: Text,
    pub(super) sections: Vec<SectionText>,
}

/// One section; what it lacks is not shown.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SectionText {
    pub(super) title: Text,
    #[serde(default)]
    pub(super) paragraphs: Vec<Text>,
    #[serde(default)]
    pub(super) list: Vec<Text>,
    #[serde(default)]
    pub(super) facts: Vec<FactText>,
    #[serde(default)]
    pub(super) watch: Vec<Text>,
}

/// A name and what it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FactText {
    pub(super) name: Text,
    pub(super) value: Text,
}

/// What an institute of the shop's own invention found.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CertificateText {
    pub(super) intro: Text,
    pub(super) standard: Text,
    pub(super) report: String,
    pub(super) sample: Text,
    pub(super) results: Vec<ResultText>,
    pub(super) verdict: Text,
    /// The institute, its address, the place and day.
    pub(super) institute: Vec<Text>,
    pub(super) signed: String,
    pub(super) role: Text,
}

/// One test.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultText {
    pub(super) test: Text,
    pub(super) demand: Text,
    pub(super) found: Text,
}

/// Views of a piece to scale.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DrawingText {
    pub(super) intro: Text,
    /// One to this many.
    pub(super) scale: f32,
    pub(super) views: Vec<ViewText>,
    pub(super) notes: Vec<FactText>,
}

/// One view, in millimetres from its upper left corner.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewText {
    pub(super) name: Text,
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) shapes: Vec<String>,
}

/// What an energy label and its sheet say of a light source.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Light {
    /// The supplier's name of it.
    pub(super) model: String,
    pub(super) watts: f64,
    pub(super) lumen: u32,
    /// Colour temperatures in kelvin.
    pub(super) kelvin: String,
    /// Colour rendering index.
    pub(super) rendering: u8,
    /// Beam angle in degrees.
    pub(super) beam: u16,
    /// Standby power in watts.
    pub(super) standby: f64,
    /// Hours until a tenth has failed or a third of the light is lost.
    pub(super) hours: u32,
    /// Millimetres: height, width, depth.
    pub(super) size: [u16; 3],
}
