//! Decodes an original, crops it around its focal point, scales and encodes it. Decoding has limits; the result has
//! exactly the requested size.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use fast_image_resize::images::Image;
use fast_image_resize::{PixelType, ResizeOptions, Resizer};
use image::ExtendedColorType;
use image::codecs::jpeg::JpegEncoder;
use webp::BitstreamFeatures;

use super::request::{Format, Variant};

/// Maximum number of pixels of an original on a side, so that a decoder needs at most 256 MiB.
const MAX_MASTER_SIDE: u32 = 8_192;
/// The first bytes of an original, which hold its size.
const HEAD: u64 = 4_096;

/// Why a picture could not be rendered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RenderError {
    /// The original could not be read.
    #[error("reading the master: {0}")]
    Read(#[from] std::io::Error),
    /// The original is invalid or exceeds the limits.
    #[error("decoding the master: {0}")]
    Master(String),
    /// JPEG encoding failed.
    #[error("encoding JPEG: {0}")]
    Jpeg(#[from] image::ImageError),
    /// The buffer sizes do not match.
    #[error("scaling: {0}")]
    Buffer(#[from] fast_image_resize::ImageBufferError),
    /// Scaling failed.
    #[error("scaling: {0}")]
    Resize(#[from] fast_image_resize::ResizeError),
    /// WebP encoding failed.
    #[error("encoding WebP: {0}")]
    Webp(String),
}

/// Renders one variant of the original at `path`; `focus` is in percent.
pub(crate) fn render(path: &Path, variant: &Variant, focus: (f64, f64)) -> Result<Vec<u8>, RenderError> {
    let master = decode(path)?;
    let source = Image::from_vec_u8(master.size.0, master.size.1, master.pixels, PixelType::U8x4)?;
    let mut target = Image::new(variant.width, variant.height, PixelType::U8x4);
    let (left, top, width, height) = cut(master.size, (variant.width, variant.height), focus);
    let options = ResizeOptions::new()
        .crop(left, top, width, height)
        .use_alpha(master.is_transparent);
    Resizer::new().resize(&source, &mut target, &options)?;
    encode(target.buffer(), variant)
}

/// A decoded original, in RGBA.
struct Master {
    size: (u32, u32),
    pixels: Vec<u8>,
    is_transparent: bool,
}

/// The size of an original, by its first bytes.
pub(crate) fn size_of(path: &Path) -> Result<(u32, u32), RenderError> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    let about = BitstreamFeatures::new(&head).ok_or_else(|| not_webp(path))?;
    Ok((about.width(), about.height()))
}

fn not_webp(path: &Path) -> RenderError {
    RenderError::Master(format!("{} is no WebP", path.display()))
}

/// Decodes with libwebp, which takes a fraction of the time of `image`'s decoder: pictures are most of what the demo does.
fn decode(path: &Path) -> Result<Master, RenderError> {
    let refused = |why: &str| RenderError::Master(format!("{} {why}", path.display()));
    let bytes = fs::read(path)?;
    let about = BitstreamFeatures::new(&bytes).ok_or_else(|| not_webp(path))?;
    let size = (about.width(), about.height());
    if size.0.max(size.1) > MAX_MASTER_SIDE {
        return Err(refused(&format!(
            "has {} x {} px, more than {MAX_MASTER_SIDE} on a side",
            size.0, size.1
        )));
    }
    let decoded = webp::Decoder::new(&bytes).decode();
    let decoded = decoded.ok_or_else(|| refused("is incomplete or animated"))?;
    let pixels = if decoded.is_alpha() {
        decoded.to_vec()
    } else {
        with_alpha(&decoded)
    };
    Ok(Master {
        size,
        pixels,
        is_transparent: decoded.is_alpha(),
    })
}

/// RGB as RGBA without transparency.
fn with_alpha(rgb: &[u8]) -> Vec<u8> {
    let mut rgba = vec![u8::MAX; rgb.len() / 3 * 4];
    let (pixels, _) = rgb.as_chunks::<3>();
    for (target, [red, green, blue]) in rgba.chunks_exact_mut(4).zip(pixels) {
        target.copy_from_slice(&[*red, *green, *blue, u8::MAX]);
    }
    rgba
}

/// The largest crop with the target's ratio, with the focal point as close to its centre as the edges allow.
fn cut(master: (u32, u32), target: (u32, u32), focus: (f64, f64)) -> (f64, f64, f64, f64) {
    let (width, height) = (f64::from(master.0), f64::from(master.1));
    let ratio = f64::from(target.0) / f64::from(target.1);
    let (cut_width, cut_height) = if width / height > ratio {
        (height * ratio, height)
    } else {
        (width, width / ratio)
    };
    let (cut_width, cut_height) = (cut_width.min(width), cut_height.min(height));
    let left = (width * focus.0 / 100.0 - cut_width / 2.0).clamp(0.0, width - cut_width);
    let top = (height * focus.1 / 100.0 - cut_height / 2.0).clamp(0.0, height - cut_height);
    (left, top, cut_width, cut_height)
}

/// Encodes RGBA; an opaque picture is encoded without alpha channel.
fn encode(pixels: &[u8], variant: &Variant) -> Result<Vec<u8>, RenderError> {
    let (width, height) = (variant.width, variant.height);
    match variant.format {
        Format::Webp => {
            let flat = variant.background.map(|background| on_paper(pixels, background));
            let encoder = match &flat {
                Some(pixels) => webp::Encoder::from_rgb(pixels, width, height),
                None => webp::Encoder::from_rgba(pixels, width, height),
            };
            let mut config =
                webp::WebPConfig::new().map_err(|()| RenderError::Webp("it has no configuration".to_owned()))?;
            config.quality = f32::from(variant.quality);
            // Lossless alpha encodes a soft shadow poorly, and it would take most of the file.
            config.alpha_quality = i32::from(variant.quality);
            let encoded = encoder.encode_advanced(&config);
            encoded
                .map(|memory| memory.to_vec())
                .map_err(|error| RenderError::Webp(format!("{error:?}")))
        }
        Format::Jpeg => {
            let pixels = on_paper(pixels, variant.background.unwrap_or(PAPER));
            let mut bytes = Vec::new();
            let mut encoder = JpegEncoder::new_with_quality(&mut bytes, variant.quality);
            encoder.encode(&pixels, width, height, ExtendedColorType::Rgb8)?;
            Ok(bytes)
        }
    }
}

/// The shop's background colour behind packshots (design/look: card).
const PAPER: [u8; 3] = [0xea, 0xe5, 0xdc];

/// Blends transparent pixels onto a background colour.
fn on_paper(rgba: &[u8], below: [u8; 3]) -> Vec<u8> {
    let mut rgb = Vec::with_capacity(rgba.len() / 4 * 3);
    for pixel in rgba.chunks_exact(4) {
        let [red, green, blue, alpha] = pixel else { continue };
        let over = |channel: u8, paper: u8| {
            let (channel, paper, alpha) = (u16::from(channel), u16::from(paper), u16::from(*alpha));
            u8::try_from((channel * alpha + paper * (255 - alpha)) / 255).unwrap_or(u8::MAX)
        };
        rgb.extend([over(*red, below[0]), over(*green, below[1]), over(*blue, below[2])]);
    }
    rgb
}
