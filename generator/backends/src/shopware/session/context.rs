//! Who the visitor is and with what they buy (Shopware §8).
//!
//! **Invariant:** what cannot be used of a context is left out of it; currency and tax state are always there.

use serde_json::{Map, Value};
use vitrine_model::{
    ids::LanguageId,
    money::{Currency, TaxStatus},
};

use super::{
    Address, AddressId, Answer, Country, CountryId, CountryStateId, Customer, Failure, PaymentMethod, PaymentMethodId,
    SessionCall, ShippingMethod, ShippingMethodId,
};
use crate::{
    http::Write,
    shopware::{
        channel::{Channel, channel_of},
        client::ShopwareClient,
        wire::{WireContext, WireDomain},
    },
};

/// A session's context (R-SESS-01).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Context {
    /// The session's currency.
    pub currency: Currency,
    /// Whether shown amounts hold tax.
    pub tax_status: TaxStatus,
    /// The language of this call (its header wins over the session's own).
    pub language: Option<LanguageId>,
    /// Who is logged in; `None` = anonymous.
    pub customer: Option<Customer>,
    /// The country that goods are sent to.
    pub country: Option<Country>,
    /// The billing address of this session, else the customer's default one (R-SESS-04); `None` for an anonymous visitor.
    pub billing_address: Option<Address>,
    /// The shipping address of this session, else the customer's default one (R-SESS-04); `None` for an anonymous visitor.
    pub shipping_address: Option<Address>,
    /// The shipping method of this session. It may be one that this cart cannot have: then the cart says so.
    pub shipping_method: Option<ShippingMethod>,
    /// The payment method of this session, under the same condition.
    pub payment_method: Option<PaymentMethod>,
    /// The addresses of the sales channel, of which a registration names one.
    pub domains: Vec<Domain>,
}

impl Context {
    /// The channel's address for a language, else its first: what a registration calls `storefrontUrl`. `None` for a channel without any.
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
            shipping_method: wire
                .shipping_method
                .as_ref()
                .and_then(|method| ShippingMethod::from_wire(method, channel).ok()),
            payment_method: wire
                .payment_method
                .as_ref()
                .and_then(|method| PaymentMethod::from_wire(method).ok()),
            domains: wire
                .sales_channel
                .domains
                .0
                .iter()
                .filter_map(Domain::from_wire)
                .collect(),
            customer: customer.map(Customer::from_wire),
        }
    }
}

/// An address of the sales channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Domain {
    /// `https://shop.example/en`, without a slash at its end.
    pub url: String,
    /// The language spoken there.
    pub language: Option<LanguageId>,
}

impl Domain {
    fn from_wire(wire: &WireDomain) -> Option<Self> {
        let url = wire.url.as_deref().filter(|url| !url.is_empty())?;
        Some(Self {
            // A registration takes the address only without its last slash (Shopware §13.3).
            url: url.trim_end_matches('/').to_owned(),
            language: wire.language_id.as_deref().and_then(|id| LanguageId::parse(id).ok()),
        })
    }
}

/// What is to be changed of a context; `None` stays as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ContextChange {
    /// The session's own language, in which the cart's texts are kept (R-I18N-05).
    pub language: Option<LanguageId>,
    /// How goods are sent.
    pub shipping_method: Option<ShippingMethodId>,
    /// How they are paid.
    pub payment_method: Option<PaymentMethodId>,
    /// Where they are sent to; counts for anonymous visitors alone (Shopware §8.2).
    pub country: Option<CountryId>,
    /// The state of that country.
    pub country_state: Option<CountryStateId>,
    /// An address of the customer.
    pub billing_address: Option<AddressId>,
    /// An address of the customer.
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
    /// `GET /context`: who the visitor is, their currency and tax state, addresses and methods.
    pub async fn context(&self, call: &SessionCall) -> Result<Answer<Context>, Failure> {
        self.session_get(call, "/context", &Value::Null, |answered| {
            let wire: WireContext = answered.json()?;
            let channel = channel_of(&wire).map_err(|reason| answered.unusable(reason))?;
            Ok(Context::from_wire(&wire, &channel))
        })
        .await
    }

    /// `PATCH /context`: everything that is set, in one call.
    pub async fn change_context(&self, call: &SessionCall, change: &ContextChange) -> Result<Answer<()>, Failure> {
        self.session_write(call, Write::Patch, "/context", &change.body(), |_| Ok(()))
            .await
    }

    /// `PATCH /context` with the session's own language alone.
    pub async fn set_language(&self, call: &SessionCall, language: &LanguageId) -> Result<Answer<()>, Failure> {
        let change = ContextChange {
            language: Some(language.clone()),
            ..ContextChange::default()
        };
        self.change_context(call, &change).await
    }
}
