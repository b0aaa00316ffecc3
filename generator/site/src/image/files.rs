//! The backend's files of an image: Shopware's thumbnails and the original.
//!
//! **Invariant:** a size is that of the file. For a thumbnail Shopware returns the bounding box it was made for
//! (Shopware §15.1): the original was fitted into it, and never enlarged.

use vitrine_model::media::{Image, Thumbnail};

/// A file with its size in pixels, if known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct File {
    pub(super) url: String,
    pub(super) size: Option<(u32, u32)>,
}

/// The size of the original.
pub(super) fn size(image: &Image) -> Option<(u32, u32)> {
    image
        .width
        .zip(image.height)
        .filter(|(width, height)| *width > 0 && *height > 0)
}

/// The files by width, smallest first, up to the first that is at least `most` wide; never empty. Files with another
/// aspect ratio than the original are left out, because they are cropped or distorted.
pub(super) fn files(image: &Image, most: u32) -> Vec<File> {
    let original = size(image);
    let mut known: Vec<File> = image
        .thumbnails
        .iter()
        .filter_map(|thumbnail| {
            Some(File {
                url: thumbnail.url.clone(),
                size: Some(true_size(original, thumbnail)?),
            })
        })
        .collect();
    if original.is_some() || known.is_empty() {
        known.push(File {
            url: image.url.clone(),
            size: original,
        });
    }
    // Stable sort: of two files with the same width the thumbnail has fewer bytes.
    known.sort_by_key(|file| file.size);
    known.dedup_by_key(|file| file.size.map(|(width, _)| width));
    let wide = |file: &File| file.size.is_some_and(|(width, _)| width >= most);
    let end = known.iter().position(wide).map_or(known.len(), |place| place + 1);
    known.truncate(end);
    known
}

/// The smallest file that is at least `width` wide, or the widest.
pub(super) fn at_least(image: &Image, width: u32) -> File {
    files(image, width).pop().unwrap_or_else(|| File {
        url: image.url.clone(),
        size: size(image),
    })
}

/// The size of a thumbnail's file; `None` if its aspect ratio differs from the original.
fn true_size(original: Option<(u32, u32)>, thumbnail: &Thumbnail) -> Option<(u32, u32)> {
    let told = (thumbnail.width, thumbnail.height);
    if told.0 == 0 || told.1 == 0 {
        return None;
    }
    let Some((width, height)) = original else {
        return Some(told);
    };
    if told.0 == told.1 {
        let (side, longest) = (u64::from(told.0), u64::from(width.max(height)));
        let fitted = |edge: u32| u32::try_from((u64::from(edge) * side).div_ceil(longest)).ok();
        return if longest <= side {
            original
        } else {
            fitted(width).zip(fitted(height))
        };
    }
    if width < told.0 || height < told.1 {
        return original;
    }
    let (across, down) = (
        u64::from(told.0) * u64::from(height),
        u64::from(told.1) * u64::from(width),
    );
    // A rounded pixel is not another aspect ratio.
    (across.abs_diff(down) * 50 <= across).then_some(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_model::media::FocalPoint;

    fn picture(size: Option<(u32, u32)>, boxes: &[(u32, u32)]) -> Image {
        let thumbnail = |(width, height): &(u32, u32)| Thumbnail {
            url: format!("https://shop.example/t_{width}x{height}.png"),
            width: *width,
            height: *height,
        };
        Image {
            url: "https://shop.example/whole.png".to_owned(),
            width: size.map(|size| size.0),
            height: size.map(|size| size.1),
            focus: FocalPoint::default(),
            alt: None,
            thumbnails: boxes.iter().map(thumbnail).collect(),
            shows: Vec::new(),
        }
    }

    fn sizes(size: Option<(u32, u32)>, boxes: &[(u32, u32)], most: u32) -> Vec<Option<(u32, u32)>> {
        files(&picture(size, boxes), most)
            .iter()
            .map(|file| file.size)
            .collect()
    }

    /// R-PDP-07: the recorded thumbnails of an image of 1200 by 900, and of a portrait one.
    #[test]
    fn r_pdp_07_a_box_is_not_the_size_of_the_file() {
        let boxes = [(280, 280), (400, 400), (800, 800), (1920, 1920)];
        let wide = [(280, 210), (400, 300), (800, 600), (1200, 900)].map(Some);
        assert_eq!(sizes(Some((1200, 900)), &boxes, 1536), wide);
        let high = [(224, 280), (320, 400), (640, 800), (1536, 1920)].map(Some);
        assert_eq!(sizes(Some((2400, 3000)), &boxes, 1536), high);
        assert_eq!(
            sizes(Some((2400, 3000)), &boxes, 641),
            high,
            "the next larger one ends the list"
        );
        assert_eq!(sizes(Some((2400, 3000)), &boxes, 640), high[..3]);
    }

    /// R-PDP-07: nothing is enlarged, other aspect ratios are left out, and for an original of unknown size the
    /// backend's value is used.
    #[test]
    fn r_pdp_07_odd_thumbnails_cost_themselves() {
        assert_eq!(sizes(Some((100, 80)), &[(280, 280)], 1536), [Some((100, 80))]);
        assert_eq!(
            sizes(Some((1000, 800)), &[(400, 400), (300, 300)], 1),
            [Some((300, 240))]
        );
        assert_eq!(
            sizes(Some((1000, 800)), &[(400, 100), (0, 5)], 1536),
            [Some((1000, 800))]
        );
        assert_eq!(sizes(None, &[(400, 320)], 1536), [Some((400, 320))]);
        assert_eq!(sizes(None, &[], 1536), [None]);
    }

    /// R-PDP-07: of the original and a thumbnail of the same size, the thumbnail has fewer bytes.
    #[test]
    fn r_pdp_07_the_thumbnail_is_taken_before_the_original() {
        let image = picture(Some((1200, 900)), &[(1920, 1920)]);
        assert_eq!(at_least(&image, 2400).url, "https://shop.example/t_1920x1920.png");
    }
}
