//! GET and PATCH /context (Shopware §8): customer and settings of a session.

use serde_json::{Value, json};

use super::criteria::Associations;
use super::ctx::Choices;
use super::customer::CUSTOMER_GROUP;
use super::customer_group::customer_group;
use super::customer_view::{Loaded, customer, full_address};
use super::errors::{ApiError, all_or_nothing, is_id};
use super::master_data::{
    CURRENCY_ID, country, country_id, currency, payment_id, payment_method, rounding, shipping_id, shipping_method,
    sort_by_id, state_id, tax, total_rounding,
};
use super::out::{LIVE_VERSION, list_if_empty, num};
use super::{CREATED, Ctx, ShopwareState, domains, language_id};
use vitrine_demo_shop::{Country, Payment, Shipping, id_of};

impl Ctx {
    /// The country of the active shipping address; for a visitor without one that of the session, otherwise the
    /// channel's.
    pub(crate) fn country(&self) -> Option<&Country> {
        let countries = &self.shop.shop.countries;
        let chosen = self.shipping_address().map(|address| &address.country);
        let chosen = chosen.or(self.choices.country.as_ref());
        countries
            .iter()
            .find(|row| chosen == Some(&country_id(row)))
            .or(countries.first())
    }

    /// The shipping method of the session, otherwise the channel's, with its index in the list.
    pub(crate) fn shipping(&self) -> Option<(usize, &Shipping)> {
        let mut rows = self.shop.shop.shipping.iter().enumerate();
        rows.find(|(_, row)| self.choices.shipping.as_deref() == Some(&shipping_id(row)))
            .or(self.shop.shop.shipping.iter().enumerate().next())
    }

    /// The payment method of the session, otherwise the customer's, otherwise the channel's, with its index in the
    /// list.
    pub(crate) fn payment(&self) -> Option<(usize, &Payment)> {
        let of_customer = self.customer.as_ref();
        let of_customer = of_customer.and_then(|row| row.last_payment.as_ref().or(row.default_payment.as_ref()));
        let chosen = self.choices.payment.as_ref().or(of_customer);
        let mut rows = self.shop.shop.payment.iter().enumerate();
        rows.find(|(_, row)| chosen == Some(&payment_id(row)))
            .or(self.shop.shop.payment.iter().enumerate().next())
    }

    /// Id of the sales channel.
    pub(crate) fn channel_id(&self) -> String {
        id_of("channel", "storefront", self.shop.shop.id.as_deref())
    }

    fn root_category(&self) -> Value {
        self.shop
            .categories
            .first()
            .map_or(Value::Null, |root| root.id.clone().into())
    }

    /// URL of the withdrawal page.
    pub(crate) fn withdrawal_page(&self, iso: &str) -> Option<String> {
        let path = self.shop.shop.withdrawal_page.as_ref()?.translated(iso, &self.system)?;
        Some(format!("{}{path}", self.domain(iso)))
    }

    /// URL of the page for the order with this deep link code.
    pub(crate) fn order_page(&self, iso: &str, code: &str) -> String {
        format!("{}/account/order/{code}", self.domain(iso))
    }

    /// URL of a bought file of the order with this deep link code.
    pub(crate) fn download_page(&self, iso: &str, order: &str, file: &str, code: &str) -> String {
        format!(
            "{}/account/order/download/{order}/{file}?deepLinkCode={code}",
            self.domain(iso)
        )
    }
}

/// The cache states of Shopware: whether the cart has lines, and whether a customer is logged in.
fn states(state: &ShopwareState, ctx: &Ctx) -> Value {
    let cart = state.sessions().get(&ctx.token).cart;
    let filled = cart.is_some_and(|cart| !cart.lines.is_empty());
    let states = [("cart-filled", filled), ("logged-in", ctx.customer.is_some())];
    let states = states.iter().filter(|(_, is)| *is);
    list_if_empty(states.map(|(name, _)| ((*name).to_owned(), json!(name))).collect())
}

