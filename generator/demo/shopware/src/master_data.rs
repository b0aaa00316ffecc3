//! Master data (Shopware §9): languages, the currency, countries, salutations, shipping and payment methods, taxes, delivery times.

use serde_json::{Value, json};

use super::criteria::Associations;
use super::out::{Out, num};
pub(crate) use super::shipping::{shipping_id, shipping_method};
use super::{CREATED, Ctx, language_id, media};
use vitrine_demo_shop::catalogue::Row;
use vitrine_demo_shop::{Country, DeliveryTime, Payment, Salutation, State, Tax, Unit, id_of};

/// Rounding to cents.
pub(crate) fn rounding() -> Value {
    rounding_to(0.01)
}

/// Rounding of totals.
pub(crate) fn total_rounding(ctx: &Ctx) -> Value {
    rounding_to(ctx.shop.shop.total_rounding.unwrap_or(0.01))
}

fn rounding_to(interval: f64) -> Value {
    json!({
        "decimals": 2, "interval": interval, "roundForNet": true,
        "apiAlias": "shopware_core_framework_data_abstraction_layer_pricing_cash_rounding_config"
    })
}

/// Sorts by id, the default order of the database.
pub(crate) fn sort_by_id(values: &mut [Value]) {
    let id = |value: &Value| value.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
    values.sort_by_cached_key(id);
}

/// A language.
pub(crate) fn language_entity(ctx: &Ctx, iso: &str, name: &str) -> Value {
    let locale = id_of("locale", iso, None);
    let code = json!({
        "translated": {"name": iso, "territory": iso, "customFields": {}}, "createdAt": CREATED, "updatedAt": null,
        "code": iso, "name": null, "territory": null, "customFields": null, "id": locale, "apiAlias": "locale"
    });
    json!({
        "translated": [], "createdAt": CREATED, "updatedAt": null, "parentId": null, "localeId": locale, "translationCodeId": locale,
        "translationCode": code, "name": name, "locale": null, "parent": null, "children": null, "customFields": null,
        "id": language_id(&ctx.shop, iso), "apiAlias": "language"
    })
}

/// Id of the channel's currency: the system default has the same id in every shop.
pub(crate) const CURRENCY_ID: &str = "b7d2554b0ce847cd82f3ac9bd1c0dfca";

/// A currency of the channel.
#[derive(Debug, Clone)]
pub(crate) struct ChannelCurrency {
    pub(crate) id: String,
    iso: String,
    pub(crate) factor: f64,
}

impl Ctx {
    /// The currencies of the channel; the shop's own is the first.
    pub(crate) fn currencies(&self) -> Vec<ChannelCurrency> {
        let shop = &self.shop.shop;
        let own = ChannelCurrency {
            id: CURRENCY_ID.to_owned(),
            iso: shop.currency.clone(),
            factor: 1.0,
        };
        let further = shop.currencies.iter().map(|row| ChannelCurrency {
            id: id_of("currency", &row.iso, None),
            iso: row.iso.clone(),
            factor: row.factor,
        });
        std::iter::once(own).chain(further).collect()
    }

    /// A currency of the channel by its id, otherwise the shop's own.
    pub(crate) fn currency_of(&self, id: Option<&String>) -> ChannelCurrency {
        let mut all = self.currencies();
        let place = all.iter().position(|row| Some(&row.id) == id).unwrap_or_default();
        all.swap_remove(place)
    }

    /// The currency of the session.
    pub(crate) fn currency(&self) -> ChannelCurrency {
        self.currency_of(self.choices.currency.as_ref())
    }
}

/// A currency.
pub(crate) fn currency(ctx: &Ctx, row: &ChannelCurrency) -> Value {
    let iso = row.iso.as_str();
    let (symbol, name) = match iso {
        "EUR" => ("€", "Euro"),
        "GBP" => ("£", "Pound sterling"),
        "CHF" => ("CHF", "Swiss franc"),
        "USD" => ("$", "US dollar"),
        other => (other, other),
    };
    let mut out = Out::new(&ctx.includes, "currency");
    out.put(
        "translated",
        json!({"shortName": iso, "name": name, "customFields": {}}),
    );
    out.put("createdAt", CREATED)
        .put("updatedAt", Value::Null)
        .put("isoCode", iso)
        .put("factor", num(row.factor))
        .put("symbol", symbol);
    // Shopware installs it in English and German.
    let own = |text: &str| match ctx.iso.as_str() {
        "en-GB" | "de-DE" => Value::from(text),
        _ => Value::Null,
    };
    out.put("shortName", own(iso))
        .put("name", own(name))
        .put("position", 1)
        .put("isSystemDefault", row.id == CURRENCY_ID);
    out.put("itemRounding", rounding())
        .put("totalRounding", total_rounding(ctx))
        .put("taxFreeFrom", 0)
        .put("customFields", Value::Null);
    out.put("id", row.id.as_str());
    out.done()
}

/// Id of a country.
pub(crate) fn country_id(country: &Country) -> String {
    id_of("country", &country.iso, country.id.as_deref())
}

