//! The three state machines of an order (Shopware §12.3): their states with Shopware's names, and the allowed
//! transitions.

use serde_json::{Value, json};

use super::super::{CREATED, Ctx};

/// One of the three machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Machine {
    Order,
    Delivery,
    Transaction,
}

/// A state: its machine and its technical name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct State {
    machine: Machine,
    name: &'static str,
}

/// Technical name, English name, German name, and the states it may change to.
type Row = (&'static str, &'static str, &'static str, &'static [&'static str]);

const ORDER: [Row; 4] = [
    ("open", "Open", "Offen", &["in_progress", "cancelled"]),
    (
        "in_progress",
        "In Progress",
        "In Bearbeitung",
        &["completed", "cancelled"],
    ),
    ("completed", "Done", "Abgeschlossen", &["open"]),
    ("cancelled", "Cancelled", "Abgebrochen", &["open"]),
];

const DELIVERY: [Row; 6] = [
    ("open", "Open", "Offen", &["shipped", "shipped_partially", "cancelled"]),
    (
        "shipped",
        "Shipped",
        "Versandt",
        &["returned", "returned_partially", "cancelled"],
    ),
    (
        "shipped_partially",
        "Shipped (partially)",
        "Teilweise versandt",
        &["shipped", "returned", "returned_partially", "cancelled"],
    ),
    ("returned", "Returned", "Retour", &["open", "cancelled"]),
    (
        "returned_partially",
        "Returned (partially)",
        "Teilretour",
        &["returned", "open", "cancelled"],
    ),
    ("cancelled", "Cancelled", "Abgebrochen", &["open"]),
];

/// Transitions while a payment is still possible.
const UNPAID: [&str; 10] = [
    "open",
    "in_progress",
    "unconfirmed",
    "authorized",
    "reminded",
    "paid",
    "paid_partially",
    "failed",
    "cancelled",
    "chargeback",
];

const TRANSACTION: [Row; 12] = [
    ("open", "Open", "Offen", &UNPAID),
    ("in_progress", "In Progress", "In Bearbeitung", &UNPAID),
    ("unconfirmed", "Unconfirmed", "Unbestätigt", &UNPAID),
    ("authorized", "Authorized", "Autorisiert", &UNPAID),
    ("reminded", "Reminded", "Erinnert", &UNPAID),
    ("failed", "Failed", "Fehlgeschlagen", &UNPAID),
    ("cancelled", "Cancelled", "Abgebrochen", &["open"]),
    (
        "paid_partially",
        "Paid (partially)",
        "Teilweise bezahlt",
        &["paid", "refunded", "refunded_partially", "reminded", "cancelled"],
    ),
    (
        "paid",
        "Paid",
        "Bezahlt",
        &["refunded", "refunded_partially", "chargeback"],
    ),
    ("refunded", "Refunded", "Erstattet", &[]),
    (
        "refunded_partially",
        "Refunded (partially)",
        "Teilweise erstattet",
        &["refunded"],
    ),
    ("chargeback", "Chargeback", "Rückbuchung", &["paid", "open"]),
];

impl Machine {
    fn rows(self) -> &'static [Row] {
        match self {
            Self::Order => &ORDER,
            Self::Delivery => &DELIVERY,
            Self::Transaction => &TRANSACTION,
        }
    }

    /// Shopware's name of it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Order => "order.state",
            Self::Delivery => "order_delivery.state",
            Self::Transaction => "order_transaction.state",
        }
    }

    /// The initial state.
    pub(crate) fn initial(self) -> State {
        State {
            machine: self,
            name: "open",
        }
    }

    /// The state with this technical name.
    pub(crate) fn state(self, name: &str) -> Option<State> {
        let row = self.rows().iter().find(|(known, ..)| *known == name)?;
        Some(State {
            machine: self,
            name: row.0,
        })
    }
}

impl State {
    /// Its technical name.
    pub(crate) fn name(self) -> &'static str {
        self.name
    }

    fn row(self) -> Option<&'static Row> {
        self.machine.rows().iter().find(|(known, ..)| *known == self.name)
    }

    /// The technical names of the states it may change to.
    pub(crate) fn next(self) -> &'static [&'static str] {
        self.row().map_or(&[], |(_, _, _, next)| next)
    }

    /// The state with this technical name, if the transition is allowed or the state is the same.
    pub(crate) fn then(self, name: &str) -> Option<Self> {
        let next = self.machine.state(name)?;
        (next == self || self.next().contains(&next.name)).then_some(next)
    }

    /// Its id.
    pub(crate) fn id(self) -> String {
        vitrine_demo_shop::id_of(self.machine.name(), self.name, None)
    }

    /// The `state_machine_state` entity, which has no id in answers.
    pub(crate) fn entity(self, ctx: &Ctx) -> Value {
        let (english, german) = self
            .row()
            .map_or(("", ""), |(_, english, german, _)| (*english, *german));
        let own = match ctx.iso.as_str() {
            "en-GB" => Some(english),
            "de-DE" => Some(german),
            _ => None,
        };
        let name = own.unwrap_or(if ctx.system == "de-DE" { german } else { english });
        json!({
            "translated": {"name": name, "customFields": {}}, "createdAt": CREATED, "updatedAt": null, "name": own,
            "technicalName": self.name, "customFields": null, "apiAlias": "state_machine_state"
        })
    }
}
