//! The document of the rules for products, from the elements of a page that they read.

use super::{
    super::offers,
    elements::{element, ends_word, follows, tag_of},
    pieces::{Pieces, Text},
    sign::Sign,
    signs::Search,
};

const ENERGY_CLASS: &str = "\"energy";
const PANEL: &str = "__panel";

/// Whether the class of an element starts with the word `energy` here.
pub(super) fn is_energy(html: &[u8], at: usize) -> bool {
    follows(html, at, "class=") && ends_word(html, at + ENERGY_CLASS.len())
}

/// The document of the rules for products: address, delivery, notices, the words beside the bin, and what is known of
/// stock, label, waste and returns.
pub(super) fn product(pieces: &Pieces<'_>, signs: &[(Sign, usize)], search: &Search) -> Option<String> {
    let html = pieces.html;
    let (_, end) = *signs.iter().find(|(sign, _)| *sign == Sign::MainEnd)?;
    let panel = signs.iter().find(|(sign, at)| {
        *sign == Sign::Panel && follows(html, *at, "class=\"product") && ends_word(html, at + PANEL.len())
    });
    let panel = match panel {
        Some((_, at)) => {
            let start = tag_of(html, *at)?;
            start..start + element(html, start)?.len()
        }
        None => 0..0,
    };
    let mut document = "<main>".to_owned();
    let mut is_electrical = false;
    for (sign, at) in signs.iter().filter(|(_, at)| *at < end) {
        match sign {
            Sign::Safety if follows(html, *at, "<address class=") => {
                document.push_str(element(html, tag_of(html, *at)?)?);
            }
            Sign::Delivery | Sign::Notice if follows(html, *at, "class=\"product") => {
                document.push_str(element(html, tag_of(html, *at)?)?);
            }
            Sign::Electrical if follows(html, *at, "class=") => {
                document.push_str(element(html, tag_of(html, *at)?)?);
            }
            Sign::SoldOut if follows(html, *at, "data-stock=\"") => {
                document.push_str("<i data-stock=\"outOfStock\"></i>");
            }
            Sign::Energy if panel.contains(at) && is_energy(html, *at) => {
                document.push_str("<div class=\"product__panel\"><p class=\"energy\"></p></div>");
                is_electrical = true;
            }
            _ => {}
        }
    }
    if is_electrical && let Some(word) = search.waste(html, end) {
        document.extend(["<p>", word, "</p>"]);
    }
    document.push_str("</main>");
    if pieces.holds(Text::NotReturnable) {
        document.push_str(offers::NOT_RETURNABLE);
    }
    Some(document)
}
