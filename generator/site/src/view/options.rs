//! The options of a variant (R-PDP-04): every option of every group, with the variant it leads to.
//!
//! **Invariant:** an option leads to the variant that differs from this one in that group alone. Without such a variant
//! the combination is marked as missing, and the option leads to the nearest variant that has it, with the names of the
//! options that change too.

use std::{cmp::Reverse, collections::HashMap};

use serde::Serialize;
use vitrine_model::{
    ids::{ProductId, PropertyGroupId, PropertyOptionId},
    money::Money,
    product::{Product, PropertyOption, StockState},
};

use super::{color_words, links::LinkView, price::first_price, properties::name_in};
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

/// Number of variants among which those to buy instead are looked for.
const MAX_BUYABLE: usize = 50;

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
    /// The options of a list by their quality; otherwise one part without a name.
    parts: Vec<OptionPart>,
}

/// The options of one quality.
#[derive(PartialEq, Eq, Debug, Serialize)]
struct OptionPart {
    /// `Loden`
    name: Option<String>,
    /// What all of them cost more than the cheapest option of the group: `+ €200.00`.
    extra: Option<String>,
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
    /// The variant's page; of a missing combination, the page of the nearest variant. `None` if no variant has the
    /// option.
    href: Option<String>,
    /// The other options that change with this one, by group: `Wood: walnut`. Empty unless the combination is missing.
    changes: Vec<String>,
    /// What it costs more than the cheapest option of the group, where its part does not say it.
    extra: Option<String>,
    /// Common words for its colour, by which it is found in a list: `green`.
    words: String,
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
    /// No variant has it together with the other options of this one; it leads to the nearest variant.
    Missing,
}

/// The choices of a family, the same for all its variants and made once.
#[derive(Debug)]
struct Choices {
    groups: Vec<ChoiceGroup>,
    variants: Vec<Variant>,
    combinations: Combinations,
    /// Each option with its group: `Wood: walnut`.
    labels: HashMap<PropertyOptionId, String>,
    /// Each option alone.
    names: HashMap<PropertyOptionId, String>,
    /// The first variants that can be bought, at most [`MAX_BUYABLE`].
    buyable: Vec<usize>,
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
    price: Money,
    options: Vec<PropertyOptionId>,
}

/// Indexes of variants by their options, so that a family with hundreds of variants is not searched for every option.
#[derive(Debug, Default)]
struct Combinations {
    exact: HashMap<Vec<PropertyOptionId>, usize>,
    /// The variants that have an option, in order.
    with_option: HashMap<PropertyOptionId, Vec<usize>>,
}

impl Combinations {
    /// If two variants have the same options, the first one is used.
    fn of<'a>(variants: impl IntoIterator<Item = &'a [PropertyOptionId]>) -> Self {
        let mut combinations = Self::default();
        for (place, options) in variants.into_iter().enumerate() {
            let mut key = options.to_vec();
            key.sort();
            for option in &key {
                combinations.with_option.entry(option.clone()).or_default().push(place);
            }
            combinations.exact.entry(key).or_insert(place);
        }
        combinations
    }

    /// The variant that has `option` and the `others`.
    fn with(&self, others: &[PropertyOptionId], option: &PropertyOptionId) -> Option<usize> {
        let mut wanted = others.to_vec();
        wanted.push(option.clone());
        wanted.sort();
        self.exact.get(&wanted).copied()
    }

    /// The variants that have `option`, in order.
    fn having(&self, option: &PropertyOptionId) -> &[usize] {
        self.with_option.get(option).map_or(&[], Vec::as_slice)
    }
}

impl Choices {
    /// The variant with `option` that keeps most of the `others`; among equals one that can be bought, then the first.
    fn nearest(&self, others: &[PropertyOptionId], option: &PropertyOptionId) -> Option<&Variant> {
        let having = self.combinations.having(option);
        let variants = having.iter().filter_map(|place| self.variants.get(*place));
        variants.min_by_key(|variant| {
            let kept = others.iter().filter(|other| variant.options.contains(other)).count();
            (Reverse(kept), variant.stock == StockState::OutOfStock)
        })
    }

    /// The options of a variant that are neither among `others` nor `option`, each with its group.
    fn changes(&self, variant: &Variant, others: &[PropertyOptionId], option: &PropertyOptionId) -> Vec<String> {
        let options = variant.options.iter();
        let changed = options.filter(|id| *id != option && !others.contains(id));
        changed.filter_map(|id| self.labels.get(id).cloned()).collect()
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
        let layout = layout(&group.options);
        let options: Vec<Priced> = group
            .options
            .iter()
            .map(|option| priced(cx, input, &choices, option))
            .collect();
        let parts = if layout == Layout::List {
            parts(cx, options)
        } else {
            vec![OptionPart {
                name: None,
                extra: None,
                options: options.into_iter().map(|priced| priced.option).collect(),
            }]
        };
        Some(OptionsView { layout, parts })
    }
}

/// An option with the price of its variant; `None` where the combination is missing.
struct Priced {
    option: OptionView,
    price: Option<Money>,
}

fn priced(cx: &ViewContext<'_>, input: &OptionsInput, choices: &Choices, option: &Choice) -> Priced {
    let place = choices.combinations.with(&input.others, &option.id);
    let exact = place.and_then(|place| choices.variants.get(place));
    let target = exact.or_else(|| choices.nearest(&input.others, &option.id));
    let changes = target.filter(|_| exact.is_none());
    Priced {
        price: exact.map(|variant| variant.price),
        option: OptionView {
            name: option.name.clone(),
            color: option.color.clone(),
            state: state(input.sold_out.as_ref() == Some(&option.id), exact.map(|v| v.stock)),
            href: target.map(|variant| variant.href.clone()),
            changes: changes.map_or_else(Vec::new, |variant| choices.changes(variant, &input.others, &option.id)),
            extra: None,
            words: option
                .color
                .as_deref()
                .map(|color| color_words::words(cx, color))
                .unwrap_or_default(),
        },
    }
}

