//! A document of an order (Shopware §18).

use jiff::Timestamp;
use rand::Rng;
use rand::distr::Alphanumeric;

use super::super::ids::random_id;

/// A document that is shown in the customer's account.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    pub(crate) id: String,
    /// The secret code required to download it.
    pub(crate) code: String,
    pub(crate) kind: Kind,
    pub(crate) number: String,
    pub(crate) made: Timestamp,
}

/// The type of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Invoice,
    DeliveryNote,
    CreditNote,
    Cancellation,
}

/// Technical name, then the names in English, German and Dutch.
pub(crate) type Names = [&'static str; 4];

impl Kind {
    pub(crate) fn names(self) -> Names {
        match self {
            Self::Invoice => ["invoice", "Invoice", "Rechnung", "Factuur"],
            Self::DeliveryNote => ["delivery_note", "Delivery note", "Lieferschein", "Pakbon"],
            Self::CreditNote => ["credit_note", "Credit note", "Gutschrift", "Creditnota"],
            Self::Cancellation => ["storno", "Cancellation invoice", "Stornorechnung", "Annuleringsfactuur"],
        }
    }

    pub(crate) fn technical(self) -> &'static str {
        self.names()[0]
    }

    pub(crate) fn name(self, iso: &str) -> &'static str {
        let [_, english, german, dutch] = self.names();
        match iso.get(..2) {
            Some("nl") => dutch,
            Some("de") => german,
            _ => english,
        }
    }

    /// The type with this technical name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let all = [Self::Invoice, Self::DeliveryNote, Self::CreditNote, Self::Cancellation];
        all.into_iter().find(|kind| kind.technical() == name)
    }
}

impl Document {
    /// A document with a new id and code.
    pub(crate) fn new(kind: Kind, number: String, made: Timestamp) -> Self {
        let letters = rand::rng().sample_iter(Alphanumeric);
        Self {
            id: random_id(),
            code: letters.take(32).map(char::from).collect(),
            kind,
            number,
            made,
        }
    }
}
