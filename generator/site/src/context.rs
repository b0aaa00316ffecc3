//! The context of view builders: the shop's data through its reader, texts, links, pictures.
//!
//! **Invariant:** every answer that depends on more than configuration is noted in the reader, so it is part of the
//! page's fingerprint.

pub(crate) mod value_store;

use std::cell::RefCell;

use minijinja::Value;
use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    format::LocaleFormat,
    ids::{EntryId, ProductId, ProductNumber},
    link::LinkTarget,
    locale::{Locale, LocaleIndex},
    rich_text::RichText,
};

use self::value_store::Fragments;
use crate::{
    assets::{Asset, AssetManifest},
    config::SiteConfig,
    diagnostics::Diagnostics,
    leftovers,
    messages::{MessageError, Messages},
    page::PlannedPage,
    reader::Reader,
    routes::Routes,
};

/// The origin of a diagnostic. Views cannot read it, so that nothing shown depends on it.
#[derive(Clone, Debug)]
pub struct Origin {
    pub(crate) name: String,
    /// The place to report, if there is only one.
    place: Option<Place>,
}

impl Origin {
    /// Header and footer, or a part shared by pages of several products, by its name.
    pub(crate) fn of_many(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            place: None,
        }
    }

    /// A page.
    pub(crate) fn page(page: &PlannedPage) -> Self {
        Self {
            name: page.source.clone(),
            place: Some(crate::plan::place(page)),
        }
    }

    /// A product's page, or a part shared by those of a family, by product number.
    pub(crate) fn product(number: &ProductNumber) -> Self {
        Self {
            name: format!("product {number}"),
            place: Some(Place {
                source: "shopware".to_owned(),
                kind: "product".to_owned(),
                id: number.to_string(),
                ..Place::default()
            }),
        }
    }

    /// The place to report.
    pub(crate) fn place(&self) -> Place {
        self.place.clone().unwrap_or_else(|| Place {
            source: "statamic".to_owned(),
            kind: "header_footer".to_owned(),
            id: self.name.clone(),
            ..Place::default()
        })
    }
}

/// The style sheets of the site that are loaded when they are needed. Their names are all that views read of the
/// assets, which are part of every fingerprint.
#[derive(Clone, Copy)]
pub(crate) struct Sheets<'a>(&'a AssetManifest);

impl<'a> Sheets<'a> {
    pub(crate) fn of(assets: &'a AssetManifest) -> Self {
        Self(assets)
    }

    /// The sheet with a name.
    pub(crate) fn get(&self, name: &str) -> Option<&'a Asset> {
        self.0.sheets.get(name)
    }
}

/// Everything a view is built from. It has no page: page views receive theirs as a separate argument, and fragments
/// have none.
pub struct ViewContext<'a> {
    /// The shop's data; records what is read.
    pub reader: &'a Reader<'a>,
    /// The page's locale.
    pub locale: LocaleIndex,
    /// Configuration.
    pub config: &'a SiteConfig,
    /// The route table.
    pub routes: &'a Routes,
    /// Texts of this locale.
    pub messages: &'a Messages,
    /// Number and date formats of this locale.
    pub format: &'a LocaleFormat,
    /// Style sheets that are loaded when they are needed.
    pub(crate) sheets: Sheets<'a>,
    /// The view of header and footer of the layout `simple`; `None` while these parts are rendered.
    pub(crate) simple: Option<&'a Value>,
    /// Diagnostics of the page or the shared part.
    pub diagnostics: &'a Diagnostics,
    /// The gazetteer file of this locale, for the store locator.
    pub(crate) gazetteer: Option<&'a str>,
    /// The origin of its diagnostics.
    pub(crate) origin: Origin,
    /// Parts that pages share.
    pub(crate) fragments: &'a Fragments<'a>,
    /// Missing texts; they fail the page.
    pub failures: RefCell<Vec<MessageError>>,
}

