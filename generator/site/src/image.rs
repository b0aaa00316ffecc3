//! Views of pictures: URLs of the image CDN by its URL template or, without one, of the files that the backend has
//! (R-CMS-05, rule 22).
//!
//! **Invariant:** nothing is fetched; no URL requests more pixels than the original has, if its size is known.

mod files;
mod template;
mod view;

use vitrine_model::{
    diagnostic::Place,
    media::{FocalPoint, Image},
    rich_text::ShownPicture,
};

pub use self::view::{ImageView, ShareImage};
use self::{
    files::{File, files},
    template::{image_url, push_image_url, push_number},
};
use crate::{
    config::{crops, host_of},
    context::ViewContext,
};

/// One URL of a picture by the image CDN's URL template.
pub fn address(template: &str, image: &Image, width: u32, height: Option<u32>) -> String {
    image_url(template, image, width, height)
}

/// The widths of R-CMS-05.
const WIDTHS: [u32; 6] = [320, 640, 768, 1024, 1280, 1536];

/// The `sizes` value for the full width of the window. Densities end at two (R-CMS-05), so a screen with three device
/// pixels per CSS pixel gets two thirds of the width. A window of 390 CSS pixels, which is equally near to two of the
/// widths, gets slightly less, so that it loads the smaller file.
const WHOLE_WIDTH: &str = "(resolution >= 2.5dppx) 65vw, 98vw";

/// The `sizes` value of an image in a text, whose line length is limited.
const IN_TEXT: &str = "(width >= 768px) 42rem, 100vw";

/// Aspect ratio of an image that fills a phone's viewport, and its width there, which follows from its height because
/// it covers its box.
const TALL: (u32, u32) = (4, 5);
const TALL_SIZES: &str = "(resolution >= 2.5dppx) 100vw, 150vw";

/// The size that social networks expect (R-HEAD-10).
const SHARED: (u32, u32) = (1200, 630);

/// The CSS classes of the focal point and, for a file that the browser crops, of its frame's aspect ratio; `None` for a
/// centred image with the aspect ratio of its frame.
fn classes(focus: FocalPoint, frame: Option<(u32, u32)>) -> Option<String> {
    let tens = |percent| (i32::from(percent) + 5) / 10 * 10;
    let focus =
        (focus != FocalPoint::default()).then(|| format!("focus-x-{} focus-y-{}", tens(focus.x), tens(focus.y)));
    let frame = frame.map(|(width, height)| format!("frame-{width}-{height}"));
    match (frame, focus) {
        (Some(frame), Some(focus)) => Some(format!("{frame} {focus}")),
        (frame, focus) => frame.or(focus),
    }
}

