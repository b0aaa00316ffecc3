//! Products and families (Shopware §15, shopware-fields.md).
//!
//! **Invariant:** the default locale's file defines products, prices and stock; other locales only add texts. What was kept
//! of an earlier conversion changes nothing.

mod alike;
mod kept;
mod line;

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    sync::Arc,
};

use vitrine_model::{
    ids::{ProductId, PropertyGroupId},
    locale::LocaleIndex,
    product::{Brand, Family, Product, PropertyGroup, PropertyOption},
};

use self::{
    kept::LinesOfProducts,
    line::{ProductLine, Tells, ToldProduct},
};
use super::{
    cross_selling::CrossSellings,
    duplicates::{self, Duplicates},
    error::ConvertError,
    findings::Findings,
    input::Input,
    properties::Shared,
};

pub(super) use self::{kept::KeptLines, line::decides};

/// The commerce data of a Catalog.
pub(crate) struct Commerce {
    pub(crate) products: Vec<Product>,
    pub(crate) families: Vec<Family>,
    pub(crate) brands: Vec<Brand>,
    pub(crate) groups: Vec<PropertyGroup>,
    pub(crate) options: Vec<PropertyOption>,
    /// For the next conversion.
    pub(crate) lines: KeptLines,
}

struct Builder<'a> {
    input: &'a Input<'a>,
    findings: &'a Findings,
    products: BTreeMap<ProductId, Product>,
    families: BTreeMap<ProductId, Family>,
    shared: Shared,
    /// The places in memory of the shared records that were read in a locale.
    read: HashSet<(LocaleIndex, usize)>,
    cross_sellings: CrossSellings,
}

/// Converts the products of every locale. Their prices are not measured by what was published before. `kept` is of a
/// conversion with the same assets and the same configuration of the shop.
pub(crate) fn convert(input: &Input<'_>, findings: &Findings, kept: KeptLines) -> Result<Commerce, ConvertError> {
    let mut builder = Builder {
        input,
        findings,
        products: BTreeMap::new(),
        families: BTreeMap::new(),
        shared: Shared::default(),
        read: HashSet::new(),
        cross_sellings: CrossSellings::read(input, findings)?,
    };
    let mut lines = LinesOfProducts::new(input, kept)?;
    for (index, locale) in input.locales() {
        lines.read(index, locale, |line| builder.line(line, index))?;
    }
    Ok(builder.finish(lines.kept()))
}

impl Builder<'_> {
    /// A line that is not kept is not copied.
    fn line(&mut self, mut line: Arc<ProductLine>, index: LocaleIndex) {
        self.findings.push_all(&line.findings);
        let own = match Arc::get_mut(&mut line).map(|line| &mut line.tells) {
            Some(Tells::Product(told)) => told.product.take(),
            _ => None,
        };
        match &line.tells {
            Tells::Nothing => {}
            Tells::Family(family) => self.family(family, index),
            Tells::Product(told) => self.product(own.or_else(|| told.product.clone()), told, index),
        }
    }

    fn family(&mut self, family: &Family, index: LocaleIndex) {
        if index == LocaleIndex(0) {
            self.families.insert(family.id.clone(), family.clone());
        } else if let (Some(known), Some(path)) = (self.families.get_mut(&family.id), family.seo_paths.get(index)) {
            known.seo_paths.set(index, path.clone());
        }
    }

    fn product(&mut self, product: Option<Product>, told: &ToldProduct, index: LocaleIndex) {
        if let Some(product) = product {
            self.products.insert(told.id.clone(), product);
        }
        self.names(told, index);
        self.cross_sellings.note(&told.id, &told.cross_selling, index);
        if let Some(product) = self.products.get_mut(&told.id) {
            product.texts.set(index, Arc::clone(&told.texts));
            self.findings.push_all(&told.findings);
        }
    }

    /// Adds the names of brand, properties and options in this locale.
    fn names(&mut self, told: &ToldProduct, index: LocaleIndex) {
        if let Some(maker) = &told.manufacturer
            && self.read.insert((index, Arc::as_ptr(maker).addr()))
        {
            self.shared.brand(maker, index, self.input, self.findings);
        }
        for option in &told.described_by {
            if self.read.insert((index, Arc::as_ptr(option).addr())) {
                self.shared.option(option, index, self.input);
            }
        }
    }

    fn finish(mut self, lines: KeptLines) -> Commerce {
        let mut groups: BTreeMap<&ProductId, BTreeSet<PropertyGroupId>> = BTreeMap::new();
        let duplicates = Duplicates::merge(&mut self.shared, self.input, self.findings);
        for product in self.products.values_mut() {
            duplicates.resolve(product);
            product.cross_selling = self.cross_sellings.take(&product.id);
            self.shared.sort(&mut product.properties);
            self.shared.sort(&mut product.options);
        }
        duplicates::report_equal_variants(&self.products, self.input, self.findings);
        for product in self.products.values() {
            if let Some(family) = &product.family {
                let of = product.options.iter().filter_map(|o| self.shared.options.get(o));
                groups.entry(family).or_default().extend(of.map(|o| o.group.clone()));
            }
        }
        for (id, family) in &mut self.families {
            let mut list: Vec<_> = groups.remove(id).unwrap_or_default().into_iter().collect();
            list.sort_by_cached_key(|id| {
                let group = self.shared.groups.get(id);
                group.map(|g| (g.position, g.names.get(LocaleIndex(0)).cloned(), g.id.clone()))
            });
            family.option_groups = list;
        }
        Commerce {
            products: self.products.into_values().collect(),
            families: self.families.into_values().collect(),
            brands: self.shared.brands.into_values().collect(),
            groups: self.shared.groups.into_values().collect(),
            options: self.shared.options.into_values().collect(),
            lines,
        }
    }
}
