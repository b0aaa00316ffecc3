//! Decodes an original, crops it around its focal point, scales and encodes it. Decoding has limits; the result has
//! exactly the requested size.

use std::io::Cursor;
use std::path::Path;

use fast_image_resize::images::Image;
use fast_image_resize::{PixelType, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ExtendedColorType, ImageFormat, ImageReader, Limits};

use super::request::{Format, Variant};

/// Maximum number of pixels of an original on a side.
const MAX_MASTER_SIDE: u32 = 8_192;
/// Maximum memory of a decoder.
const MAX_DECODED: u64 = 256 * 1024 * 1024;

/// Why a picture could not be rendered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RenderError {
    /// The original could not be read.
    #[error("reading the master: {0}")]
    Read(#[from] std::io::Error),
    /// The original is invalid or exceeds the limits.
    #[error("decoding or encoding: {0}")]
    Image(#[from] image::ImageError),
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
    let master = decode(path)?.into_rgba8();
    let size = master.dimensions();
    let source = Image::from_vec_u8(size.0, size.1, master.into_raw(), PixelType::U8x4)?;
    let mut target = Image::new(variant.width, variant.height, PixelType::U8x4);
    let (left, top, width, height) = cut(size, (variant.width, variant.height), focus);
    let options = ResizeOptions::new().crop(left, top, width, height);
    Resizer::new().resize(&source, &mut target, &options)?;
    encode(target.buffer(), variant)
}

fn decode(path: &Path) -> Result<DynamicImage, RenderError> {
    let bytes = std::fs::read(path)?;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::WebP);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_MASTER_SIDE);
    limits.max_image_height = Some(MAX_MASTER_SIDE);
    limits.max_alloc = Some(MAX_DECODED);
    reader.limits(limits);
    Ok(reader.decode()?)
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
