//! Header and footer as view values; they are rendered once a locale and tone, not once a page.
//!
//! **Invariant:** depends on the locale alone; what differs by page is a slot. Every link in it leads to a page that exists.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    globals::{Globals, SiteGlobals},
    media::Image,
    navigation::NavigationPage,
};

use crate::{
    context::{ImageView, ViewContext},
    page::Tone,
    pages::ViewError,
    routes::name,
    view::{
        self,
        links::{self, LinkView},
    },
};

/// Navigation deeper than this is not shown.
const DEEPEST: usize = 3;

#[derive(Serialize)]
struct HeaderView {
    site_name: String,
    /// Dark words.
    logo: Option<ImageView>,
    /// Light words, for a header over a dark hero.
    logo_light: Option<ImageView>,
    announcement: Option<LinkView>,
    main: Vec<NavigationView>,
    top: Vec<NavigationView>,
    /// Only where a guest may order (R-HEAD-02).
    cart_href: Option<String>,
}

#[derive(Serialize)]
struct FooterView {
    site_name: String,
    address: Vec<String>,
    phone: Option<LinkView>,
    email: Option<LinkView>,
    service_hours: Option<String>,
    groups: Vec<NavigationView>,
    colophon: Vec<NavigationView>,
    socials: Vec<LinkView>,
    /// Firm, chamber of commerce and VAT number.
    legal: Vec<String>,
}

/// A node of a navigation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct NavigationView {
    label: String,
    href: Option<String>,
    new_tab: bool,
    badge: Option<String>,
    pill: bool,
    call_to_action: Option<LinkView>,
    children: Vec<NavigationView>,
}

/// Values of `components/header.html`.
pub fn header(cx: &ViewContext<'_>, tone: Tone) -> Result<Value, ViewError> {
    let globals = cx.reader.globals(cx.locale);
    let site = globals.map(|globals| &globals.site);
    let logo = |image: &Image| cx.image_fixed(image, 160, None);
    let announcement = site.and_then(|s| s.announcement.as_ref()).map(|line| {
        let href = links::href(cx, line.link.as_ref());
        LinkView::to(line.text.clone(), href)
    });
    Ok(view::value(HeaderView {
        site_name: site_name(globals),
        logo: site.and_then(|s| s.logo.as_ref()).map(logo),
        logo_light: site
            .and_then(|s| s.logo_light.as_ref())
            .filter(|_| tone == Tone::Dark)
            .map(logo),
        announcement: announcement.filter(|line| !line.label.is_empty()),
        main: navigation(cx, &cx.config.navigations.main),
        top: navigation(cx, &cx.config.navigations.top),
        cart_href: cx.ordering_allowed().then(|| cx.route_href(name::CART)).flatten(),
    }))
}

/// Values of `components/footer.html`.
pub fn footer(cx: &ViewContext<'_>) -> Result<Value, ViewError> {
    let globals = cx.reader.globals(cx.locale);
    let site = globals.map(|globals| &globals.site);
    let socials = globals.map_or_else(Vec::new, |globals| {
        let channels = globals.socials.iter();
        channels
            .filter_map(|channel| Some(LinkView::to(channel.label.clone(), Some(links::web_url(&channel.url)?))))
            .collect()
    });
    Ok(view::value(FooterView {
        site_name: site_name(globals),
        address: site.map_or_else(Vec::new, |s| s.address.clone()),
        phone: site.and_then(phone),
        email: site.and_then(email),
        service_hours: site.and_then(|s| s.service_hours.clone()),
        groups: navigation(cx, &cx.config.navigations.footer),
        colophon: navigation(cx, &cx.config.navigations.colophon),
        socials,
        legal: site.map_or_else(Vec::new, |site| legal(cx, site)),
    }))
}

fn site_name(globals: Option<&Globals>) -> String {
    globals.map_or_else(String::new, |globals| globals.site.name.clone())
}

fn phone(site: &SiteGlobals) -> Option<LinkView> {
    let number = site.phone.as_deref()?;
    let digits: String = number.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    let words = site.phone_display.clone().unwrap_or_else(|| number.to_owned());
    Some(LinkView::to(
        words,
        (!digits.is_empty()).then(|| format!("tel:{digits}")),
    ))
}

fn email(site: &SiteGlobals) -> Option<LinkView> {
    let address = site.email.as_deref()?;
    let plain = address.contains('@')
        && address
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "@.-_+".contains(c));
    Some(LinkView::to(address, plain.then(|| format!("mailto:{address}"))))
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

fn navigation(cx: &ViewContext<'_>, handle: &str) -> Vec<NavigationView> {
    cx.reader
        .navigation(handle, cx.locale)
        .map_or_else(Vec::new, |navigation| nodes(cx, &navigation.pages, DEEPEST))
}

/// Nodes that lead somewhere or hold one that does.
fn nodes(cx: &ViewContext<'_>, pages: &[NavigationPage], depth: usize) -> Vec<NavigationView> {
    if depth == 0 {
        return Vec::new();
    }
    let views = pages.iter().map(|page| NavigationView {
        label: page.title.clone(),
        href: links::href(cx, page.target.as_ref()),
        new_tab: page.new_tab,
        badge: page.label.clone(),
        pill: page.is_highlighted,
        call_to_action: page.call_to_action.as_ref().and_then(|link| {
            let href = links::href(cx, link.target.as_ref())?;
            Some(LinkView::to(link.label.clone(), Some(href)))
        }),
        children: nodes(cx, &page.children, depth - 1),
    });
    views
        .filter(|view| view.href.is_some() || !view.children.is_empty())
        .collect()
}
