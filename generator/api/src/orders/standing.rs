//! The payment status of an order, derived from all of its transactions (Shopware §25.4).
//!
//! **Invariant:** pure. A settled payment takes precedence over later attempts: nothing is charged twice.

use vitrine_backends::shopware::session::{
    BankTransfer, Order, OrderState, OrderTransaction, PaymentMethodId, PaymentState as Transaction,
};

use super::types::PaymentState;

/// The transaction that decides, and the order that it decides of.
#[derive(Clone, Copy)]
pub(super) struct Standing<'o> {
    pub(super) transaction: Option<&'o OrderTransaction>,
    /// Nothing is to be paid: the order was cancelled, or its total is zero.
    nothing: bool,
}

impl<'o> Standing<'o> {
    /// The most significant settled transaction, the newest among equal ones; if there is none, the current
    /// transaction.
    pub(super) fn of(order: &'o Order) -> Self {
        let settled = order.transactions.iter().filter(|one| weight(&one.state) > 0);
        let settled = settled.max_by_key(|one| weight(&one.state));
        Self {
            transaction: settled.or(order.payment()),
            nothing: order.state == OrderState::Cancelled || order.total.minor == 0,
        }
    }

    fn is(self, states: &[Transaction]) -> bool {
        self.transaction.is_some_and(|one| states.contains(&one.state))
    }

    pub(super) fn state(self) -> PaymentState {
        use Transaction as S;
        match self.transaction.map(|one| &one.state) {
            Some(S::Paid | S::Authorized) => PaymentState::Paid,
            Some(S::Unconfirmed | S::InProgress | S::PaidPartially) => PaymentState::Pending,
            Some(S::Open | S::Reminded) => PaymentState::Unpaid,
            Some(S::Failed | S::Chargeback) => PaymentState::Failed,
            Some(S::Cancelled) => PaymentState::Cancelled,
            Some(S::Refunded | S::RefundedPartially) => PaymentState::Refunded,
            Some(S::Other(_)) | None => PaymentState::Unknown,
        }
    }

    pub(super) fn method(self) -> Option<&'o PaymentMethodId> {
        self.transaction?.method_id.as_ref()
    }

    /// Whether the order can be paid: it is not cancelled, its total is above zero, nothing is settled, and Shopware
    /// can reopen the payment.
    pub(super) fn can_be_paid(self) -> bool {
        let changeable = self.transaction.is_some_and(|one| one.state.is_changeable());
        !self.nothing && changeable
    }

    /// Whether the payment can be started without reopening it.
    pub(super) fn is_open(self) -> bool {
        self.can_be_paid() && self.is(&[Transaction::Open])
    }

    /// Whether the payment was begun at the provider and nothing came of it yet: plug-ins set these states before the
    /// shopper has seen the provider's page.
    pub(super) fn is_begun(self) -> bool {
        !self.nothing && self.is(&[Transaction::Unconfirmed, Transaction::InProgress])
    }

    /// Where the amount is transferred to at the provider, while it is owed.
    pub(super) fn transfer(self) -> Option<&'o BankTransfer> {
        self.transaction.filter(|_| self.is_owed())?.transfer.as_ref()
    }

    /// Whether the whole amount is owed, and nothing ended that was begun for it.
    pub(super) fn is_owed(self) -> bool {
        use Transaction as S;
        !self.nothing && self.is(&[S::Open, S::Reminded, S::Unconfirmed, S::InProgress])
    }

    /// The page on which a started payment continues, if the provider stores its URL.
    pub(super) fn page(self) -> Option<&'o str> {
        self.transaction.filter(|_| self.is_begun())?.page.as_deref()
    }
}

/// The significance of a settled transaction; 0 for one that is not settled.
fn weight(state: &Transaction) -> u8 {
    match state {
        Transaction::Paid => 4,
        Transaction::Authorized => 3,
        Transaction::PaidPartially => 2,
        Transaction::RefundedPartially => 1,
        _ => 0,
    }
}
