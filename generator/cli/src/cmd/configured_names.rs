//! The names in the configuration that the data of the backends should have, and how often it has them: a misspelt one is
//! in none of it.
//!
//! **Invariant:** [`rows`] is the one table of these names; a new setting that names something is a line there.

use anyhow::Result;
use serde::Serialize;
use vitrine_backends::{
    seen_names::{NameCounter, Named, SeenNames, WantedNames},
    snapshot::Snapshot,
};
use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    review::{Remark, RemarkLevel},
};

use super::wire;
use crate::config::Config;

/// What a name that is in no data takes from the shop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loss {
    /// A menu: without it the release is refused.
    Menu,
    /// Data that the law requires: refused if a similar name is in the data.
    Law,
    /// Anything else: a warning if a similar name is in the data.
    Other,
}

/// One name of the configuration.
struct Row {
    key: String,
    name: String,
    named: Named,
    loss: Loss,
}

/// How often a name is in the data.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ConfiguredName {
    /// The key of the configuration: `shopware.fields.energy`.
    key: String,
    /// `vitrine_energy`
    name: String,
    /// Number of records that have it.
    count: u64,
    /// Number of all records.
    of: u64,
    /// What the records are: `products`.
    what: String,
    /// A similar name that is in the data and not in the configuration, and how often.
    near: Option<(String, u64)>,
    #[serde(skip)]
    loss: Loss,
}

/// Every name of the configuration that data should have. Not here: what the pull fails without (languages, sites), what
/// no backend tells to a build (payment methods, honeypots' fields), and names of locales, which the configuration
/// itself has.
fn rows(config: &Config) -> Vec<Row> {
    use Loss::{Law, Menu, Other};
    let (fields, cms, forms) = (&config.file.shopware.fields, &config.file.statamic, &config.file.forms);
    let field =
        |key: &str, name: &String, named: Named, loss: Loss| row(format!("shopware.fields.{key}"), name, named, loss);
    let mut rows = vec![
        field("retail_price", &fields.retail_price, Named::Products, Other),
        field("diameter", &fields.diameter, Named::Products, Other),
        field("depth", &fields.depth, Named::Products, Other),
        field("downloads", &fields.downloads, Named::Products, Other),
        field("faq", &fields.faq, Named::Products, Other),
        field("maintenance", &fields.maintenance, Named::Products, Other),
        field("parts", &fields.parts, Named::Products, Other),
        field("bundle", &fields.bundle, Named::Products, Other),
        field("withdrawal_excluded", &fields.withdrawal_excluded, Named::Products, Law),
        field("weee", &fields.weee, Named::Products, Law),
        field("return_cost", &fields.return_cost, Named::Products, Law),
        field("energy", &fields.energy, Named::Products, Law),
        field("warnings", &fields.warnings, Named::Products, Law),
        field("gpsr", &fields.gpsr, Named::Manufacturers, Law),
        field("brand_code", &fields.brand_code, Named::Manufacturers, Other),
        field("shows", &fields.shows, Named::Pictures, Other),
        field("category_code", &fields.category_code, Named::Categories, Other),
        field("entry", &fields.entry, Named::PropertyValues, Other),
        field("external_id", &fields.external_id, Named::PropertyGroups, Law),
    ];
    let mut list = |key: &str, names: &mut dyn Iterator<Item = &String>, named: &Named, loss: Loss| {
        rows.extend(names.map(|name| row(key.to_owned(), name, named.clone(), loss)));
    };
    list(
        "statamic.collections",
        &mut cms.collections.iter(),
        &Named::Collections,
        Other,
    );
    list(
        "statamic.future_private",
        &mut cms.future_private.iter(),
        &Named::Collections,
        Other,
    );
    list(
        "statamic.taxonomies",
        &mut cms.taxonomies.iter(),
        &Named::Taxonomies,
        Other,
    );
    list(
        "statamic.asset_containers",
        &mut cms.asset_containers.iter(),
        &Named::Containers,
        Other,
    );
    list(
        "statamic.alt_fields",
        &mut cms.alt_fields.values(),
        &Named::Assets,
        Other,
    );
    list("statamic.honeypots", &mut cms.honeypots.keys(), &Named::Forms, Other);
    list("forms.newsletter", &mut forms.newsletter.iter(), &Named::Forms, Other);
    list("forms.copies", &mut forms.copies.iter(), &Named::Forms, Other);
    list(
        "forms.keep_days_of",
        &mut forms.keep_days_of.keys(),
        &Named::Forms,
        Other,
    );
    for kind in &config.file.content.kinds {
        list(
            "content.kinds.collection",
            &mut [&kind.collection].into_iter(),
            &Named::Collections,
            Other,
        );
        let named = Named::Entries(kind.collection.clone());
        let fields = [&kind.text, &kind.picture, &kind.date, &kind.excerpt];
        list("content.kinds", &mut fields.into_iter().flatten(), &named, Other);
    }
    for (place, handle) in cms.navigations.places() {
        let handle = handle.map(str::to_owned);
        let key = format!("statamic.navigations.{place}");
        list(&key, &mut handle.iter(), &Named::Navigations, Menu);
    }
    rows
}

fn row(key: String, name: &str, named: Named, loss: Loss) -> Row {
    Row {
        key,
        name: name.to_owned(),
        named,
        loss,
    }
}

