//! Links and statements required in the footer of every page (law §2, §4, §5, §7, §9, §12).

use super::{footer::Footer, page::Page};
use crate::{
    finding::{Kind, Notes},
    words::Words,
};

/// A link that is required in the footer.
struct Duty {
    kind: Kind,
    what: &'static str,
    words: Words,
    /// Also required on screens, which may have the short footer.
    on_screens: bool,
}

const MENU: &str = "Link to that page in the navigation `footer` or `colophon` of the CMS (law §12).";

/// Labels of the link to the withdrawal function, as opposed to the page that explains the right of withdrawal.
const FUNCTION: Words = Words {
    nl: &["overeenkomst hier ontbinden", "overeenkomst ontbinden", "herroep hier"],
    en: &["withdraw from contract", "withdraw from the contract"],
    de: &["vertrag widerrufen"],
};
const RIGHT: &str = "the right of withdrawal";

static DUTIES: [Duty; 9] = [
    Duty {
        kind: Kind::error("law-terms-link", MENU),
        what: "the terms and conditions",
        words: Words {
            nl: &["voorwaarden"],
            en: &["terms"],
            de: &["geschäftsbedingungen", "agb"],
        },
        on_screens: true,
    },
    Duty {
        kind: Kind::error("law-privacy-link", MENU),
        what: "the privacy notice",
        words: Words {
            nl: &["privacy"],
            en: &["privacy"],
            de: &["datenschutz"],
        },
        on_screens: true,
    },
    Duty {
        kind: Kind::error(
            "law-withdrawal-link",
            "Link to the page on withdrawal in the navigation `colophon` of the CMS (law §4).",
        ),
        what: RIGHT,
        words: Words {
            nl: &["herroep", "ontbind"],
            en: &["withdraw"],
            de: &["widerruf"],
        },
        on_screens: true,
    },
    Duty {
        kind: Kind::error(
            "law-withdrawal-function",
            "Link to the withdrawal function (the route `bor.withdrawal`) by the words of law §4a: `withdrawal.title` in locales/*/islands/withdrawal.json.",
        ),
        what: "the withdrawal function (\"withdraw from contract here\")",
        words: FUNCTION,
        on_screens: true,
    },
    Duty {
        kind: Kind::error("law-returns-link", MENU),
        what: "how goods are sent back",
        words: Words {
            nl: &["retour"],
            en: &["return"],
            de: &["rücksend", "rückgabe", "retoure"],
        },
        on_screens: false,
    },
    Duty {
        kind: Kind::warning("law-delivery-link", MENU),
        what: "delivery and payment",
        words: Words {
            nl: &["lever", "bezorg"],
            en: &["delivery", "shipping"],
            de: &["liefer", "versand"],
        },
        on_screens: false,
    },
    Duty {
        kind: Kind::warning(
            "law-accessibility-link",
            "Publish an accessibility statement and link to it in the footer (law §7).",
        ),
        what: "the accessibility statement",
        words: Words {
            nl: &["toegankelijkheid"],
            en: &["accessibility"],
            de: &["barrierefrei"],
        },
        on_screens: false,
    },
    Duty {
        kind: Kind::error(
            "law-guarantee-link",
            "Choose the page about the legal guarantee in the field `guarantee_page` of the CMS's global `site`, and publish it in this language (law §5).",
        ),
        what: "the legal guarantee",
        // Not every guarantee: a maker's or the shop's own is another one.
        words: Words {
            nl: &["wettelijke garantie"],
            en: &["legal guarantee"],
            de: &["gewährleistung"],
        },
        on_screens: true,
    },
    Duty {
        kind: Kind::warning(
            "law-imprint-link",
            "Link to the imprint by that word in the navigation `colophon` of the CMS (law §9).",
        ),
        what: "the imprint",
        // Dutch law requires the data, but no page of that name.
        words: Words {
            nl: &[""],
            en: &[""],
            de: &["impressum"],
        },
        on_screens: true,
    },
];

static PRICES: Kind = Kind::error(
    "law-price-note",
    "The footer says that prices hold VAT and what delivery costs besides (law §2): the text common.price_note.",
);

/// The statement that prices include VAT.
const WITH_TAX: Words = Words {
    nl: &["incl. btw", "inclusief btw"],
    en: &["incl. vat", "including vat"],
    de: &["inkl. mwst", "inklusive mwst"],
};
/// The statement that delivery costs are not included.
const DELIVERY: Words = Words {
    nl: &["bezorg", "verzend", "lever"],
    en: &["delivery", "shipping"],
    de: &["versand", "liefer"],
};

static ODR: Kind = Kind::error(
    "law-odr-link",
    "Remove the link and every mention: that platform is closed (law §9).",
);

/// The EU platform for online dispute resolution, closed on 20 July 2025.
const ODR_ADDRESSES: [&[u8]; 2] = [b"ec.europa.eu/consumers/odr", b"webgate.ec.europa.eu/odr"];

/// The kinds of findings of this module.
pub(super) fn kinds() -> impl Iterator<Item = &'static Kind> {
    DUTIES.iter().map(|duty| &duty.kind).chain([&PRICES, &ODR])
}

pub(super) fn check_page(page: &Page<'_>, footer: &Footer, notes: &mut Notes) {
    if ODR_ADDRESSES
        .iter()
        .any(|address| memchr::memmem::find(page.html.as_bytes(), address).is_some())
    {
        page.note(
            notes,
            &ODR,
            "the page leads to the European platform for online disputes, which is closed",
        );
    }
    let language = page.language;
    for duty in DUTIES.iter().filter(|duty| duty.on_screens || !page.is_screen) {
        let leads = |text: &String| {
            // In a language without words no label is known to be the function's.
            let is_function = duty.what == RIGHT && FUNCTION.of(language).is_some() && FUNCTION.are_in(language, text);
            duty.words.are_in(language, text) && !is_function
        };
        if !footer.links.iter().any(leads) {
            page.note(
                notes,
                &duty.kind,
                format!("no link of the footer leads to {}", duty.what),
            );
        }
    }
    let has_prices = !page.is_screen && memchr::memmem::find(page.html.as_bytes(), "€".as_bytes()).is_some();
    let told = WITH_TAX.are_in(language, &footer.text) && DELIVERY.are_in(language, &footer.text);
    if has_prices && !told {
        page.note(
            notes,
            &PRICES,
            "prices are shown, and the footer does not say that they hold VAT and what delivery costs besides",
        );
    }
}