/// The states of a country.
pub(crate) fn states(country: &Country) -> impl Iterator<Item = Value> {
    let land = country_id(country);
    country.states.iter().enumerate().map(move |(index, row)| {
        json!({
            "translated": {"name": row.name, "customFields": {}}, "createdAt": CREATED, "updatedAt": null, "countryId": land,
            "shortCode": row.code, "name": row.name, "position": place(index), "active": true, "customFields": null,
            "id": state_id(row), "apiAlias": "country_state"
        })
    })
}

/// Id of a state.
pub(crate) fn state_id(state: &State) -> String {
    id_of("country_state", &state.code, None)
}

/// The state with an id; null if no country has it.
pub(crate) fn state_of(ctx: &Ctx, id: Option<&String>) -> Value {
    let mut all = ctx.shop.shop.countries.iter().flat_map(states);
    all.find(|state| id.is_some_and(|id| state["id"] == *id))
        .unwrap_or_default()
}

/// A country.
pub(crate) fn country(ctx: &Ctx, row: &Country, associations: &Associations) -> Value {
    let format = json!([
        ["address/company", "symbol/dash", "address/department"],
        ["address/first_name", "address/last_name"],
        ["address/street"],
        ["address/zipcode", "address/city"],
        ["address/country"]
    ]);
    let free = |enabled: bool| {
        json!({
            "enabled": enabled, "currencyId": CURRENCY_ID, "amount": 0,
            "apiAlias": "shopware_core_framework_data_abstraction_layer_tax_free_config"
        })
    };
    let name = Some(&row.name);
    let mut out = Out::new(&ctx.includes, "country");
    out.with(
        "translated",
        || json!({"name": ctx.translated(name), "customFields": {}, "addressFormat": format}),
    );
    out.put("createdAt", CREATED)
        .put("updatedAt", Value::Null)
        .with("name", || ctx.exact(name));
    out.put("iso", row.iso.clone())
        .put("position", row.position)
        .put("active", true)
        .put("shippingAvailable", row.shippable);
    out.put("iso3", iso3(&row.iso))
        .put("displayStateInRegistration", row.state_shown)
        .put("forceStateInRegistration", row.state_required);
    out.put("checkVatIdPattern", ctx.login.vat_ids_checked)
        .put("vatIdPattern", vat_id_pattern(&row.iso))
        .put("vatIdRequired", row.vat_id_required);
    out.put("customerTax", free(row.tax_free))
        .put("companyTax", free(row.company_tax_free));
    out.put(
        "states",
        if associations.get("states").is_some() {
            states(row).collect()
        } else {
            Value::Null
        },
    );
    out.put("translations", Value::Null)
        .put("postalCodeRequired", row.postal_code_required)
        .put("isEu", is_eu(&row.iso));
    out.put("checkPostalCodePattern", row.check_postal_code)
        .put("checkAdvancedPostalCodePattern", false);
    out.put("advancedPostalCodePattern", Value::Null)
        .put("defaultPostalCodePattern", postal_pattern(&row.iso));
    // If the language has no translation, the key is missing, not null.
    if row.name.exact(&ctx.iso).is_some() {
        out.put("addressFormat", format.clone());
    }
    out.put("customFields", Value::Null).put("id", country_id(row));
    out.done()
}

/// Whether a country is in the EU; complete only for countries used by these shops.
pub(crate) fn is_eu(iso: &str) -> bool {
    !matches!(iso, "CH" | "GB" | "NO" | "US")
}

pub(crate) fn vat_id_pattern(iso: &str) -> Option<&'static str> {
    match iso {
        "NL" => Some(r"NL\d{9}B\d{2}"),
        "BE" => Some(r"BE0\d{9}"),
        "DE" => Some(r"DE\d{9}"),
        "FR" => Some(r"FR[A-HJ-NP-Z0-9]{2}\d{9}"),
        _ => None,
    }
}

/// Shopware's pattern for the postal codes of a country.
pub(crate) fn postal_pattern(iso: &str) -> Option<&'static str> {
    match iso {
        "NL" => Some(r"[1-9]{1}\d{3}([ ]?[A-Z]{2})"),
        "BE" | "AT" => Some(r"\d{4}"),
        "CH" => Some(r"[1-9]\d{3}"),
        "DE" => Some(r"\d{5}"),
        "FR" => Some(r"\d{1}(?:A|B|\d{1}) ?\d{3}"),
        _ => None,
    }
}

fn iso3(iso: &str) -> Value {
    match iso {
        "NL" => "NLD",
        "DE" => "DEU",
        "BE" => "BEL",
        "AT" => "AUT",
        "CH" => "CHE",
        "FR" => "FRA",
        "LU" => "LUX",
        "GB" => "GBR",
        "IE" => "IRL",
        _ => return Value::Null,
    }
    .into()
}

/// Id of a salutation.
pub(crate) fn salutation_id(row: &Salutation) -> String {
    id_of("salutation", &row.key, row.id.as_deref())
}

