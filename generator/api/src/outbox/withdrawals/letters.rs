//! The mails of a withdrawal: the acknowledgement of receipt on a durable medium (law §4a), and the notice to the shop.
//!
//! **Invariant:** "received", never "accepted"; date and time stand in both. Whoever typed an address may not be its
//! owner: the acknowledgement repeats what the law asks for and nothing that a mail program makes a link of.

use jiff::{Timestamp, Zoned};

use super::record::Recorded;
use crate::{
    mail::{Letter, Recipient},
    web::messages::ErrorTexts,
};

/// A mail with its parts.
pub(crate) struct Written {
    id: String,
    subject: String,
    text: String,
    /// The name of the customer as it appears in the mail.
    name: String,
    to_shop: bool,
}

impl Written {
    pub(crate) fn as_letter<'a>(&'a self, recorded: &'a Recorded) -> Letter<'a> {
        let statement = &recorded.statement;
        Letter {
            id: &self.id,
            to: if self.to_shop {
                Recipient::Shop {
                    reply_to: &statement.email,
                }
            } else {
                Recipient::Person {
                    name: &self.name,
                    email: &statement.email,
                }
            },
            subject: &self.subject,
            text: &self.text,
        }
    }
}

/// The acknowledgement of receipt, in the language of the page.
pub(crate) fn to_customer(recorded: &Recorded, texts: &ErrorTexts, shop: &str) -> Written {
    let code = recorded.locale.as_str();
    let repeated = Recorded {
        statement: recorded.statement.as_acknowledged(),
        ..recorded.clone()
    };
    Written {
        id: format!("{}.receipt", recorded.id),
        to_shop: false,
        ..write(
            &repeated,
            texts,
            code,
            ("mails.withdrawal_subject", "mails.withdrawal_text"),
            shop,
        )
    }
}

/// The notice to the shop, in the shop's language.
pub(crate) fn to_shop(recorded: &Recorded, texts: &ErrorTexts, code: &str) -> Written {
    Written {
        id: format!("{}.notice", recorded.id),
        to_shop: true,
        ..write(
            recorded,
            texts,
            code,
            ("mails.withdrawal_notice_subject", "mails.withdrawal_notice_text"),
            "",
        )
    }
}

fn write(recorded: &Recorded, texts: &ErrorTexts, code: &str, (subject, text): (&str, &str), shop: &str) -> Written {
    let order = recorded.statement.order_number.as_str();
    let received = received_on(recorded, texts, code);
    let facts = facts(recorded, texts, code, &received);
    let parameters = [
        ("order", order),
        ("name", &recorded.statement.name),
        ("received", &received),
        ("facts", &facts),
        ("shop", shop),
    ];
    Written {
        id: String::new(),
        subject: texts.text(code, subject, &parameters),
        text: texts.text(code, text, &parameters),
        name: recorded.statement.name.clone(),
        to_shop: false,
    }
}

fn facts(recorded: &Recorded, texts: &ErrorTexts, code: &str, received: &str) -> String {
    let statement = &recorded.statement;
    let whole = || texts.text(code, "mails.whole_order", &[]);
    let items = statement.items.clone().unwrap_or_else(whole);
    let reference = recorded.reference();
    let lines = [
        ("mails.received_at", Some(received)),
        ("mails.reference", Some(&*reference)),
        ("mails.order_number", Some(&*statement.order_number)),
        ("mails.items", Some(&*items)),
        ("mails.name", Some(&*statement.name)),
        ("mails.email", Some(&*statement.email)),
        ("mails.comment", statement.comment.as_deref()),
    ];
    let lines = lines.into_iter().filter_map(|(key, value)| Some((key, value?)));
    lines
        .map(|(key, value)| format!("{}: {value}", texts.text(code, key, &[])))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Date and time of receipt, in the shop's time zone.
pub(crate) fn received_on(recorded: &Recorded, texts: &ErrorTexts, code: &str) -> String {
    let local = recorded.received_local.parse::<Zoned>();
    let local = local.unwrap_or_else(|_| Timestamp::to_zoned(recorded.received_at, jiff::tz::TimeZone::UTC));
    let month = texts.text(code, &format!("mails.month_{}", local.month()), &[]);
    texts.text(
        code,
        "mails.date_and_time",
        &[
            ("day", &local.day().to_string()),
            ("month", &month),
            ("year", &local.year().to_string()),
            ("time", &local.strftime("%H:%M:%S").to_string()),
            ("zone", &local.strftime("%Z").to_string()),
        ],
    )
}
