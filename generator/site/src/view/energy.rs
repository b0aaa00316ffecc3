//! The energy label of lamps (law §6).
//!
//! **Invariant:** only a light source has the arrow; a luminaire with a replaceable lamp has a sentence and nothing
//! that looks like a label.

use std::convert::Infallible;

use serde::Serialize;
use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    ids::ProductNumber,
    product::{EnergyLabel, Product},
};

use super::links::web_url;
use crate::{
    config::{SiteConfig, host_of},
    context::ViewContext,
};

/// The code of a label or sheet of another host, which the check of the law reads.
const FOREIGN_HOST: &str = "energy-foreign-host";
/// The code of a label that is a document, which the check of the law reads.
const NO_PICTURE: &str = "energy-label-not-a-picture";
/// The EU's register, whose files may not be fetched while a page is viewed (law §6).
const REGISTER: &str = "eprel.ec.europa.eu";
/// Endings of pictures that browsers show.
const PICTURES: [&str; 5] = ["svg", "png", "webp", "jpg", "jpeg"];

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
    /// Alternative text of the label; `None` if a page cannot show it, so that it is linked.
    pub label_alt: Option<String>,
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
    /// Whether pages can show the label: a picture of a host that they may show pictures of.
    shows_label: bool,
}

impl<'p> LightSource<'p> {
    /// `None` for any other kind of product, and for a light source without class, label or sheet.
    pub(crate) fn of(energy: &'p EnergyLabel, config: &SiteConfig) -> Option<Self> {
        if energy.kind != LIGHT_SOURCE {
            return None;
        }
        let label_href = energy.label.as_deref().and_then(web_url)?;
        Some(Self {
            class: class(energy)?,
            shows_label: is_picture(&label_href) && is_own_host(config, &label_href),
            sheet_href: energy.sheet.as_deref().and_then(web_url)?,
            label_href,
        })
    }

    /// What keeps the label from opening in place, from the shop's own hosts.
    fn findings(&self, config: &SiteConfig, number: &ProductNumber) -> Vec<Diagnostic> {
        let files = [("label", &self.label_href), ("information sheet", &self.sheet_href)];
        let foreign = files.into_iter().filter(|(_, href)| !is_own_host(config, href));
        let foreign = foreign.map(|(what, href)| {
            let host = host_of(href);
            let message = format!("the {what} of {number} is on {host:?}, which is no host of this shop");
            let hint = "download it into Shopware's media, whose host is in images.hosts, and name its address there in vitrine_energy";
            Diagnostic::warning(FOREIGN_HOST, message, place(number)).hint(hint)
        });
        let unseen = (!is_picture(&self.label_href)).then(|| {
            let message = format!("the label of {number} is no picture: a visitor has to leave the page to see it");
            let hint = "name the label as SVG, PNG, WebP or JPEG in the custom field vitrine_energy";
            Diagnostic::warning(NO_PICTURE, message, place(number)).hint(hint)
        });
        foreign.chain(unseen).collect()
    }

    /// The arrow; `text` gives the text of a key in the language of the label.
    pub(crate) fn arrow<E>(self, text: impl Fn(&str, &[(&str, &str)]) -> Result<String, E>) -> Result<EnergyView, E> {
        Ok(EnergyView {
            alt: text("product.energy_alt", &[("class", self.class)])?,
            label_alt: match self.shows_label {
                true => Some(text("product.energy_label", &[("class", self.class)])?),
                false => None,
            },
            class: self.class.to_owned(),
            label_href: self.label_href,
            sheet_href: self.sheet_href,
            sheet_label: text("product.energy_sheet", &[])?,
        })
    }
}

fn is_picture(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    PICTURES.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

fn is_own_host(config: &SiteConfig, url: &str) -> bool {
    config.is_image_host(url) && host_of(url) != REGISTER
}

fn place(number: &ProductNumber) -> Place {
    Place {
        source: "shopware".into(),
        kind: "product".into(),
        id: number.to_string(),
        field: Some("vitrine_energy".into()),
        ..Place::default()
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
    let Some(source) = LightSource::of(energy, cx.config) else {
        cx.diagnostics.push(
            Diagnostic::warning(
                "energy-label",
                format!(
                    "{} is a light source without a class A to G, a label and an information sheet: it may not be offered like this",
                    product.number
                ),
                place(&product.number),
            )
            .hint("fill class, label and sheet of the custom field vitrine_energy"),
        );
        return None;
    };
    for finding in source.findings(cx.config, &product.number) {
        cx.diagnostics.push(finding);
    }
    let text = |key: &str, params: &[(&str, &str)]| Ok::<_, Infallible>(cx.t(key, params));
    source.arrow(text).ok()
}

/// The sentence for a luminaire that contains a light source.
pub fn sentence(cx: &ViewContext<'_>, energy: Option<&EnergyLabel>) -> Option<String> {
    let energy = energy.filter(|e| e.kind == "containing")?;
    Some(cx.t("product.energy_contains", &[("class", class(energy)?)]))
}