impl<'a> ViewContext<'a> {
    /// The context of a fragment: its own reader, its own diagnostics and their origin.
    pub(crate) fn of_fragment<'s>(
        &'s self,
        reader: &'s Reader<'s>,
        diagnostics: &'s Diagnostics,
        origin: Origin,
    ) -> ViewContext<'s> {
        ViewContext {
            reader,
            diagnostics,
            origin,
            failures: RefCell::default(),
            ..*self
        }
    }

    /// Reports a diagnostic at the page's or product's location; otherwise at the given one.
    pub(crate) fn report(&self, code: &'static str, message: String, hint: &str, else_at: Place) {
        let place = self.origin.place.clone().unwrap_or(else_at);
        self.diagnostics
            .push(Diagnostic::warning(code, message, place).hint(hint));
    }

    /// The locale; `None` if its index is unknown.
    pub fn locale(&self) -> Option<&'a Locale> {
        self.reader.locales().get(self.locale)
    }

    /// A text. A missing text fails the page; its key is returned so that the view can be completed.
    pub fn t(&self, key: &str, params: &[(&str, &str)]) -> String {
        self.text_or_failure(key, self.messages.text(key, params))
    }

    /// A plural text; `{count}` is filled in.
    pub fn plural(&self, key: &str, count: i64, params: &[(&str, &str)]) -> String {
        self.text_or_failure(key, self.messages.plural(key, count, params, self.format))
    }

    fn text_or_failure(&self, key: &str, text: Result<String, MessageError>) -> String {
        text.unwrap_or_else(|error| {
            self.failures.borrow_mut().push(error);
            key.to_owned()
        })
    }

    /// The page of an entry in this locale, given the id of any localization; if it redirects, its target on this site.
    /// `None` if there is none in this locale.
    pub fn entry_href(&self, id: &EntryId) -> Option<String> {
        self.reader.entry_href(id, self.locale)
    }

    /// A product's page in this locale; `/` if it has none (R-ROUTE-06).
    pub fn product_href(&self, id: &ProductId) -> String {
        let href = self.reader.product_href(id, self.locale);
        href.unwrap_or_else(|| "/".to_owned())
    }

    /// A screen by route name; `None` if it is not built, or if its path has a runtime parameter.
    pub fn route_href(&self, name: &str) -> Option<String> {
        self.reader.screen_href(name, self.locale)
    }

    /// The home page of this locale.
    pub fn home_href(&self) -> String {
        self.routes.home(self.locale).href()
    }

    /// The href of a link. `None` = the target does not exist: print the label as text (rule 17). This is reported.
    pub fn link_href(&self, target: &LinkTarget) -> Option<String> {
        let href = match target {
            LinkTarget::External(url) => return Some(url.clone()),
            LinkTarget::Fragment(fragment) => return Some(with_fragment(String::new(), Some(fragment))),
            LinkTarget::Entry(id) => {
                let elsewhere = self.reader.entry_elsewhere(id, self.locale);
                elsewhere.or_else(|| self.entry_link(id))
            }
            LinkTarget::EntryPart { id, query, fragment } => self.entry_link(id).map(|href| {
                // If the entry redirects, its target may already have a query and a fragment.
                let href = href.split(['?', '#']).next().unwrap_or_default().to_owned();
                let href = query
                    .as_ref()
                    .map_or_else(|| href.clone(), |query| format!("{href}?{query}"));
                with_fragment(href, fragment.as_deref())
            }),
            LinkTarget::Local { path, fragment } => self
                .reader
                .local_path(path.path())
                .then(|| with_fragment(path.href(), fragment.as_deref())),
        };
        // The reason for a category without a page was reported when it was left out.
        let is_known = target.entry().is_some_and(|id| id.is_of_category());
        if href.is_none() && !is_known {
            self.report_dead(target);
        }
        href
    }

    /// The entry's page in this locale, otherwise the page of the linked localization.
    fn entry_link(&self, id: &EntryId) -> Option<String> {
        self.entry_href(id).or_else(|| self.reader.entry_href_anywhere(id))
    }

    fn report_dead(&self, target: &LinkTarget) {
        let what = match target {
            LinkTarget::Entry(id) | LinkTarget::EntryPart { id, .. } => format!("the entry {id}"),
            LinkTarget::Local { path, .. } => path.href(),
            LinkTarget::Fragment(text) | LinkTarget::External(text) => text.clone(),
        };
        let by = &self.origin.name;
        let mut place = self.origin.place();
        place.locale = self.locale().map(|l| l.code.to_string());
        self.diagnostics.push(
            Diagnostic::warning("dead-link", format!("{by} links to {what}, where no page is"), place)
                .hint("mend the link in the CMS; until then its words are printed without it"),
        );
    }

    /// Rich text with this locale's links, safe to print.
    pub fn rich_text(&self, text: &RichText) -> Value {
        let html = text.render(
            |target| self.link_href(target),
            |image| self.picture_in_text(image),
            || self.t("common.new_tab", &[]),
        );
        Value::from_safe_string(leftovers::in_html(html.as_str()).into_owned())
    }

    /// Whether a guest may order in this locale (R-HEAD-02).
    pub fn ordering_allowed(&self) -> bool {
        self.config.consumer_ordering
            && self
                .locale()
                .is_some_and(|l| self.config.consumer_locales.iter().any(|c| c == l.code.as_str()))
    }
}

/// Characters escaped in a URL fragment.
const FRAGMENT: &percent_encoding::AsciiSet = &percent_encoding::CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'`');

fn with_fragment(href: String, fragment: Option<&str>) -> String {
    match fragment {
        Some(text) => format!("{href}#{}", percent_encoding::utf8_percent_encode(text, FRAGMENT)),
        None => href,
    }
}
