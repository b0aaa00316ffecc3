//! How a product comes back, and what that costs its buyer (law §4).
//!
//! **Invariant:** what cannot be posted has the cost of its collection, or a finding; nothing is said of what is excluded
//! from withdrawal.

use std::sync::Arc;

use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    money::Money,
    product::{Product, ProductTexts},
};

use crate::{
    context::ViewContext,
    offer_terms::{ReturnPayer, ReturnTerms},
};

/// The way back of a product, and its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReturnWay {
    /// The shop pays.
    Free,
    /// Posted by the buyer, at the shop's cost for it, if that is known.
    Posted(Option<Money>),
    /// Collected at a cost.
    Collected(Money),
    /// Too heavy to be posted, and what its collection costs is not known.
    Unknown,
}

impl ReturnWay {
    /// What the buyer pays, if it is known.
    pub(crate) fn cost(self) -> Option<Money> {
        match self {
            Self::Posted(cost) => cost,
            Self::Collected(cost) => Some(cost),
            Self::Free | Self::Unknown => None,
        }
    }
}

/// The way back by the shop's terms.
pub(crate) fn way(terms: &ReturnTerms, product: &Product) -> ReturnWay {
    let currency = product.prices.single.unit.currency;
    let posted = || {
        let cost = terms.mail_cost.as_deref();
        cost.and_then(|cost| Money::from_decimal(cost, currency).ok())
    };
    let too_heavy = product
        .dimensions
        .weight
        .is_some_and(|grams| grams > terms.parcel_grams);
    match (terms.paid_by, product.return_cost) {
        (ReturnPayer::Shop, _) => ReturnWay::Free,
        // A download is not sent.
        _ if product.digital => ReturnWay::Posted(None),
        (ReturnPayer::Customer, Some(cost)) => ReturnWay::Collected(cost),
        (ReturnPayer::Customer, None) if too_heavy => ReturnWay::Unknown,
        (ReturnPayer::Customer, None) => ReturnWay::Posted(posted()),
    }
}

/// The sentence about who pays, with the amount.
pub(crate) fn sentence(cx: &ViewContext<'_>, way: ReturnWay) -> String {
    let with = |key: &str, cost: Money| cx.t(key, &[("cost", &cx.format.money(cost))]);
    match way {
        ReturnWay::Free => cx.t("product.returns_paid_by_shop", &[]),
        ReturnWay::Collected(cost) if cost.minor == 0 => cx.t("product.returns_collected_free", &[]),
        ReturnWay::Collected(cost) => with("product.returns_collected", cost),
        ReturnWay::Posted(Some(cost)) => with("product.returns_posted", cost),
        ReturnWay::Posted(None) | ReturnWay::Unknown => cx.t("product.returns_paid_by_customer", &[]),
    }
}

/// Reports a product that cannot be posted, if nothing says what its return costs.
pub(crate) fn report_unknown(cx: &ViewContext<'_>, product: &Product, way: ReturnWay) {
    if way != ReturnWay::Unknown {
        return;
    }
    let message = format!(
        "{} is too heavy to be posted, and nothing says what it costs to return it: a buyer has to be told before the order",
        product.number
    );
    let place = place(product, "vitrine_return_cost");
    cx.diagnostics.push(
        Diagnostic::warning("return-cost", message, place)
            .hint("fill in the custom field vitrine_return_cost (0 if the shop collects it free of charge), or raise offers.returns.parcel_kg"),
    );
}

/// Reports a product that is excluded from withdrawal in another language only: the page would promise a right that does
/// not exist.
pub(crate) fn report_missing_reason(cx: &ViewContext<'_>, product: &Product) {
    let is_excluded = |texts: &Arc<ProductTexts>| texts.withdrawal_excluded.is_some();
    let here = product.texts.get(cx.locale).is_some_and(is_excluded);
    if here || !product.texts.iter().any(|(_, texts)| is_excluded(texts)) {
        return;
    }
    let message = format!(
        "{} is excluded from withdrawal, and its texts in {} do not say why",
        product.number,
        cx.locale().map(|locale| locale.code.to_string()).unwrap_or_default()
    );
    let place = place(product, "vitrine_withdrawal_excluded");
    cx.diagnostics.push(
        Diagnostic::warning("withdrawal-reason", message, place)
            .hint("fill in the custom field vitrine_withdrawal_excluded in every language, or in none"),
    );
}

fn place(product: &Product, field: &str) -> Place {
    Place {
        source: "shopware".into(),
        kind: "product".into(),
        id: product.number.to_string(),
        field: Some(field.into()),
        ..Place::default()
    }
}
