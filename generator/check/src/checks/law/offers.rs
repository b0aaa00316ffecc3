//! Content of offers: prices and reductions (law §2), order button (law §1), energy label (law §6), manufacturer and
//! waste (law §8), delivery time (law §2), green claims (law §5).

use super::page::Page;
use crate::{
    dom::Element,
    finding::{Kind, Notes},
    words::Words,
};

static BUTTON: Kind = Kind::error(
    "law-order-button",
    "The text checkout.order_button of that language is one of the lawful wordings (law §1).",
);
static NOTICE: Kind = Kind::error(
    "law-guarantee-notice",
    "Put the official notice on the legal guarantee in this language into the folder legal.guarantee_notice of vitrine.toml, with its line in SHA256SUMS (law §5).",
);
static REDUCTION: Kind = Kind::error(
    "law-struck-price",
    "What is struck through is the lowest price of the last 30 days, and a sentence beside it says so (law §2).",
);
static MAKER: Kind = Kind::error(
    "law-manufacturer",
    "Fill in name, postal and electronic address of the manufacturer or of its representative in the EU (law §8).",
);
static ENERGY: Kind = Kind::error(
    "law-energy-arrow",
    "An energy arrow leads to the full label and to the information sheet (law §6).",
);
pub(super) static EXCLUSION: Kind = Kind::error(
    "law-withdrawal-exclusion",
    "Fill in the custom field vitrine_withdrawal_excluded of the product in every language: the page says why it cannot be withdrawn from (law §4).",
);
static BIN: Kind = Kind::warning(
    "law-waste-symbol",
    "Show the crossed-out wheelie bin, or say how electrical waste is handed in, on the page of the product (law §8).",
);
static TAKE_BACK: Kind = Kind::warning(
    "law-take-back",
    "Say beside the wheelie bin how an old device is taken back: the text product.electrical_waste (law §8).",
);
static TIME: Kind = Kind::warning(
    "law-delivery-time",
    "Give the product a delivery time in Shopware (law §2).",
);
static DAY: Kind = Kind::warning(
    "law-promised-day",
    "A page stands for weeks: give a duration as the delivery time in Shopware (\"1 working day\"); the shop's calendar names the day (law §2).",
);
static GREEN: Kind = Kind::warning(
    "law-green-claim",
    "Say exactly what is meant and how it is proven, or remove the word (law §5).",
);

/// The kinds of findings of this module.
pub(super) static KINDS: [&Kind; 10] = [
    &BUTTON, &NOTICE, &REDUCTION, &MAKER, &ENERGY, &EXCLUSION, &BIN, &TAKE_BACK, &TIME, &GREEN,
];

/// Permitted labels of the order button (law §1). In German no other text is permitted.
const BUTTONS: Words = Words {
    nl: &[
        "bestellen en betalen",
        "betalen",
        "kopen",
        "betaal nu",
        "bestelling met betalingsverplichting",
    ],
    en: &["order with obligation to pay", "buy now", "pay now"],
    de: &[
        "zahlungspflichtig bestellen",
        "kostenpflichtig bestellen",
        "jetzt kaufen",
        "kaufen",
    ],
};

/// The statement that a price is compared with that of the last thirty days.
const THIRTY_DAYS: Words = Words {
    nl: &["30 dagen"],
    en: &["30 days"],
    de: &["30 tage"],
};

/// Days that only hold when they are said.
const DAYS: Words = Words {
    nl: &[
        "vandaag",
        "morgen",
        "maandag",
        "dinsdag",
        "woensdag",
        "donderdag",
        "vrijdag",
        "zaterdag",
        "zondag",
        "weekend",
    ],
    en: &[
        "today",
        "tomorrow",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "weekend",
        "next day",
    ],
    de: &[
        "heute",
        "morgen",
        "montag",
        "dienstag",
        "mittwoch",
        "donnerstag",
        "freitag",
        "samstag",
        "sonnabend",
        "sonntag",
        "wochenende",
        "am nächsten tag",
    ],
};

/// What precedes the reason why a product cannot be withdrawn from.
const NO_RIGHT: Words = Words {
    nl: &["geen herroepingsrecht"],
    en: &["no right of withdrawal"],
    de: &["kein widerrufsrecht"],
};

/// The policy of an offer that cannot be returned, in the structured data.
pub(super) const NOT_RETURNABLE: &str = "MerchantReturnNotPermitted";

