//! Builds the views of header and footer.
//!
//! **Invariant:** they depend only on the locale; values that differ by page are slots. Every link leads to an existing
//! page.

use minijinja::Value;
use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::{
    globals::{Globals, SiteGlobals, SocialChannel},
    ids::FormHandle,
    media::Image,
};

use super::{
    link_pictures::{self, LinkPictures},
    navigation::{self, NavigationView},
};
use crate::{
    context::ViewContext,
    image::ImageView,
    page::{PlannedPage, Tone},
    routes::name,
    view::{
        self, ViewError,
        form::line::{self, LineView},
        guarantee,
        links::{self, LinkView},
    },
};

/// Platforms for which the templates have an icon.
const MARKS: [&str; 6] = ["instagram", "pinterest", "facebook", "linkedin", "youtube", "tiktok"];

#[derive(Serialize)]
struct HeaderView {
    site_name: String,
    /// Logo with dark text.
    logo: Option<ImageView>,
    /// Logo with light text, for a header over a dark hero.
    logo_light: Option<ImageView>,
    announcement: Option<LinkView>,
    main: Vec<NavigationView>,
    /// The picture file of the links in the panels.
    link_pictures: Option<String>,
    top: Vec<NavigationView>,
    phone: Option<LinkView>,
    showrooms_href: Option<String>,
    /// `None` if there is no such screen.
    search_href: Option<String>,
    /// `None` if there is no such screen.
    login_href: Option<String>,
    /// The target of the account link for a logged-in customer; `None` if there is no such screen (R-HEAD-01).
    account_href: Option<String>,
    /// Only if guests may order (R-HEAD-02).
    cart_href: Option<String>,
    /// `None` if there is no such screen.
    cart_count: Option<CartCountProps>,
    /// Query parameters that are kept when switching the language, separated by spaces (R-I18N-04).
    kept_query: String,
}

/// The props of the island `cart-count`: the count in the header, and the panel that its link opens (R-HEAD-06).
#[derive(Serialize, ToSchema)]
pub struct CartCountProps {
    /// Whether a visitor who is not logged in may order here; otherwise there is no link until the session allows it
    /// (R-HEAD-02).
    ordering_allowed: bool,
    /// The path of the cart.
    cart_path: String,
    /// The label of the cart link.
    label: String,
    /// The URL template of the image CDN, with `{url}`, `{width}`, `{height}` and `{quality}`.
    image_template: String,
}

#[derive(Serialize)]
struct FooterView {
    site_name: String,
    logo: Option<ImageView>,
    address: Vec<String>,
    phone: Option<LinkView>,
    email: Option<LinkView>,
    /// The opening hours, as a sentence.
    opening_note: Option<String>,
    service_hours: Option<String>,
    newsletter: Option<NewsletterView>,
    /// Delivery, returns, guarantee and payment, as written by the editors.
    promises: Vec<LinkView>,
    groups: Vec<NavigationView>,
    colophon: Vec<NavigationView>,
    /// The page about the legal guarantee (law §5).
    guarantee: Option<LinkView>,
    /// The link to the withdrawal function, which every page has with this label (law §4a).
    withdrawal: Option<LinkView>,
    socials: Vec<SocialView>,
    /// Company name, chamber of commerce and VAT number.
    legal: Vec<String>,
}

/// The newsletter, with its sign-up link.
#[derive(Serialize)]
struct NewsletterView {
    title: String,
    text: Option<String>,
    /// The form in one line.
    line: Option<LineView>,
    /// The way to sign up where the form needs more.
    link: Option<LinkView>,
}

/// Header and footer of the layout `simple`.
#[derive(Serialize)]
struct SimpleView {
    site_name: String,
    logo: Option<ImageView>,
    /// Always `None`: this header is never over a picture.
    logo_light: Option<ImageView>,
    phone: Option<LinkView>,
    service_hours: Option<String>,
    colophon: Vec<NavigationView>,
    /// The page about the legal guarantee.
    guarantee: Option<LinkView>,
    /// The withdrawal function.
    withdrawal: Option<LinkView>,
    legal: Vec<String>,
}

