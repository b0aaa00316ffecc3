//! The sales channel context: customer, currency, addresses and methods of a session (Shopware §8).
//!
//! **Invariant:** unusable parts of a context are left out; currency and tax state are always present.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use vitrine_model::{
    ids::LanguageId,
    money::{Currency, TaxStatus},
};

use super::{
    Address, AddressId, Answer, ContextToken, Country, CountryId, CountryStateId, Customer, Failure, PaymentMethod,
    PaymentMethodId, SessionCall, ShippingMethod, ShippingMethodId,
};
use crate::{
    http::{Answered, Write},
    shopware::{
        channel::{Channel, channel_of},
        client::ShopwareClient,
        wire::{WireContext, WireCustomer, WireDomain},
    },
};

/// A session's context (R-SESS-01).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Context {
    /// The session's currency.
    pub currency: Currency,
    /// Whether displayed amounts include tax.
    pub tax_status: TaxStatus,
    /// The language of the call (its header takes precedence over the session's own).
    pub language: Option<LanguageId>,
    /// The logged-in customer or guest; `None` = anonymous.
    pub customer: Option<Customer>,
    /// The country of delivery.
    pub country: Option<Country>,
    /// The session's billing address, otherwise the customer's default one (R-SESS-04); `None` for an anonymous
    /// visitor.
    pub billing_address: Option<Address>,
    /// The session's shipping address, otherwise the customer's default one (R-SESS-04); `None` for an anonymous
    /// visitor.
    pub shipping_address: Option<Address>,
    /// The customer's default addresses, each once; those of the session may be others.
    pub default_addresses: Vec<Address>,
    /// The session's shipping method. If it is not available for the cart, the cart has an error.
    pub shipping_method: Option<ShippingMethod>,
    /// The session's payment method; it may not be available either.
    pub payment_method: Option<PaymentMethod>,
    /// The domains of the sales channel; a registration needs one of them.
    pub domains: Vec<Domain>,
}

impl Context {
    /// The domain's URL for a language, otherwise the first one: `storefrontUrl` of a registration. `None` if the
    /// channel has no domain.
    pub fn storefront_url(&self, language: &LanguageId) -> Option<&str> {
        let own = self
            .domains
            .iter()
            .find(|domain| domain.language.as_ref() == Some(language));
        own.or(self.domains.first()).map(|domain| domain.url.as_str())
    }

    pub(super) fn from_wire(wire: &WireContext, channel: &Channel) -> Self {
        let customer = wire.customer.as_ref();
        let active = |active: Option<&_>, default: Option<&_>| {
            let address = |wire| Address::from_wire(wire).ok();
            active.and_then(address).or_else(|| default.and_then(address))
        };
        Self {
            currency: channel.currency,
            tax_status: channel.tax_status,
            language: wire
                .context
                .language_id_chain
                .0
                .first()
                .and_then(|id| LanguageId::parse(id).ok()),
            country: wire
                .shipping_location
                .as_ref()
                .and_then(|location| Country::from_wire(location.country.as_ref()?).ok()),
            billing_address: customer
                .and_then(|c| active(c.active_billing_address.as_ref(), c.default_billing_address.as_ref())),
            shipping_address: customer
                .and_then(|c| active(c.active_shipping_address.as_ref(), c.default_shipping_address.as_ref())),
            default_addresses: customer.map(default_addresses).unwrap_or_default(),
            shipping_method: wire
                .shipping_method
                .as_ref()
                .and_then(|method| ShippingMethod::from_wire(method, channel).ok()),
            payment_method: wire
                .payment_method
                .as_ref()
                .and_then(|method| PaymentMethod::from_wire(method).ok()),
            domains: Domain::all_of(wire),
            customer: customer.map(|customer| Customer {
                own_prices: channel.tax_status != TaxStatus::Gross || is_of_another_group(wire),
                ..Customer::from_wire(customer)
            }),
        }
    }
}

/// Whether the session has the prices of another customer group than visitors.
fn is_of_another_group(wire: &WireContext) -> bool {
    let (own, standard) = (&wire.current_customer_group.id, &wire.sales_channel.customer_group_id);
    own.as_ref()
        .zip(standard.as_ref())
        .is_some_and(|(own, standard)| own != standard)
}

fn default_addresses(customer: &WireCustomer) -> Vec<Address> {
    let sent = [&customer.default_billing_address, &customer.default_shipping_address];
    let mut addresses: Vec<Address> = Vec::new();
    for address in sent.into_iter().flatten().flat_map(Address::from_wire) {
        if addresses.iter().all(|known| known.id != address.id) {
            addresses.push(address);
        }
    }
    addresses
}