pub(super) const WASTE: Words = Words {
    nl: &[
        "elektrische apparaten",
        "elektrisch afval",
        "afgedankte",
        "doorgekruiste",
    ],
    en: &["electrical waste", "crossed-out", "wheelie bin", "old appliances"],
    de: &["altgerät", "elektroschrott", "durchgestrichene"],
};

/// What says that an old device is taken back.
pub(super) const TAKEN_BACK: Words = Words {
    nl: &["nemen", "neemt", "terug", "inname"],
    en: &["take", "return"],
    de: &["nehmen", "nimmt", "zurück", "rücknahme"],
};

/// Environmental claims that need recognised evidence (law §5).
pub(super) const GREEN_CLAIMS: Words = Words {
    nl: &[
        "milieuvriendelijk",
        "klimaatneutraal",
        "co2-neutraal",
        "duurzaam geproduceerd",
        "eco-vriendelijk",
    ],
    en: &[
        "eco-friendly",
        "environmentally friendly",
        "climate neutral",
        "carbon neutral",
        "sustainably made",
    ],
    de: &[
        "umweltfreundlich",
        "klimaneutral",
        "co2-neutral",
        "ökologisch hergestellt",
        "nachhaltig hergestellt",
    ],
};

pub(super) fn check_page(page: &Page<'_>, notes: &mut Notes) {
    if page.kind == "checkout" {
        order_button(page, notes);
        notice_of_review(page, notes);
    }
    notices(page, notes);
    struck_prices(page, notes);
    arrows(page, notes);
    if page.kind == "product" {
        product(page, notes);
    }
    if !page.is_screen {
        green_claims(page, notes);
    }
}

/// The labels are passed to the island as JSON.
fn order_button(page: &Page<'_>, notes: &mut Notes) {
    let (language, key) = (page.language, "\"checkout.order_button\":");
    let Some(words) = page
        .html
        .split_once(key)
        .and_then(|(_, rest)| rest.trim_start().strip_prefix('"')?.split('"').next())
    else {
        return;
    };
    let given = words.trim().to_lowercase();
    if BUTTONS
        .of(language)
        .is_some_and(|lawful| !lawful.contains(&given.as_str()))
    {
        page.note(notes, &BUTTON, format!("the order button says {words:?}"));
    }
}

/// The drawing is passed to the island as JSON.
fn notice_of_review(page: &Page<'_>, notes: &mut Notes) {
    let given = page.html.split_once("\"guarantee_notice\":");
    if !given.is_some_and(|(_, rest)| rest.trim_start().starts_with('{')) {
        page.note(
            notes,
            &NOTICE,
            "the review of an order does not show the official notice on the legal guarantee",
        );
    }
}

/// Where the notice stands, it is a picture with its text, and the link that its QR code has.
fn notices(page: &Page<'_>, notes: &mut Notes) {
    let figures = page.dom.elements().filter(|e| e.has_word("class", "guarantee-notice"));
    for figure in figures {
        let has = |name: &str, key: &str, part: &str| {
            let mut parts = figure.descendants().filter(|e| e.is(name));
            parts.any(|e| {
                e.get(key)
                    .is_some_and(|value| !value.is_empty() && value.contains(part))
            })
        };
        let lacks = if !has("img", "src", ".svg") || !has("img", "alt", " ") {
            "its drawing with a text"
        } else if !has("a", "href", "europa.eu/youreurope") {
            "its link to Your Europe"
        } else {
            continue;
        };
        page.note(
            notes,
            &NOTICE,
            format!("the notice on the legal guarantee lacks {lacks}"),
        );
    }
}

pub(super) fn struck_prices(page: &Page<'_>, notes: &mut Notes) {
    let language = page.language;
    let struck = page.dom.elements().filter(|e| e.is_one_of(&["s", "del"]));
    for price in struck.filter(|e| e.text().contains(|c: char| c.is_ascii_digit())) {
        let offer = price
            .ancestors()
            .find(|around| around.is("li") || around.has_word("class", "price"));
        let said = offer
            .map(|around| around.text().replace('\u{a0}', " ").to_lowercase())
            .unwrap_or_default();
        let struck = price.text().replace('\u{a0}', " ").to_lowercase();
        let message = if !THIRTY_DAYS.are_in(language, &said) {
            format!("{} is struck through without the lowest price of 30 days", price.text())
        } else if said.matches(struck.trim()).count() < 2 {
            format!(
                "{} is struck through, which is not the lowest price of 30 days",
                price.text()
            )
        } else {
            continue;
        };
        page.note(notes, &REDUCTION, message);
    }
}

