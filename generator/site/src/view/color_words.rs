//! Common words for a colour, so that a search for `green` finds `moss`.

use crate::context::ViewContext;

/// A colour name that people search for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    White,
    Grey,
    Black,
    Beige,
    Brown,
    Red,
    Orange,
    Yellow,
    Green,
    Blue,
    Purple,
    Pink,
}

/// The names of a CSS colour (`#5a5f3c`) in the page's language; empty if it is invalid.
pub(super) fn words(cx: &ViewContext<'_>, color: &str) -> String {
    let named = channels(color).map(named).unwrap_or_default();
    let words: Vec<String> = named.into_iter().map(|named| word(cx, named)).collect();
    words.join(" ")
}

fn word(cx: &ViewContext<'_>, named: Named) -> String {
    match named {
        Named::White => cx.t("product.color_white", &[]),
        Named::Grey => cx.t("product.color_grey", &[]),
        Named::Black => cx.t("product.color_black", &[]),
        Named::Beige => cx.t("product.color_beige", &[]),
        Named::Brown => cx.t("product.color_brown", &[]),
        Named::Red => cx.t("product.color_red", &[]),
        Named::Orange => cx.t("product.color_orange", &[]),
        Named::Yellow => cx.t("product.color_yellow", &[]),
        Named::Green => cx.t("product.color_green", &[]),
        Named::Blue => cx.t("product.color_blue", &[]),
        Named::Purple => cx.t("product.color_purple", &[]),
        Named::Pink => cx.t("product.color_pink", &[]),
    }
}

/// Red, green and blue of `#rgb` or `#rrggbb`.
fn channels(color: &str) -> Option<[i32; 3]> {
    let digits = color.strip_prefix('#')?;
    let value = i32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        3 => Some([value >> 8, value >> 4 & 15, value & 15].map(|digit| digit * 17)),
        6 => Some([value >> 16, value >> 8 & 255, value & 255]),
        _ => None,
    }
}

/// Below this difference between the highest and lowest channel, a colour counts as neutral.
const NEUTRAL: i32 = 18;

/// One name, or two for a colour between them.
fn named([red, green, blue]: [i32; 3]) -> Vec<Named> {
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let (chroma, light) = (most - least, i32::midpoint(most, least));
    if chroma < NEUTRAL {
        return match light {
            ..=52 => vec![Named::Black],
            53..=64 => vec![Named::Black, Named::Grey],
            65..=214 => vec![Named::Grey],
            _ => vec![Named::White],
        };
    }
    let sector = |offset: i32, difference: i32| (offset + 60 * difference / chroma).rem_euclid(360);
    let hue = if most == red {
        sector(0, green - blue)
    } else if most == green {
        sector(120, blue - red)
    } else {
        sector(240, red - green)
    };
    let pale = light >= 140;
    match hue {
        12..=37 if chroma >= 120 && light >= 110 => vec![Named::Orange],
        12..=19 if light < 110 => vec![Named::Red, Named::Brown],
        20..=54 if chroma < 60 && pale => vec![Named::Beige],
        12..=31 => vec![Named::Brown],
        32..=54 if chroma < 60 => vec![Named::Brown],
        32..=54 => vec![Named::Yellow],
        55..=169 => vec![Named::Green],
        170..=199 => vec![Named::Blue, Named::Green],
        200..=254 => vec![Named::Blue],
        255..=329 => vec![Named::Purple],
        _ if pale => vec![Named::Pink],
        330..=344 => vec![Named::Purple, Named::Red],
        _ => vec![Named::Red],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_the_names_that_people_search_for() {
        for (color, expected) in [
            ("#5a5f3c", vec![Named::Green]),
            ("#6b6a3f", vec![Named::Green]),
            ("#2f4438", vec![Named::Green]),
            ("#1f5560", vec![Named::Blue, Named::Green]),
            ("#28324a", vec![Named::Blue]),
            ("#4a5f70", vec![Named::Blue]),
            ("#9c4327", vec![Named::Red, Named::Brown]),
            ("#97562f", vec![Named::Brown]),
            ("#ad7f6a", vec![Named::Brown]),
            ("#b98079", vec![Named::Pink]),
            ("#5b3342", vec![Named::Purple, Named::Red]),
            ("#b98a2c", vec![Named::Yellow]),
            ("#bfae96", vec![Named::Beige]),
            ("#e6e2d8", vec![Named::White]),
            ("#b2b1ad", vec![Named::Grey]),
            ("#2c2b2a", vec![Named::Black]),
            ("#e07b2c", vec![Named::Orange]),
            ("#f00", vec![Named::Red]),
        ] {
            assert_eq!(channels(color).map(named), Some(expected), "{color}");
        }
        for bad in ["red", "#12", "#12345", "#gggggg", ""] {
            assert_eq!(channels(bad), None, "{bad}");
        }
    }
}
