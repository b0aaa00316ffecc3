//! Property groups, their options, and brands, collected from the products that contain them (shopware-fields.md).
//!
//! **Invariant:** if a group occurs several times, the first occurrence is used; names are added by locale.

use std::collections::BTreeMap;

use vitrine_model::{
    diagnostic::Place,
    ids::{BrandId, PropertyGroupId, PropertyOptionId},
    locale::{LocaleIndex, Localized},
    media::web_address,
    product::{Brand, GpsrContact, PropertyGroup, PropertyOption},
    slug::slug,
};

use super::{custom_fields::CustomFields, findings::Findings, input::Input};
use crate::shopware::{
    AdminScreen,
    wire::{WireManufacturer, WirePropertyGroup, WirePropertyOption, whole},
};

/// Brands, groups and options shared by products.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(crate) brands: BTreeMap<BrandId, Brand>,
    pub(crate) groups: BTreeMap<PropertyGroupId, PropertyGroup>,
    pub(crate) options: BTreeMap<PropertyOptionId, PropertyOption>,
}

impl Shared {
    /// Stores a manufacturer, if it has an id.
    pub(crate) fn brand(
        &mut self,
        wire: &WireManufacturer,
        locale: LocaleIndex,
        input: &Input<'_>,
        findings: &Findings,
    ) {
        let Some(id) = brand_id(wire) else { return };
        let shown = wire.translated.text("name").or(wire.name.as_deref());
        if let Some(brand) = self.brands.get_mut(&id) {
            add_name(&mut brand.names, locale, shown);
            return;
        }
        let names = &input.config.fields;
        let place = Place {
            source: "shopware".to_owned(),
            kind: "manufacturer".to_owned(),
            id: shown.unwrap_or(&wire.id).to_owned(),
            edit_url: input.config.edit_url(AdminScreen::Manufacturer(&id)),
            ..Place::default()
        };
        let link = wire.link.as_deref().filter(|link| !link.trim().is_empty());
        let address = link.and_then(web_address);
        if link.is_some() && address.is_none() {
            findings.shape(&place, "link", "it is no address with https://");
        }
        let link = address;
        let mut custom = CustomFields::new(&wire.translated, place, findings);
        let code = custom
            .text(&names.brand_code)
            .unwrap_or_else(|| key_of(shown, &wire.id));
        let gpsr = custom
            .json::<GpsrContact>(&names.gpsr)
            .filter(|g| *g != GpsrContact::default());
        let mut brand = Brand {
            id: id.clone(),
            names: Localized::new(),
            link,
            code,
            gpsr,
        };
        add_name(&mut brand.names, locale, shown);
        self.brands.insert(id, brand);
    }

    /// Stores an option with its group, if it has an id.
    pub(crate) fn option(&mut self, wire: &WirePropertyOption, locale: LocaleIndex, input: &Input<'_>) {
        let Some((id, group_id)) = option_ids(wire) else { return };
        if let Some(group) = &wire.group {
            self.group(&group_id, group, locale, input);
        }
        let shown = wire.translated.text("name").or(wire.name.as_deref());
        let option = self.options.entry(id.clone()).or_insert_with(|| {
            let entry = wire
                .translated
                .custom_field(&input.config.fields.entry)
                .and_then(|v| v.as_str());
            PropertyOption {
                id: id.clone(),
                group: group_id,
                names: Localized::new(),
                color: wire.color_hex_code.clone().filter(|c| is_colour(c)),
                position: wire.position.as_ref().and_then(whole).unwrap_or(0),
                entry: entry
                    .filter(|e| !e.is_empty())
                    .map_or_else(|| key_of(shown, &wire.id), str::to_owned),
            }
        });
        add_name(&mut option.names, locale, shown);
    }

    fn group(&mut self, id: &PropertyGroupId, wire: &WirePropertyGroup, locale: LocaleIndex, input: &Input<'_>) {
        let group = self.groups.entry(id.clone()).or_insert_with(|| {
            let external = wire.translated.custom_field(&input.config.fields.external_id);
            PropertyGroup {
                id: id.clone(),
                names: Localized::new(),
                external_id: external
                    .and_then(|v| v.as_str())
                    .filter(|v| !v.is_empty())
                    .map(str::to_owned),
                display: wire.display_type.clone().unwrap_or_else(|| "text".to_owned()),
                visible: wire.visible_on_product_detail_page.unwrap_or(true),
                position: wire.position.as_ref().and_then(whole).unwrap_or(0),
            }
        });
        add_name(
            &mut group.names,
            locale,
            wire.translated.text("name").or(wire.name.as_deref()),
        );
    }

    /// Sorts options by group, and within a group by position, then name.
    pub(crate) fn sort(&self, ids: &mut [PropertyOptionId]) {
        ids.sort_by_cached_key(|id| {
            let option = self.options.get(id);
            let group = option.and_then(|o| self.groups.get(&o.group));
            let first = LocaleIndex(0);
            (
                group.map(|g| (g.position, g.names.get(first).cloned(), g.id.clone())),
                option.map(|o| (o.position, o.names.get(first).cloned())),
                id.clone(),
            )
        });
    }
}

/// The id of a manufacturer, if it is one.
pub(super) fn brand_id(wire: &WireManufacturer) -> Option<BrandId> {
    BrandId::parse(&wire.id).ok()
}

/// The id of an option, if it is one and its group has one.
pub(super) fn option_id(wire: &WirePropertyOption) -> Option<PropertyOptionId> {
    option_ids(wire).map(|(id, _)| id)
}

fn option_ids(wire: &WirePropertyOption) -> Option<(PropertyOptionId, PropertyGroupId)> {
    let id = PropertyOptionId::parse(&wire.id).ok()?;
    Some((id, PropertyGroupId::parse(group_of(wire)?).ok()?))
}

/// The id of an option's group, as Shopware has it.
pub(super) fn group_of(option: &WirePropertyOption) -> Option<&str> {
    let group = option.group.as_ref();
    option.group_id.as_deref().or(group.map(|group| group.id.as_str()))
}

/// The slug of a name; the id if the slug would be empty, so that such names do not share a key.
fn key_of(name: Option<&str>, id: &str) -> String {
    Some(slug(name.unwrap_or_default()))
        .filter(|key| !key.is_empty())
        .unwrap_or_else(|| id.to_owned())
}

/// Whether a text is a CSS colour: `#rgb` or `#rrggbb`.
fn is_colour(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|hex| matches!(hex.len(), 3 | 6) && hex.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn add_name(names: &mut Localized<String>, locale: LocaleIndex, shown: Option<&str>) {
    if let Some(shown) = shown.filter(|_| names.get(locale).is_none()) {
        names.set(locale, shown.to_owned());
    }
}
