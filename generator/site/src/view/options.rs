//! The choices that make a variant (R-PDP-04): every option of every group, with what choosing it leads to.
//!
//! **Invariant:** an option leads only to a variant that differs from this one in that group alone; where there is none it cannot be chosen.

use std::collections::HashMap;

use serde::Serialize;
use vitrine_model::{
    ids::PropertyOptionId,
    product::{Product, PropertyOption, StockState},
};

use super::properties::name_in;
use crate::context::ViewContext;

/// One group of choices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionGroupView {
    /// `Fabric`
    pub name: String,
    /// The chosen value in words.
    pub chosen: String,
    /// The colour of the chosen value.
    pub color: Option<String>,
    /// How its options are shown.
    pub layout: Layout,
    /// The options in their order.
    pub options: Vec<OptionView>,
}

/// How a group's options are shown: the more there are, the more they are for looking through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// Dots of colour.
    Swatches,
    /// Words in a row.
    Chips,
    /// A list that opens, with a field that searches it.
    List,
}

/// More than this many choices are a list.
const MOST_IN_ROWS: usize = 20;

fn layout(options: &[OptionView]) -> Layout {
    if options.len() > MOST_IN_ROWS {
        Layout::List
    } else if options.iter().all(|option| option.color.is_some()) {
        Layout::Swatches
    } else {
        Layout::Chips
    }
}

/// One choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionView {
    /// `Rust`
    pub name: String,
    /// `#9c4327`
    pub color: Option<String>,
    /// What choosing it means.
    pub state: OptionState,
    /// The variant's own page; `None` where there is no such variant.
    pub href: Option<String>,
}

/// What choosing an option means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionState {
    /// This variant has it.
    Chosen,
    /// Another variant has it.
    Available,
    /// Another variant has it, and cannot be bought now.
    SoldOut,
    /// No variant has it with the other choices of this one.
    Missing,
}

/// The places of variants by what they are made of, so that a family of hundreds is looked through once and not for every option.
struct Combinations<'a>(HashMap<Vec<&'a PropertyOptionId>, usize>);

impl<'a> Combinations<'a> {
    /// Of two variants with the same options the first counts.
    fn of(variants: impl IntoIterator<Item = &'a [PropertyOptionId]>) -> Self {
        let mut places = HashMap::new();
        for (place, options) in variants.into_iter().enumerate() {
            let mut key: Vec<&PropertyOptionId> = options.iter().collect();
            key.sort();
            places.entry(key).or_insert(place);
        }
        Self(places)
    }

    /// The variant that has `option` in the place of `chosen` and every other choice as `own`.
    fn with(
        &self,
        own: &'a [PropertyOptionId],
        chosen: &'a PropertyOptionId,
        option: &'a PropertyOptionId,
    ) -> Option<usize> {
        let mut wanted: Vec<&PropertyOptionId> = own.iter().map(|o| if o == chosen { option } else { o }).collect();
        wanted.sort();
        self.0.get(&wanted).copied()
    }
}

fn state(chosen: bool, stock: Option<StockState>) -> OptionState {
    match stock {
        _ if chosen => OptionState::Chosen,
        None => OptionState::Missing,
        Some(StockState::OutOfStock) => OptionState::SoldOut,
        Some(StockState::InStock | StockState::LimitedStock) => OptionState::Available,
    }
}

/// A colour as CSS may print it; anything else is no colour.
pub fn css_color(option: &PropertyOption) -> Option<String> {
    let color = option.color.as_deref()?.trim();
    let digits = color.strip_prefix('#')?;
    let plain = matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    plain.then(|| color.to_ascii_lowercase())
}

