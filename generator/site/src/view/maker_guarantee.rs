//! The guarantee of durability that a maker gives, with the official label (law §5: GARAN).
//!
//! **Invariant:** the label is a drawing of the folder `legal.guarantee_notice` as it is; none is drawn here.

use serde::Serialize;
use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    product::{MakerGuarantee, Product},
};

use crate::{
    context::ViewContext,
    guarantee_notice::{GuaranteeNotice, LABEL},
};

/// The guarantee on the page of a product.
#[derive(Debug, Serialize)]
pub(crate) struct MakerGuaranteeView {
    /// `Guarantee of the maker: 5 years`
    pub(crate) title: String,
    /// The maker's words.
    pub(crate) words: String,
    /// That the legal guarantee remains.
    pub(crate) besides: String,
    /// URL of the terms.
    pub(crate) terms_href: String,
    /// Label of that link.
    pub(crate) terms_label: String,
    /// The official label.
    label: Option<LabelView>,
}

#[derive(Debug, Serialize)]
struct LabelView {
    src: String,
    width: u32,
    height: u32,
    alt: String,
}

/// The guarantee in the page's language.
pub(crate) fn view(cx: &ViewContext<'_>, guarantee: &MakerGuarantee) -> MakerGuaranteeView {
    let years = cx.format.tenths(u32::from(guarantee.half_years) * 5);
    let label = drawing(cx, guarantee).map(|label| LabelView {
        src: format!("/{}", label.file),
        width: label.width,
        height: label.height,
        alt: cx.t("product.maker_guarantee_label", &[("years", &years)]),
    });
    MakerGuaranteeView {
        title: cx.t("product.maker_guarantee", &[("years", &years)]),
        words: guarantee.words.clone(),
        besides: cx.t("product.maker_guarantee_besides", &[]),
        terms_href: guarantee.terms.clone(),
        terms_label: cx.t("product.maker_guarantee_terms", &[]),
        label,
    }
}

fn drawing<'c>(cx: &'c ViewContext<'_>, guarantee: &MakerGuarantee) -> Option<&'c GuaranteeNotice> {
    let name = guarantee.label.as_ref()?;
    cx.config.guarantee_notices.get(&format!("{LABEL}{name}"))
}

/// Reports a guarantee without its label.
pub(crate) fn report_missing_label(cx: &ViewContext<'_>, product: &Product) {
    let texts = product.texts.get(cx.locale);
    let Some(guarantee) = texts.and_then(|texts| texts.guarantee.as_ref()) else {
        return;
    };
    if drawing(cx, guarantee).is_some() {
        return;
    }
    let message = format!(
        "{} has a maker's guarantee of durability without its official label",
        product.number
    );
    let place = Place {
        source: "shopware".into(),
        kind: "product".into(),
        id: product.number.to_string(),
        field: Some("vitrine_garan".into()),
        ..Place::default()
    };
    cx.diagnostics.push(Diagnostic::warning("garan-label", message, place).hint(
        "put the official label of the product into the folder legal.guarantee_notice (garan-NAME.svg, with its line in SHA256SUMS) and write NAME into the custom field as `label`",
    ));
}
