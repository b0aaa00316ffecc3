//! The options of a variant (R-PDP-04): every option of every group, with the variant it leads to.
//!
//! **Invariant:** an option leads only to a variant that differs from this one in that group alone; without such a
//! variant it is disabled.

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
}

/// The layout of a group's options; large groups are a searchable list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// Coloured dots.
    Swatches,
    /// Text buttons in a row.
    Chips,
    /// A list that opens, with a search field.
    List,
}

/// A group with more options is a list.
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

/// The options of a group in order.
#[derive(Serialize)]
struct OptionsView {
    layout: Layout,
    options: Vec<OptionView>,
}

/// One option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct OptionView {
    /// `Rust`
    name: String,
    /// `#9c4327`
    color: Option<String>,
    /// What selecting it leads to.
    state: OptionState,
    /// The variant's page; `None` if there is no such variant.
    href: Option<String>,
}

/// The state of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum OptionState {
    /// Selected by this variant.
    Chosen,
    /// Another variant has it.
    Available,
    /// Another variant has it, but it is sold out.
    SoldOut,
    /// No variant has it together with the other options of this one.
    Missing,
}

/// The choices of a family, the same for all its variants and made once.
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

/// Indexes of variants by their options, so that a family with hundreds of variants is not searched for every option.
#[derive(Debug)]
struct Combinations(HashMap<Vec<PropertyOptionId>, usize>);

impl Combinations {
    /// If two variants have the same options, the first one is used.
    fn of<'a>(variants: impl IntoIterator<Item = &'a [PropertyOptionId]>) -> Self {
        let mut places = HashMap::new();
        for (place, options) in variants.into_iter().enumerate() {
            let mut key = options.to_vec();
            key.sort();
            places.entry(key).or_insert(place);
        }
        Self(places)
    }

    /// The variant that has `option` and the `others`.
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

/// A valid CSS colour; `None` for anything else.
pub fn css_color(option: &PropertyOption) -> Option<String> {
    let color = option.color.as_deref()?.trim();
    let digits = color.strip_prefix('#')?;
    let plain = matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    plain.then(|| color.to_ascii_lowercase())
}

/// The option groups of a variant's family, in the order of selection; empty for a product without variants.
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

/// The input of a group's options. Variants with the same options in the other groups share them: the current one is
/// marked by a slot, and the text for the selected option is the same as for others. Only a variant that is sold out
/// has its own, which does not mark the variant itself as sold out.
#[derive(Clone, PartialEq, Eq, Hash)]
struct OptionsInput {
    family: ProductId,
    group: PropertyGroupId,
    /// The variant's options in the other groups, sorted.
    others: Vec<PropertyOptionId>,
    /// Its option in this group, if the variant is sold out.
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

/// The options of a group that any variant has, in order, without duplicates.
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

    /// R-PDP-04: an option leads to the variant that has it with the other options unchanged, and is disabled if that
    /// combination does not exist.
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