/// A domain of the sales channel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Domain {
    /// `https://shop.example/en`, without a trailing slash.
    pub url: String,
    /// The language of the domain.
    pub language: Option<LanguageId>,
}

impl Domain {
    pub(in crate::shopware) fn all_of(wire: &WireContext) -> Vec<Self> {
        let domains = wire.sales_channel.domains.0.iter();
        domains.filter_map(Self::from_wire).collect()
    }

    fn from_wire(wire: &WireDomain) -> Option<Self> {
        let url = wire.url.as_deref().filter(|url| !url.is_empty())?;
        Some(Self {
            // A registration only accepts the URL without its trailing slash (Shopware §13.3).
            url: url.trim_end_matches('/').to_owned(),
            language: wire.language_id.as_deref().and_then(|id| LanguageId::parse(id).ok()),
        })
    }
}

/// Changes to a context; `None` leaves a value unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ContextChange {
    /// The session's own language, in which the cart's texts are stored (R-I18N-05).
    pub language: Option<LanguageId>,
    /// Shipping method.
    pub shipping_method: Option<ShippingMethodId>,
    /// Payment method.
    pub payment_method: Option<PaymentMethodId>,
    /// Country of delivery; only used for anonymous visitors (Shopware §8.2).
    pub country: Option<CountryId>,
    /// State of that country.
    pub country_state: Option<CountryStateId>,
    /// Id of one of the customer's addresses.
    pub billing_address: Option<AddressId>,
    /// Id of one of the customer's addresses.
    pub shipping_address: Option<AddressId>,
}

impl ContextChange {
    fn body(&self) -> Value {
        let fields = [
            ("languageId", self.language.as_ref().map(LanguageId::as_str)),
            (
                "shippingMethodId",
                self.shipping_method.as_ref().map(ShippingMethodId::as_str),
            ),
            (
                "paymentMethodId",
                self.payment_method.as_ref().map(PaymentMethodId::as_str),
            ),
            ("countryId", self.country.as_ref().map(CountryId::as_str)),
            (
                "countryStateId",
                self.country_state.as_ref().map(CountryStateId::as_str),
            ),
            ("billingAddressId", self.billing_address.as_ref().map(AddressId::as_str)),
            (
                "shippingAddressId",
                self.shipping_address.as_ref().map(AddressId::as_str),
            ),
        ];
        let set = fields
            .into_iter()
            .filter_map(|(name, id)| Some((name.to_owned(), Value::from(id?))));
        Value::Object(Map::from_iter(set))
    }
}

impl ShopwareClient {
    /// `GET /context`: customer, currency, tax state, addresses and methods.
    pub async fn context(&self, call: &SessionCall) -> Result<Answer<Context>, Failure> {
        let read = |answered: &Answered| {
            let wire: WireContext = answered.json()?;
            let channel = channel_of(&wire).map_err(|reason| answered.unusable(reason))?;
            Ok(Context::from_wire(&wire, &channel))
        };
        self.session_get(call, "/context", &Value::Null, read).await
    }

    /// `GET /context`: whether the session of this call is over. It is not if the context has a customer or a guest, or
    /// the token that was sent: a different token in the header then belongs to somebody else.
    pub async fn session_is_over(&self, call: &SessionCall) -> Result<bool, Failure> {
        let answer = self
            .unconfirmed_get(call, "/context", |answered| {
                let wire: WireContext = answered.json()?;
                let sent = call.token.as_ref().map(ContextToken::expose);
                Ok(wire.customer.is_none() && wire.token.as_deref() != sent)
            })
            .await?;
        Ok(answer.value && answer.token_changed(call))
    }

    /// `PATCH /context`: sends all values that are set, in one call.
    pub async fn change_context(&self, call: &SessionCall, change: &ContextChange) -> Result<Answer<()>, Failure> {
        self.session_write(call, Write::Patch, "/context", &change.body(), |_| Ok(()))
            .await
    }

    /// `PATCH /context` with the currency of the sales channel, for which this shop is configured. Not every version
    /// reads the header for it (Shopware §1.1).
    pub async fn set_own_currency(&self, call: &SessionCall) -> Result<Answer<()>, Failure> {
        let change = json!({"currencyId": self.known_channel().await?.currency_id});
        self.session_write(call, Write::Patch, "/context", &change, |_| Ok(()))
            .await
    }

    /// `PATCH /context` with only the session's language.
    pub async fn set_language(&self, call: &SessionCall, language: &LanguageId) -> Result<Answer<()>, Failure> {
        let change = ContextChange {
            language: Some(language.clone()),
            ..ContextChange::default()
        };
        self.change_context(call, &change).await
    }
}
