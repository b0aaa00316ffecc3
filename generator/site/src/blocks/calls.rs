//! `newsletter_cta`, `appointment_cta` and `catalogues_cta`: a text and one action.
//!
//! Without a form page the action is an e-mail link; a block without text or action is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{
    AppointmentCtaBlock, CataloguesCtaBlock, Entry, EntryFields, EntryKind, NewsletterCtaBlock,
};

use super::cta::{CtaView, SHAPE, SIZES};
use crate::{
    context::ViewContext,
    view::{
        self,
        entry_card::{self, CardLook, EntryCardView},
        entry_face,
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

pub(super) fn newsletter(cx: &ViewContext<'_>, block: &NewsletterCtaBlock, outline: &mut Outline) -> Option<Value> {
    let subject = cx.t("content.newsletter_subject", &[]);
    let way = letter(cx, cx.t("content.newsletter_by_mail", &[]), &subject)?;
    let found = CtaView {
        heading: links::heading(&block.heading, outline),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
        lines: Vec::new(),
        buttons: vec![way],
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
    let found = CtaView {
        heading: links::heading(&block.heading, outline),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
        lines,
        buttons: links::buttons(cx, &block.buttons),
    };
    found.shows_anything().then(|| view::value(found))
}

#[derive(Serialize)]
struct CataloguesView {
    heading: Option<HeadingView>,
    text: Option<Value>,
    item_level: u8,
    cards: Vec<EntryCardView>,
    buttons: Vec<ButtonView>,
}

const COVER: CardLook = CardLook {
    shape: (4, 5),
    sizes: "(width >= 1024px) 24vw, 48vw",
    logo: false,
    text: false,
    hours: false,
};

/// Catalogues to open, or to request by e-mail (R-CMS-08); not shown without either.
pub(super) fn catalogues(cx: &ViewContext<'_>, block: &CataloguesCtaBlock, outline: &mut Outline) -> Option<Value> {
    let all = cx.reader.entries_of(EntryKind::Catalogue, cx.locale);
    let ids = if block.catalogues.is_empty() {
        all
    } else {
        block.catalogues.as_slice()
    };
    let entries = ids.iter().filter_map(|id| cx.reader.entry_in(id, cx.locale));
    let (cards, orderable): (Vec<EntryCardView>, Vec<bool>) = entries.filter_map(|entry| catalogue(cx, entry)).unzip();
    if cards.is_empty() {
        return None;
    }
    let mut buttons = links::buttons(cx, &block.buttons);
    if orderable.contains(&true) {
        let subject = cx.t("content.catalogues_subject", &[]);
        buttons.extend(letter(cx, cx.t("content.catalogues_by_mail", &[]), &subject));
    }
    Some(view::value(CataloguesView {
        heading: links::heading(&block.heading, outline),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        item_level: outline.items(),
        cards,
        buttons,
    }))
}

/// The card of an available catalogue, and whether it can be sent by post.
fn catalogue(cx: &ViewContext<'_>, entry: &Entry) -> Option<(EntryCardView, bool)> {
    let EntryFields::Catalogue(fields) = &entry.fields else {
        return None;
    };
    let file = fields.file.as_deref().and_then(links::web_url);
    if file.is_none() && !fields.orderable {
        return None;
    }
    let card = EntryCardView {
        href: file,
        ..entry_card::card(cx, entry, COVER)
    };
    Some((card, fields.orderable))
}