impl ViewContext<'_> {
    /// A responsive picture. `ratio` is (width, height) of the crop; `None` keeps the original's. `sizes` lists wide
    /// windows first; `100vw` at the end is the full width of a narrow one.
    pub fn image(&self, image: &Image, ratio: Option<(u32, u32)>, sizes: &str) -> ImageView {
        self.view_of(image, ratio, sizes, self.config.image_template.as_deref())
    }

    /// Like [`Self::image`], for `picture(…, packshot=…)` in a template. A packshot is blended (multiply) onto its
    /// background, so it needs no transparency, and its file has a third of the bytes.
    pub fn picture(&self, image: &Image, ratio: Option<(u32, u32)>, sizes: &str, packshot: bool) -> ImageView {
        let own = self.config.packshot_template.as_deref().filter(|_| packshot);
        self.view_of(image, ratio, sizes, own.or(self.config.image_template.as_deref()))
    }

    fn view_of(&self, image: &Image, ratio: Option<(u32, u32)>, sizes: &str, template: Option<&str>) -> ImageView {
        self.check_host(image);
        let shape = Shape::of(image, ratio);
        let Some(template) = template else {
            return view_of_files(image, ratio, sizes, &shape);
        };
        let offered = shape.widths();
        let one = image.url.len() + template.len() + ", 1536w".len();
        let mut srcset = String::with_capacity(one * offered.len());
        for width in &offered {
            if !srcset.is_empty() {
                srcset.push_str(", ");
            }
            push_image_url(&mut srcset, template, image, *width, shape.height(*width));
            srcset.push(' ');
            push_number(&mut srcset, *width);
            srcset.push('w');
        }
        let middle = offered
            .iter()
            .copied()
            .filter(|w| *w <= 768)
            .max()
            .or(offered.first().copied());
        let largest = offered.last().copied();
        ImageView {
            src: middle.map_or_else(|| image.url.clone(), |w| image_url(template, image, w, shape.height(w))),
            srcset,
            sizes: Some(sizes_of(sizes)),
            width: largest,
            height: largest.and_then(|w| shape.height(w)),
            alt: image.alt.clone().unwrap_or_default(),
            focus: classes(image.focus, ratio.filter(|_| !crops(template))),
        }
    }

    /// The picture of a hero in narrow windows: `mobile`, if an editor selected one, otherwise a portrait crop around
    /// the focal point of `image`. The browser would crop a wide picture to the window, after downloading three times
    /// the needed pixels.
    pub fn image_tall(&self, image: &Image, mobile: Option<&Image>) -> ImageView {
        match mobile {
            Some(mobile) => self.image(mobile, None, TALL_SIZES),
            None => self.image(image, Some(TALL), TALL_SIZES),
        }
    }

    /// An image of fixed size in CSS pixels, in densities 1 and 2. `src` is the one of density 1, so `srcset` does not
    /// repeat it: the menus of every page show dozens of these.
    pub fn image_fixed(&self, image: &Image, width: u32, ratio: Option<(u32, u32)>) -> ImageView {
        self.fixed(self.config.image_template.as_deref(), image, width, ratio)
    }

    /// The same for a packshot, without transparency.
    pub fn packshot_fixed(&self, image: &Image, width: u32, ratio: Option<(u32, u32)>) -> ImageView {
        let own = self.config.packshot_template.as_deref();
        self.fixed(own.or(self.config.image_template.as_deref()), image, width, ratio)
    }

    fn fixed(&self, template: Option<&str>, image: &Image, width: u32, ratio: Option<(u32, u32)>) -> ImageView {
        self.check_host(image);
        let shape = Shape::of(image, ratio);
        let at = |density: u32| match template {
            Some(template) => {
                let wanted = shape.limit.map_or(width * density, |l| l.min(width * density)).max(1);
                image_url(template, image, wanted, shape.height(wanted))
            }
            None => files::at_least(image, shape.cover_width(image, width * density)).url,
        };
        ImageView {
            src: at(1),
            srcset: format!("{} 2x", at(2)),
            sizes: None,
            width: Some(width),
            height: shape.height(width),
            alt: image.alt.clone().unwrap_or_default(),
            focus: classes(image.focus, ratio.filter(|_| !template.is_some_and(crops))),
        }
    }

    /// A logo in its own aspect ratio, at most `most` CSS pixels wide, so that logos of different shape look equally
    /// large.
    pub fn logo(&self, image: &Image, most: u32) -> ImageView {
        let own = image.width.filter(|width| *width > 0).unwrap_or(most);
        self.image_fixed(image, own.min(most), None)
    }

    /// A single URL of a picture, for social sharing and structured data.
    pub fn image_url(&self, image: &Image, width: u32, ratio: Option<(u32, u32)>) -> String {
        self.check_host(image);
        let Some(template) = &self.config.image_template else {
            return files::at_least(image, width).url;
        };
        let shape = Shape::of(image, ratio);
        let width = shape.limit.map_or(width, |l| l.min(width)).max(1);
        image_url(template, image, width, shape.height(width))
    }

    /// The crop for social sharing, as large as the original allows; without a CDN the file that is large enough.
    pub fn share_image(&self, image: &Image) -> ShareImage {
        self.check_host(image);
        let alt = image.alt.clone().filter(|alt| !alt.trim().is_empty());
        let Some(template) = &self.config.image_template else {
            let File { url, size } = files::at_least(image, SHARED.0);
            let (width, height) = size.unzip();
            return ShareImage {
                url,
                width,
                height,
                alt,
            };
        };
        let shape = Shape::of(image, Some(SHARED));
        let width = shape.limit.map_or(SHARED.0, |limit| limit.min(SHARED.0)).max(1);
        let height = shape.height(width);
        ShareImage {
            url: image_url(template, image, width, height),
            width: Some(width),
            height,
            alt,
        }
    }

    /// An image in a text, with its own aspect ratio; `None`, which is reported, if its host is not allowed.
    pub(crate) fn picture_in_text(&self, image: &Image) -> Option<ShownPicture> {
        if !self.is_of_image_host(image) {
            self.check_host(image);
            return None;
        }
        let view = self.image(image, None, IN_TEXT);
        Some(ShownPicture {
            src: view.src,
            srcset: view.srcset,
            sizes: view.sizes,
            width: view.width.or(image.width)?,
            height: view.height.or(image.height)?,
            alt: view.alt,
        })
    }

    fn is_of_image_host(&self, image: &Image) -> bool {
        self.config.is_image_host(&image.url)
    }

    fn check_host(&self, image: &Image) {
        if self.is_of_image_host(image) {
            return;
        }
        let host = host_of(&image.url);
        let message =
            format!("a picture comes from {host:?}, which is no image host of this site: browsers will not show it");
        let hint = "add the host to images.hosts, or keep the picture where the others are";
        let place = Place {
            id: image.url.clone(),
            ..Place::default()
        };
        self.report("image-host", message, hint, place);
    }
}

