//! Globals of the CMS in one locale (content model §4, R-CMS-06).
//!
//! **Invariant:** nothing secret is in globals; they are public by nature.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::{
    content::Button,
    ids::{EntryId, FormHandle},
    link::LinkTarget,
    media::Image,
    rich_text::RichText,
};

/// All global sets of one locale.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Globals {
    /// `site`
    pub site: SiteGlobals,
    /// `shop`
    pub shop: ShopGlobals,
    /// `socials`
    pub socials: Vec<SocialChannel>,
    /// `page_404`
    pub not_found: NotFoundGlobals,
    /// `seo_defaults`
    pub seo: SeoDefaults,
    /// `newsletter`
    pub newsletter: NewsletterGlobals,
    /// `appointment`
    pub appointment: AppointmentGlobals,
    /// `integrations`
    pub integrations: Integrations,
}

/// Who the shop is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SiteGlobals {
    /// The site's name.
    pub name: String,
    /// The firm's name.
    pub legal_name: Option<String>,
    /// For `tel:` links.
    pub phone: Option<String>,
    /// As people read it.
    pub phone_display: Option<String>,
    /// E-mail.
    pub email: Option<String>,
    /// Address lines.
    pub address: Vec<String>,
    /// Chamber of commerce.
    pub kvk_number: Option<String>,
    /// VAT number.
    pub vat_number: Option<String>,
    /// Dark logo.
    pub logo: Option<Image>,
    /// Light logo.
    pub logo_light: Option<Image>,
    /// The browser tab's mark.
    pub favicon: Option<Image>,
    /// Picture for sharing.
    pub share_image: Option<Image>,
    /// `Bereikbaar op werkdagen van 9 tot 17 uur`
    pub service_hours: Option<String>,
    /// The page with contact details.
    pub contact_page: Option<EntryId>,
    /// The page with showrooms.
    pub showroom_page: Option<EntryId>,
    /// The page about cookies.
    pub cookie_page: Option<EntryId>,
    /// The page about privacy.
    pub privacy_page: Option<EntryId>,
    /// The page with the terms and conditions.
    pub terms_page: Option<EntryId>,
    /// The page about withdrawal and returns.
    pub withdrawal_page: Option<EntryId>,
    /// `Woensdag tot en met zaterdag open`
    pub opening_note: Option<String>,
    /// What the shop promises everywhere.
    pub usps: Vec<Promise>,
    /// Bank account.
    pub iban: Option<String>,
    /// The bar on top.
    pub announcement: Option<Announcement>,
}

/// One promise of the shop.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Promise {
    /// `truck`, `hand`, `return`.
    pub icon: Option<String>,
    /// Its words.
    pub text: String,
    /// Where it leads.
    pub link: Option<LinkTarget>,
}

/// A line on top of every page.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Announcement {
    /// Its words.
    pub text: String,
    /// Where it leads.
    pub link: Option<LinkTarget>,
    /// The last day it stands there.
    pub until: Option<Date>,
}

/// What the shop's screens need. Where cart, search and account are is not among it: those are screens of the route table (R-ROUTE-01).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ShopGlobals {
    /// Where all products are.
    pub product_overview: Option<LinkTarget>,
    /// The category that stands for all products, by its code.
    pub main_category_code: Option<String>,
    /// Free delivery from this amount, in whole units as the editor wrote it.
    pub free_shipping_from: Option<String>,
    /// About delivery.
    pub delivery_text: RichText,
    /// Where a product has no picture.
    pub fallback_image: Option<Image>,
    /// Marks of the ways to pay.
    pub payment_icons: Vec<Image>,
}

/// A social channel.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SocialChannel {
    /// `instagram`, …
    pub platform: String,
    /// https URL.
    pub url: String,
    /// What it is called.
    pub label: String,
}

/// The configured 404 page (R-HEAD-11).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NotFoundGlobals {
    /// Title.
    pub title: Option<String>,
    /// Text.
    pub text: RichText,
    /// Picture.
    pub image: Option<Image>,
    /// Ways on, beside the one home.
    pub buttons: Vec<Button>,
    /// Offers a search.
    pub show_search: bool,
    /// Pages to go to instead.
    pub suggestions: Vec<EntryId>,
}

/// What is said where one can ask for the letter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NewsletterGlobals {
    /// Title.
    pub title: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// The form.
    pub form: Option<FormHandle>,
    /// Title of the thanks.
    pub success_title: Option<String>,
    /// Text of the thanks.
    pub success_text: Option<String>,
    /// What happens with the address.
    pub privacy_note: RichText,
}

/// What is said where one can make an appointment.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AppointmentGlobals {
    /// Title.
    pub title: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// The form.
    pub form: Option<FormHandle>,
    /// Days between asking and coming.
    pub lead_days: Option<u32>,
    /// What people come for.
    pub reasons: Vec<String>,
}

/// Keys of other services; public by nature, like all globals.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Integrations {
    /// The tag manager's id, as it stands; its reader checks the pattern (R-UI-08).
    pub gtm_id: Option<String>,
    /// The map's public key.
    pub maps_key: Option<String>,
    /// A chat stands in the corner.
    pub chat: bool,
}

/// What pages say that say nothing themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeoDefaults {
    /// Behind the title.
    pub title_suffix: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Picture for sharing.
    pub image: Option<Image>,
}
