//! The records of both backends, read as a build reads them and into a folder of their own, which is removed afterwards.

mod looked_at;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process,
};

use anyhow::{Context, Result};
use jiff::Timestamp;
use vitrine_backends::{
    convert::{ConvertConfig, convert},
    pull::{self, AcceptEmpty, Silent},
    seen_names::NameCounter,
    snapshot::Snapshot,
};
use vitrine_model::{catalog::Catalog, diagnostic::Diagnostic};

use super::{
    codes::{Area, Row, records as codes},
    pictures,
    report::Report,
};
use crate::{
    cmd::{
        configured_names::{self, ConfiguredName},
        remedy,
        wire::{self, Purpose},
    },
    config::Config,
    outcome::error_line,
};

/// `is_known`: an error was found before, so that a pull that fails tells nothing more.
pub(super) async fn examine(config: &Config, now: Timestamp, is_known: bool) -> Report {
    let mut report = Report::default();
    let folder = match Folder::make(config) {
        Ok(folder) => folder,
        Err(error) => {
            report.not_checked(Area::Records, "the records of both backends", error_line(&error));
            return report;
        }
    };
    match read(config, now, &folder.0).await {
        Ok(snapshot) => {
            if let Err(error) = looked_at(config, now, &snapshot, &mut report).await {
                report.add(&codes::PULL_FAILED, error_line(&error));
            }
        }
        Err(error) => {
            let message = error_line(&remedy::with(config, error)).replace('\n', "; ");
            if is_known {
                let why = format!("they cannot be read before the errors above are put right: {message}");
                report.not_checked(Area::Records, "the records of both backends", why);
            } else {
                report.add(&codes::PULL_FAILED, message);
            }
        }
    }
    report
}

async fn read(config: &Config, now: Timestamp, folder: &Path) -> Result<Snapshot> {
    let asked = wire::pull(config, AcceptEmpty::Anything, BTreeMap::new())?;
    let (shopware, statamic) = (wire::shopware(config, Purpose::Build)?, wire::statamic(config)?);
    Ok(pull::pull(&shopware, &statamic, &asked, now, folder, &Silent).await?)
}

async fn looked_at(config: &Config, now: Timestamp, snapshot: &Snapshot, report: &mut Report) -> Result<()> {
    let settings = wire::convert(config, snapshot.about(), now)?;
    let (catalog, diagnostics) = convert(snapshot, &settings).context("the records could not be converted")?;
    told(&diagnostics, report);
    names(
        &configured_names::of(config, snapshot, &mut NameCounter::default())?,
        report,
    );
    categories(config, snapshot, &settings, &catalog, report)?;
    looked_at::pictures(config, &catalog, report);
    match looked_at::a_picture(&catalog) {
        Some(picture) => pictures::examine(config, picture, report).await,
        None => report.not_checked(Area::Delivery, "the image CDN", "no product has a picture"),
    }
    Ok(())
}

/// The findings of a build about records that the doctor reports too, each kind once.
static TOLD: [&Row; 4] = [
    &codes::LEFT_OUT,
    &codes::PATH_REFUSED,
    &codes::PRODUCT_LEFT_OUT,
    &codes::REDIRECT_REFUSED,
];

/// What a build would report about the records.
fn told(diagnostics: &[Diagnostic], report: &mut Report) {
    for row in TOLD {
        let found: Vec<&Diagnostic> = diagnostics.iter().filter(|one| one.code == row.code).collect();
        let Some(first) = found.first() else { continue };
        let place = &first.place;
        let named = [place.source.as_str(), &place.kind, &place.id].join(" ");
        let more = match found.len() {
            1 => String::new(),
            count => format!(" (and {} more)", count - 1),
        };
        report.add(row, format!("{named}: {}{more}", first.message));
    }
}

/// The names of the configuration that no record has.
fn names(names: &[ConfiguredName], report: &mut Report) {
    for remark in configured_names::refusals(names) {
        let row = if remark.code == codes::HOLE_MENU.code {
            &codes::HOLE_MENU
        } else {
            &codes::HOLE_FIELD
        };
        report.add_with(row, remark.message, remark.hint);
    }
    for warning in configured_names::warnings(names) {
        report.add(&codes::NAME_NOT_SEEN, warning.message);
    }
    for name in names {
        report.saw(Area::Records, name.key(), name.seen());
    }
}

/// The categories that have products and no page: those for which a build would make one.
fn categories(
    config: &Config,
    snapshot: &Snapshot,
    settings: &ConvertConfig,
    catalog: &Catalog,
    report: &mut Report,
) -> Result<()> {
    if config.file.shopware.category_pages {
        return Ok(());
    }
    let with_pages = ConvertConfig {
        category_pages: true,
        ..settings.clone()
    };
    let (whole, _) = convert(snapshot, &with_pages).context("the categories could not be converted")?;
    let missing = looked_at::only_in(&whole, catalog);
    if !missing.is_empty() {
        report.add(
            &codes::CATEGORY_WITHOUT_PAGE,
            format!(
                "{} categories have products and no page: {}",
                missing.len(),
                super::report::list(&missing)
            ),
        );
    }
    Ok(())
}

/// The folder of one run, removed with it.
struct Folder(PathBuf);

impl Folder {
    fn make(config: &Config) -> Result<Self> {
        let all = config.state().of_doctor();
        remove_abandoned(&all);
        let own = all.join(process::id().to_string());
        fs::create_dir_all(&own).with_context(|| {
            format!(
                "no folder for them could be made in {}: make build.state_dir a folder that this user may write",
                all.display()
            )
        })?;
        Ok(Self(own.join("records")))
    }
}

/// Removes the folders of runs that were killed.
fn remove_abandoned(all: &Path) {
    let entries = fs::read_dir(all).into_iter().flatten().flatten();
    for entry in entries {
        let is_running = Path::new("/proc").join(entry.file_name()).is_dir();
        if !is_running {
            let _may_be_another_users = fs::remove_dir_all(entry.path()).is_ok();
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Some(own) = self.0.parent() {
            let _a_later_run_removes_it = fs::remove_dir_all(own).is_ok();
        }
    }
}
