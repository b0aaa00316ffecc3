//! `downloads`: files of the CMS, with their kind and size. A block without files shows a text that says so (R-CMS-10).

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{DownloadsBlock, FileLink};

use crate::{
    context::ViewContext,
    view::{
        self, facts,
        links::{self, HeadingView},
        outline::Outline,
    },
};

#[derive(Serialize)]
struct DownloadsView {
    heading: Option<HeadingView>,
    files: Vec<FileView>,
    empty: Option<String>,
}

#[derive(Serialize)]
struct FileView {
    label: String,
    href: String,
    /// `PDF, 1,2 MB`
    note: String,
}

pub(super) fn view(cx: &ViewContext<'_>, block: &DownloadsBlock, outline: &mut Outline) -> Value {
    let files: Vec<FileView> = block.files.iter().filter_map(|file| view_of(cx, file)).collect();
    view::value(DownloadsView {
        heading: links::heading(&block.heading, outline),
        empty: files.is_empty().then(|| cx.t("content.empty.downloads", &[])),
        files,
    })
}

fn view_of(cx: &ViewContext<'_>, file: &FileLink) -> Option<FileView> {
    let size = file.bytes.map(|bytes| facts::file_size(cx, bytes));
    let note: Vec<String> = extension(&file.url).into_iter().chain(size).collect();
    Some(FileView {
        label: file.label.clone(),
        href: links::web_url(&file.url)?,
        note: note.join(", "),
    })
}

/// `PDF`; `None` for a name without a short extension.
pub(super) fn extension(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next()?;
    let (_, end) = path.rsplit('/').next()?.rsplit_once('.')?;
    let short = (2..=5).contains(&end.len()) && end.chars().all(|c| c.is_ascii_alphanumeric());
    short.then(|| end.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::extension;

    #[test]
    fn the_kind_of_a_file_is_its_ending() {
        assert_eq!(
            extension("https://cms.example/a.b/list.pdf?v=1.2").as_deref(),
            Some("PDF")
        );
        for none in [
            "https://cms.example/a.b/list",
            "https://cms.example/x.y%20z",
            "https://cms.example",
        ] {
            assert_eq!(extension(none), None, "{none}");
        }
    }
}
