//! The sections below the main part: documents, questions, care, parts, bundle items, safety, and other products of the
//! brand.
//!
//! A product number that is not for sale is shown as text; an href from the backend is used only if it is a web or
//! e-mail address.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    ids::ProductNumber,
    product::{Download, GpsrContact},
    rich_text::RichText,
};

use super::{
    alike::Alike,
    showrooms::{self, ShowroomView},
    stories::{self, RelatedView},
};
use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        energy::{self, EnergyView},
        facts,
        links::{self, LinkView},
        maker_guarantee::{self, MakerGuaranteeView},
        price::CardPrice,
        product_card, properties, returns,
    },
};

/// The sections below the description.
#[derive(Debug, Serialize)]
pub(super) struct DetailsView {
    downloads: Vec<DownloadView>,
    questions: Vec<QuestionView>,
    parts: Vec<LineView>,
    bundle: Vec<LineView>,
}

/// The collapsible notes next to the images that help to decide.
#[derive(Debug, Serialize)]
pub(super) struct ServiceView {
    delivery: DeliveryView,
    returns: ReturnsView,
    showrooms: Vec<ShowroomView>,
}

/// Care and safety, below the facts.
#[derive(Debug, Serialize)]
pub(super) struct NotesView {
    /// Whether it is an electrical appliance, whose waste is collected separately (law §8).
    electrical: bool,
    /// The maker's guarantee of durability.
    guarantee: Option<MakerGuaranteeView>,
    maintenance: Option<Value>,
    warnings: Vec<Value>,
    safety: Option<SafetyView>,
}

#[derive(Debug, Serialize)]
struct DeliveryView {
    text: Option<Value>,
}

/// The conditions of returns.
#[derive(Debug, Serialize)]
struct ReturnsView {
    /// Why it cannot be returned.
    excluded: Option<String>,
    /// `14 days`
    days: Option<String>,
    /// The sentences, if the shop's terms are known.
    sentences: Vec<String>,
    /// Link to the page about returns.
    more: Option<LinkView>,
}

#[derive(Debug, Serialize)]
struct DownloadView {
    label: String,
    href: String,
    /// `Assembly, 120 kB`
    note: String,
}

#[derive(Debug, Serialize)]
struct QuestionView {
    question: String,
    answer: Value,
}

/// A product on one line.
#[derive(Debug, Serialize)]
struct LineView {
    /// Number of pieces, in bundles.
    quantity: Option<u32>,
    name: String,
    /// Product number, if the name is not the number.
    number: Option<String>,
    href: Option<String>,
    price: Option<String>,
    /// `variant` or `family`: what the price is that of.
    price_of: &'static str,
    /// The arrow of a light source that is listed with its price (law §6).
    energy: Option<EnergyView>,
    image: Option<ImageView>,
}

#[derive(Debug, Serialize)]
struct SafetyView {
    name: String,
    lines: Vec<String>,
    contact: Option<ContactView>,
}

#[derive(Debug, Serialize)]
struct ContactView {
    label: String,
    href: Option<String>,
}

const MAX_RELATED: usize = 4;

/// The sections below the description.
pub(super) fn view(cx: &ViewContext<'_>, alike: &Alike) -> DetailsView {
    DetailsView {
        downloads: alike.downloads.iter().filter_map(|d| download(cx, d)).collect(),
        questions: alike
            .faq
            .iter()
            .map(|question| QuestionView {
                question: question.question.clone(),
                answer: cx.rich_text(&question.answer),
            })
            .collect(),
        parts: alike.parts.iter().map(|number| line(cx, number, None)).collect(),
        bundle: alike
            .bundle
            .iter()
            .map(|item| line(cx, &item.number, Some(item.quantity)))
            .collect(),
    }
}

/// Delivery, returns and showrooms.
pub(super) fn service(cx: &ViewContext<'_>, alike: &Alike) -> ServiceView {
    ServiceView {
        delivery: delivery(cx),
        returns: returns_view(cx, alike),
        showrooms: showrooms::view(cx, alike.brand.as_ref()),
    }
}

/// Care and safety; `None` without either.
pub(super) fn notes(cx: &ViewContext<'_>, alike: &Alike) -> Option<NotesView> {
    let rich = |text: &RichText| (!text.is_empty()).then(|| cx.rich_text(text));
    let brand = alike.brand.as_ref().and_then(|id| cx.reader.brand(id));
    let notes = NotesView {
        electrical: alike.electrical,
        guarantee: alike.guarantee.as_ref().map(|own| maker_guarantee::view(cx, own)),
        maintenance: alike.maintenance.as_ref().and_then(rich),
        warnings: alike.warnings.iter().filter_map(rich).collect(),
        safety: brand.and_then(|brand| brand.gpsr.as_ref()).map(safety),
    };
    let any = notes.electrical
        || notes.guarantee.is_some()
        || notes.maintenance.is_some()
        || !notes.warnings.is_empty()
        || notes.safety.is_some();
    any.then_some(notes)
}

/// The sentences for missing questions and care (R-PDP-06).
pub(super) fn empty(cx: &ViewContext<'_>, alike: &Alike) -> Vec<String> {
    let care = alike.maintenance.as_ref().is_some_and(|text| !text.is_empty());
    let questions = alike.faq.is_empty().then(|| cx.t("product.no_questions", &[]));
    let care = (!care).then(|| cx.t("product.no_maintenance", &[]));
    questions.into_iter().chain(care).collect()
}

