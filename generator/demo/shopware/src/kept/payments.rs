//! Payments at the gateway, and their results.

use jiff::Timestamp;

/// Maximum number of stored payments; the oldest are dropped first.
const MOST: usize = 10_000;

/// Payments at the gateway, newest last.
#[derive(Debug, Default)]
pub(crate) struct Payments(Vec<Payment>);

/// One payment at the gateway.
#[derive(Debug, Clone)]
pub(crate) struct Payment {
    /// Id in the gateway.
    pub(crate) id: String,
    /// Token of the return URL.
    pub(crate) token: String,
    /// Id of the order.
    pub(crate) order: String,
    /// Id of the transaction.
    pub(crate) transaction: String,
    pub(crate) finish_url: Option<String>,
    pub(crate) error_url: Option<String>,
    pub(crate) expires: Timestamp,
    pub(crate) outcome: Option<Outcome>,
    /// Whether the provider reports the result by webhook, so that `pending` changes nothing.
    pub(crate) by_webhook: bool,
    /// Whether the visitor has returned.
    pub(crate) used: bool,
}

/// The result of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Paid,
    Authorized,
    Pending,
    Cancelled,
    Failed,
    Expired,
    Lapsed,
}

impl Outcome {
    /// All results, in the order of the gateway's buttons, by their names in the form. The last one exists only for
    /// providers that report the result by webhook: the payment expired there before the shopper returned.
    pub(crate) const ALL: [(&'static str, Self); 7] = [
        ("paid", Self::Paid),
        ("authorized", Self::Authorized),
        ("pending", Self::Pending),
        ("cancelled", Self::Cancelled),
        ("failed", Self::Failed),
        ("expired", Self::Expired),
        ("lapsed", Self::Lapsed),
    ];

    /// The results that a provider's page offers.
    pub(crate) fn offered(by_webhook: bool) -> &'static [(&'static str, Self)] {
        Self::ALL.get(..6 + usize::from(by_webhook)).unwrap_or_default()
    }

    /// The resulting state of the transaction; none if it does not change.
    pub(crate) fn state(self) -> Option<&'static str> {
        match self {
            Self::Paid => Some("paid"),
            Self::Authorized => Some("authorized"),
            Self::Pending => Some("in_progress"),
            Self::Cancelled | Self::Lapsed => Some("cancelled"),
            Self::Failed => Some("failed"),
            Self::Expired => None,
        }
    }

    /// The error code in the error URL.
    pub(crate) fn error_code(self) -> Option<&'static str> {
        match self {
            Self::Paid | Self::Authorized | Self::Pending | Self::Lapsed => None,
            Self::Cancelled => Some("CHECKOUT__CUSTOMER_CANCELED_EXTERNAL_PAYMENT"),
            Self::Failed => Some("CHECKOUT__ASYNC_PAYMENT_FINALIZE_INTERRUPTED"),
            Self::Expired => Some("CHECKOUT__PAYMENT_TOKEN_EXPIRED"),
        }
    }
}

impl Payments {
    pub(crate) fn add(&mut self, payment: Payment) {
        self.0.push(payment);
        if self.0.len() > MOST {
            self.0.remove(0);
        }
    }

    pub(crate) fn find(&self, id: &str) -> Option<&Payment> {
        self.0.iter().find(|payment| payment.id == id)
    }

    pub(crate) fn find_mut(&mut self, id: &str) -> Option<&mut Payment> {
        self.0.iter_mut().find(|payment| payment.id == id)
    }

    pub(crate) fn returning(&mut self, token: &str) -> Option<&mut Payment> {
        self.0.iter_mut().find(|payment| payment.token == token)
    }
}
