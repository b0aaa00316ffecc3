//! The news feeds (RSS 2.0).
//!
//! **Invariant:** a feed contains only indexable pages, newest first; its times come from the entries, not from a
//! clock.

use std::io;

use jiff::{Timestamp, Zoned, civil::Date, fmt::rfc2822};
use quick_xml::{
    Writer,
    events::{BytesDecl, BytesText, Event},
};
use vitrine_model::{
    catalog::Catalog,
    content::{Entry, EntryFields, NewsFields},
    locale::{Locale, LocaleIndex},
};

use crate::{
    config::SiteConfig,
    page::{PlannedPage, Subject},
    plan::{Feed, PlanIndex},
};

/// Number of items of a feed.
const MAX_ITEMS: usize = 50;
const ATOM: &str = "http://www.w3.org/2005/Atom";

struct Item<'a> {
    page: &'a PlannedPage,
    entry: &'a Entry,
    news: &'a NewsFields,
    date: Date,
}

/// The feed of a locale.
pub(crate) fn feed(
    catalog: &Catalog,
    plan: &PlanIndex,
    config: &SiteConfig,
    (index, locale): (LocaleIndex, &Locale),
    feed: &Feed,
) -> io::Result<Vec<u8>> {
    let items = items(catalog, plan, index);
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let rss = writer.create_element("rss");
    rss.with_attribute(("version", "2.0"))
        .with_attribute(("xmlns:atom", ATOM))
        .write_inner_content(|writer| {
            writer.create_element("channel").write_inner_content(|writer| {
                channel(writer, catalog, plan, config, (index, locale), feed, &items)?;
                items
                    .iter()
                    .try_for_each(|item| one(writer, catalog, config, index, item))
            })?;
            Ok(())
        })?;
    let mut xml = writer.into_inner();
    xml.push(b'\n');
    Ok(xml)
}

/// The newest items. Items without a date are left out, because they cannot be sorted.
fn items<'a>(catalog: &'a Catalog, plan: &'a PlanIndex, locale: LocaleIndex) -> Vec<Item<'a>> {
    let mut items: Vec<Item<'_>> = plan
        .news(catalog, locale)
        .filter_map(|page| {
            let Subject::Entry(id) = &page.subject else {
                return None;
            };
            let entry = catalog.entry(id)?.value();
            let EntryFields::News(news) = &entry.fields else {
                return None;
            };
            let date = news.date?;
            Some(Item {
                page,
                entry,
                news,
                date,
            })
        })
        .collect();
    items.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| a.page.path.cmp(&b.page.path)));
    items.truncate(MAX_ITEMS);
    items
}

fn channel<W: io::Write>(
    writer: &mut Writer<W>,
    catalog: &Catalog,
    plan: &PlanIndex,
    config: &SiteConfig,
    (index, locale): (LocaleIndex, &Locale),
    feed: &Feed,
    items: &[Item<'_>],
) -> io::Result<()> {
    let globals = catalog.globals(index).map(|record| record.value());
    let shop = globals.map_or("", |globals| globals.site.name.as_str());
    let overview = plan.page(&feed.folder).and_then(|page| match &page.subject {
        Subject::Entry(id) => Some((page, catalog.entry(id)?.value())),
        _ => None,
    });
    let title = match overview {
        Some((_, entry)) if entry.title != shop => format!("{}{}{shop}", entry.title, config.title_separator),
        _ => shop.to_owned(),
    };
    let description = overview
        .and_then(|(_, entry)| entry.seo.description.clone())
        .or_else(|| globals?.seo.description.clone())
        .unwrap_or_else(|| title.clone());
    let base = config.base_url.trim_end_matches('/');
    let link = match overview {
        Some((page, _)) => config.absolute(&page.path),
        None if locale.prefix.is_empty() => format!("{base}/"),
        None => format!("{base}{}", locale.prefix),
    };
    text(writer, "title", &title)?;
    text(writer, "link", &link)?;
    text(writer, "description", &description)?;
    text(writer, "language", locale.iso.as_str())?;
    let changed = items.iter().filter_map(|item| item.entry.updated_at).max();
    if let Some(changed) = changed.and_then(|at| of_moment(config, at)) {
        text(writer, "lastBuildDate", &changed)?;
    }
    writer
        .create_element("atom:link")
        .with_attribute(("href", format!("{base}{}", feed.href).as_str()))
        .with_attribute(("rel", "self"))
        .with_attribute(("type", "application/rss+xml"))
        .write_empty()
        .map(drop)
}

fn one<W: io::Write>(
    writer: &mut Writer<W>,
    catalog: &Catalog,
    config: &SiteConfig,
    locale: LocaleIndex,
    item: &Item<'_>,
) -> io::Result<()> {
    let url = config.absolute(&item.page.path);
    writer
        .create_element("item")
        .write_inner_content(|writer| {
            text(writer, "title", &item.entry.title)?;
            text(writer, "link", &url)?;
            let guid = writer.create_element("guid").with_attribute(("isPermaLink", "true"));
            guid.write_text_content(BytesText::new(&url))?;
            if let Some(date) = of_day(config, item.date) {
                text(writer, "pubDate", &date)?;
            }
            let told = item.news.intro.as_ref().or(item.entry.seo.description.as_ref());
            if let Some(told) = told {
                text(writer, "description", told)?;
            }
            for topic in &item.news.topics {
                let term = catalog.term(topic).and_then(|record| record.value().texts.get(locale));
                if let Some(term) = term {
                    text(writer, "category", &term.title)?;
                }
            }
            Ok(())
        })
        .map(drop)
}

/// An element with a text, without the characters that XML does not allow.
fn text<W: io::Write>(writer: &mut Writer<W>, name: &str, text: &str) -> io::Result<()> {
    let text: String = text
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}'))
        .collect();
    let text = text.as_str();
    writer
        .create_element(name)
        .write_text_content(BytesText::new(text))
        .map(drop)
}

/// The start of a day in the shop's time zone.
fn of_day(config: &SiteConfig, day: Date) -> Option<String> {
    of_zoned(&day.to_zoned(config.time_zone.clone()).ok()?)
}

fn of_moment(config: &SiteConfig, at: Timestamp) -> Option<String> {
    of_zoned(&at.to_zoned(config.time_zone.clone()))
}

/// RFC 822 with a year of four digits, as RSS requires; `None` for years outside that range.
fn of_zoned(at: &Zoned) -> Option<String> {
    rfc2822::to_string(at).ok()
}
