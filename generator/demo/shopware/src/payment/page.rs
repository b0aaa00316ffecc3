//! The gateway's pages: HTML that works without JavaScript, in the language of the order.

use super::super::kept::Outcome;

/// The purchase that is paid.
pub(super) struct Purchase {
    /// ISO code of the language.
    pub(super) iso: String,
    /// Name of the shop.
    pub(super) shop: String,
    /// Number of the order.
    pub(super) order: String,
    /// Formatted in the language.
    pub(super) amount: String,
    /// Name of the payment method.
    pub(super) method: String,
}

/// The texts of a language.
struct Words {
    lang: &'static str,
    title: &'static str,
    note: &'static str,
    to: &'static str,
    order: &'static str,
    method: &'static str,
    amount: &'static str,
    others: &'static str,
    /// The buttons, in the order of [`Outcome::ALL`].
    buttons: [&'static str; 7],
    done: &'static str,
    done_note: &'static str,
    back: &'static str,
}

const DUTCH: Words = Words {
    lang: "nl",
    title: "Betalen",
    note: "Dit is de betaalpagina van de demonstratie. Er gaat geen geld om: kies hoe de betaling afloopt.",
    to: "Aan",
    order: "Bestelling",
    method: "Betaalwijze",
    amount: "Bedrag",
    others: "Of laat de betaling anders aflopen",
    buttons: [
        "Betalen",
        "Autoriseren",
        "In behandeling",
        "Annuleren",
        "Mislukt",
        "Verlopen",
        "Verlopen bij de aanbieder",
    ],
    done: "Deze betaling is al afgehandeld",
    done_note: "Er kan hier niets meer gekozen worden. In de winkel ziet u hoe de betaling is afgelopen.",
    back: "Terug naar de winkel",
};

const ENGLISH: Words = Words {
    lang: "en",
    title: "Payment",
    note: "This is the payment page of the demonstration. No money moves: choose how the payment ends.",
    to: "To",
    order: "Order",
    method: "Payment method",
    amount: "Amount",
    others: "Or let the payment end in another way",
    buttons: [
        "Pay",
        "Authorise",
        "Pending",
        "Cancel",
        "Failed",
        "Expired",
        "Expired at the provider",
    ],
    done: "This payment has already been dealt with",
    done_note: "Nothing can be chosen here any more. The shop shows how the payment ended.",
    back: "Back to the shop",
};

const GERMAN: Words = Words {
    lang: "de",
    title: "Bezahlung",
    note: "Dies ist die Bezahlseite der Demonstration. Es fließt kein Geld: Wählen Sie, wie die Zahlung ausgeht.",
    to: "An",
    order: "Bestellung",
    method: "Zahlungsart",
    amount: "Betrag",
    others: "Oder lassen Sie die Zahlung anders ausgehen",
    buttons: [
        "Bezahlen",
        "Autorisieren",
        "In Bearbeitung",
        "Abbrechen",
        "Fehlgeschlagen",
        "Abgelaufen",
        "Beim Anbieter abgelaufen",
    ],
    done: "Diese Zahlung ist bereits abgeschlossen",
    done_note: "Hier kann nichts mehr gewählt werden. Im Shop sehen Sie, wie die Zahlung ausgegangen ist.",
    back: "Zurück zum Shop",
};

fn words(iso: &str) -> &'static Words {
    match iso.get(..2) {
        Some("nl") => &DUTCH,
        Some("de") => &GERMAN,
        _ => &ENGLISH,
    }
}

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#1d2430;--soft:#5a6475;--line:#d5dae3;--ground:#eef1f6;--card:#fff;--act:#1f4fbf;--on-act:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#eef1f6;--soft:#aab4c5;--line:#3b4454;--ground:#12161d;--card:#1c222c;--act:#8fb0ff;--on-act:#10151d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:27rem;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
h1{margin:0 0 .25rem;font-size:1.375rem;line-height:1.25}
p{margin:0 0 1.25rem;color:var(--soft)}
dl{margin:0 0 1.5rem;border-top:1px solid var(--line)}
dl div{display:flex;align-items:baseline;justify-content:space-between;gap:1rem;padding:.625rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft)}
dd{margin:0;text-align:end;overflow-wrap:anywhere}
.amount dd{font-weight:600;font-size:1.125rem;font-variant-numeric:tabular-nums}
fieldset{margin:1.5rem 0 0;padding:0;border:0;display:grid;grid-template-columns:1fr 1fr;gap:.625rem}
legend{padding:0 0 .625rem;color:var(--soft)}
button,.button{display:block;width:100%;min-height:2.75rem;padding:.625rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:none;color:inherit;font:inherit;text-align:center;text-decoration:none;cursor:pointer}
.first{border-color:var(--act);background:var(--act);color:var(--on-act);font-weight:600}
button:hover,.button:hover{border-color:var(--ink)}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
@media (max-width:22rem){fieldset{grid-template-columns:1fr}main{padding:1.25rem}}
";

