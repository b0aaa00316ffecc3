//! Payment of an order (Shopware §11.2, §12.4).
//!
//! **Invariant:** a visitor is only redirected to an http or https URL.

use reqwest::Url;
use serde_json::{Value, json};

use super::{Answer, BankTransfer, Failure, OrderId, PaymentMethodId, SessionCall};
use crate::{
    http::Write,
    shopware::{client::ShopwareClient, wire::WireRedirect},
};

/// Input for starting a payment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaymentStart {
    /// The order.
    pub order: OrderId,
    /// Absolute URL to which the provider sends the visitor after a payment, finished or pending.
    pub finish_url: String,
    /// Absolute URL to which the provider sends the visitor after a failed payment; Shopware adds `error-code`.
    pub error_url: String,
}

/// Next step of a payment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PaymentStep {
    /// No payment page: invoice, cash on delivery, a payment that was already started, has failed or is complete. The
    /// state of the order's transactions distinguishes them (Shopware §25.4).
    Nothing,
    /// Redirect the visitor to this URL of the payment provider.
    Redirect(String),
    /// The payment failed before a redirect; its transaction is `failed`. Contains Shopware's code, if any.
    Failed(Option<String>),
}

impl PaymentStep {
    fn from_address(address: Option<&str>, error_url: &str) -> Result<Self, String> {
        let Some(address) = address.filter(|address| !address.is_empty()) else {
            return Ok(Self::Nothing);
        };
        let url = Url::parse(address).map_err(|e| format!("redirectUrl is no address: {e}"))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(format!("redirectUrl has the scheme {:?}", url.scheme()));
        }
        let same = |other: &Url| (other.origin(), other.path()) == (url.origin(), url.path());
        if Url::parse(error_url).is_ok_and(|error| same(&error)) {
            let code = url.query_pairs().find(|(name, _)| name == "error-code");
            return Ok(Self::Failed(code.map(|(_, code)| code.into_owned())));
        }
        Ok(Self::Redirect(address.to_owned()))
    }
}

impl ShopwareClient {
    /// `POST /handle-payment`: starts the payment of an order. Shopware calls the provider meanwhile, which may take
    /// half a minute. 6.6 checks neither the caller nor the order's owner, so our caller must.
    pub async fn handle_payment(
        &self,
        call: &SessionCall,
        start: &PaymentStart,
    ) -> Result<Answer<PaymentStep>, Failure> {
        let body = json!({
            "orderId": start.order.as_str(),
            "finishUrl": start.finish_url,
            "errorUrl": start.error_url,
        });
        self.session_write_slowly(call, "/handle-payment", &body, |answered| {
            let wire: WireRedirect = answered.json()?;
            PaymentStep::from_address(wire.redirect_url.as_deref(), &start.error_url)
                .map_err(|reason| answered.unusable(reason))
        })
        .await
    }

    /// `POST /order/payment`: selects another payment method for an unpaid order. Call
    /// [`ShopwareClient::handle_payment`] next.
    pub async fn change_order_payment(
        &self,
        call: &SessionCall,
        order: &OrderId,
        method: &PaymentMethodId,
    ) -> Result<Answer<()>, Failure> {
        let body = json!({"orderId": order.as_str(), "paymentMethodId": method.as_str()});
        self.session_write(call, Write::Post, "/order/payment", &body, |_| Ok(()))
            .await
    }

    /// `GET /paypal/pui/payment-instructions/{transaction}`: the bank account for an invoice of PayPal. The plug-in
    /// refuses until there is an invoice; `None` if the answer has no account.
    pub async fn invoice_account(
        &self,
        call: &SessionCall,
        transaction: &str,
    ) -> Result<Answer<Option<BankTransfer>>, Failure> {
        // An id of Shopware, or a path that does not exist (rule 6).
        let id: String = transaction.chars().filter(char::is_ascii_hexdigit).take(32).collect();
        let path = format!("/paypal/pui/payment-instructions/{id}");
        self.session_get(call, &path, &json!({}), |answered| Ok(account(&answered.json()?)))
            .await
    }
}

/// PayPal's own names, which the plug-in spells in one of two ways.
fn account(invoice: &Value) -> Option<BankTransfer> {
    let of = |value: &Value, names: [&str; 2]| names.iter().find_map(|name| value.get(*name).cloned());
    let details = of(invoice, ["deposit_bank_details", "depositBankDetails"])?;
    let text = |value: Option<Value>| {
        let text = value?.as_str()?.trim().to_owned();
        (!text.is_empty() && text.len() <= BankTransfer::MAX_LENGTH).then_some(text)
    };
    Some(BankTransfer {
        account: text(details.get("iban").cloned())?,
        holder: text(of(&details, ["account_holder_name", "accountHolderName"])).unwrap_or_default(),
        bic: text(details.get("bic").cloned()),
        reference: text(of(invoice, ["payment_reference", "paymentReference"])),
    })
}
