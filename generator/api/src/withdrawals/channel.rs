//! The channels of a withdrawal.

/// Where a withdrawal is delivered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Channel {
    /// The acknowledgement of receipt, by mail to the customer.
    Customer,
    /// A mail to the shop.
    Shop,
    /// `POST /revocation-request-form` of Shopware.
    Shopware,
}

impl Channel {
    /// The name in the outbox.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Shop => "shop",
            Self::Shopware => "shopware",
        }
    }

    /// The channel of a name in the outbox.
    pub(super) fn of(name: &str) -> Option<Self> {
        [Self::Customer, Self::Shop, Self::Shopware]
            .into_iter()
            .find(|channel| channel.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::Channel;
    use crate::outbox::WITHDRAWALS;

    #[test]
    fn every_channel_of_the_outbox_is_known() {
        for name in WITHDRAWALS.channels {
            assert_eq!(Channel::of(name).map(Channel::name), Some(*name));
        }
        assert_eq!(Channel::of("fax"), None);
    }
}
