//! Globals of the CMS in one locale (content model §4, R-CMS-06). They are public and hold no secrets.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::{
    content::Button,
    ids::{EntryId, FormHandle, TagId},
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

/// Name and contact details of the shop.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SiteGlobals {
    /// The site's name.
    pub name: String,
    /// Legal name of the company.
    pub legal_name: Option<String>,
    /// For `tel:` links.
    pub phone: Option<String>,
    /// Formatted for display.
    pub phone_display: Option<String>,
    /// E-mail.
    pub email: Option<String>,
    /// Address lines.
    pub address: Vec<String>,
    /// Chamber of commerce number.
    pub kvk_number: Option<String>,
    /// VAT number.
    pub vat_number: Option<String>,
    /// Logo in a dark colour.
    pub logo: Option<Image>,
    /// Logo in a light colour.
    pub logo_light: Option<Image>,
    /// Favicon.
    pub favicon: Option<Image>,
    /// Default image for social sharing.
    pub share_image: Option<Image>,
    /// `Bereikbaar op werkdagen van 9 tot 17 uur`
    pub service_hours: Option<String>,
    /// The contact page.
    pub contact_page: Option<EntryId>,
    /// The showrooms page.
    pub showroom_page: Option<EntryId>,
    /// The cookie policy page.
    pub cookie_page: Option<EntryId>,
    /// The privacy policy page.
    pub privacy_page: Option<EntryId>,
    /// The terms and conditions page.
    pub terms_page: Option<EntryId>,
    /// The page on withdrawal and returns.
    pub withdrawal_page: Option<EntryId>,
    /// `Woensdag tot en met zaterdag open`
    pub opening_note: Option<String>,
    /// Selling points shown on every page.
    pub usps: Vec<Promise>,
    /// Who represents the company: the imprint names them.
    pub representative: Option<String>,
    /// The imprint: the page that says who the company is.
    pub imprint_page: Option<EntryId>,
    /// The page about the legal guarantee.
    pub guarantee_page: Option<EntryId>,
    /// Bank account.
    pub iban: Option<String>,
    /// Announcement bar at the top of the page.
    pub announcement: Option<Announcement>,
}

/// A selling point of the shop.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Promise {
    /// `truck`, `hand`, `return`.
    pub icon: Option<String>,
    /// Text.
    pub text: String,
    /// Link target.
    pub link: Option<LinkTarget>,
}

/// An announcement at the top of every page.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Announcement {
    /// Text.
    pub text: String,
    /// Link target.
    pub link: Option<LinkTarget>,
    /// Last day on which it is shown.
    pub until: Option<Date>,
}

/// Settings of the shop. Cart, search and account are not linked from here: they are screens of the route table
/// (R-ROUTE-01).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ShopGlobals {
    /// Link to all products.
    pub product_overview: Option<LinkTarget>,
    /// Code of the category that holds all products.
    pub main_category_code: Option<String>,
    /// Free delivery from this amount, in whole units as the editor entered it.
    pub free_shipping_from: Option<String>,
    /// Delivery information.
    pub delivery_text: RichText,
    /// Shown when a product has no picture.
    pub fallback_image: Option<Image>,
    /// Logos of payment methods.
    pub payment_icons: Vec<Image>,
}

/// A social channel.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SocialChannel {
    /// `instagram`, …
    pub platform: String,
    /// https URL.
    pub url: String,
    /// Name shown for the link.
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
    /// Buttons, besides the link to the home page.
    pub buttons: Vec<Button>,
    /// Show a search field.
    pub show_search: bool,
    /// Suggested pages.
    pub suggestions: Vec<EntryId>,
}

/// Texts of the newsletter sign-up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NewsletterGlobals {
    /// Title.
    pub title: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// The form.
    pub form: Option<FormHandle>,
    /// Title after a successful sign-up.
    pub success_title: Option<String>,
    /// Text after a successful sign-up.
    pub success_text: Option<String>,
    /// How the address is used.
    pub privacy_note: RichText,
}

/// Texts of the appointment request.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AppointmentGlobals {
    /// Title.
    pub title: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// The form.
    pub form: Option<FormHandle>,
    /// Minimum number of days between request and appointment.
    pub lead_days: Option<u32>,
    /// Reasons that visitors can choose.
    pub reasons: Vec<String>,
}

/// Public keys of other services.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Integrations {
    /// The tag manager's id (R-UI-08).
    pub gtm_id: Option<TagId>,
    /// The map's public key.
    pub maps_key: Option<String>,
    /// Show a chat button.
    pub chat: bool,
}

/// SEO values for pages that have none of their own.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeoDefaults {
    /// Suffix of the title.
    pub title_suffix: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Picture for sharing.
    pub image: Option<Image>,
}