/// GET /context.
pub(crate) fn read(state: &ShopwareState, ctx: &Ctx) -> Value {
    let mut chain = vec![ctx.language_id()];
    if ctx.iso != ctx.system {
        chain.push(language_id(&ctx.shop, &ctx.system));
    }
    let group = ctx.group().map(|group| format!("group.{}", group.key));
    let rules = std::iter::once("always".to_owned()).chain(group);
    let rules: Value = rules.map(|key| id_of("rule", &key, None)).collect();
    let own = ctx.currency();
    let mut taxes: Vec<Value> = (0..ctx.shop.shop.taxes.len()).map(|index| tax(ctx, index)).collect();
    sort_by_id(&mut taxes);
    json!({
        "token": ctx.token, "currentCustomerGroup": customer_group(ctx), "currency": currency(ctx, &own), "salesChannel": sales_channel(ctx),
        "taxRules": taxes,
        "customer": ctx.customer.as_deref().map_or(Value::Null, |row| customer(ctx, row, Loaded::Context)),
        "paymentMethod": ctx.payment().map_or(Value::Null, |(index, row)| payment_method(ctx, index, row)),
        "shippingMethod": ctx.shipping().map_or(Value::Null, |(index, row)| shipping_method(ctx, index, row, false)),
        "shippingLocation": shipping_location(ctx), "permissions": [], "permisionsLocked": false, "imitatingUserId": null,
        "context": {
            "languageIdChain": chain, "scope": "user", "rulesLocked": false,
            "source": {"type": "sales-channel", "salesChannelId": ctx.channel_id()}, "ruleIds": rules, "currencyId": own.id,
            "versionId": LIVE_VERSION, "currencyFactor": num(own.factor), "considerInheritance": true, "taxState": ctx.tax_state().name(), "rounding": rounding(),
            "states": states(state, ctx), "apiAlias": "context"
        },
        "itemRounding": rounding(), "totalRounding": total_rounding(ctx), "areaRuleIds": {"shipping": rules, "product": rules}, "states": [],
        "apiAlias": "sales_channel_context"
    })
}

/// The shipping location of the session.
pub(crate) fn shipping_location(ctx: &Ctx) -> Value {
    let address = || {
        let (customer, address) = (ctx.customer.as_deref()?, ctx.shipping_address()?);
        Some(full_address(ctx, customer, address))
    };
    json!({
        "country": ctx.country().map_or(Value::Null, |row| country(ctx, row, &Associations::default())), "state": null,
        "address": address(), "apiAlias": "cart_delivery_shipping_location"
    })
}

fn sales_channel(ctx: &Ctx) -> Value {
    let shop = &ctx.shop.shop;
    json!({
        "translated": {
            "name": shop.name, "customFields": {}, "homeSlotConfig": null, "homeEnabled": true, "homeName": null, "homeMetaTitle": null,
            "homeMetaDescription": null, "homeKeywords": null
        },
        "createdAt": CREATED, "updatedAt": null, "languageId": language_id(&ctx.shop, &shop.default_language), "currencyId": CURRENCY_ID,
        "paymentMethodId": shop.payment.first().map(payment_id), "shippingMethodId": shop.shipping.first().map(shipping_id),
        "countryId": shop.countries.first().map(country_id), "navigationCategoryId": ctx.root_category(),
        "navigationCategoryVersionId": LIVE_VERSION, "navigationCategoryDepth": 3, "footerCategoryId": null,
        "footerCategoryVersionId": LIVE_VERSION, "serviceCategoryId": null, "serviceCategoryVersionId": LIVE_VERSION,
        "name": (ctx.iso == ctx.system).then_some(&shop.name),
        "shortName": null, "configuration": null, "active": true, "maintenance": false, "taxCalculationType": "horizontal",
        "currency": currency(ctx, &ctx.currency_of(None)), "language": null, "paymentMethod": null, "shippingMethod": null, "country": null, "domains": domains::list(ctx),
        "navigationCategory": null, "footerCategory": null, "serviceCategory": null, "mailHeaderFooterId": null,
        "customerGroupId": CUSTOMER_GROUP, "hreflangActive": false, "hreflangDefaultDomainId": null, "hreflangDefaultDomain": null,
        "customFields": null, "id": ctx.channel_id(), "apiAlias": "sales_channel"
    })
}

