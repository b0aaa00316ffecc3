//! Sitemaps: an index, and one or more files for each locale with alternates and last changes (R-ROUTE-13).
//!
//! **Invariant:** they contain only indexable pages; no file exceeds the protocol's limits; alternates are reciprocal.

use std::io;

use jiff::Timestamp;
use quick_xml::{
    Writer,
    events::{BytesDecl, BytesText, Event},
};
use vitrine_model::{
    locale::{LocaleIndex, Locales},
    path::file::{INDEX_SITEMAP, SITEMAP, SITEMAP_OF_LOCALE},
};

use crate::{config::SiteConfig, page::PlannedPage, plan::PlanIndex};

/// Limits of one file (sitemaps.org: 50,000 URLs and 50 MB).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) urls: usize,
    pub(crate) bytes: usize,
}

pub(crate) const PROTOCOL: Bounds = Bounds {
    urls: 50_000,
    bytes: 50_000_000,
};

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const XHTML: &str = "http://www.w3.org/1999/xhtml";
const END: &[u8] = b"</urlset>\n";

/// The entry of a file in the index.
#[derive(Debug)]
struct Listed {
    file: String,
    last_modified: Option<String>,
}

/// Passes every sitemap file to `emit`, one at a time, the two indexes last.
pub(crate) fn write_sitemaps(
    plan: &PlanIndex,
    locales: &Locales,
    config: &SiteConfig,
    bounds: Bounds,
    mut emit: impl FnMut(&str, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut listed = Vec::new();
    for (index, locale) in locales.iter() {
        let mut part = SitemapFile::new(locale.iso.as_str(), 1)?;
        for page in plan.pages().iter().filter(|p| p.locale == index && p.indexable) {
            let url = url_element(page, plan, locales, config)?;
            if part.urls == bounds.urls || part.xml.len() + url.len() + END.len() > bounds.bytes {
                let next = SitemapFile::new(locale.iso.as_str(), part.number + 1)?;
                listed.push(std::mem::replace(&mut part, next).finish(&mut emit)?);
            }
            part.add(&url, page.last_modified.as_deref());
        }
        // The schema requires at least one URL.
        if part.urls > 0 {
            listed.push(part.finish(&mut emit)?);
        }
    }
    let index = index_file(&listed, config)?;
    emit(SITEMAP, &index)?;
    emit(INDEX_SITEMAP, &index)
}

/// A file being written.
struct SitemapFile {
    iso: String,
    number: usize,
    xml: Vec<u8>,
    urls: usize,
    latest: Option<(Timestamp, String)>,
}

impl SitemapFile {
    fn new(iso: &str, number: usize) -> io::Result<Self> {
        let mut writer = Writer::new(Vec::new());
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let mut xml = writer.into_inner();
        xml.extend_from_slice(format!("\n<urlset xmlns=\"{NAMESPACE}\" xmlns:xhtml=\"{XHTML}\">\n").as_bytes());
        Ok(Self {
            iso: iso.to_owned(),
            number,
            xml,
            urls: 0,
            latest: None,
        })
    }

    fn add(&mut self, url: &[u8], last_modified: Option<&str>) {
        self.xml.extend_from_slice(url);
        self.urls += 1;
        if let Some((time, text)) = last_modified.and_then(|t| Some((moment(t)?, t)))
            && self.latest.as_ref().is_none_or(|(before, _)| *before < time)
        {
            self.latest = Some((time, text.to_owned()));
        }
    }

    fn finish(mut self, emit: &mut impl FnMut(&str, &[u8]) -> io::Result<()>) -> io::Result<Listed> {
        self.xml.extend_from_slice(END);
        let file = match self.number {
            1 => format!("{}{SITEMAP_OF_LOCALE}.xml", self.iso),
            more => format!("{}{SITEMAP_OF_LOCALE}-{more}.xml", self.iso),
        };
        emit(&file, &self.xml)?;
        Ok(Listed {
            file,
            last_modified: self.latest.map(|(_, text)| text),
        })
    }
}

/// The timestamp of an ISO 8601 date or date and time; `None` if it is not valid in a sitemap.
fn moment(text: &str) -> Option<Timestamp> {
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(time);
    }
    let date: jiff::civil::Date = text.parse().ok()?;
    date.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|z| z.timestamp())
}

fn text_element<W: io::Write>(writer: &mut Writer<W>, name: &str, text: &str) -> io::Result<()> {
    writer
        .create_element(name)
        .write_text_content(BytesText::new(text))
        .map(drop)
}

/// The alternates that are listed: indexable, and referring back to this page.
fn alternates<'a>(page: &'a PlannedPage, plan: &'a PlanIndex) -> Vec<(LocaleIndex, &'a PlannedPage)> {
    page.alternates
        .iter()
        .filter_map(|(locale, path)| Some((*locale, plan.page(path)?)))
        .filter(|(_, other)| other.indexable && other.alternates.iter().any(|(_, back)| *back == page.path))
        .collect()
}