/// The page on which the result is selected.
pub(super) fn choose(purchase: &Purchase, by_webhook: bool) -> String {
    let words = words(&purchase.iso);
    let mut buttons = Outcome::offered(by_webhook)
        .iter()
        .zip(words.buttons)
        .map(|((name, _), text)| {
            let class = if *name == "paid" { " class=\"first\"" } else { "" };
            format!("<button name=\"outcome\" value=\"{name}\"{class}>{text}</button>")
        });
    let first = buttons.next().unwrap_or_default();
    let others: String = buttons.collect();
    let body = format!(
        "<h1>{}</h1><p>{}</p>{}<form method=\"post\">{first}<fieldset><legend>{}</legend>{others}</fieldset></form>",
        words.title,
        words.note,
        facts(purchase, words),
        words.others
    );
    document(words, words.title, &body)
}

/// The page of a finished payment, with a link back to the shop.
pub(super) fn done(purchase: &Purchase, back: &str) -> String {
    let words = words(&purchase.iso);
    let body = format!(
        "<h1>{}</h1><p>{}</p>{}<a class=\"button first\" href=\"{}\">{}</a>",
        words.done,
        words.done_note,
        facts(purchase, words),
        escaped(back),
        words.back
    );
    document(words, words.done, &body)
}

fn facts(purchase: &Purchase, words: &Words) -> String {
    let row =
        |class: &str, name: &str, value: &str| format!("<div{class}><dt>{name}</dt><dd>{}</dd></div>", escaped(value));
    format!(
        "<dl>{}{}{}{}</dl>",
        row("", words.to, &purchase.shop),
        row("", words.order, &purchase.order),
        row("", words.method, &purchase.method),
        row(" class=\"amount\"", words.amount, &purchase.amount)
    )
}

/// Unknown payment. Its language is unknown.
pub(super) fn unknown() -> String {
    plain(
        "Payment not found",
        &[
            "Deze betaling bestaat niet. Ga terug naar de winkel en betaal vanaf uw bestelling.",
            "There is no such payment. Go back to the shop and pay from your order.",
            "Diese Zahlung gibt es nicht. Gehen Sie zurück zum Shop und zahlen Sie von Ihrer Bestellung aus.",
        ],
    )
}

fn plain(title: &str, texts: &[&str; 3]) -> String {
    let [nl, en, de] = texts;
    let body = format!(
        "<h1>{}</h1><p lang=\"nl\">{nl}</p><p>{en}</p><p lang=\"de\">{de}</p>",
        escaped(title)
    );
    document(&ENGLISH, title, &body)
}

fn document(words: &Words, title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"robots\" content=\"noindex\"><link rel=\"icon\" href=\"data:,\"><title>{}</title><style>{STYLE}</style></head>\
         <body><main>{body}</main></body></html>",
        words.lang,
        escaped(title)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
