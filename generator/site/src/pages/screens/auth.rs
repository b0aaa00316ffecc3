//! Login, registration, forgotten password, new password, and the landing pages of the mails of registration and
//! newsletter: the fallback until their island is loaded, and without JavaScript.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::globals::SiteGlobals;

use super::screen::{Content, IslandProps};
use crate::{
    context::ViewContext,
    page::PlannedPage,
    routes::name,
    view::{
        self,
        links::{self, LinkView},
        ordering,
    },
};

/// The props of the island `auth`.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuthProps {
    /// Which of the screens this is.
    screen: AuthScreen,
    /// The heading of the screen.
    title: String,
    /// The path of the account, for a logged-in customer.
    account_path: String,
    /// The path of the login.
    #[schema(required)]
    login_path: Option<String>,
    /// The path of the registration.
    #[schema(required)]
    register_path: Option<String>,
    /// The path of the screen for a forgotten password.
    #[schema(required)]
    forgot_path: Option<String>,
    /// The path of the checkout, for a guest whose address is confirmed.
    #[schema(required)]
    checkout_path: Option<String>,
    /// The path of the home page.
    home_path: String,
    /// The path of the privacy page.
    #[schema(required)]
    privacy_path: Option<String>,
    /// The telephone number, for visitors who need help.
    #[schema(required)]
    phone: Option<LinkView>,
}

/// A screen of the island `auth`.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum AuthScreen {
    /// The login.
    Login,
    /// The registration.
    Register,
    /// Requests a mail with a link to a new password.
    ForgotPassword,
    /// The target of that link.
    ResetPassword,
    /// The target of the link in the registration mail.
    ConfirmRegistration,
    /// The target of the link in the newsletter's mail.
    NewsletterConfirm,
    /// Ends a subscription to the newsletter.
    NewsletterUnsubscribe,
}

impl AuthScreen {
    fn of(kind: &str) -> Self {
        match kind {
            "register" => Self::Register,
            "forgot_password" => Self::ForgotPassword,
            "reset_password" => Self::ResetPassword,
            "confirm_registration" => Self::ConfirmRegistration,
            "newsletter_confirm" => Self::NewsletterConfirm,
            "newsletter_unsubscribe" => Self::NewsletterUnsubscribe,
            _ => Self::Login,
        }
    }

    /// The key of its title.
    fn title(self) -> &'static str {
        match self {
            Self::Login => "auth_screen.login",
            Self::Register => "auth_screen.register",
            Self::ForgotPassword => "auth_screen.forgot_password",
            Self::ResetPassword => "auth_screen.reset_password",
            Self::ConfirmRegistration => "auth_screen.confirm_registration",
            Self::NewsletterConfirm => "auth_screen.newsletter_confirm",
            Self::NewsletterUnsubscribe => "auth_screen.newsletter_unsubscribe",
        }
    }

    /// The key of its text without JavaScript.
    fn without_script(self) -> &'static str {
        match self {
            Self::Login => "auth_screen.login_without_script",
            Self::Register => "auth_screen.register_without_script",
            Self::ForgotPassword | Self::ResetPassword => "auth_screen.password_without_script",
            Self::ConfirmRegistration => "auth_screen.confirm_without_script",
            Self::NewsletterConfirm => "auth_screen.newsletter_without_script",
            // Its form works without JavaScript.
            Self::NewsletterUnsubscribe => "auth_screen.unsubscribe_lead",
        }
    }
}

#[derive(Serialize)]
struct AuthView {
    /// What the screen requires, as text.
    without_script: String,
    /// Links for help: telephone, showrooms, contact.
    help: Vec<LinkView>,
}

/// The form that ends a subscription to the newsletter. The API fills in the outcome and the errors
/// (`api/src/forms/unsubscribe_page.rs`).
#[derive(Serialize)]
struct UnsubscribeView {
    /// The locale's code, which the form submits.
    locale: String,
    lead: String,
    home_href: String,
    /// Links for help: telephone, showrooms, contact.
    help: Vec<LinkView>,
}

impl IslandProps for AuthProps {
    fn of(cx: &ViewContext<'_>, page: &PlannedPage) -> Self {
        let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
        let privacy = |site: &SiteGlobals| cx.entry_href(site.privacy_page.as_ref()?);
        let screen = AuthScreen::of(page.kind);
        Self {
            screen,
            title: cx.t(screen.title(), &[]),
            account_path: cx.route_href(name::ACCOUNT).unwrap_or_else(|| cx.home_href()),
            login_path: cx.route_href(name::LOGIN),
            register_path: cx.route_href(name::REGISTER),
            forgot_path: cx.route_href(name::FORGOT_PASSWORD),
            checkout_path: cx.route_href(name::CHECKOUT),
            home_path: cx.home_href(),
            privacy_path: site.and_then(privacy),
            phone: site.and_then(links::shop_phone),
        }
    }
}

/// The values of a screen for its template.
pub(super) fn content(cx: &ViewContext<'_>, page: &PlannedPage) -> Content {
    let screen = AuthScreen::of(page.kind);
    let view = AuthView {
        without_script: cx.t(screen.without_script(), &[]),
        help: ordering::help(cx),
    };
    Content::new(cx.t(screen.title(), &[]), view::value(view))
}

/// The values of the page that ends a subscription to the newsletter.
pub(super) fn unsubscribe(cx: &ViewContext<'_>, page: &PlannedPage) -> Content {
    let screen = AuthScreen::of(page.kind);
    let view = UnsubscribeView {
        locale: cx.messages.locale().to_owned(),
        lead: cx.t(screen.without_script(), &[]),
        home_href: cx.home_href(),
        help: ordering::help(cx),
    };
    Content::new(cx.t(screen.title(), &[]), view::value(view))
}
