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
    kept::{KeptView, Part},
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
    pub options: KeptView,
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

fn layout(options: &[Choice]) -> Layout {
    if options.len() > MOST_IN_ROWS {
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

    /// The variant that has `option` in the place of `chosen` and every other choice as `own`.
    fn with(&self, own: &[PropertyOptionId], chosen: &PropertyOptionId, option: &PropertyOptionId) -> Option<usize> {
        let mut wanted: Vec<PropertyOptionId> = own
            .iter()
            .map(|o| if o == chosen { option } else { o }.clone())
            .collect();
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
    let choices = cx.shared(Part::Choices, family.to_string(), |cx| choices(cx, family));
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
            options: options(cx, product, family, &choices, group, own),
        })
    });
    groups.collect()
}

fn option_views(product: &Product, choices: &Choices, group: &ChoiceGroup, own: &Choice) -> Vec<OptionView> {
    let views = group.options.iter().map(|option| {
        let place = choices.combinations.with(&product.options, &own.id, &option.id);
        let variant = place.and_then(|place| choices.variants.get(place));
        OptionView {
            name: option.name.clone(),
            color: option.color.clone(),
            state: state(own.id == option.id, variant.map(|v| v.stock)),
            href: variant.map(|v| v.href.clone()),
        }
    });
    views.collect()
}

/// The options of a group. All variants with the same other choices share them, so a page's own place among them is a slot, and what they say of the
/// chosen one is what they say of any other. Only a variant that is sold out has options of its own, which do not say so of itself.
fn options(
    cx: &ViewContext<'_>,
    product: &Product,
    family: &ProductId,
    choices: &Choices,
    group: &ChoiceGroup,
    own: &Choice,
) -> KeptView {
    let sold_out = product.stock.state == StockState::OutOfStock;
    let mut chosen: Vec<&str> = product.options.iter().map(PropertyOptionId::as_str).collect();
    chosen.retain(|id| sold_out || *id != own.id.as_str());
    chosen.sort_unstable();
    let key = format!("{family} {} {sold_out} {}", group.id, chosen.join(" "));
    cx.kept(Part::Options, key, |_| {
        let mut options = option_views(product, choices, group, own);
        let own_place = options.iter_mut().find(|option| option.state == OptionState::Chosen);
        if let Some(option) = own_place.filter(|_| !sold_out) {
            option.state = OptionState::Available;
        }
        OptionsView {
            layout: layout(&group.options),
            options,
        }
    })
}

fn choices(cx: &ViewContext<'_>, family: &ProductId) -> Choices {
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
    Choices {
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
