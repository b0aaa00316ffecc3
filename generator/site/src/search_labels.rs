//! The labels for search responses: `server/search/<code>.labels.json` (docs/contracts/server-files.md).
//!
//! **Invariant:** facets, values and their order are those of the static lists (`view/list_bar.rs`), of all products.

use serde::Serialize;
use vitrine_model::{content::Facet, ids::CategoryId};

use crate::{
    context::ViewContext,
    plan::kind,
    view::{
        list_bar::{self, FacetValueView},
        properties::name_in,
    },
};

/// The file.
#[derive(Debug, Serialize)]
pub(crate) struct SearchLabels {
    facets: Vec<FacetLabels>,
    kinds: Vec<Label>,
}

#[derive(Debug, Serialize)]
struct FacetLabels {
    key: &'static str,
    label: String,
    /// Whether lists sort the values by number of products, whatever their order here.
    by_count: bool,
    values: Vec<Label>,
}

/// A value or a kind with its name.
#[derive(Debug, Default, Serialize)]
struct Label {
    key: String,
    label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<String>,
    /// The parent category.
    #[serde(skip_serializing_if = "Option::is_none")]
    above: Option<String>,
}

impl Label {
    fn of_value(value: FacetValueView) -> Self {
        Self {
            key: value.key,
            label: value.label,
            color: value.color,
            above: None,
        }
    }
}

const FACETS: [Facet; 7] = [
    Facet::Category,
    Facet::Brand,
    Facet::Designer,
    Facet::Material,
    Facet::Color,
    Facet::Price,
    Facet::Delivery,
];

/// The labels of the context's locale.
pub(crate) fn of_locale(cx: &ViewContext<'_>) -> SearchLabels {
    let facets = FACETS.map(|facet| FacetLabels {
        key: facet.word(),
        label: list_bar::label(cx, facet),
        by_count: matches!(facet, Facet::Material | Facet::Color),
        values: match facet {
            Facet::Category => {
                let mut found = Vec::new();
                categories(cx, None, None, &mut found);
                found
            }
            facet => list_bar::all_values(cx, facet)
                .into_iter()
                .map(Label::of_value)
                .collect(),
        },
    });
    SearchLabels {
        facets: facets.into(),
        kinds: kinds(cx),
    }
}

/// The categories with products, parents first. `above` is the nearest ancestor with a code.
fn categories(cx: &ViewContext<'_>, parent: Option<&CategoryId>, above: Option<&str>, found: &mut Vec<Label>) {
    for id in cx.reader.child_categories(parent) {
        let Some(category) = cx.reader.category(id).filter(|_| cx.reader.size_of_category(id) > 0) else {
            continue;
        };
        let code = category.code.as_deref();
        if let Some(code) = code {
            found.push(Label {
                key: code.to_owned(),
                label: name_in(cx, &category.names),
                color: None,
                above: above.map(str::to_owned),
            });
        }
        categories(cx, Some(id), code.or(above), found);
    }
}

/// Every kind of page with its plural name.
fn kinds(cx: &ViewContext<'_>) -> Vec<Label> {
    let label = |key: &str| Label {
        key: key.to_owned(),
        label: kind(cx, key).unwrap_or_default(),
        ..Label::default()
    };
    KINDS.map(label).into()
}

const KINDS: [&str; 10] = [
    kind::BRAND,
    kind::DESIGNER,
    kind::COLLECTION,
    kind::PROJECT,
    kind::NEWS,
    kind::ARTICLE,
    kind::EVENT,
    kind::SHOWROOM,
    kind::VACANCY,
    "page",
];

/// The plural name of a kind of page.
pub(crate) fn kind(cx: &ViewContext<'_>, key: &str) -> Option<String> {
    let text = |key| Some(cx.t(key, &[]));
    match key {
        kind::BRAND => text("search.kinds.brand"),
        kind::DESIGNER => text("search.kinds.designer"),
        kind::COLLECTION => text("search.kinds.collection"),
        kind::PROJECT => text("search.kinds.project"),
        kind::NEWS => text("search.kinds.news"),
        kind::ARTICLE => text("search.kinds.article"),
        kind::EVENT => text("search.kinds.event"),
        kind::SHOWROOM => text("search.kinds.showroom"),
        kind::VACANCY => text("search.kinds.vacancy"),
        "page" => text("search.kinds.page"),
        _ => None,
    }
}
