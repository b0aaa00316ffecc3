//! The mails about an account: registration, confirmation of the e-mail address, recovery, new password.

use super::super::Ctx;
use super::super::customer::Customer;
use super::super::email_hash::email_hash;
use super::{Kind, Mail, Words, words_in};

const REGISTERED: Kind = [
    Words {
        subject: "Welkom bij {shop}",
        text: "Uw account bij {shop} is klaar.",
        link: "Naar de winkel:",
    },
    Words {
        subject: "Welcome to {shop}",
        text: "Your account at {shop} is ready.",
        link: "To the shop:",
    },
    Words {
        subject: "Willkommen bei {shop}",
        text: "Ihr Konto bei {shop} ist eingerichtet.",
        link: "Zum Shop:",
    },
];

const TO_CONFIRM: Kind = [
    Words {
        subject: "Bevestig uw e-mailadres bij {shop}",
        text: "Met deze link bevestigt u uw e-mailadres. Daarna kunt u inloggen.",
        link: "Bevestigen:",
    },
    Words {
        subject: "Confirm your e-mail address at {shop}",
        text: "This link confirms your e-mail address. You can log in after it.",
        link: "Confirm:",
    },
    Words {
        subject: "Bestätigen Sie Ihre E-Mail-Adresse bei {shop}",
        text: "Mit diesem Link bestätigen Sie Ihre E-Mail-Adresse. Danach können Sie sich anmelden.",
        link: "Bestätigen:",
    },
];

const GUEST_TO_CONFIRM: Kind = [
    Words {
        subject: "Bevestig uw e-mailadres bij {shop}",
        text: "Met deze link bevestigt u uw e-mailadres. Daarna gaat u verder met bestellen.",
        link: "Bevestigen:",
    },
    Words {
        subject: "Confirm your e-mail address at {shop}",
        text: "This link confirms your e-mail address. The checkout follows.",
        link: "Confirm:",
    },
    Words {
        subject: "Bestätigen Sie Ihre E-Mail-Adresse bei {shop}",
        text: "Mit diesem Link bestätigen Sie Ihre E-Mail-Adresse. Danach folgt der Abschluss Ihrer Bestellung.",
        link: "Bestätigen:",
    },
];

const RECOVERY: Kind = [
    Words {
        subject: "Een nieuw wachtwoord voor {shop}",
        text: "Met deze link kiest u een nieuw wachtwoord. Hij werkt twee uur.",
        link: "Nieuw wachtwoord:",
    },
    Words {
        subject: "A new password for {shop}",
        text: "This link lets you choose a new password. It works for two hours.",
        link: "New password:",
    },
    Words {
        subject: "Ein neues Passwort für {shop}",
        text: "Mit diesem Link wählen Sie ein neues Passwort. Er gilt zwei Stunden.",
        link: "Neues Passwort:",
    },
];

const CHANGED: Kind = [
    Words {
        subject: "Uw wachtwoord bij {shop} is gewijzigd",
        text: "Het wachtwoord van uw account is gewijzigd. Was u dat niet, vraag dan een nieuw wachtwoord aan.",
        link: "Naar de winkel:",
    },
    Words {
        subject: "Your password at {shop} has been changed",
        text: "The password of your account has been changed. If this was not you, ask for a new one.",
        link: "To the shop:",
    },
    Words {
        subject: "Ihr Passwort bei {shop} wurde geändert",
        text: "Das Passwort Ihres Kontos wurde geändert. Waren Sie das nicht, fordern Sie ein neues an.",
        link: "Zum Shop:",
    },
];

/// The mail about a new account.
pub(crate) fn registered(ctx: &Ctx, customer: &Customer, url: &str) -> Mail {
    mail(ctx, customer, "customer_registered", &REGISTERED, url.to_owned())
}

/// The mail with the link that confirms the e-mail address of a registration.
pub(crate) fn to_confirm(ctx: &Ctx, customer: &Customer, url: &str, hash: &str) -> Mail {
    let link = format!(
        "{url}/registration/confirm?em={}&hash={hash}",
        email_hash(&customer.email)
    );
    match customer.guest {
        true => mail(ctx, customer, "guest_opt_in", &GUEST_TO_CONFIRM, link),
        false => mail(ctx, customer, "customer_opt_in", &TO_CONFIRM, link),
    }
}

/// The mail with the link for setting a new password.
pub(crate) fn recovery(ctx: &Ctx, customer: &Customer, url: &str, hash: &str) -> Mail {
    let link = format!("{url}/account/recover/password?hash={hash}");
    mail(ctx, customer, "customer_recovery", &RECOVERY, link)
}

/// The mail about a changed password.
pub(crate) fn password_changed(ctx: &Ctx, customer: &Customer) -> Mail {
    let link = ctx.addresses.storefront.clone();
    mail(ctx, customer, "customer_password_changed", &CHANGED, link)
}

fn mail(ctx: &Ctx, customer: &Customer, kind: &'static str, words: &Kind, link: String) -> Mail {
    let words = words_in(words, &ctx.iso);
    let fill = |text: &str| text.replace("{shop}", &ctx.shop.shop.name);
    Mail {
        kind,
        at: ctx.now,
        to: customer.email.clone(),
        language: ctx.iso.clone(),
        order_number: String::new(),
        subject: fill(words.subject),
        text: format!("{}\n{}\n{link}\n", fill(words.text), words.link),
        links: vec![link],
    }
}
