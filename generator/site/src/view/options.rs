//! The options of a variant (R-PDP-04): every option of every group, with the variant it leads to.
//!
//! **Invariant:** an option leads to the variant that differs from this one in that group alone. Without such a variant
//! the combination is marked as missing, and the option leads to the nearest variant that has it, with the names of the
//! options that change too.

mod choices;
mod group;

use std::cmp::Reverse;

use serde::Serialize;
use vitrine_model::product::Product;

use self::{
    choices::{Choices, Variant},
    group::{Options, OptionsInput, layout},
};
pub use self::{
    choices::{css_color, options_of_group},
    group::Layout,
};
use super::{
    links::LinkView,
    samples::{self, ChosenCloth, SampleView},
};
use crate::{context::ViewContext, fragments::FragmentView};

/// One group of choices.
#[derive(Clone, Debug, Serialize)]
pub struct OptionGroupView {
    /// `Fabric`
    pub name: String,
    /// Name of the selected option.
    pub chosen: String,
    /// Colour of the selected option.
    pub color: Option<String>,
    /// Layout of the options.
    pub layout: Layout,
    /// Number of options.
    pub count: usize,
    /// The options, shared by all variants that differ only in this group.
    pub options: FragmentView,
    /// A sample of the selected option, if it is a cloth.
    pub sample: Option<SampleView>,
}

/// The option groups of a variant's family, in the order of selection; empty for a product without variants. `name` is
/// the product's.
pub fn option_groups(cx: &ViewContext<'_>, product: &Product, name: &str) -> Vec<OptionGroupView> {
    let Some(family) = &product.family else {
        return Vec::new();
    };
    let choices = cx.shared::<Choices>(family);
    let groups = choices.groups.iter().filter_map(|group| {
        let own = group
            .options
            .iter()
            .find(|option| product.options.contains(&option.id))?;
        Some(OptionGroupView {
            name: group.name.clone(),
            chosen: own.name.clone(),
            color: own.color.clone(),
            layout: layout(&group.options),
            count: group.options.len(),
            options: cx.fragment::<Options>(&OptionsInput::of(product, family, &choices, (group, own))),
            sample: samples::of_option(cx, &group.id, || ChosenCloth {
                id: own.id.to_string(),
                name: own.name.clone(),
                color: own.color.clone(),
                product: name.to_owned(),
                number: product.number.to_string(),
                path: cx.product_href(&product.id),
            }),
        })
    });
    groups.collect()
}

/// The other variants of the family with the same options, by number; empty unless the shop's data has such.
pub fn alike_variants(cx: &ViewContext<'_>, product: &Product) -> Vec<LinkView> {
    let Some(family) = &product.family else {
        return Vec::new();
    };
    let choices = cx.shared::<Choices>(family);
    let alike = choices.alike(product);
    alike
        .map(|variant| LinkView::to(variant.number.to_string(), Some(variant.href.clone())))
        .collect()
}

/// Variants of the same family that can be bought instead of a product that is sold out: those that keep most of its
/// options first.
pub fn buyable_variants(cx: &ViewContext<'_>, product: &Product, limit: usize) -> Vec<LinkView> {
    let Some(family) = &product.family else {
        return Vec::new();
    };
    let choices = cx.shared::<Choices>(family);
    let buyable = choices.buyable.iter().filter_map(|place| choices.variants.get(*place));
    let mut variants: Vec<&Variant> = buyable.collect();
    variants.sort_by_key(|variant| Reverse(variant.options.iter().filter(|id| product.options.contains(id)).count()));
    let names = |variant: &Variant| {
        let options = variant.options.iter().filter_map(|id| choices.names.get(id));
        options.cloned().collect::<Vec<_>>().join(", ")
    };
    let found = variants.into_iter().take(limit);
    found
        .map(|variant| LinkView::to(names(variant), Some(variant.href.clone())))
        .filter(|link| !link.label.is_empty())
        .collect()
}
