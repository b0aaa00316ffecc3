//! Payment methods, used by several resources.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_backends::shopware::session as shopware;

use super::cover::Cover;

/// Where the money is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PaymentWay {
    /// Nothing is to be paid: the total is zero.
    Nothing,
    /// On a page of the payment provider.
    Page,
    /// By transfer, with the invoice.
    Invoice,
    /// By transfer, before the delivery.
    Prepayment,
    /// On delivery or when it is picked up.
    Cash,
    /// Outside of this shop, as described by the method's description.
    Other,
}

/// A payment method.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PaymentMethod {
    /// The id: 32 hex digits.
    pub(crate) id: String,
    /// The name, localized.
    pub(crate) name: String,
    /// A description for the customer, localized.
    #[schema(required)]
    pub(crate) description: Option<String>,
    /// The icon; the name is next to it.
    #[schema(required)]
    pub(crate) icon: Option<Cover>,
    /// Where the money is paid.
    pub(crate) way: PaymentWay,
    /// Whether an unpaid order can be paid with this method.
    pub(crate) after_order: bool,
}

impl From<&shopware::PaymentMethod> for PaymentMethod {
    fn from(method: &shopware::PaymentMethod) -> Self {
        Self {
            id: method.id.as_str().to_owned(),
            name: method.name.clone(),
            description: method.description.clone(),
            icon: method.picture.as_ref().map(|icon| Cover::of(icon, false)),
            way: PaymentWay::of(method),
            after_order: method.after_order,
        }
    }
}

impl PaymentWay {
    /// Shopware's own methods are known by their technical name, which a shop's own methods may contain (Shopware
    /// §25.4): only the flag indicates that there is no page.
    pub(crate) fn of(method: &shopware::PaymentMethod) -> Self {
        let name = method.technical_name.as_str();
        let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
        match name {
            "payment_invoicepayment" => return Self::Invoice,
            "payment_prepayment" => return Self::Prepayment,
            "payment_cashpayment" => return Self::Cash,
            _ if !method.synchronous => return Self::Page,
            _ => {}
        }
        if says(&["prepay", "pre_pay", "vorkasse", "advance"]) {
            Self::Prepayment
        } else if says(&["invoice", "rechnung"]) {
            Self::Invoice
        } else if says(&["cash", "pickup", "pick_up"]) {
            Self::Cash
        } else {
            Self::Other
        }
    }
}
