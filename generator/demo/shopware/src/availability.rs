//! What is available to a session: availability rules of methods (Shopware §9), countries (Shopware §7.3), and the tax
//! state (Shopware §6.1).

use super::Ctx;
use super::calculated::{Calculated, Priced};
use super::cart_errors::{CartError, Purpose};
use super::master_data::{country_id, is_eu};
use super::price::{TaxRate, TaxState};
use vitrine_demo_shop::{Availability, Country, CustomerGroup, Facts, Product};

/// The values of a cart that availability rules use.
pub(crate) fn facts<'c>(ctx: &'c Ctx, calculated: &Calculated) -> Facts<'c> {
    #[expect(clippy::cast_precision_loss, reason = "quantities are small")]
    let weight = |line: &Priced| {
        let product = line.product.as_ref()?;
        Some(product.file.weight? * line.line.quantity as f64)
    };
    let goods = calculated.lines.iter().filter(|line| line.good());
    Facts {
        country: ctx.country().map_or("", |country| country.iso.as_str()),
        amount: goods.clone().map(|line| line.price.total).sum(),
        weight: goods.filter_map(weight).sum(),
        sent: calculated.lines.iter().any(Priced::physical),
        shipping: ctx.shipping().map_or("", |(_, row)| row.key.as_str()),
    }
}

/// Adds the errors that stay until the visitor changes the selection: a method that is not available, a country without
/// delivery.
pub(crate) fn check(ctx: &Ctx, calculated: &mut Calculated) {
    let facts = facts(ctx, calculated);
    let blocked = |rule: &Option<Availability>| rule.as_ref().is_some_and(|rule| !rule.matches(&facts));
    let mut found = Vec::new();
    if let Some((_, row)) = ctx.shipping().filter(|(_, row)| facts.sent && blocked(&row.available)) {
        let name = ctx.label(&row.name);
        let message = format!("Shipping method {name} not available");
        found.push(CartError::blocked("shipping-method-blocked", 10, &name, message));
    }
    if let Some((_, row)) = ctx.payment().filter(|(_, row)| blocked(&row.available)) {
        let name = ctx.label(&row.name);
        let message = format!("Payment method {name} not available. Reason: rule not matching");
        found.push(CartError::blocked("payment-method-blocked", 10, &name, message));
    }
    if let Some(row) = ctx.country().filter(|row| facts.sent && !row.shippable) {
        let name = ctx.label(&row.name);
        let message = format!("Shippings to shipping address {name} are not possible.");
        found.push(CartError::blocked("shipping-address-blocked", 20, &name, message));
    }
    found.extend(incomplete(ctx, facts.sent));
    for error in found {
        calculated.errors.add(error);
    }
}

/// Required fields that the session's addresses lack: a salutation, a state.
fn incomplete(ctx: &Ctx, sent: bool) -> Vec<CartError> {
    let billing = ctx.billing_address().map(|address| (Purpose::Billing, address));
    let shipping = ctx.shipping_address().filter(|_| sent);
    let shipping = shipping.map(|address| (Purpose::Shipping, address));
    let mut found = Vec::new();
    for (purpose, address) in billing.into_iter().chain(shipping) {
        if address.salutation.is_none() {
            found.push(CartError::salutation_missing(purpose, address));
        }
        let mut countries = ctx.shop.shop.countries.iter();
        let country = countries.find(|country| country_id(country) == address.country);
        if country.is_some_and(|country| country.state_required) && address.state.is_none() {
            found.push(CartError::region_missing(purpose, address));
        }
    }
    found
}

impl Ctx {
    /// The tax state of this session's prices.
    pub(crate) fn tax_state(&self) -> TaxState {
        if self
            .country()
            .is_some_and(|country| country.tax_free || self.free_company(country))
        {
            TaxState::Free
        } else if self.shows_net() {
            TaxState::Net
        } else {
            TaxState::Gross
        }
    }

    /// The customer's group; `None` for the standard one, which also applies to anonymous visitors.
    pub(crate) fn group(&self) -> Option<&CustomerGroup> {
        let key = self.group_key()?;
        self.shop.shop.customer_groups.iter().find(|group| group.key == key)
    }

    /// The key of [`Self::group`].
    pub(crate) fn group_key(&self) -> Option<&str> {
        self.customer.as_deref()?.group.as_deref()
    }

    /// Whether prices of the customer group are without tax.
    pub(crate) fn shows_net(&self) -> bool {
        self.group()
            .map_or(self.shop.shop.net_prices, |group| !group.display_gross)
    }

    /// Whether a company in this country pays no tax. The pattern of VAT numbers is not checked here.
    fn free_company(&self, country: &Country) -> bool {
        let customer = self.customer.as_deref().filter(|customer| customer.company.is_some());
        customer.is_some_and(|row| country.company_tax_free && (!is_eu(&country.iso) || !row.vat_ids.is_empty()))
    }

    /// The rate of a product.
    pub(crate) fn tax_rate(&self, product: &Product) -> TaxRate {
        TaxRate {
            percent: self.shop.tax_rate(product),
            state: self.tax_state(),
            factor: self.currency().factor,
        }
    }

    /// The rate for anything except products: the shop's first tax.
    pub(crate) fn standard_rate(&self) -> TaxRate {
        TaxRate {
            percent: self.shop.shop.taxes.first().map_or(0.0, |(_, tax)| tax.rate),
            state: self.tax_state(),
            factor: self.currency().factor,
        }
    }
}