/// The groups of a variant's family, in the order they are chosen in; none for a product without variants.
pub fn option_groups(cx: &ViewContext<'_>, product: &Product) -> Vec<OptionGroupView> {
    let Some(family) = product.family.as_ref().and_then(|id| cx.reader.family(id)) else {
        return Vec::new();
    };
    let variants = cx.reader.variants(&family.id);
    let combinations = Combinations::of(variants.iter().map(|v| v.options.as_slice()));
    let mut groups = Vec::new();
    for group_id in &family.option_groups {
        let options = options_of_group(cx, &variants, |option| option.group == *group_id);
        let own = options.iter().find(|option| product.options.contains(&option.id));
        let (Some(group), Some(own)) = (cx.reader.property_group(group_id), own.copied()) else {
            continue;
        };
        let views: Vec<OptionView> = options
            .iter()
            .map(|option| {
                let place = combinations.with(&product.options, &own.id, &option.id);
                let variant = place.and_then(|place| variants.get(place).copied());
                option_view(cx, own, option, variant)
            })
            .collect();
        groups.push(OptionGroupView {
            name: name_in(cx, &group.names),
            chosen: name_in(cx, &own.names),
            color: css_color(own),
            layout: layout(&views),
            options: views,
        });
    }
    groups
}

/// The options of a kind that any variant has, each once, in their order.
pub fn options_of_group<'a>(
    cx: &ViewContext<'a>,
    variants: &[&Product],
    belongs: impl Fn(&PropertyOption) -> bool,
) -> Vec<&'a PropertyOption> {
    let mut ids: Vec<&PropertyOptionId> = variants.iter().flat_map(|v| &v.options).collect();
    ids.sort();
    ids.dedup();
    let mut options: Vec<&PropertyOption> = ids.into_iter().filter_map(|id| cx.reader.property_option(id)).collect();
    options.retain(|option| belongs(option));
    options.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    options
}

fn option_view(
    cx: &ViewContext<'_>,
    own: &PropertyOption,
    option: &PropertyOption,
    variant: Option<&Product>,
) -> OptionView {
    OptionView {
        name: name_in(cx, &option.names),
        color: css_color(option),
        state: state(own.id == option.id, variant.map(|v| v.stock.state)),
        href: variant.map(|v| cx.product_href(&v.id)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(digit: char) -> PropertyOptionId {
        PropertyOptionId::parse(&digit.to_string().repeat(32)).unwrap()
    }

    /// R-PDP-04: an option leads to the variant that has it with the other choices kept, and to none where that combination does not exist.
    #[test]
    fn r_pdp_04_combinations_that_do_not_exist_lead_nowhere() {
        let (rust, moss, oak, walnut) = (id('1'), id('2'), id('a'), id('b'));
        let variants = [
            vec![rust.clone(), oak.clone()],
            vec![walnut.clone(), rust.clone()],
            vec![moss.clone(), oak.clone()],
        ];
        let combinations = Combinations::of(variants.iter().map(Vec::as_slice));
        let own = [rust.clone(), oak.clone()];
        assert_eq!(combinations.with(&own, &rust, &rust), Some(0));
        assert_eq!(
            combinations.with(&own, &oak, &walnut),
            Some(1),
            "in whatever order a variant names its options"
        );
        assert_eq!(combinations.with(&own, &rust, &moss), Some(2));
        let own = [rust.clone(), walnut.clone()];
        assert_eq!(combinations.with(&own, &rust, &moss), None);
    }

    #[test]
    fn many_options_are_a_list_and_few_are_seen_at_once() {
        let options = |count: usize, color: Option<&str>| {
            let option = OptionView {
                name: "Moss".to_owned(),
                color: color.map(str::to_owned),
                state: OptionState::Available,
                href: None,
            };
            vec![option; count]
        };
        assert_eq!(layout(&options(2, None)), Layout::Chips);
        assert_eq!(layout(&options(20, Some("#9c4327"))), Layout::Swatches);
        assert_eq!(layout(&options(21, Some("#9c4327"))), Layout::List);
        assert_eq!(layout(&options(200, None)), Layout::List);
    }

    /// R-PDP-04: "combinations that do not exist are disabled, sold-out ones marked".
    #[test]
    fn r_pdp_04_states() {
        assert_eq!(state(true, Some(StockState::OutOfStock)), OptionState::Chosen);
        assert_eq!(state(false, Some(StockState::OutOfStock)), OptionState::SoldOut);
        assert_eq!(state(false, Some(StockState::LimitedStock)), OptionState::Available);
        assert_eq!(state(false, None), OptionState::Missing);
    }
}
