//! The mail that asks to confirm a newsletter subscription.

use super::super::{Ctx, email_hash::email_hash};
use super::{Kind, Mail, Words, words_in};

const TO_CONFIRM: Kind = [
    Words {
        subject: "Bevestig uw aanmelding voor de nieuwsbrief van {shop}",
        text: "Met deze link bevestigt u dat u onze nieuwsbrief wilt ontvangen.",
        link: "Bevestigen:",
    },
    Words {
        subject: "Confirm your subscription to the newsletter of {shop}",
        text: "This link confirms that you want to receive our newsletter.",
        link: "Confirm:",
    },
    Words {
        subject: "Bestätigen Sie Ihre Anmeldung zum Newsletter von {shop}",
        text: "Mit diesem Link bestätigen Sie, dass Sie unseren Newsletter erhalten möchten.",
        link: "Bestätigen:",
    },
];

/// The mail with the link that confirms a subscription.
pub(crate) fn to_confirm(ctx: &Ctx, email: &str, url: &str, hash: &str) -> Mail {
    let words = words_in(&TO_CONFIRM, &ctx.iso);
    let fill = |text: &str| text.replace("{shop}", &ctx.shop.shop.name);
    let link = format!("{url}/newsletter-subscribe?em={}&hash={hash}", email_hash(email));
    Mail {
        kind: "newsletter_opt_in",
        at: ctx.now,
        to: email.to_owned(),
        language: ctx.iso.clone(),
        order_number: String::new(),
        subject: fill(words.subject),
        text: format!("{}\n{}\n{link}\n", words.text, words.link),
        links: vec![link],
    }
}