/// A social channel of the shop.
#[derive(Serialize)]
struct SocialView {
    label: String,
    href: String,
    /// The platform's icon, if there is one; otherwise the name is shown.
    mark: Option<&'static str>,
}

/// Values of `components/header.html`.
pub fn header(cx: &ViewContext<'_>, tone: Tone) -> Result<Value, ViewError> {
    let globals = cx.reader.globals(cx.locale);
    let site = globals.map(|globals| &globals.site);
    let announcement = site.and_then(|s| s.announcement.as_ref()).map(|line| {
        let href = links::href(cx, line.link.as_ref());
        LinkView::to(line.text.clone(), href)
    });
    let (main, pictures) = main(cx);
    Ok(view::value(HeaderView {
        site_name: site_name(globals),
        logo: site.and_then(|s| s.logo.as_ref()).map(|image| logo(cx, image)),
        logo_light: site
            .and_then(|s| s.logo_light.as_ref())
            .filter(|_| tone == Tone::Dark)
            .map(|image| logo(cx, image)),
        announcement: announcement.filter(|line| !line.label.is_empty()),
        main,
        link_pictures: pictures.map(|pictures| format!("/{}", pictures.file)),
        top: navigation::views(cx, &cx.config.navigations.top),
        phone: site.and_then(links::shop_phone),
        showrooms_href: site.and_then(|s| cx.entry_href(s.showroom_page.as_ref()?)),
        search_href: cx.route_href(name::SEARCH),
        login_href: cx.route_href(name::LOGIN),
        account_href: cx.route_href(name::ACCOUNT),
        kept_query: cx.config.seo.canonical_query.join(" "),
        cart_href: cx.ordering_allowed().then(|| cx.route_href(name::CART)).flatten(),
        cart_count: cx.route_href(name::CART).map(|cart_path| CartCountProps {
            ordering_allowed: cx.ordering_allowed(),
            cart_path,
            label: cx.t("common.cart", &[]),
            image_template: cx.config.image_template_of_islands(),
        }),
    }))
}

/// The pictures of the links in the header's panels.
pub fn link_pictures(cx: &ViewContext<'_>) -> Option<LinkPictures> {
    main(cx).1
}

/// The main navigation, and the pictures of its links.
fn main(cx: &ViewContext<'_>) -> (Vec<NavigationView>, Option<LinkPictures>) {
    let views = navigation::views(cx, &cx.config.navigations.main);
    let locale = cx.locale().map_or("", |locale| locale.code.as_str());
    let pictures = link_pictures::of(&views, locale);
    (views, pictures)
}

/// Values of `components/footer.html`.
pub fn footer(cx: &ViewContext<'_>) -> Result<Value, ViewError> {
    let globals = cx.reader.globals(cx.locale);
    let site = globals.map(|globals| &globals.site);
    let socials = globals.map_or_else(Vec::new, |globals| globals.socials.iter().filter_map(social).collect());
    Ok(view::value(FooterView {
        site_name: site_name(globals),
        logo: site.and_then(|s| s.logo.as_ref()).map(|image| logo(cx, image)),
        address: site.map_or_else(Vec::new, |s| s.address.clone()),
        phone: site.and_then(links::shop_phone),
        email: site.and_then(links::shop_email),
        opening_note: site.and_then(|s| s.opening_note.clone()),
        service_hours: site.and_then(|s| s.service_hours.clone()),
        newsletter: globals.and_then(|globals| newsletter(cx, globals)),
        promises: site.map_or_else(Vec::new, |site| links::promises(cx, &site.usps)),
        groups: navigation::views(cx, &cx.config.navigations.footer),
        colophon: navigation::views(cx, &cx.config.navigations.colophon),
        guarantee: guarantee::link(cx),
        withdrawal: withdrawal(cx),
        socials,
        legal: site.map_or_else(Vec::new, |site| legal(cx, site)),
    }))
}

