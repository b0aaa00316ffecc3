//! `video`: a poster that links to a video at its host. A block without a video is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::VideoBlock;

use crate::{
    context::ViewContext,
    view::{
        self,
        links::{self, HeadingView},
        outline::Outline,
        video::{self, VideoView},
    },
};

#[derive(Serialize)]
struct VideoBlockView {
    heading: Option<HeadingView>,
    video: VideoView,
}

const SIZES: &str = "(width >= 1600px) 1520px, 100vw";

pub(super) fn view(cx: &ViewContext<'_>, block: &VideoBlock, outline: &mut Outline) -> Option<Value> {
    let video = video::video(cx, block.url.as_deref()?, block.poster.as_ref(), SIZES)?;
    Some(view::value(VideoBlockView {
        heading: links::heading(&block.heading, outline),
        video,
    }))
}
