//! `vitrine doctor`: everything that is wrong or missing in the backends of this shop and around it, each with where it is
//! set and how it is put right (docs/contracts/doctor.md).
//!
//! **Invariant:** nothing is written in a backend, and what could not be checked is reported as that, never as right.

mod asking;
mod codes;
mod delivery;
mod machine;
mod pictures;
mod pulled;
mod reach;
mod report;
mod shopware;
mod statamic;
mod told;

use anyhow::{Context, Result};
use clap::Args;
use jiff::Timestamp;
use tracing::subscriber::{NoSubscriber, with_default};

use self::{
    codes::{Area, Severity},
    reach::Clock,
    report::Report,
};
use crate::{
    Outcome,
    cmd::{format::Format, wire},
    config::Config,
    progress,
};

/// What to check, and how to report it.
#[derive(Args)]
pub(crate) struct DoctorArguments {
    /// Output format: text on stderr, or one JSON document on stdout.
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
    /// Exit with status 1 for warnings too.
    #[arg(long)]
    strict: bool,
    /// Also try eleven log-ins with an e-mail address that nobody has, each as another visitor: whether Shopware counts
    /// visitors one by one shows in nothing else. They stay in the counts of its rate limiter for a day.
    #[arg(long)]
    logins: bool,
    /// Do not read the records of both backends, which takes as long as the pull of a build.
    #[arg(long)]
    without_records: bool,
    /// The address of this shop's running server, if it is not site.base_url.
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// The time instead of the machine's clock; for tests.
    #[arg(long, hide = true, value_name = "TIME")]
    now: Option<Timestamp>,
}

/// Checks everything and prints the report. Returns `ContentErrors` if there is an error, or a warning with `--strict`.
pub(crate) fn run(config: &Config, arguments: &DoctorArguments) -> Result<Outcome> {
    let runtime = wire::runtime()?;
    // The report has every failed call, and says what it means.
    let report = with_default(NoSubscriber::default(), || {
        runtime.block_on(examine(config, arguments)).sorted()
    });
    match arguments.format {
        Format::Json => progress::print(&told::document(&report)?).context("could not print the report")?,
        Format::Text => told::text(&report),
    }
    let failed = report.count(Severity::Error) > 0 || (arguments.strict && report.count(Severity::Warning) > 0);
    Ok(if failed { Outcome::ContentErrors } else { Outcome::Done })
}

async fn examine(config: &Config, arguments: &DoctorArguments) -> Report {
    let now = arguments.now.unwrap_or_else(Timestamp::now);
    let clock = Clock::at(now);
    let (shop, cms, delivery) = tokio::join!(
        shopware::examine(config, clock, arguments.logins),
        statamic::examine(config, clock),
        delivery::examine(config, arguments.server.as_deref()),
    );
    let mut report = machine::examine(config);
    let are_reached = shop.is_reached && cms.is_reached;
    report.append(shop.report);
    report.append(cms.report);
    report.append(delivery);
    let unread = if arguments.without_records {
        Some("--without-records")
    } else if !are_reached {
        Some("a backend does not answer as it should")
    } else {
        None
    };
    match unread {
        Some(why) => report.not_checked(Area::Records, "the records of both backends", why),
        None => {
            let is_known = report.count(Severity::Error) > 0;
            report.append(pulled::examine(config, now, is_known).await);
        }
    }
    report
}