/// PATCH /context.
pub(crate) fn change(state: &ShopwareState, ctx: &Ctx) -> Result<Value, ApiError> {
    let shop = &ctx.shop.shop;
    let wanted = Wanted::read(ctx)?;
    let languages: Vec<String> = shop
        .languages
        .iter()
        .map(|language| language_id(&ctx.shop, &language.iso))
        .collect();
    let addresses = || {
        let rows = ctx.customer.iter().flat_map(|row| &row.addresses);
        rows.map(|address| address.id.clone()).collect()
    };
    let known = [
        ("languageId", "language", languages),
        (
            "currencyId",
            "currency",
            ctx.currencies().into_iter().map(|row| row.id).collect(),
        ),
        (
            "shippingMethodId",
            "shipping_method",
            shop.shipping.iter().map(shipping_id).collect(),
        ),
        (
            "paymentMethodId",
            "payment_method",
            shop.payment.iter().map(payment_id).collect(),
        ),
        ("countryId", "country", shop.countries.iter().map(country_id).collect()),
        (
            "countryStateId",
            "country_state",
            shop.countries
                .iter()
                .flat_map(|row| &row.states)
                .map(state_id)
                .collect(),
        ),
        ("billingAddressId", "customer_address", addresses()),
        ("shippingAddressId", "customer_address", addresses()),
    ];
    let unknown = known.iter().filter_map(|(key, entity, ids)| {
        let id = wanted.get(key)?;
        (!ids.contains(id)).then(|| ApiError::no_entity(entity, id, &format!("/{key}")))
    });
    all_or_nothing(unknown.collect())?;
    let mut sessions = state.sessions();
    let session = sessions.entry(&ctx.token);
    let before = session.choices.language.clone();
    wanted.apply(&mut session.choices);
    session.written = Some(ctx.now);
    let changed = session
        .choices
        .language
        .clone()
        .filter(|now| Some(now) != before.as_ref());
    let redirect = changed.and_then(|id| {
        shop.languages
            .iter()
            .find(|language| language_id(&ctx.shop, &language.iso) == id)
    });
    let redirect = redirect.map_or(Value::Null, |language| ctx.domain(&language.iso).into());
    Ok(json!({"apiAlias": "array_struct", "redirectUrl": redirect}))
}

/// The ids of a PATCH, in Shopware's order of validation. A key that is null or empty is cleared.
struct Wanted(Vec<(&'static str, Option<String>)>);

impl Wanted {
    fn read(ctx: &Ctx) -> Result<Self, ApiError> {
        let body = &ctx.body;
        let keys = [
            "languageId",
            "currencyId",
            "shippingMethodId",
            "paymentMethodId",
            "countryId",
            "countryStateId",
            "billingAddressId",
            "shippingAddressId",
        ];
        let mut values = Vec::new();
        let mut errors = Vec::new();
        for key in keys {
            match body.get(key) {
                None => {}
                Some(Value::Null) => values.push((key, None)),
                Some(Value::String(text)) => values.push((key, Some(text.clone()).filter(|text| !text.is_empty()))),
                Some(other) => errors.push(ApiError::wrong_type(&format!("/{key}"), "string", other)),
            }
        }
        all_or_nothing(errors)?;
        let given = || values.iter().filter_map(|(key, value)| Some((*key, value.as_ref()?)));
        if given().any(|(key, _)| key.ends_with("AddressId")) {
            ctx.login()?;
        }
        if let Some((_, wrong)) = given().find(|(_, value)| !is_id(value)) {
            return Err(ApiError::invalid_uuid(wrong));
        }
        Ok(Self(values))
    }

    fn get(&self, key: &str) -> Option<&String> {
        self.0
            .iter()
            .find(|(name, _)| *name == key)
            .and_then(|(_, value)| value.as_ref())
    }

    fn apply(&self, choices: &mut Choices) {
        for (key, value) in &self.0 {
            let slot = match *key {
                "languageId" => &mut choices.language,
                "currencyId" => &mut choices.currency,
                "shippingMethodId" => &mut choices.shipping,
                "paymentMethodId" => &mut choices.payment,
                "countryId" => &mut choices.country,
                "countryStateId" => &mut choices.country_state,
                "billingAddressId" => &mut choices.billing_address,
                "shippingAddressId" => &mut choices.shipping_address,
                _ => continue,
            };
            slot.clone_from(value);
        }
    }
}
