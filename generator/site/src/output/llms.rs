//! `llms.txt` of each locale: a description of the shop and its main pages, for language models (llmstxt.org). Pages
//! are linked in their Markdown form.

use vitrine_model::{
    catalog::Catalog,
    content::Entry,
    ids::ProductId,
    locale::{Locale, LocaleIndex},
    path::{
        SitePath,
        file::{LLMS, SITEMAP},
    },
    rich_text::markdown::escaped_in_line,
};

use crate::{
    load::Site,
    markdown::Markdown,
    messages::{MessageError, Messages},
    page::{ListPage, PlannedPage, Subject},
    plan::{PlanIndex, kind},
};

/// Number of links in a section; the sitemap has all pages.
const MAX_LINKS: usize = 50;
/// Content pages are listed down to this many segments below their locale's home page.
const MAX_DEPTH: usize = 2;

/// The inputs of all texts.
pub(crate) struct Sources<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) site: &'a Site,
    pub(crate) plan: &'a PlanIndex,
    /// Whether a file below `site/` was written.
    pub(crate) written: &'a dyn Fn(&str) -> bool,
}

/// The file of a locale below `site/`: `llms.txt`, `en/llms.txt`.
pub(crate) fn file(site: &Site, locale: LocaleIndex) -> String {
    let home = site.routes.home(locale);
    match home.as_str().trim_matches('/') {
        "" => LLMS.to_owned(),
        folder => format!("{folder}/{LLMS}"),
    }
}

fn href(site: &Site, locale: LocaleIndex) -> String {
    format!("{}/{LLMS}", site.routes.home(locale).href().trim_end_matches('/'))
}

impl Sources<'_> {
    /// The text of a locale.
    pub(crate) fn text(&self, index: LocaleIndex, messages: &Messages) -> Result<String, MessageError> {
        let globals = self.catalog.globals(index).map(|record| record.value());
        let mut text = Markdown::new(&self.site.config);
        text.heading(1, globals.map_or("", |globals| globals.site.name.as_str()));
        if let Some(sentence) = globals.and_then(|globals| globals.seo.description.as_deref()) {
            text.quote(sentence, None);
        }
        text.paragraph(&messages.text("llms.note", &[])?);
        let sections = [
            ("llms.pages", kind::CONTENT),
            ("editorial.brands", kind::BRAND),
            ("editorial.designers", kind::DESIGNER),
            ("editorial.collections", kind::COLLECTION),
            ("editorial.projects", kind::PROJECT),
            ("common.showrooms", kind::SHOWROOM),
            ("llms.events", kind::EVENT),
            ("llms.news", kind::NEWS),
            ("llms.articles", kind::ARTICLE),
            ("llms.vacancies", kind::VACANCY),
        ];
        for (key, kind) in sections {
            let pages = self.first_pages(index, kind);
            let pages = pages.filter(|page| kind != kind::CONTENT || self.is_main(page, index));
            let lines: Vec<String> = pages
                .filter_map(|page| self.entry_line(&text, page))
                .take(MAX_LINKS)
                .collect();
            if !lines.is_empty() {
                section(&mut text, &messages.text(key, &[])?, &lines);
            }
        }
        let lists = self.first_pages(index, kind::LIST);
        let mut products: Vec<String> = lists
            .filter_map(|page| self.entry_line(&text, page))
            .take(MAX_LINKS)
            .collect();
        products.extend(self.products(&text, index));
        if !products.is_empty() {
            section(&mut text, &messages.text("common.products", &[])?, &products);
        }
        // Readers with a small context skip the section of this name.
        let elsewhere = self.elsewhere(&text, index);
        section(&mut text, "Optional", &elsewhere);
        Ok(text.finish())
    }

    /// The indexable pages of a kind, without further pages of lists.
    fn first_pages(&self, locale: LocaleIndex, kind: &str) -> impl Iterator<Item = &PlannedPage> {
        let pages = self.plan.pages().iter();
        pages.filter(move |page| {
            let further = page.list.as_ref().is_some_and(ListPage::is_further);
            page.locale == locale && page.kind == kind && page.indexable && !further
        })
    }

    fn is_main(&self, page: &PlannedPage, locale: LocaleIndex) -> bool {
        let home = self.site.routes.home(locale);
        page.path.segments().count() <= home.segments().count() + MAX_DEPTH
    }

    fn entry_line(&self, text: &Markdown<'_>, page: &PlannedPage) -> Option<String> {
        let Subject::Entry(id) = &page.subject else {
            return None;
        };
        let entry = self.catalog.entry(id)?.value();
        Some(self.line(text, &entry.title, page, about(entry)))
    }

    /// A product of each family, newest first.
    fn products(&self, text: &Markdown<'_>, locale: LocaleIndex) -> Vec<String> {
        let mut families: Vec<&ProductId> = Vec::new();
        let mut lines = Vec::new();
        for id in self.catalog.newest_products().value() {
            let Some(product) = self.catalog.product(id).map(|record| record.value()) else {
                continue;
            };
            let family = product.family.as_ref().unwrap_or(id);
            let (Some(texts), Some(page)) = (product.texts.get(locale), self.plan.product(id, locale)) else {
                continue;
            };
            if families.contains(&family) {
                continue;
            }
            families.push(family);
            lines.push(self.line(text, &texts.name, page, texts.meta_description.as_deref()));
            if lines.len() == MAX_LINKS {
                break;
            }
        }
        lines
    }

    /// The sitemap, and this text in other languages.
    fn elsewhere(&self, text: &Markdown<'_>, own: LocaleIndex) -> Vec<String> {
        let locales = self.catalog.locales().iter().filter(|(index, _)| *index != own);
        let others = locales
            .map(|(index, locale): (LocaleIndex, &Locale)| text.link(&locale.name, Some(&href(self.site, index))));
        let sitemap = text.link("Sitemap", Some(&format!("/{SITEMAP}")));
        std::iter::once(sitemap).chain(others).collect()
    }

    fn line(&self, text: &Markdown<'_>, title: &str, page: &PlannedPage, about: Option<&str>) -> String {
        let href = self.href(&page.path);
        let link = text.link(title, Some(&href));
        match about.map(escaped_in_line).filter(|about| !about.is_empty()) {
            Some(about) => format!("{link}: {about}"),
            None => link,
        }
    }

    /// The Markdown form of a page, or the page itself if it has none.
    fn href(&self, path: &SitePath) -> String {
        if (self.written)(&path.markdown_file()) {
            path.markdown_href()
        } else {
            path.href()
        }
    }
}

fn about(entry: &Entry) -> Option<&str> {
    entry.seo.description.as_deref().or_else(|| entry.fields.intro())
}

fn section(text: &mut Markdown<'_>, title: &str, lines: &[String]) {
    text.heading(2, title);
    lines.iter().for_each(|line| text.item(line));
}
