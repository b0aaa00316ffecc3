//! Global sets by handle (Statamic §8, content model §4, R-CMS-06).
//!
//! Relations may be raw ids (version 5) or objects (version 6); a missing set is treated as empty.

use std::collections::BTreeMap;

use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    globals::{
        Announcement, AppointmentGlobals, Globals, Integrations, NewsletterGlobals, NotFoundGlobals, Promise,
        SeoDefaults, ShopGlobals, SiteGlobals, SocialChannel,
    },
    ids::{EntryId, TagId},
    locale::{Locale, Localized},
    media::web_address,
};

use super::{
    error::ConvertError,
    fields::place,
    findings::Findings,
    input::{Input, place_of_line},
    inspect,
    kinds::Filled,
    scope::Scope,
};
use crate::{
    snapshot::name,
    statamic::wire::{Fields, Read, Unread},
};

/// That the CMS shows no globals.
fn absent(locale: &Locale) -> Diagnostic {
    let place = Place {
        source: "statamic".to_owned(),
        kind: "global".to_owned(),
        id: "globals".to_owned(),
        locale: Some(locale.code.to_string()),
        ..Place::default()
    };
    let message = format!("the CMS shows no globals in the site {}", locale.content_site);
    Diagnostic::warning("globals-absent", message, place).hint(
        "The shop's name, telephone and address come from the global `site`. Switch `globals` on in the CMS's config/statamic/api.php, if it has any.",
    )
}

/// Converts the globals of every locale.
pub(crate) fn convert(input: &Input<'_>, findings: &Findings) -> Result<Localized<Globals>, ConvertError> {
    let mut globals = Localized::new();
    let mut seen: BTreeMap<String, (Read, Filled)> = BTreeMap::new();
    for (index, locale) in input.locales() {
        let file = name(&["statamic", "globals", locale.code.as_str()])?;
        let mut found = Globals::default();
        if !input.snapshot.has(&file) {
            findings.push(absent(locale));
        }
        for (line, record) in input.records(&file, findings)?.enumerate() {
            let record = record?;
            let unread = Unread::default();
            let fields = Fields::of(&record).noting(&unread);
            let Some(handle) = fields.text("handle") else {
                findings.left_out(place_of_line(&file, line), "handle", "it has no handle");
                continue;
            };
            let (read, filled) = seen.entry(handle.clone()).or_default();
            filled.note(fields, index);
            let fields = fields.watched(read);
            let place = Place {
                source: "statamic".to_owned(),
                kind: "global".to_owned(),
                id: handle.clone(),
                locale: Some(locale.code.to_string()),
                ..Place::default()
            };
            inspect::check(&record, &place, findings);
            let mut scope = Scope { input, place, findings };
            match handle.as_str() {
                "site" => {
                    found.site = site(fields, &mut scope);
                    // Some CMS installations keep the `shop` keys in the `site` set.
                    if found.shop.product_overview.is_none() && fields.get("product_overview_url").is_some() {
                        found.shop.product_overview = scope.target(fields, "product_overview_url");
                    }
                    if found.shop.main_category_code.is_none() {
                        found.shop.main_category_code = main_category(fields);
                    }
                }
                "shop" => found.shop = shop(fields, &mut scope),
                "newsletter" => found.newsletter = newsletter(fields, &mut scope),
                "appointment" => found.appointment = appointment(fields, &mut scope),
                "integrations" => {
                    found.integrations = Integrations {
                        gtm_id: tag_id(fields, &scope),
                        maps_key: fields.text("maps_key_public"),
                        chat: fields.toggle("chat_enabled"),
                    }
                }
                "socials" => found.socials = socials(fields, &scope),
                "page_404" => found.not_found = not_found(fields, &mut scope),
                "seo_defaults" => {
                    found.seo = SeoDefaults {
                        title_suffix: fields.text("title_suffix"),
                        description: fields.text("description"),
                        image: scope.image(fields, "og_image"),
                    }
                }
                _ => {}
            }
            findings.unread(&scope.place, unread);
        }
        globals.set(index, found);
    }
    for (handle, (read, filled)) in seen {
        filled.report_global(&handle, &read, findings);
    }
    Ok(globals)
}

/// The tag manager's id; one that is none is reported, and nothing is tracked (R-UI-08).
fn tag_id(fields: Fields<'_>, scope: &Scope<'_>) -> Option<TagId> {
    let text = fields.text("gtm_id")?;
    let id = TagId::parse(&text);
    id.inspect_err(|error| scope.findings.shape(&scope.place, "gtm_id", &error.to_string()))
        .ok()
}

fn page(fields: Fields<'_>, key: &str) -> Option<EntryId> {
    let id = fields.ids(key).into_iter().next()?;
    EntryId::parse(&id).ok()
}

/// The category's code; otherwise the slug of the term, raw (`["stoelen"]`) or from its id (`categories::stoelen`).
fn main_category(fields: Fields<'_>) -> Option<String> {
    fields.text("main_category_code").or_else(|| {
        let id = fields.ids("main_category").into_iter().next()?;
        Some(id.rsplit("::").next().unwrap_or(&id).to_owned())
    })
}