/// The form in one line; a form that needs more is a link to its page, and one without a page a `mailto:` link to the
/// shop. `None` without a title or a way.
fn newsletter(cx: &ViewContext<'_>, globals: &Globals) -> Option<NewsletterView> {
    let title = globals
        .newsletter
        .title
        .clone()
        .filter(|title| !title.trim().is_empty())?;
    let line = line::newsletter(cx, None, "footer");
    let link = if line.is_some() {
        None
    } else {
        Some(newsletter_link(cx, globals)?)
    };
    Some(NewsletterView {
        title,
        text: globals.newsletter.text.clone(),
        line,
        link,
    })
}

fn newsletter_link(cx: &ViewContext<'_>, globals: &Globals) -> Option<LinkView> {
    let own = globals.newsletter.form.clone();
    let form = own.or_else(|| FormHandle::parse(line::NEWSLETTER).ok())?;
    let pages = cx.reader.pages_with_form(&form, cx.locale);
    if let Some(href) = pages.iter().find_map(|id| cx.entry_href(id)) {
        return Some(LinkView::to(cx.t("content.newsletter_sign_up", &[]), Some(href)));
    }
    let subject = cx.t("content.newsletter_subject", &[]);
    let href = links::mail_href(globals.site.email.as_deref()?, &subject)?;
    Some(LinkView::to(cx.t("content.newsletter_by_mail", &[]), Some(href)))
}

/// Values of `layouts/simple.html`, built once for each locale.
pub fn simple(cx: &ViewContext<'_>) -> Result<Value, ViewError> {
    Ok(view::value(simple_view(cx)))
}

fn simple_view(cx: &ViewContext<'_>) -> SimpleView {
    let globals = cx.reader.globals(cx.locale);
    let site = globals.map(|globals| &globals.site);
    SimpleView {
        site_name: site_name(globals),
        logo: site.and_then(|s| s.logo.as_ref()).map(|image| logo(cx, image)),
        logo_light: None,
        phone: site.and_then(links::shop_phone),
        service_hours: site.and_then(|s| s.service_hours.clone()),
        colophon: navigation::views(cx, &cx.config.navigations.colophon),
        guarantee: guarantee::link(cx),
        withdrawal: withdrawal(cx),
        legal: site.map_or_else(Vec::new, |site| legal(cx, site)),
    }
}

/// Whether the page's hero needs the light logo, according to the navigation page that leads to it (R-HEAD-01).
pub(crate) fn wants_light_logo(cx: &ViewContext<'_>, page: &PlannedPage) -> bool {
    let navigation = &cx.config.navigations.main;
    cx.reader.wants_light_logo(navigation, cx.locale, &page.path)
}

fn logo(cx: &ViewContext<'_>, image: &Image) -> ImageView {
    cx.logo(image, 160)
}

fn social(channel: &SocialChannel) -> Option<SocialView> {
    Some(SocialView {
        label: channel.label.clone(),
        href: links::web_url(&channel.url)?,
        mark: MARKS.into_iter().find(|mark| *mark == channel.platform),
    })
}

fn withdrawal(cx: &ViewContext<'_>) -> Option<LinkView> {
    let href = cx.route_href(name::WITHDRAWAL)?;
    Some(LinkView::to(cx.t("withdrawal.title", &[]), Some(href)))
}

fn site_name(globals: Option<&Globals>) -> String {
    globals.map_or_else(String::new, |globals| globals.site.name.clone())
}

fn legal(cx: &ViewContext<'_>, site: &SiteGlobals) -> Vec<String> {
    let mut words: Vec<String> = site.legal_name.iter().cloned().collect();
    if let Some(number) = &site.kvk_number {
        words.push(cx.t("common.kvk_number", &[("number", number)]));
    }
    if let Some(number) = &site.vat_number {
        words.push(cx.t("common.vat_number", &[("number", number)]));
    }
    words
}