/// An image without a CDN: the backend's files, which the browser crops to the frame.
fn view_of_files(image: &Image, ratio: Option<(u32, u32)>, sizes: &str, shape: &Shape) -> ImageView {
    let offered = files(image, shape.cover_width(image, WIDTHS[WIDTHS.len() - 1]));
    let entry = |file: &File| match file.size {
        Some((width, _)) => format!("{} {width}w", file.url),
        None => file.url.clone(),
    };
    let told = offered.iter().all(|file| file.size.is_some());
    let largest = offered.last().and_then(|file| file.size);
    let width = largest.map(|(width, _)| shape.limit.map_or(width, |limit| limit.min(width)));
    ImageView {
        src: files::at_least(image, 640).url,
        srcset: offered.iter().map(entry).collect::<Vec<_>>().join(", "),
        sizes: told.then(|| widened(&sizes_of(sizes), shape.cover_width(image, 100))),
        width,
        height: width.and_then(|width| shape.height(width)),
        alt: image.alt.clone().unwrap_or_default(),
        focus: classes(image.focus, ratio),
    }
}

/// `sizes` with the value for phones instead of the final `100vw`.
fn sizes_of(sizes: &str) -> String {
    match sizes.strip_suffix("100vw") {
        Some(before) => format!("{before}{WHOLE_WIDTH}"),
        None => sizes.to_owned(),
    }
}

/// `sizes` scaled by a percentage: browsers select by width, and a file that is cropped at its sides must be wider than
/// its frame.
fn widened(sizes: &str, percent: u32) -> String {
    let one = |entry: &str| {
        let (before, length) = entry
            .rsplit_once(' ')
            .map_or(("", entry), |(before, length)| (before, length));
        let end = length.find(|c: char| !c.is_ascii_digit()).unwrap_or(length.len());
        let (number, unit) = length.split_at(end);
        let number = number.parse::<u32>().map(|number| (number * percent).div_ceil(100));
        let length = number.map_or_else(|_| length.to_owned(), |number| format!("{number}{unit}"));
        format!("{before} {length}").trim_start().to_owned()
    };
    if percent == 100 {
        return sizes.to_owned();
    }
    sizes.split(", ").map(one).collect::<Vec<_>>().join(", ")
}

/// The aspect ratio and maximum width of a crop.
struct Shape {
    /// Width and height of the crop, if known.
    ratio: Option<(u32, u32)>,
    /// The maximum width of the crop within the original.
    limit: Option<u32>,
}

impl Shape {
    fn of(image: &Image, ratio: Option<(u32, u32)>) -> Self {
        let known = |pair: (u32, u32)| (pair.0 > 0 && pair.1 > 0).then_some(pair);
        // If the original's size is unknown, the largest thumbnail gives its aspect ratio and a lower bound of its size
        // (R-PDP-07).
        let master = files::size(image).or_else(|| image.largest().and_then(|t| known((t.width, t.height))));
        let ratio = ratio.and_then(known).or(master);
        let limit = master.zip(ratio).map(|((width, height), (rw, rh))| {
            let by_height = u64::from(height) * u64::from(rw) / u64::from(rh);
            width.min(u32::try_from(by_height).unwrap_or(u32::MAX)).max(1)
        });
        Self {
            ratio,
            limit: limit.or(image.width.filter(|w| *w > 0)),
        }
    }

    fn height(&self, width: u32) -> Option<u32> {
        let (rw, rh) = self.ratio?;
        let height = (u64::from(width) * u64::from(rh) + u64::from(rw) / 2) / u64::from(rw);
        u32::try_from(height).ok().map(|h| h.max(1))
    }

    /// The width of an uncropped file that fills a frame of `width`: a wide image must be as high as a portrait frame.
    fn cover_width(&self, image: &Image, width: u32) -> u32 {
        let whole = files::size(image).zip(self.ratio);
        let Some(((own_width, own_height), (rw, rh))) = whole else {
            return width;
        };
        let by_height =
            u64::from(width) * u64::from(rh) * u64::from(own_width) / (u64::from(rw) * u64::from(own_height)).max(1);
        width.max(u32::try_from(by_height).unwrap_or(u32::MAX))
    }

