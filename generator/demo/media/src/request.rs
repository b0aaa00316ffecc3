//! Parses the query of a picture URL. Invalid or too large numbers are refused here, before anything is decoded.

use axum::http::{HeaderMap, header};

/// Maximum width and height.
pub(crate) const MAX_PIXELS: u32 = 3_072;

const DEFAULT_QUALITY: u8 = 80;

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Format {
    Webp,
    Jpeg,
}

impl Format {
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Webp => "image/webp",
            Self::Jpeg => "image/jpeg",
        }
    }
}

/// One rendering of an original.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Variant {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// 1 to 100.
    pub(crate) quality: u8,
    /// Background colour for transparency, red, green and blue; none = kept, or the shop's background if the format has
    /// no transparency.
    pub(crate) background: Option<[u8; 3]>,
    /// Focal point in hundredths of a percent; none = the manifest's.
    pub(crate) focus: Option<(u16, u16)>,
    pub(crate) format: Format,
}

/// Whether the client accepts WebP. `*/*` alone is not sufficient, because every client can decode JPEG.
pub(crate) fn accepts_webp(headers: &HeaderMap) -> bool {
    let lists = headers
        .get_all(header::ACCEPT)
        .iter()
        .filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case("image/webp"));
        let refused = parts.any(|part| {
            part.strip_prefix("q=")
                .and_then(|q| q.parse::<f32>().ok())
                .is_some_and(|q| q <= 0.0)
        });
        named && !refused
    })
}

/// The variant that a query string requests; none if it is empty, which means the unchanged original. The error is a
/// sentence for the client.
pub(crate) fn parse(query: Option<&str>, master: (u32, u32), format: Format) -> Result<Option<Variant>, String> {
    let (mut width, mut height, mut quality, mut focus, mut background) = (None, None, None, None, None);
    for pair in query.unwrap_or_default().split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        match name {
            "width" | "w" => width = Some(number("width", value, MAX_PIXELS)?),
            "height" | "h" => height = Some(number("height", value, MAX_PIXELS)?),
            "quality" | "q" => quality = Some(number("quality", value, 100)?),
            "focus" => focus = Some(point(value)?),
            "background" => background = Some(colour(value)?),
            _ => {}
        }
    }
    if width.is_none() && height.is_none() && quality.is_none() {
        return Ok(None);
    }
    let (width, height) = match (width, height) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => (width, scale(width, master.1, master.0)?),
        (None, Some(height)) => (scale(height, master.0, master.1)?, height),
        (None, None) => (at_most(master.0)?, at_most(master.1)?),
    };
    let quality = quality
        .and_then(|quality| u8::try_from(quality).ok())
        .unwrap_or(DEFAULT_QUALITY);
    Ok(Some(Variant {
        width,
        height,
        quality,
        background,
        focus,
        format,
    }))
}

fn colour(value: &str) -> Result<[u8; 3], String> {
    let channel = |at: usize| value.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
    let digits = value.len() == 6 && value.bytes().all(|b| b.is_ascii_hexdigit());
    match (channel(0), channel(2), channel(4)) {
        (Some(red), Some(green), Some(blue)) if digits => Ok([red, green, blue]),
        _ => Err("background must be six hexadecimal digits".to_owned()),
    }
}

fn number(name: &str, value: &str, most: u32) -> Result<u32, String> {
    let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
    match value.parse::<u32>() {
        Ok(number) if digits && (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("{name} must be a whole number from 1 to {most}")),
    }
}

/// `side` in the ratio `numerator / denominator`, rounded, at least one pixel.
fn scale(side: u32, numerator: u32, denominator: u32) -> Result<u32, String> {
    let (side, numerator, denominator) = (u64::from(side), u64::from(numerator), u64::from(denominator.max(1)));
    let scaled = ((side * numerator * 2 + denominator) / (denominator * 2)).max(1);
    at_most(u32::try_from(scaled).unwrap_or(u32::MAX))
}

fn at_most(side: u32) -> Result<u32, String> {
    if side <= MAX_PIXELS {
        Ok(side)
    } else {
        Err(format!("the picture would be larger than {MAX_PIXELS} px"))
    }
}

/// `x,y` in percent.
fn point(value: &str) -> Result<(u16, u16), String> {
    let value = value.replace("%2C", ",").replace("%2c", ",");
    let percent = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|percent| (0.0..=100.0).contains(percent))
    };
    let parsed = value
        .split_once(',')
        .and_then(|(x, y)| Some((percent(x)?, percent(y)?)));
    let hundredths = |percent: f64| (percent * 100.0).round() as u16;
    match parsed {
        Some((x, y)) => Ok((hundredths(x), hundredths(y))),
        None => Err("focus must be two percentages such as 40,60".to_owned()),
    }
}
