//! Whether Shopware counts visitors one by one: by log-ins of an e-mail address that nobody has, each as another visitor.

use std::net::IpAddr;

use jiff::Timestamp;
use secrecy::SecretString;
use vitrine_backends::shopware::session::{Credentials, Refusal, SessionCall};

use super::asked::{Asked, failed};
use crate::cmd::doctor::{
    codes::{Area, shopware as codes},
    report::Report,
};

/// Shopware refuses the eleventh attempt of one address (Shopware §19).
const ATTEMPTS: u8 = 11;
/// What it concerns.
const WHAT: &str = "whether Shopware counts visitors one by one (trusted proxies)";

pub(super) async fn examine(asked: &Asked<'_>, logins: bool) -> Report {
    let mut report = Report::default();
    if !logins {
        report.not_checked(
            Area::Shopware,
            WHAT,
            "it shows only in refused log-ins: vitrine doctor --logins tries eleven with an e-mail address that nobody has",
        );
        return report;
    }
    let nobody = Credentials {
        email: format!("vitrine-doctor-{}@doctor.invalid", Timestamp::now().as_nanosecond()),
        password: SecretString::from("not a password of anybody"),
    };
    for attempt in 1..=ATTEMPTS {
        // A network that is reserved for documentation (RFC 5737).
        let visitor = SessionCall {
            visitor: Some(IpAddr::from([192, 0, 2, attempt])),
            ..asked.call.clone()
        };
        let Err(failure) = asked.client.log_in(&visitor, &nobody).await else {
            continue;
        };
        match failure.refusal() {
            Refusal::BadCredentials => {}
            Refusal::Throttled(_) => {
                report.add(
                    &codes::VISITORS_COUNT_AS_ONE,
                    "Shopware refuses the log-in of a visitor who tries for the first time: it takes all visitors for one, so that strangers can lock an owner out",
                );
                return report;
            }
            _ => {
                failed(&mut report, asked.config, "a log-in", &failure.error);
                return report;
            }
        }
    }
    report.saw(Area::Shopware, "log-ins", "eleven visitors are counted one by one");
    report
}
