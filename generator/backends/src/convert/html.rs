//! Converts HTML of either backend to rich text, with a finding for everything that a page does not show (R-CMS-04).
//!
//! **Invariant:** an image has an absolute URL and a size, its own or that of its asset; one without is reported and
//! left out. Allowed hosts are checked when pages are made.

use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    media::{FocalPoint, Image, web_address},
    rich_text::{PictureTag, RichText},
};

use super::{findings::Findings, input::Input};

/// The HTML of one record.
pub(crate) struct Html<'a> {
    pub(crate) input: &'a Input<'a>,
    pub(crate) findings: &'a Findings,
    /// The record.
    pub(crate) place: &'a Place,
    /// The base URL of root-relative URLs.
    pub(crate) origin: &'a str,
}

impl Html<'_> {
    /// Reads the HTML of a field; headings as in [`RichText::from_html`].
    pub(crate) fn read(&self, html: &str, field: &str, top_heading: u8) -> RichText {
        if let Some(excess) = RichText::excess(html) {
            self.findings.excess(self.place, field, excess);
        }
        self.report_frames(html, field);
        self.report_left_out(html, field);
        self.report_links_nowhere(html, field);
        RichText::read(
            html,
            top_heading,
            |href| self.input.target(href),
            |tag| self.picture(tag, field),
        )
    }

    /// Whether nothing in HTML is reported but links that are refused, and it has no picture (`<img>` or `<image>`).
    pub(crate) fn is_plain(html: &str) -> bool {
        !html.to_ascii_lowercase().contains("<im")
            && RichText::excess(html).is_none()
            && RichText::frames(html).is_empty()
            && RichText::left_out(html).is_empty()
            && RichText::links_nowhere(html).is_empty()
    }

    /// The hrefs in HTML that are not valid link targets; their links are printed as text.
    pub(crate) fn refused_links(&self, html: &str) -> Vec<String> {
        RichText::refused_links(html, |href| self.input.target(href))
    }

    fn report_links_nowhere(&self, html: &str, field: &str) {
        for words in RichText::links_nowhere(html) {
            self.findings.link_nowhere(self.at(field), &words);
        }
    }

    fn at(&self, field: &str) -> Place {
        Place {
            field: Some(field.to_owned()),
            ..self.place.clone()
        }
    }

    fn report_frames(&self, html: &str, field: &str) {
        for address in RichText::frames(html) {
            let shown = match address {
                Some(url) => format!("the page links to {url} instead"),
                None => "it has no https address, so that it is left out".to_owned(),
            };
            let message = format!(
                "a frame in {field} of {} {} is not put into the page; {shown}",
                self.place.kind, self.place.id
            );
            self.findings.push(
                Diagnostic::warning("embed-not-shown", message, self.at(field))
                    .hint("Pages load nothing from other hosts. Use a block of the shop, such as video or cards."),
            );
        }
    }

    fn report_left_out(&self, html: &str, field: &str) {
        let names = RichText::left_out(html);
        if names.is_empty() {
            return;
        }
        let message = format!(
            "the text {field} of {} {} holds what pages do not show, which is left out: <{}>",
            self.place.kind,
            self.place.id,
            names.join(">, <")
        );
        self.findings.push(
            Diagnostic::warning("element-not-shown", message, self.at(field))
                .hint("Write it as text, pictures and links, or use a block of the shop."),
        );
    }

    fn picture(&self, tag: &PictureTag, field: &str) -> Option<Image> {
        let found = self.found(tag);
        if let Err(reason) = &found {
            let shown: String = tag.src.chars().take(100).collect();
            self.findings
                .shape(self.place, field, &format!("the picture {shown:?} in it {reason}"));
        }
        found.ok()
    }

    /// The image, or why it is left out.
    fn found(&self, tag: &PictureTag) -> Result<Image, &'static str> {
        let origin = self.origin.trim_end_matches('/');
        let absolute = match tag.src.strip_prefix("//") {
            Some(rest) => format!("https://{rest}"),
            None if tag.src.starts_with('/') => format!("{origin}{}", tag.src),
            None => tag.src.clone(),
        };
        let url = web_address(&absolute).ok_or("has no https address")?;
        let asset = self.input.assets.with_address(&url);
        let size = asset.and_then(|asset| asset.width.zip(asset.height));
        let (width, height) = size
            .or(tag.width.zip(tag.height))
            .ok_or("has no width and height, and is no asset that was pulled; give it both")?;
        let locale = self.place.locale.as_deref();
        let of_locale = asset.and_then(|asset| asset.alts.get(locale?)).cloned();
        let own = tag.alt.clone().filter(|alt| !alt.trim().is_empty());
        Ok(Image {
            url,
            width: Some(width),
            height: Some(height),
            focus: asset.map_or_else(FocalPoint::default, |asset| asset.focus),
            alt: own
                .or(of_locale)
                .or_else(|| asset?.alt.clone())
                .or_else(|| tag.alt.clone()),
            thumbnails: Vec::new(),
            shows: Vec::new(),
        })
    }
}
