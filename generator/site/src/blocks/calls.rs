//! `newsletter_cta`, `appointment_cta` and `catalogues_cta`: a text and one action.
//!
//! The action links to the page with the form; without such a page it is a `mailto:` link to the shop. A block without
//! text or action is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    content::{
        AppointmentCtaBlock, Background, Block, CataloguesCtaBlock, CtaVariant, Entry, EntryFields, EntryKind,
        NewsletterCtaBlock, NewsletterVariant,
    },
    globals::Globals,
    ids::FormHandle,
};

use super::cta::{CtaView, SHAPE, SIZES};
use super::downloads::extension;
use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        self,
        entry_card::{self, CardLook, EntryCardView},
        entry_face,
        form::{
            line,
            page::{self, CATALOGUE_REQUEST, CATALOGUES},
        },
        links::{self, ButtonView, HeadingView, LinkView},
        outline::Outline,
    },
};

/// A `mailto:` link to the shop; `None` if it has no e-mail address.
fn letter(cx: &ViewContext<'_>, label: String, subject: &str) -> Option<ButtonView> {
    let globals = cx.reader.globals(cx.locale)?;
    Some(ButtonView {
        label,
        href: links::mail_href(globals.site.email.as_deref()?, subject)?,
        new_tab: false,
        style: "link",
    })
}

/// The first page with a block for the form: the block's own, that of the globals, or the usual one.
fn form_page(
    cx: &ViewContext<'_>,
    own: Option<&FormHandle>,
    global: fn(&Globals) -> Option<&FormHandle>,
    usual: &str,
) -> Option<String> {
    let usual = FormHandle::parse(usual).ok();
    let of_globals = cx.reader.globals(cx.locale).and_then(global);
    let form = own.or(of_globals).or(usual.as_ref())?;
    page::page(cx, form)
}

fn to_page(label: String, href: String) -> ButtonView {
    ButtonView {
        label,
        href,
        new_tab: false,
        style: "link",
    }
}

/// The form in one line, if it needs no more; otherwise a link to its page, or a letter.
pub(super) fn newsletter(
    cx: &ViewContext<'_>,
    (id, of, block): (&str, &Block, &NewsletterCtaBlock),
    outline: &mut Outline,
) -> Option<Value> {
    // In a dark section the red asterisk could not be seen.
    let is_light = of.options.background != Background::Dark;
    let line = line::newsletter(cx, block.form.as_ref(), id).filter(|_| is_light);
    let page = form_page(
        cx,
        block.form.as_ref(),
        |globals| globals.newsletter.form.as_ref(),
        line::NEWSLETTER,
    );
    let way = match page {
        _ if line.is_some() => None,
        Some(href) => Some(to_page(cx.t("content.newsletter_sign_up", &[]), href)),
        None => {
            let subject = cx.t("content.newsletter_subject", &[]);
            Some(letter(cx, cx.t("content.newsletter_by_mail", &[]), &subject)?)
        }
    };
    let found = CtaView {
        heading: links::heading(&block.heading, outline),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
        lines: Vec::new(),
        variant: match block.variant {
            NewsletterVariant::Bar => CtaVariant::Plain.word(),
            NewsletterVariant::Card => "card",
            NewsletterVariant::Split => CtaVariant::Split.word(),
        },
        buttons: way.into_iter().collect(),
        line,
    };
    (found.heading.is_some() || found.text.is_some()).then(|| view::value(found))
}

pub(super) fn appointment(cx: &ViewContext<'_>, block: &AppointmentCtaBlock, outline: &mut Outline) -> Option<Value> {
    let showroom = block.showroom.as_ref().and_then(|id| cx.reader.entry_in(id, cx.locale));
    let mut lines: Vec<LinkView> = Vec::new();
    if let Some(entry) = showroom {
        lines.push(LinkView::to(entry.title.clone(), cx.entry_href(&entry.id)));
        if let EntryFields::Showroom(fields) = &entry.fields {
            lines.extend(fields.address.lines().into_iter().map(LinkView::text));
            lines.extend(entry_face::hours(cx, &fields.hours).into_iter().map(LinkView::text));
        }
    }
    let mut buttons = links::buttons(cx, &block.buttons);
    if buttons.is_empty() {
        let page = form_page(
            cx,
            None,
            |globals| globals.appointment.form.as_ref(),
            "showroom_appointment",
        );
        buttons.extend(page.map(|href| to_page(cx.t("content.appointment_make", &[]), href)));
    }
    let found = CtaView {
        heading: links::heading(&block.heading, outline),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
        lines,
        variant: CtaVariant::Plain.word(),
        buttons,
        line: None,
    };
    found.shows_anything().then(|| view::value(found))
}

