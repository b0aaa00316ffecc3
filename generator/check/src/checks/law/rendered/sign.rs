//! What the search looks for in a page, for all who read what it found.

/// What the search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// A `<footer>`.
    Footer,
    /// The end of an `<s>` or `<del>`.
    Struck,
    /// The class of an energy label.
    Energy,
    /// The panel of a product.
    Panel,
    /// The manufacturer's address.
    Safety,
    /// The delivery time.
    Delivery,
    /// A notice on a product's page.
    Notice,
    /// A product that is sold out.
    SoldOut,
    /// What stands beside the sign of electrical waste.
    Electrical,
    /// A word on electrical waste, which only `waste` looks for.
    Waste(&'static str),
    /// A statement on dispute resolution in German.
    Disputes,
    /// What stands before the name of who represents the company.
    Represented,
    /// The start and the end of a `<template>`, whose content is not part of the document.
    Template,
    TemplateEnd,
    /// The end of the page's main part.
    MainEnd,
    /// Something rare: the page is parsed as a whole.
    Rare,
}