/// Separates the quality from the colour in the name of an option: `Loden, moss`.
const QUALITY_END: &str = ", ";

/// The options of a list by quality, if every name has one; each part says what it costs more than the cheapest option.
fn parts(cx: &ViewContext<'_>, options: Vec<Priced>) -> Vec<OptionPart> {
    let lowest = options.iter().filter_map(|priced| priced.price).min();
    let extra = |price: Option<Money>| {
        let (price, lowest) = price.zip(lowest)?;
        let more = price.with_minor(price.minor.saturating_sub(lowest.minor));
        (more.minor > 0).then(|| cx.t("product.price_more", &[("price", &cx.format.money(more))]))
    };
    let named = options.iter().all(|priced| priced.option.name.contains(QUALITY_END));
    let mut parts: Vec<OptionPart> = Vec::new();
    for Priced { mut option, price } in options {
        option.extra = extra(price);
        let split = option.name.split_once(QUALITY_END).filter(|_| named);
        let (quality, color) = split
            .map(|(quality, color)| (quality.to_owned(), color.to_owned()))
            .unzip();
        option.name = color.unwrap_or(option.name);
        match parts.last_mut().filter(|part| part.name == quality) {
            Some(part) => part.options.push(option),
            None => parts.push(OptionPart {
                name: quality,
                extra: None,
                options: vec![option],
            }),
        }
    }
    for part in &mut parts {
        part.lift_extra();
    }
    parts
}

impl OptionPart {
    /// Says once what all its options say.
    fn lift_extra(&mut self) {
        let first = self.options.first().and_then(|option| option.extra.clone());
        if self.name.is_some() && self.options.iter().all(|option| option.extra == first) {
            self.options.iter_mut().for_each(|option| option.extra = None);
            self.extra = first;
        }
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
        let groups: Vec<ChoiceGroup> = groups.collect();
        let labels = groups.iter().flat_map(|group| {
            let label = |choice: &Choice| (choice.id.clone(), format!("{}: {}", group.name, choice.name));
            group.options.iter().map(label)
        });
        let choices = groups.iter().flat_map(|group| &group.options);
        let buyable = variants.iter().enumerate();
        let buyable = buyable.filter(|(_, variant)| variant.stock.state != StockState::OutOfStock);
        Self {
            labels: labels.collect(),
            names: choices.map(|choice| (choice.id.clone(), choice.name.clone())).collect(),
            buyable: buyable.map(|(place, _)| place).take(MAX_BUYABLE).collect(),
            groups,
            combinations: Combinations::of(variants.iter().map(|v| v.options.as_slice())),
            variants: variants
                .iter()
                .map(|variant| Variant {
                    href: cx.product_href(&variant.id),
                    stock: variant.stock.state,
                    price: first_price(variant),
                    options: variant.options.clone(),
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
    use vitrine_model::money::Currency;

    use super::*;

    fn id(digit: char) -> PropertyOptionId {
        PropertyOptionId::parse(&digit.to_string().repeat(32)).unwrap()
    }

    /// R-PDP-04: an option leads to the variant that has it with the other options unchanged, if that combination exists.
    #[test]
    fn r_pdp_04_combinations_that_do_not_exist_are_known() {
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

    /// R-PDP-04, VAR-3: "choosing it moves the other axis to the nearest valid value and says so".
    #[test]
    fn r_pdp_04_a_missing_combination_leads_to_the_variant_that_keeps_most() {
        let [black, white, small, large, oak, ash] = ['1', '2', '3', '4', 'a', 'b'].map(id);
        let variant = |options: &[&PropertyOptionId], stock| Variant {
            href: String::new(),
            stock,
            price: Money {
                minor: 0,
                currency: Currency::parse("EUR").unwrap(),
            },
            options: options.iter().map(|id| (*id).clone()).collect(),
        };
        let variants = vec![
            variant(&[&black, &small, &ash], StockState::InStock),
            variant(&[&white, &large, &ash], StockState::InStock),
            variant(&[&white, &small, &ash], StockState::OutOfStock),
            variant(&[&white, &large, &oak], StockState::InStock),
        ];
        let names = [(&black, "Colour: black"), (&large, "Size: large"), (&oak, "Wood: oak")];
        let choices = Choices {
            groups: Vec::new(),
            combinations: Combinations::of(variants.iter().map(|v| v.options.as_slice())),
            variants,
            labels: names.map(|(id, name)| (id.clone(), name.to_owned())).into(),
            names: HashMap::new(),
            buyable: Vec::new(),
        };
        let nearest = |others: [&PropertyOptionId; 2], option| {
            let others = others.map(Clone::clone);
            let found = choices.nearest(&others, option).unwrap();
            (found.options.clone(), choices.changes(found, &others, option))
        };
        let (found, changes) = nearest([&small, &oak], &white);
        assert_eq!(
            found,
            [white.clone(), large.clone(), oak.clone()],
            "as near, and not sold out"
        );
        assert_eq!(changes, ["Size: large"]);
        let (found, changes) = nearest([&black, &small], &oak);
        assert_eq!(
            found,
            [white.clone(), large.clone(), oak.clone()],
            "the only one with oak"
        );
        assert_eq!(
            changes,
            ["Size: large"],
            "every other option that is another one, as far as it has a name"
        );
        assert!(choices.nearest(&[], &id('f')).is_none(), "no variant has it");
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