fn site(fields: Fields<'_>, scope: &mut Scope<'_>) -> SiteGlobals {
    SiteGlobals {
        name: fields.text("company_name").unwrap_or_default(),
        legal_name: fields.text("legal_name"),
        phone: fields.text("phone"),
        phone_display: fields.text("phone_display"),
        email: fields.text("email"),
        address: address(fields),
        kvk_number: fields.text("kvk_number"),
        vat_number: fields.text("vat_number"),
        logo: scope.image(fields, "logo"),
        logo_light: scope.image(fields, "logo_light"),
        favicon: scope.image(fields, "favicon"),
        share_image: scope.image(fields, "default_share_image"),
        service_hours: fields.text("customer_service_hours"),
        contact_page: page(fields, "contact_page"),
        showroom_page: page(fields, "showroom_page"),
        cookie_page: page(fields, "cookie_page"),
        privacy_page: page(fields, "privacy_page"),
        terms_page: page(fields, "terms_page"),
        withdrawal_page: page(fields, "withdrawal_page"),
        representative: fields.text("representative"),
        imprint_page: page(fields, "imprint_page"),
        guarantee_page: page(fields, "guarantee_page"),
        opening_note: fields.text("opening_note"),
        usps: promises(fields, scope),
        iban: fields.text("iban"),
        announcement: announcement(fields.group("announcement"), scope),
    }
}

/// The lines of an address group or of a text.
fn address(fields: Fields<'_>) -> Vec<String> {
    if let Some(text) = fields.quiet().text("address") {
        return text
            .lines()
            .map(str::trim)
            .filter(|l| !l.is_empty())
            .map(str::to_owned)
            .collect();
    }
    place::address(fields.group("address")).lines()
}

fn promises(fields: Fields<'_>, scope: &mut Scope<'_>) -> Vec<Promise> {
    let rows = fields.rows("usps").into_iter();
    rows.filter_map(|row| {
        Some(Promise {
            icon: row.choice("icon"),
            text: row.required("text")?,
            link: scope.target(row, "link"),
        })
    })
    .collect()
}

fn newsletter(fields: Fields<'_>, scope: &mut Scope<'_>) -> NewsletterGlobals {
    NewsletterGlobals {
        title: fields.text("title"),
        text: scope.plain(fields, "text"),
        form: scope.form(fields, "form"),
        success_title: fields.text("success_title"),
        success_text: scope.plain(fields, "success_text"),
        privacy_note: scope.rich(fields, "privacy_note", 3),
    }
}

fn appointment(fields: Fields<'_>, scope: &mut Scope<'_>) -> AppointmentGlobals {
    AppointmentGlobals {
        title: fields.text("title"),
        text: scope.plain(fields, "text"),
        form: scope.form(fields, "form"),
        lead_days: scope.count(fields, "lead_days"),
        reasons: fields.texts("reasons"),
    }
}

fn announcement(group: Fields<'_>, scope: &mut Scope<'_>) -> Option<Announcement> {
    if !group.toggle("enabled") {
        return None;
    }
    let until = scope.date(group, "until");
    let (config, next_change) = (scope.input.config, scope.input.next_change);
    if let Some(last) = until {
        // It disappears without an editor's action (R-GEN-05).
        next_change.after_day(last, &config.time_zone);
        if last < config.now.to_zoned(config.time_zone.clone()).date() {
            return None;
        }
    }
    Some(Announcement {
        text: group.required("text")?,
        link: scope.target(group, "link"),
        until,
    })
}

fn shop(fields: Fields<'_>, scope: &mut Scope<'_>) -> ShopGlobals {
    ShopGlobals {
        product_overview: scope.target(fields, "product_overview_url"),
        main_category_code: main_category(fields),
        free_shipping_from: fields.text("free_shipping_from"),
        delivery_text: scope.rich(fields, "delivery_text", 3),
        fallback_image: scope.image(fields, "fallback_product_image"),
        payment_icons: scope.images(fields, "payment_icons"),
    }
}

fn socials(fields: Fields<'_>, scope: &Scope<'_>) -> Vec<SocialChannel> {
    let rows = fields.rows("channels").into_iter();
    rows.filter_map(|row| {
        let platform = row.choice("platform")?;
        Some(SocialChannel {
            url: channel_url(row, scope)?,
            label: row
                .text("label")
                .or_else(|| row.label("platform"))
                .unwrap_or_else(|| platform.clone()),
            platform,
        })
    })
    .collect()
}

fn channel_url(row: Fields<'_>, scope: &Scope<'_>) -> Option<String> {
    let url = web_address(&row.address("url")?).filter(|url| url.starts_with("https://"));
    if url.is_none() {
        scope
            .findings
            .shape(&scope.place, "url", "a channel in it has no https address");
    }
    url
}

fn not_found(fields: Fields<'_>, scope: &mut Scope<'_>) -> NotFoundGlobals {
    NotFoundGlobals {
        title: fields.text("title"),
        text: scope.rich(fields, "text", 2),
        image: scope.image(fields, "image"),
        buttons: scope.buttons(fields),
        show_search: fields.toggle("show_search"),
        suggestions: scope.entries(fields, "suggestions"),
    }
}
