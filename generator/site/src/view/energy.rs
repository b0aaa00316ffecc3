//! The energy label of lamps (law §6).
//!
//! **Invariant:** only a light source has the arrow; a luminaire with a replaceable lamp has a sentence and nothing
//! that looks like a label.

use std::convert::Infallible;

use serde::Serialize;
use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    product::{EnergyLabel, Product},
};

use super::links::web_url;
use crate::context::ViewContext;

/// The kind of a product that is a light source itself.
const LIGHT_SOURCE: &str = "light_source";

/// The arrow with its two links.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EnergyView {
    /// `A` to `G`.
    pub class: String,
    /// Alternative text of the arrow.
    pub alt: String,
    /// URL of the full label.
    pub label_href: String,
    /// URL of the product information sheet.
    pub sheet_href: String,
    /// Label of the link to the sheet.
    pub sheet_label: String,
}

/// What an arrow needs: without one of them the light source may not be offered (law §6).
pub(crate) struct LightSource<'p> {
    class: &'p str,
    label_href: String,
    sheet_href: String,
}

impl<'p> LightSource<'p> {
    /// `None` for any other kind of product, and for a light source without class, label or sheet.
    pub(crate) fn of(energy: &'p EnergyLabel) -> Option<Self> {
        if energy.kind != LIGHT_SOURCE {
            return None;
        }
        Some(Self {
            class: class(energy)?,
            label_href: energy.label.as_deref().and_then(web_url)?,
            sheet_href: energy.sheet.as_deref().and_then(web_url)?,
        })
    }

    /// The arrow; `text` gives the text of a key in the language of the label.
    pub(crate) fn arrow<E>(self, text: impl Fn(&str, &[(&str, &str)]) -> Result<String, E>) -> Result<EnergyView, E> {
        Ok(EnergyView {
            alt: text("product.energy_alt", &[("class", self.class)])?,
            class: self.class.to_owned(),
            label_href: self.label_href,
            sheet_href: self.sheet_href,
            sheet_label: text("product.energy_sheet", &[])?,
        })
    }
}

fn class(energy: &EnergyLabel) -> Option<&str> {
    let class = energy.class.as_deref()?;
    matches!(class, "A" | "B" | "C" | "D" | "E" | "F" | "G").then_some(class)
}

/// The label in the language of the page.
pub fn of<'p>(cx: &ViewContext<'_>, product: &'p Product) -> Option<&'p EnergyLabel> {
    product.texts.get(cx.locale)?.energy.as_ref()
}

/// The arrow of a light source; one without class, label or sheet is reported.
pub fn arrow(cx: &ViewContext<'_>, product: &Product) -> Option<EnergyView> {
    let energy = of(cx, product).filter(|energy| energy.kind == LIGHT_SOURCE)?;
    let Some(source) = LightSource::of(energy) else {
        cx.diagnostics.push(
            Diagnostic::warning(
                "energy-label",
                format!(
                    "{} is a light source without a class A to G, a label and an information sheet: it may not be offered like this",
                    product.number
                ),
                Place {
                    source: "shopware".into(),
                    kind: "product".into(),
                    id: product.number.to_string(),
                    field: Some("vitrine_energy".into()),
                    ..Place::default()
                },
            )
            .hint("fill class, label and sheet of the custom field vitrine_energy"),
        );
        return None;
    };
    let text = |key: &str, params: &[(&str, &str)]| Ok::<_, Infallible>(cx.t(key, params));
    source.arrow(text).ok()
}

/// The sentence for a luminaire that contains a light source.
pub fn sentence(cx: &ViewContext<'_>, energy: Option<&EnergyLabel>) -> Option<String> {
    let energy = energy.filter(|e| e.kind == "containing")?;
    Some(cx.t("product.energy_contains", &[("class", class(energy)?)]))
}