/// The energy arrow links to the label and the data sheet, on every page that shows one.
pub(super) fn arrows(page: &Page<'_>, notes: &mut Notes) {
    for label in page.dom.elements().filter(|e| e.has_word("class", "energy")) {
        // The label is a picture that opens in place, or a link to a document.
        let leads = |name: &'static str, attribute: &'static str| {
            let all = label.descendants().filter(move |e| e.is(name));
            let to = move |e: &Element<'_>| e.get(attribute).is_some_and(|url| url.starts_with("http"));
            all.filter(to).count()
        };
        let (links, opens) = (leads("a", "href"), label.descendants().any(|e| e.is("details")));
        let pictures = if opens { leads("img", "src") } else { 0 };
        if links == 0 || links + pictures < 2 {
            page.note(
                notes,
                &ENERGY,
                format!("the energy label {:?} does not lead to label and sheet", label.text()),
            );
        }
    }
}

pub(super) fn product(page: &Page<'_>, notes: &mut Notes) {
    let Some(main) = page.dom.first("main") else { return };
    let all = |class: &'static str| main.descendants().filter(move |e| e.has_word("class", class));
    manufacturer(page, all("safety").find(|e| e.is("address")), notes);
    let is_electrical = all("product__panel").any(|panel| panel.descendants().any(|e| e.has_word("class", "energy")));
    if is_electrical && !WASTE.are_in(page.language, &main.text().to_lowercase()) {
        page.note(notes, &BIN, "the page of a lamp says nothing of electrical waste");
    }
    let said = all("product__notice").any(|notice| NO_RIGHT.are_in(page.language, &notice.text().to_lowercase()));
    if page.html.contains(NOT_RETURNABLE) && !said {
        page.note(
            notes,
            &EXCLUSION,
            "the product is excluded from withdrawal, and its page does not say so beside the offer",
        );
    }
    let beside_bin: Vec<String> = all("electrical").map(|e| e.text().to_lowercase()).collect();
    if !beside_bin.is_empty() && !TAKEN_BACK.are_in(page.language, &beside_bin.join(" ")) {
        page.note(
            notes,
            &TAKE_BACK,
            "the page of electrical equipment does not say that an old device is taken back",
        );
    }
    promised_days(page, main, notes);
    let sold_out = main.descendants().any(|e| e.get("data-stock") == Some("outOfStock"));
    let told = all("product__delivery").any(|e| !e.text().is_empty());
    if !sold_out && !told {
        page.note(notes, &TIME, "the offer does not say when it is delivered");
    }
}

/// A delivery time that names a day, such as "Morgen in huis": it is wrong after the cut-off, at the weekend and on
/// holidays.
fn promised_days(page: &Page<'_>, main: Element<'_>, notes: &mut Notes) {
    let words = DAYS.of(page.language).unwrap_or_default();
    let times = main
        .descendants()
        .filter(|e| e.has("data-delivery") || e.has("data-arrives"));
    for text in times.map(|time| time.text()) {
        let lower = text.to_lowercase();
        if words.iter().any(|word| lower.contains(word)) {
            page.note(notes, &DAY, format!("the delivery time {text:?} names a day"));
        }
    }
}

/// Name, postal address and electronic address (GPSR, article 19).
fn manufacturer(page: &Page<'_>, address: Option<Element<'_>>, notes: &mut Notes) {
    let Some(address) = address else {
        page.note(
            notes,
            &MAKER,
            "the offer does not name its manufacturer with postal and electronic address",
        );
        return;
    };
    let text = address.text();
    let by_mail = text.contains(|c: char| c.is_ascii_digit());
    let online = text.contains('@') || address.descendants().any(|e| e.is("a") && e.has("href"));
    if !by_mail || !online {
        let lacking = if by_mail {
            "an e-mail or web address"
        } else {
            "a postal address"
        };
        page.note(
            notes,
            &MAKER,
            format!("the manufacturer {text:?} is named without {lacking}"),
        );
    }
}

fn green_claims(page: &Page<'_>, notes: &mut Notes) {
    let Some(claims) = GREEN_CLAIMS.of(page.language) else {
        return;
    };
    let Some(main) = page.dom.first("main") else { return };
    let text = main.text().to_lowercase();
    for claim in claims.iter().filter(|claim| text.contains(**claim)) {
        page.note(notes, &GREEN, format!("the page says {claim:?}"));
    }
}