/// A salutation.
pub(crate) fn salutation(ctx: &Ctx, row: &Salutation) -> Value {
    let letter = row.letter_name.as_ref().unwrap_or(&row.name);
    let (name, letter) = (Some(&row.name), Some(letter));
    json!({
        "translated": {"displayName": ctx.translated(name), "letterName": ctx.translated(letter), "customFields": {}},
        "createdAt": CREATED, "updatedAt": null, "salutationKey": row.key, "displayName": ctx.exact(name), "letterName": ctx.exact(letter),
        "customFields": null, "id": salutation_id(row), "apiAlias": "salutation"
    })
}

/// The position of a row without one.
pub(crate) fn place(index: usize) -> i64 {
    i64::try_from(index).unwrap_or(0) + 1
}

/// Id of a payment method.
pub(crate) fn payment_id(row: &Payment) -> String {
    id_of("payment", &row.key, row.id.as_deref())
}

fn technical_name(row: &Payment) -> String {
    let own = row.technical_name.clone();
    own.unwrap_or_else(|| format!("payment_{}", row.key))
}

/// A payment method.
pub(crate) fn payment_method(ctx: &Ctx, index: usize, row: &Payment) -> Value {
    let (name, description) = (Some(&row.name), row.description.as_ref());
    let mut out = Out::new(&ctx.includes, "payment_method");
    out.with("translated", || {
        let name = ctx.translated(name);
        json!({"name": name, "distinguishableName": name, "description": ctx.translated(description), "customFields": {}})
    });
    out.put("createdAt", CREATED)
        .put("updatedAt", Value::Null)
        .with("name", || ctx.exact(name))
        .with("distinguishableName", || ctx.exact(name));
    out.with("description", || ctx.exact(description))
        .put("position", row.position.unwrap_or_else(|| place(index)))
        .put("active", true)
        .put("afterOrderEnabled", row.after_order);
    let icon = row.icon.as_deref();
    let icon = icon.and_then(|key| ctx.shop.media.iter().find(|media| media.key == key));
    out.nulls(&["translations"])
        .put("mediaId", icon.map(|media| media.id.clone()))
        .with("media", || icon.map_or(Value::Null, |media| media::entity(ctx, media)))
        .put("shortName", format!("{}_payment", row.key));
    out.put("technicalName", technical_name(row))
        .put("synchronous", !row.gateway)
        .put("asynchronous", row.gateway)
        .put("prepared", false);
    out.put("refundable", false)
        .put("recurring", row.recurring)
        .put("customFields", Value::Null)
        .put("id", payment_id(row));
    out.done()
}

/// A delivery time.
pub(crate) fn delivery_time(ctx: &Ctx, row: &Row<DeliveryTime>) -> Value {
    let name = Some(&row.file.name);
    let mut out = Out::new(&ctx.includes, "delivery_time");
    out.with(
        "translated",
        || json!({"name": ctx.translated(name), "customFields": {}}),
    );
    out.put("createdAt", CREATED)
        .with("updatedAt", || ctx.stamp(&row.id))
        .with("name", || ctx.exact(name));
    out.put("min", row.file.min)
        .put("max", row.file.max)
        .put("unit", row.file.unit.clone())
        .put("customFields", Value::Null);
    out.put("id", row.id.clone());
    out.done()
}

/// A unit.
pub(crate) fn unit(ctx: &Ctx, row: &Row<Unit>) -> Value {
    let (short, name) = (Some(&row.file.short), Some(&row.file.name));
    let mut out = Out::new(&ctx.includes, "unit");
    out.with(
        "translated",
        || json!({"shortCode": ctx.translated(short), "name": ctx.translated(name), "customFields": {}}),
    );
    out.put("createdAt", CREATED).with("updatedAt", || ctx.stamp(&row.id));
    out.with("shortCode", || ctx.exact(short))
        .with("name", || ctx.exact(name))
        .put("customFields", Value::Null)
        .put("id", row.id.clone());
    out.done()
}

/// Id of a tax by its key in `shop.json`.
pub(crate) fn tax_id(key: &str, tax: &Tax) -> String {
    id_of("tax", key, tax.id.as_deref())
}

/// The tax at this index of the shop's taxes.
pub(crate) fn tax(ctx: &Ctx, index: usize) -> Value {
    let Some((key, row)) = ctx.shop.shop.taxes.get_index(index) else {
        return Value::Null;
    };
    let mut out = Out::new(&ctx.includes, "tax");
    out.put("translated", json!([]))
        .put("createdAt", CREATED)
        .with("updatedAt", || ctx.stamp(&tax_id(key, row)))
        .put("taxRate", num(row.rate));
    out.with("name", || {
        row.name.clone().unwrap_or_else(|| format!("{}%", num(row.rate))).into()
    })
    .put("position", row.position.unwrap_or_else(|| place(index)))
    .put("customFields", Value::Null)
    .put("id", tax_id(key, row));
    out.done()
}