    fn widths(&self) -> Vec<u32> {
        let Some(limit) = self.limit else {
            return WIDTHS.to_vec();
        };
        let fitting: Vec<u32> = WIDTHS.into_iter().filter(|w| *w <= limit).collect();
        if fitting.is_empty() { vec![limit] } else { fitting }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_model::media::{FocalPoint, Thumbnail};

    fn image(width: Option<u32>, height: Option<u32>) -> Image {
        Image {
            url: "https://images.example/a.jpg".to_owned(),
            width,
            height,
            focus: FocalPoint { x: 40, y: 60 },
            alt: None,
            thumbnails: Vec::new(),
            shows: Vec::new(),
        }
    }

    /// R-CMS-05: the widths 320 to 1536, never wider than the crop within the original.
    #[test]
    fn r_cms_05_widths_fit_the_master() {
        let widths = |w, h, ratio| Shape::of(&image(w, h), ratio).widths();
        assert_eq!(widths(Some(3_000), Some(2_000), None), WIDTHS);
        assert_eq!(widths(Some(800), Some(1_000), None), [320, 640, 768]);
        assert_eq!(widths(Some(2_000), Some(1_000), Some((1, 1))), [320, 640, 768]);
        assert_eq!(widths(Some(100), Some(100), None), [100]);
        assert_eq!(widths(None, None, Some((4, 5))), WIDTHS);
        assert_eq!(Shape::of(&image(Some(800), Some(1_000)), None).height(320), Some(400));
        assert_eq!(Shape::of(&image(None, None), None).height(320), None);
        assert_eq!(widths(Some(0), Some(0), Some((0, 1))), WIDTHS);
    }

    /// R-PDP-07: "largest and smallest picked by width": if the original's size is unknown, the largest thumbnail is
    /// used in its place, and the widths range from the smallest that is offered to the largest within it.
    #[test]
    fn r_pdp_07_the_largest_thumbnail_gives_the_aspect_ratio() {
        let thumbnail = |width, height| Thumbnail {
            url: format!("https://images.example/a_{width}.jpg"),
            width,
            height,
        };
        let mut picture = image(None, None);
        picture.thumbnails = vec![thumbnail(400, 500), thumbnail(1_280, 1_600), thumbnail(800, 1_000)];
        let shape = Shape::of(&picture, None);
        assert_eq!(shape.widths(), [320, 640, 768, 1_024, 1_280]);
        assert_eq!(shape.height(320), Some(400));
        assert_eq!(Shape::of(&picture, Some((1, 1))).height(320), Some(320));
        picture.thumbnails = vec![thumbnail(200, 250)];
        assert_eq!(Shape::of(&picture, None).widths(), [200]);
        picture.thumbnails = vec![thumbnail(0, 0)];
        assert_eq!(Shape::of(&picture, None).widths(), WIDTHS);
        let told = Image {
            thumbnails: vec![thumbnail(400, 400)],
            ..image(Some(3_000), Some(2_000))
        };
        assert_eq!(Shape::of(&told, None).widths(), WIDTHS, "a size that is told counts");
    }

    /// R-CMS-05: without a CDN a wide file in a portrait frame is selected by the width that its height requires.
    #[test]
    fn r_cms_05_a_file_that_is_cropped_is_wider_than_its_frame() {
        let shape = Shape::of(&image(Some(1_200), Some(900)), Some((4, 5)));
        let percent = shape.cover_width(&image(Some(1_200), Some(900)), 100);
        assert_eq!(percent, 166);
        assert_eq!(
            widened("(width >= 1024px) 24vw, 41vw", percent),
            "(width >= 1024px) 40vw, 69vw"
        );
        assert_eq!(widened("auto, 41vw", 100), "auto, 41vw");
    }

    /// R-CMS-05: densities end at two, so a screen with three device pixels per CSS pixel gets two thirds of its width.
    #[test]
    fn r_cms_05_whole_width_of_a_telephone() {
        assert_eq!(sizes_of("100vw"), "(resolution >= 2.5dppx) 65vw, 98vw");
        assert_eq!(
            sizes_of("(width >= 1024px) 42vw, 100vw"),
            "(width >= 1024px) 42vw, (resolution >= 2.5dppx) 65vw, 98vw"
        );
        assert_eq!(sizes_of("(width >= 1024px) 24vw, 48vw"), "(width >= 1024px) 24vw, 48vw");
        // 390 CSS pixels at density two and at density three request the width of 768.
        for (share, pixels) in [(98, 2), (65, 3)] {
            let wanted = 390 * share * pixels / 100;
            assert!((640..=768).contains(&wanted), "{wanted}");
        }
    }
}
