//! The options of a family: its groups, and the variants with each combination.
//!
//! **Invariant:** the same for all variants of a family, and made once.

use std::{cmp::Reverse, collections::HashMap};

use vitrine_model::{
    ids::{ProductId, ProductNumber, PropertyGroupId, PropertyOptionId},
    money::Money,
    product::{Product, PropertyOption, StockState},
};

use crate::{context::ViewContext, fragments::Shared, view::properties::name_in};

/// Maximum number of variants considered as alternatives.
const MAX_BUYABLE: usize = 50;

/// The options of a family, the same for all its variants and made once.
#[derive(Debug)]
pub(super) struct Choices {
    pub(super) groups: Vec<ChoiceGroup>,
    pub(super) variants: Vec<Variant>,
    pub(super) combinations: Combinations,
    /// Each option with its group: `Wood: walnut`.
    pub(super) labels: HashMap<PropertyOptionId, String>,
    /// Each option alone.
    pub(super) names: HashMap<PropertyOptionId, String>,
    /// The first variants that can be bought, at most [`MAX_BUYABLE`].
    pub(super) buyable: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct ChoiceGroup {
    pub(super) id: PropertyGroupId,
    pub(super) name: String,
    pub(super) options: Vec<Choice>,
}

#[derive(Debug)]
pub(super) struct Choice {
    pub(super) id: PropertyOptionId,
    pub(super) name: String,
    pub(super) color: Option<String>,
}

#[derive(Debug)]
pub(super) struct Variant {
    pub(super) id: ProductId,
    pub(super) number: ProductNumber,
    pub(super) href: String,
    pub(super) stock: StockState,
    pub(super) price: Money,
    pub(super) options: Vec<PropertyOptionId>,
}

/// Indexes of variants by their options, so that a family with hundreds of variants is not searched for every option.
#[derive(Debug, Default)]
pub(super) struct Combinations {
    /// By their options, sorted; more than one if several variants have the same options.
    exact: HashMap<Vec<PropertyOptionId>, Vec<usize>>,
    /// The variants that have an option, in order.
    with_option: HashMap<PropertyOptionId, Vec<usize>>,
}

impl Combinations {
    fn of<'a>(variants: impl IntoIterator<Item = &'a [PropertyOptionId]>) -> Self {
        let mut combinations = Self::default();
        for (place, options) in variants.into_iter().enumerate() {
            let mut key = options.to_vec();
            key.sort();
            for option in &key {
                combinations.with_option.entry(option.clone()).or_default().push(place);
            }
            combinations.exact.entry(key).or_default().push(place);
        }
        combinations
    }

    /// The variant that has `option` and the `others`; the first one if several have.
    pub(super) fn with(&self, others: &[PropertyOptionId], option: &PropertyOptionId) -> Option<usize> {
        let mut wanted = others.to_vec();
        wanted.push(option.clone());
        wanted.sort();
        self.exact.get(&wanted)?.first().copied()
    }

    /// All variants that have exactly these options.
    fn alike(&self, options: &[PropertyOptionId]) -> &[usize] {
        let mut wanted = options.to_vec();
        wanted.sort();
        self.exact.get(&wanted).map_or(&[], Vec::as_slice)
    }

    /// The variants that have `option`, in order.
    fn having(&self, option: &PropertyOptionId) -> &[usize] {
        self.with_option.get(option).map_or(&[], Vec::as_slice)
    }
}

impl Choices {
    /// The other variants with the same options as a product; usually none.
    pub(super) fn alike(&self, product: &Product) -> impl Iterator<Item = &Variant> {
        let places = self.combinations.alike(&product.options).iter();
        let variants = places.filter_map(|place| self.variants.get(*place));
        variants.filter(|variant| variant.id != product.id)
    }

    /// The variant with `option` that keeps most of the `others`; among equals one that can be bought, then the first.
    pub(super) fn nearest(&self, others: &[PropertyOptionId], option: &PropertyOptionId) -> Option<&Variant> {
        let having = self.combinations.having(option);
        let variants = having.iter().filter_map(|place| self.variants.get(*place));
        variants.min_by_key(|variant| {
            let kept = others.iter().filter(|other| variant.options.contains(other)).count();
            (Reverse(kept), variant.stock == StockState::OutOfStock)
        })
    }

    /// The options of a variant that are neither among `others` nor `option`, each with its group.
    pub(super) fn changes(
        &self,
        variant: &Variant,
        others: &[PropertyOptionId],
        option: &PropertyOptionId,
    ) -> Vec<String> {
        let options = variant.options.iter();
        let changed = options.filter(|id| *id != option && !others.contains(id));
        changed.filter_map(|id| self.labels.get(id).cloned()).collect()
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
                    id: variant.id.clone(),
                    number: variant.number.clone(),
                    href: cx.product_href(&variant.id),
                    stock: variant.stock.state,
                    price: variant.first_price().unit,
                    options: variant.options.clone(),
                })
                .collect(),
        }
    }
}

/// A valid CSS colour; `None` for anything else.
pub fn css_color(option: &PropertyOption) -> Option<String> {
    let color = option.color.as_deref()?.trim();
    let digits = color.strip_prefix('#')?;
    let plain = matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    plain.then(|| color.to_ascii_lowercase())
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
    fn r_pdp_04_a_missing_combination_links_to_the_nearest_variant() {
        let [black, white, small, large, oak, ash] = ['1', '2', '3', '4', 'a', 'b'].map(id);
        let variant = |options: &[&PropertyOptionId], stock| Variant {
            id: ProductId::parse(&"e".repeat(32)).unwrap(),
            number: ProductNumber::parse("A-1").unwrap(),
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
}