/// The terms of the configuration (`[offers.returns]`), which are also in the structured data.
fn returns_view(cx: &ViewContext<'_>, alike: &Alike) -> ReturnsView {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
    let href = site.and_then(|site| cx.entry_href(site.withdrawal_page.as_ref()?));
    let more = href.map(|href| LinkView::to(cx.t("product.returns_more", &[]), Some(href)));
    let terms = cx.config.offers.returns.as_ref();
    let terms = terms.filter(|_| alike.withdrawal_excluded.is_none());
    let days = terms.map(|terms| terms.days.to_string());
    let paid_by = terms.and(alike.way_back).map(|way| returns::sentence(cx, way));
    let within = days
        .as_ref()
        .map(|days| cx.t("product.returns_days", &[("days", days)]));
    ReturnsView {
        excluded: alike.withdrawal_excluded.clone(),
        days: days
            .as_ref()
            .map(|days| cx.t("product.returns_short", &[("days", days)])),
        sentences: within.into_iter().chain(paid_by).collect(),
        more,
    }
}

/// The shop's delivery information, the same for all products.
fn delivery(cx: &ViewContext<'_>) -> DeliveryView {
    let text = cx.reader.globals(cx.locale).map(|globals| &globals.shop.delivery_text);
    DeliveryView {
        text: text.filter(|text| !text.is_empty()).map(|text| cx.rich_text(text)),
    }
}

fn download(cx: &ViewContext<'_>, download: &Download) -> Option<DownloadView> {
    let kind = match download.kind.as_str() {
        "assembly" => cx.t("product.download_assembly", &[]),
        "datasheet" => cx.t("product.download_datasheet", &[]),
        "care" => cx.t("product.download_care", &[]),
        "cad" => cx.t("product.download_cad", &[]),
        _ => cx.t("product.download_other", &[]),
    };
    Some(DownloadView {
        label: download.label.clone(),
        href: links::web_url(&download.url)?,
        note: match download.bytes {
            Some(bytes) => format!("{kind}, {}", facts::file_size(cx, bytes)),
            None => kind,
        },
    })
}

fn line(cx: &ViewContext<'_>, number: &ProductNumber, quantity: Option<u32>) -> LineView {
    // A part with several variants is shown by its family, and the link leads to the first variant.
    let of_family = || {
        let products = cx.reader.products_of_number(number);
        cx.reader.product(products.first()?)
    };
    let product = cx.reader.product_by_number(number).or_else(of_family);
    let image = product.and_then(|p| product_card::pictures(cx, p).next());
    let is_variant = product.is_some_and(|p| p.number == *number);
    LineView {
        quantity,
        name: product.map_or_else(|| number.to_string(), |p| product_card::name(cx, p)),
        number: product.is_some().then(|| number.to_string()),
        href: product.map(|p| cx.product_href(&p.id)),
        price: product.map(|p| match is_variant {
            true => cx.format.money(p.first_price().unit),
            false => cx.shared::<CardPrice>(p.family_or_own_id()).amount.clone(),
        }),
        price_of: if is_variant { "variant" } else { "family" },
        energy: product
            .filter(|_| quantity.is_none())
            .and_then(|product| energy::arrow(cx, product)),
        image: image.map(|image| {
            let mut view = cx.image_fixed(&image, 44, Some((4, 5)));
            view.alt = String::new();
            view
        }),
    }
}

fn safety(contact: &GpsrContact) -> SafetyView {
    let city = format!("{} {}", contact.postcode, contact.city);
    let lines = [contact.street.as_str(), city.trim(), contact.country.as_str()];
    let email = contact.email.trim();
    SafetyView {
        name: contact.name.clone(),
        lines: lines.into_iter().filter(|l| !l.is_empty()).map(str::to_owned).collect(),
        contact: (!email.is_empty()).then(|| ContactView {
            label: email.to_owned(),
            href: contact_href(email),
        }),
    }
}

/// An e-mail address or a web address as an href.
fn contact_href(text: &str) -> Option<String> {
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "@.-_+".contains(c));
    if plain && text.contains('@') {
        return Some(format!("mailto:{text}"));
    }
    links::web_url(text)
}

/// Other products of the brand, one card for each family, without those that the page already shows.
pub(super) fn related(cx: &ViewContext<'_>, alike: &Alike) -> Option<RelatedView> {
    let shown = stories::families_with_it(cx, alike);
    let brand = cx.reader.brand(alike.brand.as_ref()?)?;
    let cards = product_card::cards_of_brand(cx, &brand.id, &shown, MAX_RELATED);
    (!cards.is_empty()).then(|| RelatedView {
        title: cx.t(
            "product.more_of_brand",
            &[("brand", &properties::name_in(cx, &brand.names))],
        ),
        cards,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn safety_contacts_become_links_only_where_they_are_addresses() {
        assert_eq!(
            contact_href("info@kante.example").as_deref(),
            Some("mailto:info@kante.example")
        );
        assert_eq!(
            contact_href("https://kante.example/contact").as_deref(),
            Some("https://kante.example/contact")
        );
        for bad in ["javascript:alert(1)", "info@kante.example?bcc=x", "kante"] {
            assert_eq!(contact_href(bad), None, "{bad:?}");
        }
    }
}
