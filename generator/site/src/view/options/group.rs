//! The options of one group as shown on a variant's page: each with its state, its target variant, and the options that
//! change with it.

use serde::Serialize;
use vitrine_model::{
    ids::{ProductId, PropertyGroupId, PropertyOptionId},
    money::Money,
    product::{Product, StockState},
};

use super::choices::{Choice, ChoiceGroup, Choices};
use crate::{context::ViewContext, fragments::Fragment, view::color_words};

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

pub(super) fn layout(options: &[Choice]) -> Layout {
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
pub(super) struct OptionsView {
    layout: Layout,
    /// The options of a list by quality; otherwise one part without a name.
    parts: Vec<OptionPart>,
}

/// The options of one quality.
#[derive(PartialEq, Eq, Debug, Serialize)]
struct OptionPart {
    /// `Loden`
    name: Option<String>,
    /// The surcharge over the cheapest option of the group that all of them share: `+ €200.00`.
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
    /// The state of the combination that selecting it results in.
    state: OptionState,
    /// The variant's page; of a missing combination, the page of the nearest variant. `None` if no variant has the
    /// option.
    href: Option<String>,
    /// The other options that change with this one, by group: `Wood: walnut`. Empty unless the combination is missing.
    changes: Vec<String>,
    /// The surcharge over the cheapest option of the group, unless its part states it.
    extra: Option<String>,
    /// Common words for its colour, for searching a list: `green`.
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

fn state(chosen: bool, stock: Option<StockState>) -> OptionState {
    match stock {
        _ if chosen => OptionState::Chosen,
        None => OptionState::Missing,
        Some(StockState::OutOfStock) => OptionState::SoldOut,
        Some(StockState::InStock | StockState::LimitedStock) => OptionState::Available,
    }
}

/// The input of a group's options. Variants with the same options in the other groups share them: the current one is
/// marked by a slot, and its text is the same as for others. A sold-out variant has its own input, so that its own
/// option is not marked as sold out. So has a variant that others equal in all options, so that its own option links to
/// itself.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct OptionsInput {
    family: ProductId,
    group: PropertyGroupId,
    /// The variant's options in the other groups, sorted.
    others: Vec<PropertyOptionId>,
    /// Its option in this group, if the variant is sold out.
    sold_out: Option<PropertyOptionId>,
    /// The variant itself, if others have the same options.
    alike: Option<ProductId>,
}

impl OptionsInput {
    pub(super) fn of(
        product: &Product,
        family: &ProductId,
        choices: &Choices,
        (group, own): (&ChoiceGroup, &Choice),
    ) -> Self {
        let others = product.options.iter().filter(|id| **id != own.id);
        let mut others: Vec<PropertyOptionId> = others.cloned().collect();
        others.sort();
        Self {
            family: family.clone(),
            group: group.id.clone(),
            others,
            sold_out: (product.stock.state == StockState::OutOfStock).then(|| own.id.clone()),
            alike: choices.alike(product).next().map(|_| product.id.clone()),
        }
    }
}

pub(super) struct Options;

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

/// An option with the price of its variant; `None` if the combination does not exist.
struct Priced {
    option: OptionView,
    price: Option<Money>,
}

fn priced(cx: &ViewContext<'_>, input: &OptionsInput, choices: &Choices, option: &Choice) -> Priced {
    let itself = input.alike.as_ref();
    let itself = itself.and_then(|id| choices.variants.iter().find(|variant| variant.id == *id));
    let first = || {
        choices
            .variants
            .get(choices.combinations.with(&input.others, &option.id)?)
    };
    let exact = itself.filter(|own| own.options.contains(&option.id)).or_else(first);
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

/// The options of a list by quality, if every name has one; each part states the surcharge over the cheapest option.
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
    /// Moves a surcharge that all options share to their part.
    fn lift_extra(&mut self) {
        let first = self.options.first().and_then(|option| option.extra.clone());
        if self.name.is_some() && self.options.iter().all(|option| option.extra == first) {
            self.options.iter_mut().for_each(|option| option.extra = None);
            self.extra = first;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_options_are_a_list_and_few_are_seen_at_once() {
        let options = |count: usize, color: Option<&str>| {
            let option = || Choice {
                id: PropertyOptionId::parse(&"1".repeat(32)).unwrap(),
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