/// Counts each name of the configuration in a pull.
pub(crate) fn of(config: &Config, snapshot: &Snapshot, counter: &mut NameCounter) -> Result<Vec<ConfiguredName>> {
    let cms = &config.file.statamic;
    let wanted = WantedNames {
        locales: config
            .locales
            .iter()
            .map(|(_, locale)| locale.code.to_string())
            .collect(),
        collections: cms.collections.clone(),
        navigations: wire::navigations(config),
        taxonomies: cms.taxonomies.clone(),
        asset_containers: cms.asset_containers.clone(),
        assets: !cms.alt_fields.is_empty(),
        entries: wire::collections_of_kinds(config).collect(),
    };
    let seen = counter.count(snapshot, &wanted)?;
    let rows = rows(config);
    let nothing = SeenNames::default();
    let counted = rows.iter().map(|row| {
        let data = seen.get(&row.named).unwrap_or(&nothing);
        let configured = |name: &str| rows.iter().any(|other| other.named == row.named && other.name == name);
        let count = data.names.get(&row.name).copied().unwrap_or(0);
        ConfiguredName {
            key: row.key.clone(),
            name: row.name.clone(),
            count,
            of: data.records,
            what: row.named.words(),
            near: (count == 0).then(|| nearest(&row.name, data, configured)).flatten(),
            loss: row.loss,
        }
    });
    Ok(counted.collect())
}

/// The most similar name in the data that the configuration does not have.
fn nearest(name: &str, data: &SeenNames, configured: impl Fn(&str) -> bool) -> Option<(String, u64)> {
    let others = data.names.iter().filter(|(other, _)| !configured(other));
    let near = others.filter_map(|(other, count)| {
        let distance = distance(name, other)?;
        Some((distance, other, count))
    });
    let (_, other, count) = near.min_by_key(|(distance, other, _)| (*distance, (*other).clone()))?;
    Some((other.clone(), *count))
}

/// The number of typing errors between two names, if they are few for what differs between them.
pub(crate) fn distance(name: &str, other: &str) -> Option<usize> {
    let same = name.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let rest = |text: &str| text.chars().skip(same.saturating_sub(3)).count();
    let most = (rest(name).max(rest(other)) / 3).max(1);
    let distance = strsim::damerau_levenshtein(name, other);
    (distance <= most).then_some(distance)
}

impl ConfiguredName {
    /// The key of the configuration with the name.
    pub(crate) fn key(&self) -> String {
        format!("{} ({:?})", self.key, self.name)
    }

    /// How often the name is in the data.
    pub(crate) fn seen(&self) -> String {
        format!("in {} of {} {}", self.count, self.of, self.what)
    }

    fn message(&self) -> String {
        let Self {
            key, name, of, what, ..
        } = self;
        let found = match (self.loss, &self.near) {
            (Loss::Menu, _) => "the CMS has nothing in a navigation of that name, in any of its sites".to_owned(),
            (_, Some((near, count))) => format!("it is in none of {of} {what}; {near:?} is in {count}: is that meant?"),
            (_, None) => format!("it is in none of {of} {what}"),
        };
        format!("{key} names {name:?}: {found}")
    }

    fn hint(&self) -> String {
        format!("Correct {} in vitrine.toml, or the name in the backend.", self.key)
    }

    fn code(&self) -> Option<&'static str> {
        match (self.count, self.loss, &self.near) {
            (0, Loss::Menu, _) => Some(HOLE_MENU),
            (0, Loss::Law, Some(_)) => Some(HOLE_FIELD),
            _ => None,
        }
    }
}

/// Code of a menu that is empty.
pub(crate) const HOLE_MENU: &str = "hole-menu";
/// Code of data that the law requires and no page has.
pub(crate) const HOLE_FIELD: &str = "hole-legal-field";
/// Code of labels that no page has.
pub(crate) const HOLE_LABEL: &str = "hole-label";

/// The names for which a release is refused.
pub(crate) fn refusals(names: &[ConfiguredName]) -> Vec<Remark> {
    let refusals = names.iter().filter_map(|name| {
        Some(Remark {
            level: RemarkLevel::Error,
            code: name.code()?.to_owned(),
            message: name.message(),
            hint: name.hint(),
        })
    });
    refusals.collect()
}

/// The names that are likely misspelt, without those for which a release is refused.
pub(crate) fn warnings(names: &[ConfiguredName]) -> Vec<Diagnostic> {
    let likely = names.iter().filter(|name| name.near.is_some() && name.code().is_none());
    let warnings = likely.map(|name| {
        let place = Place {
            source: "configuration".to_owned(),
            kind: "setting".to_owned(),
            id: name.key.clone(),
            ..Place::default()
        };
        Diagnostic::warning("name-not-seen", name.message(), place).hint(name.hint())
    });
    warnings.collect()
}

/// Reports the other names that are in no data, on one line: a shop need not have everything.
pub(crate) fn tell_unseen(names: &[ConfiguredName]) {
    let unseen = names
        .iter()
        .filter(|name| name.count == 0 && name.near.is_none() && name.code().is_none());
    let unseen: Vec<String> = unseen
        .map(|name| format!("{} ({:?}, of {} {})", name.key, name.name, name.of, name.what))
        .collect();
    if !unseen.is_empty() {
        crate::progress::say(&format!(
            "named in the configuration and in no data: {}",
            unseen.join(", ")
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_is_near_and_another_name_is_not() {
        for (name, other) in [
            ("vitrine_enrgy", "vitrine_energy"),
            ("vitrine_energy", "vitrine_enegry"),
            ("vitrine_gspr", "vitrine_gpsr"),
            ("externalID", "externalId"),
            ("contct", "contact"),
        ] {
            assert!(distance(name, other).is_some(), "{name} {other}");
        }
        for (name, other) in [
            ("vitrine_faq", "vitrine_gpsr"),
            ("vitrine_parts", "vitrine_energy"),
            ("vitrine_shows", "vitrine_bundle"),
            ("newsletter", "contact"),
        ] {
            assert!(distance(name, other).is_none(), "{name} {other}");
        }
    }
}