#[derive(Serialize)]
struct CataloguesView {
    heading: Option<HeadingView>,
    text: Option<Value>,
    image: Option<ImageView>,
    item_level: u8,
    catalogues: Vec<CatalogueView>,
    buttons: Vec<ButtonView>,
}

#[derive(Serialize)]
struct CatalogueView {
    card: EntryCardView,
    /// The file, with its kind in the label.
    download: Option<LinkView>,
    /// The page for requesting a printed copy.
    request: Option<LinkView>,
}

const COVER: CardLook = CardLook {
    shape: (4, 5),
    sizes: "(width >= 1024px) 24vw, 48vw",
    logo: false,
    text: false,
    hours: false,
};

/// Catalogues to download, or to request by post (R-CMS-08); not shown without either.
pub(super) fn catalogues(cx: &ViewContext<'_>, block: &CataloguesCtaBlock, outline: &mut Outline) -> Option<Value> {
    let all = cx.reader.entries_of(EntryKind::Catalogue, cx.locale);
    let ids = if block.catalogues.is_empty() {
        all
    } else {
        block.catalogues.as_slice()
    };
    let subject = cx.t("content.catalogues_subject", &[]);
    let page = form_page(cx, block.form.as_ref(), |_| None, CATALOGUE_REQUEST);
    let by_mail = letter(cx, cx.t("content.catalogues_by_mail", &[]), &subject);
    let request = |entry: &Entry| match &page {
        Some(page) => Some(chosen_on(page, entry)),
        None => by_mail.as_ref().map(|way| way.href.clone()),
    };
    let entries = ids.iter().filter_map(|id| cx.reader.entry_in(id, cx.locale));
    let catalogues: Vec<CatalogueView> = entries
        .filter_map(|entry| catalogue(cx, entry, request(entry)))
        .collect();
    if catalogues.is_empty() {
        return None;
    }
    let mut buttons = links::buttons(cx, &block.buttons);
    if catalogues.iter().any(|catalogue| catalogue.request.is_some()) {
        buttons.extend(match page {
            Some(href) => Some(to_page(cx.t("content.catalogues_request", &[]), href)),
            None => by_mail,
        });
    }
    Some(view::value(CataloguesView {
        heading: links::heading(&block.heading, outline),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
        item_level: outline.items(),
        catalogues,
        buttons,
    }))
}

/// The page of the form, which its island fills with this catalogue: the keys of the option are the slugs.
fn chosen_on(page: &str, entry: &Entry) -> String {
    format!("{page}?{CATALOGUES}={}#form-{CATALOGUE_REQUEST}", entry.slug)
}

/// A catalogue that can be downloaded or requested.
fn catalogue(cx: &ViewContext<'_>, entry: &Entry, request: Option<String>) -> Option<CatalogueView> {
    let EntryFields::Catalogue(fields) = &entry.fields else {
        return None;
    };
    let file = fields.file.as_deref().and_then(links::web_url);
    let request = request.filter(|_| fields.orderable);
    if file.is_none() && request.is_none() {
        return None;
    }
    let download = file.map(|url| {
        let label = match extension(&url) {
            Some(kind) => cx.t("content.download_kind", &[("kind", &kind)]),
            None => cx.t("content.download", &[]),
        };
        LinkView::to(label, Some(url))
    });
    Some(CatalogueView {
        card: EntryCardView {
            href: None,
            ..entry_card::card(cx, entry, COVER)
        },
        download,
        request: request.map(|href| LinkView::to(cx.t("content.request", &[]), Some(href))),
    })
}
