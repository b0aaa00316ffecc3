//! The choices that make a variant (R-PDP-04): every option of every group, with what choosing it leads to.
//!
//! **Invariant:** an option leads only to a variant that differs from this one in that group alone; where there is none it cannot be chosen.

use std::collections::HashMap;

use serde::Serialize;
use vitrine_model::{
    ids::{ProductId, PropertyGroupId, PropertyOptionId},
    product::{Product, PropertyOption, StockState},
};

use super::properties::name_in;
use crate::{
    context::ViewContext,
    fragments::{Fragment, FragmentView, Shared},
};

/// One group of choices.
#[derive(Clone, Debug, Serialize)]
pub struct OptionGroupView {
    /// `Fabric`
    pub name: String,
    /// The chosen value in words.
    pub chosen: String,
    /// The colour of the chosen value.
    pub color: Option<String>,
    /// How its options are shown.
    pub layout: Layout,
    /// How many options there are.
    pub count: usize,
    /// The options, which all variants share that differ in this group alone.
    pub options: FragmentView,
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
const MAX_IN_ROWS: usize = 20;

fn layout(options: &[Choice]) -> Layout {
    if options.len() > MAX_IN_ROWS {
        Layout::List
    } else if options.iter().all(|option| option.color.is_some()) {
        Layout::Swatches
    } else {
        Layout::Chips
    }
}

/// The options of a group in their order.
#[derive(Serialize)]
struct OptionsView {
    layout: Layout,
    options: Vec<OptionView>,
}

/// One choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct OptionView {
    /// `Rust`
    name: String,
    /// `#9c4327`
    color: Option<String>,
    /// What choosing it means.
    state: OptionState,
    /// The variant's own page; `None` where there is no such variant.
    href: Option<String>,
}

/// What choosing an option means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum OptionState {
    /// This variant has it.
    Chosen,
    /// Another variant has it.
    Available,
    /// Another variant has it, and cannot be bought now.
    SoldOut,
    /// No variant has it with the other choices of this one.
    Missing,
}

/// What the variants of a family are chosen by: the same for all of them, and made once however many they are.
#[derive(Debug)]
struct Choices {
    groups: Vec<ChoiceGroup>,
    variants: Vec<Variant>,
    combinations: Combinations,
}

#[derive(Debug)]
struct ChoiceGroup {
    id: PropertyGroupId,
    name: String,
    options: Vec<Choice>,
}

#[derive(Debug)]
struct Choice {
    id: PropertyOptionId,
    name: String,
    color: Option<String>,
}

#[derive(Debug)]
struct Variant {
    href: String,
    stock: StockState,
}

/// The places of variants by what they are made of, so that a family of hundreds is looked through once and not for every option.
#[derive(Debug)]
struct Combinations(HashMap<Vec<PropertyOptionId>, usize>);

impl Combinations {
    /// Of two variants with the same options the first counts.
    fn of<'a>(variants: impl IntoIterator<Item = &'a [PropertyOptionId]>) -> Self {
        let mut places = HashMap::new();
        for (place, options) in variants.into_iter().enumerate() {
            let mut key = options.to_vec();
            key.sort();
            places.entry(key).or_insert(place);
        }
        Self(places)
    }

    /// The variant that has `option` beside the `others`.
    fn with(&self, others: &[PropertyOptionId], option: &PropertyOptionId) -> Option<usize> {
        let mut wanted = others.to_vec();
        wanted.push(option.clone());
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
            options: cx.fragment::<Options>(&OptionsInput::of(product, family, group, own)),
        })
    });
    groups.collect()
}

/// What the options of a group depend on. All variants with the same other choices share them, so a page's own place among them is a slot, and what they say of
/// the chosen one is what they say of any other. Only a variant that is sold out has options of its own, which do not say so of itself.
#[derive(Clone, PartialEq, Eq, Hash)]
struct OptionsInput {
    family: ProductId,
    group: PropertyGroupId,
    /// The variant's other choices, sorted.
    others: Vec<PropertyOptionId>,
    /// Its choice in the group, where it is sold out.
    sold_out: Option<PropertyOptionId>,
}

impl OptionsInput {
    fn of(product: &Product, family: &ProductId, group: &ChoiceGroup, own: &Choice) -> Self {
        let others = product.options.iter().filter(|id| **id != own.id);
        let mut others: Vec<PropertyOptionId> = others.cloned().collect();
        others.sort();
        Self {
            family: family.clone(),
            group: group.id.clone(),
            others,
            sold_out: (product.stock.state == StockState::OutOfStock).then(|| own.id.clone()),
        }
    }
}

struct Options;

impl Fragment for Options {
    type Input = OptionsInput;
    type View = Option<OptionsView>;
    const TEMPLATE: &'static str = "components/product/options.html";

    fn view(input: &OptionsInput, cx: &ViewContext<'_>) -> Option<OptionsView> {
        let choices = cx.shared::<Choices>(&input.family);
        let group = choices.groups.iter().find(|group| group.id == input.group)?;
        let options = group.options.iter().map(|option| {
            let place = choices.combinations.with(&input.others, &option.id);
            let variant = place.and_then(|place| choices.variants.get(place));
            OptionView {
                name: option.name.clone(),
                color: option.color.clone(),
                state: state(input.sold_out.as_ref() == Some(&option.id), variant.map(|v| v.stock)),
                href: variant.map(|v| v.href.clone()),
            }
        });
        Some(OptionsView {
            layout: layout(&group.options),
            options: options.collect(),
        })
    }
}

impl Shared for Choices {
    type Input = ProductId;
    type Value = Self;

    fn value(family: &ProductId, cx: &ViewContext<'_>) -> Self {
        let groups = cx.reader.family(family).map_or(&[][..], |family| &family.option_groups);
        let variants = cx.reader.variants(family);
        let groups = groups.iter().filter_map(|id| {
            let options = options_of_group(cx, &variants, |option| option.group == *id);
            let options = options.into_iter().map(|option| Choice {
                id: option.id.clone(),
                name: name_in(cx, &option.names),
                color: css_color(option),
            });
            Some(ChoiceGroup {
                id: id.clone(),
                name: name_in(cx, &cx.reader.property_group(id)?.names),
                options: options.collect(),
            })
        });
        Self {
            groups: groups.collect(),
            combinations: Combinations::of(variants.iter().map(|v| v.options.as_slice())),
            variants: variants
                .iter()
                .map(|variant| Variant {
                    href: cx.product_href(&variant.id),
                    stock: variant.stock.state,
                })
                .collect(),
        }
    }
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
        let with = |other: &PropertyOptionId, option| combinations.with(std::slice::from_ref(other), option);
        assert_eq!(with(&oak, &rust), Some(0));
        assert_eq!(
            with(&rust, &walnut),
            Some(1),
            "in whatever order a variant names its options"
        );
        assert_eq!(with(&oak, &moss), Some(2));
        assert_eq!(with(&walnut, &moss), None);
    }

    #[test]
    fn many_options_are_a_list_and_few_are_seen_at_once() {
        let options = |count: usize, color: Option<&str>| {
            let option = || Choice {
                id: id('1'),
                name: "Moss".to_owned(),
                color: color.map(str::to_owned),
            };
            std::iter::repeat_with(option).take(count).collect::<Vec<_>>()
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
