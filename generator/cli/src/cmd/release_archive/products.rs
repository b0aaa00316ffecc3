//! Products of a release: their pages and numbers (docs/contracts/server-files.md).

use std::{collections::HashMap, fs::File, io, path::Path};

use serde::{Deserialize, de::DeserializeOwned};
use vitrine_model::{ids::ProductId, path::SitePath};

/// A product, or a family by its main variant.
pub(super) struct Sold {
    pub(super) id: String,
    pub(super) number: Option<String>,
    /// In the order of the shop's locales.
    pub(super) paths: Vec<String>,
}

#[derive(Deserialize)]
struct Numbered {
    number: String,
}

/// `parents.json`: a family's own number, and the variant whose page is shown for it.
#[derive(Deserialize)]
struct Parent {
    number: String,
    variant: String,
}

/// Those of the ids that are sold in a release. No file is read if none of them can be a product's. `locales` are codes.
pub(super) fn of(release: &Path, ids: &[String], locales: &[&str]) -> io::Result<Vec<Sold>> {
    let wanted: Vec<&String> = ids.iter().filter(|id| ProductId::parse(id).is_ok()).collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let pages: HashMap<String, HashMap<String, Option<String>>> = read(release, "products.json")?;
    let mut numbers: HashMap<String, Vec<Numbered>> = read(release, "numbers.json")?;
    let mut parents: HashMap<String, Parent> = read(release, "parents.json")?;
    let mut sold = Vec::new();
    for id in wanted {
        let (number, variant) = match parents.remove(id) {
            Some(parent) => (Some(parent.number), parent.variant),
            None => {
                let own = numbers.remove(id).and_then(|rows| rows.into_iter().next());
                (own.map(|own| own.number), id.clone())
            }
        };
        let Some(of_locales) = pages.get(&variant) else {
            continue;
        };
        let hrefs = locales.iter().filter_map(|code| of_locales.get(*code)?.as_deref());
        let paths = hrefs.filter_map(|href| Some(SitePath::parse(href).ok()?.as_str().to_owned()));
        sold.push(Sold {
            id: id.clone(),
            number,
            paths: paths.collect(),
        });
    }
    Ok(sold)
}

/// A file of a release for the API; empty if the release has none.
fn read<T: DeserializeOwned + Default>(release: &Path, file: &str) -> io::Result<T> {
    match File::open(release.join("server").join(file)) {
        Ok(file) => Ok(serde_json::from_reader(io::BufReader::new(file))?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(T::default()),
        Err(error) => Err(error),
    }
}
