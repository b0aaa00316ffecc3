//! `vitrine check`: checks the texts of `locales/` and a finished release (R-I18N-06, R-GEN-06). It builds nothing and
//! does not call the backends, except with `--shop`.

mod found;
mod json;
mod prepayment;
mod release;
mod text;

use anyhow::{Context, Result, bail};
use clap::Args;
use vitrine_check::Level;
use vitrine_model::diagnostic::Diagnostic;
use vitrine_site::CheckSources;

use self::found::Found;
use crate::{
    Outcome,
    cmd::{format::Format, wire},
    config::Config,
    progress,
};

/// What to check, and how to report it.
#[derive(Args)]
pub(crate) struct CheckArguments {
    /// The release to check instead of the live one: its folder, or its id in dist.
    #[arg(long, value_name = "DIR|ID", conflicts_with = "texts")]
    release: Option<String>,
    /// Check only the texts of locales/.
    #[arg(long)]
    texts: bool,
    /// Also ask Shopware, as a visitor does, with which methods orders of different sums can be paid. Needs a live release.
    #[arg(long, conflicts_with_all = ["texts", "release"])]
    shop: bool,
    /// Output format: text on stderr, or one JSON document on stdout.
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
    /// Exit with status 1 for warnings too.
    #[arg(long)]
    strict: bool,
}

/// Runs the checks and prints the findings. Returns `ContentErrors` if there is an error, or a warning with `--strict`.
pub(crate) fn run(config: &Config, arguments: &CheckArguments) -> Result<Outcome> {
    let folder = match (&arguments.release, arguments.texts) {
        (_, true) => None,
        (Some(named), false) => Some(release::named(config, named)?),
        (None, false) => release::live(config),
    };
    let (texts, with_sources) = texts(config)?;
    let report = folder.as_deref().map(release::check).transpose()?;
    let shop = arguments.shop.then(|| prepayment::check(config)).transpose()?;
    let found = Found {
        texts,
        shop,
        with_sources,
        release: report,
        locales: config.locales.count(),
        accepted: config.file.build.accept.clone(),
    };
    match arguments.format {
        Format::Json => progress::print(&json::document(&found)?).context("could not print the findings")?,
        Format::Text => text::tell(&found, (!arguments.texts).then(|| config.path(&config.file.build.dist))),
    }
    if found.release.as_ref().is_some_and(|report| report.left_out > 0) {
        bail!("there are more findings than are kept: mend the first ones and check again");
    }
    let failed = found.count(Level::Error) > 0 || (arguments.strict && found.count(Level::Warning) > 0);
    Ok(if failed { Outcome::ContentErrors } else { Outcome::Done })
}

/// Missing and unused texts. Reads only sources, so the result is the same on every machine. Without Vitrine's sources
/// next to the configuration unused texts are not reported; the languages are still compared. The second value says
/// whether the sources are available.
fn texts(config: &Config) -> Result<(Vec<Diagnostic>, bool)> {
    let site = wire::site(config, None)?;
    let own = |folder: &str| config.path(folder.as_ref());
    let mut sources = CheckSources {
        interface: vec![
            config.path(
                config
                    .file
                    .build
                    .templates
                    .as_deref()
                    .unwrap_or(std::path::Path::new("templates")),
            ),
            own("generator/site/src"),
            own("generator/api/src"),
            own("generator/forms/src"),
        ],
        islands: vec![own("islands/src")],
    };
    let complete = sources
        .interface
        .iter()
        .chain(&sources.islands)
        .all(|folder| folder.is_dir());
    if !complete {
        sources = CheckSources::default();
    }
    // The keys of the shop's own texts stand in its own templates and islands.
    let own_sources = [
        ("theme/templates", &mut sources.interface),
        ("theme/islands", &mut sources.islands),
    ];
    for (folder, sources) in own_sources {
        let folder = own(folder);
        if complete && folder.is_dir() {
            sources.push(folder);
        }
    }
    let mut found = vitrine_site::check(&site, &sources)?;
    found.retain(|text| complete || text.code != UNUSED);
    Ok((found, complete))
}

/// Diagnostic code of an unused text.
const UNUSED: &str = "text-unused";