fn url_element(page: &PlannedPage, plan: &PlanIndex, locales: &Locales, config: &SiteConfig) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::with_capacity(512));
    let others = alternates(page, plan);
    writer.create_element("url").write_inner_content(|writer| {
        text_element(writer, "loc", &config.absolute(&page.path))?;
        if let Some(time) = page.last_modified.as_deref().filter(|t| moment(t).is_some()) {
            text_element(writer, "lastmod", time)?;
        }
        if others.len() > 1 {
            for (locale, other) in &others {
                if let Some(known) = locales.get(*locale) {
                    link(writer, known.iso.as_str(), &config.absolute(&other.path))?;
                }
                if *locale == LocaleIndex(0) {
                    link(writer, "x-default", &config.absolute(&other.path))?;
                }
            }
        }
        Ok(())
    })?;
    let mut xml = writer.into_inner();
    xml.push(b'\n');
    Ok(xml)
}

fn link<W: io::Write>(writer: &mut Writer<W>, language: &str, href: &str) -> io::Result<()> {
    writer
        .create_element("xhtml:link")
        .with_attribute(("rel", "alternate"))
        .with_attribute(("hreflang", language))
        .with_attribute(("href", href))
        .write_empty()
        .map(drop)
}

fn index_file(sitemaps: &[Listed], config: &SiteConfig) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let base = config.base_url.trim_end_matches('/');
    writer
        .create_element("sitemapindex")
        .with_attribute(("xmlns", NAMESPACE))
        .write_inner_content(|writer| {
            for sitemap in sitemaps {
                writer.create_element("sitemap").write_inner_content(|writer| {
                    text_element(writer, "loc", &format!("{base}/{}", sitemap.file))?;
                    match &sitemap.last_modified {
                        Some(time) => text_element(writer, "lastmod", time),
                        None => Ok(()),
                    }
                })?;
            }
            Ok(())
        })?;
    let mut xml = writer.into_inner();
    xml.push(b'\n');
    Ok(xml)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Subject;
    use vitrine_model::{ids::SiteHandle, locale::Locale, path::SitePath};

    fn page(number: usize) -> PlannedPage {
        let path = SitePath::parse(&format!("/p{number:03}")).unwrap();
        PlannedPage {
            file: path.file(),
            locale: LocaleIndex(0),
            kind: "content",
            subject: Subject::Screen("x"),
            alternates: Vec::new(),
            indexable: true,
            source: String::new(),
            last_modified: Some(if number == 1 {
                "2026-05-01".into()
            } else {
                "gisteren".into()
            }),
            list: None,
            path,
        }
    }

    fn files(bounds: Bounds) -> Vec<(String, String)> {
        let locales = Locales::new(vec![Locale {
            code: "nl".into(),
            iso: "nl-NL".into(),
            name: "Nederlands".into(),
            prefix: String::new(),
            commerce_language: None,
            content_site: SiteHandle::parse("nl").unwrap(),
        }])
        .unwrap();
        let plan = PlanIndex::of_pages((0..5).map(page).collect());
        let mut files = Vec::new();
        write_sitemaps(&plan, &locales, &SiteConfig::default(), bounds, |file, xml| {
            files.push((file.to_owned(), String::from_utf8(xml.to_vec()).unwrap()));
            Ok(())
        })
        .unwrap();
        files
    }

    /// R-ROUTE-13: files are split at the protocol's limits of URLs and bytes; an invalid last change is left out.
    #[test]
    fn r_route_13_large_sitemaps_are_split() {
        let names = |bounds| files(bounds).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        let index = ["sitemap.xml", "index-sitemap.xml"];
        let split = ["nl-NL-sitemap.xml", "nl-NL-sitemap-2.xml", "nl-NL-sitemap-3.xml"];
        assert_eq!(names(PROTOCOL), [&split[..1], &index].concat());
        assert_eq!(names(Bounds { urls: 2, bytes: 50_000 }), [&split[..], &index].concat());
        let small = Bounds {
            urls: 50_000,
            bytes: 400,
        };
        let by_size = files(small);
        assert!(by_size.len() > 3 && by_size[..by_size.len() - 2].iter().all(|(_, xml)| xml.len() <= 400));
        let all: usize = by_size.iter().map(|(_, xml)| xml.matches("<url>").count()).sum();
        assert_eq!(all, 5);
        let (_, first) = files(PROTOCOL).remove(0);
        assert!(first.contains("<lastmod>2026-05-01</lastmod>") && !first.contains("gisteren"));
        assert_eq!((PROTOCOL.urls, PROTOCOL.bytes), (50_000, 50_000_000));
    }
}
