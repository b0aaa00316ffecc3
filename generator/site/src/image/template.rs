//! The URL template of the image CDN, filled for one picture (R-CMS-05).
//!
//! **Invariant:** a URL that has a query of its own keeps it, and unknown placeholders are kept as they are.

use vitrine_model::media::Image;

const QUALITY: u32 = 75;

/// A single URL of a picture from the URL template.
pub(super) fn image_url(template: &str, image: &Image, width: u32, height: Option<u32>) -> String {
    let mut url = String::with_capacity(image.url.len() + template.len());
    push_image_url(&mut url, template, image, width, height);
    url
}

/// Fills the URL template. A query parameter with an unknown height is left out, and a URL with its own query keeps it.
/// A page has about a hundred URLs, so this writes each in one pass without intermediate strings.
pub(super) fn push_image_url(out: &mut String, template: &str, image: &Image, width: u32, height: Option<u32>) {
    let (base, query) = template.split_once('?').unwrap_or((template, ""));
    let begin = out.len();
    fill(out, base, image, width, height);
    let mut joint = if out.get(begin..).is_some_and(|url| url.contains('?')) {
        '&'
    } else {
        '?'
    };
    for part in query.split('&').filter(|p| !p.is_empty()) {
        if height.is_none() && part.contains("{height}") {
            continue;
        }
        out.push(joint);
        fill(out, part, image, width, height);
        joint = '&';
    }
}

/// A part of the template with its values; unknown placeholders are kept.
fn fill(out: &mut String, template: &str, image: &Image, width: u32, height: Option<u32>) {
    let mut rest = template;
    while let Some((before, after)) = split(rest, b'{') {
        out.push_str(before);
        let name = split(after, b'}').map(|(name, _)| name);
        let number = match name {
            Some("url") => {
                out.push_str(&image.url);
                None
            }
            Some("width") => Some(width),
            Some("height") => Some(height.unwrap_or_default()),
            Some("quality") => Some(QUALITY),
            Some("focus_x") => Some(image.focus.x.into()),
            Some("focus_y") => Some(image.focus.y.into()),
            _ => {
                out.push('{');
                rest = after;
                continue;
            }
        };
        if let Some(number) = number {
            push_number(out, number);
        }
        rest = name.and_then(|name| after.get(name.len() + 1..)).unwrap_or_default();
    }
    out.push_str(rest);
}

/// The text before and after the first occurrence of an ASCII character.
fn split(text: &str, at: u8) -> Option<(&str, &str)> {
    let place = memchr::memchr(at, text.as_bytes())?;
    Some((text.get(..place)?, text.get(place + 1..)?))
}

/// Without the formatting machinery, which a page would use four hundred times.
pub(super) fn push_number(out: &mut String, number: u32) {
    if number >= 10 {
        push_number(out, number / 10);
    }
    out.push(char::from_digit(number % 10, 10).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_model::media::FocalPoint;

    fn image() -> Image {
        Image {
            url: "https://images.example/a.jpg".to_owned(),
            width: None,
            height: None,
            focus: FocalPoint { x: 40, y: 60 },
            alt: None,
            thumbnails: Vec::new(),
            shows: Vec::new(),
        }
    }

    /// R-CMS-05: other parts of the URL template are kept as they are, such as a background colour for packshots.
    #[test]
    fn r_cms_05_packshots_have_words_of_their_own() {
        let template = "{url}?width={width}&height={height}&background=ffffff";
        assert_eq!(
            image_url(template, &image(), 320, None),
            "https://images.example/a.jpg?width=320&background=ffffff"
        );
    }

    /// R-CMS-05: width, height and quality are filled into the CDN's URL template; unknown values are left out.
    #[test]
    fn r_cms_05_urls_follow_the_template() {
        let template = "{url}?width={width}&height={height}&quality={quality}";
        let mut picture = image();
        assert_eq!(
            image_url(template, &picture, 320, Some(400)),
            "https://images.example/a.jpg?width=320&height=400&quality=75"
        );
        assert_eq!(
            image_url(template, &picture, 320, None),
            "https://images.example/a.jpg?width=320&quality=75"
        );
        let named = "https://cdn.example/{width}x{height}/{focus_x},{focus_y}/{url}?{other}={quality}";
        assert_eq!(
            image_url(named, &picture, 320, Some(400)),
            "https://cdn.example/320x400/40,60/https://images.example/a.jpg?{other}=75"
        );
        picture.url.push_str("?v=2");
        assert_eq!(
            image_url(template, &picture, 320, None),
            "https://images.example/a.jpg?v=2&width=320&quality=75"
        );
    }
}
