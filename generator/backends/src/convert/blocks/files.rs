//! Converts the blocks of videos and files: `video`, `downloads` and `instagram_wall` (content model §8).

use vitrine_model::content::{BlockKind, DownloadsBlock, FileLink, InstagramWallBlock, VideoBlock, WallItem};

use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn video(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::Video(VideoBlock {
        heading: scope.heading(set),
        url: scope.video(set, "url"),
        poster: scope.image(set, "poster"),
    })
}

/// A row without a file is left out, and reported if it has a label.
pub(super) fn downloads(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let rows = set.rows("files");
    let files = rows.into_iter().filter_map(|row| {
        let label = row.text("label");
        let Some((url, bytes)) = scope.sized_file(row, "file") else {
            if let Some(label) = &label {
                scope.shape("files", &format!("{label:?} has no file with an https address"));
            }
            return None;
        };
        let label = label.unwrap_or_else(|| file_name(&url));
        Some(FileLink { label, url, bytes })
    });
    let files = files.collect();
    BlockKind::Downloads(DownloadsBlock {
        heading: scope.heading(set),
        files,
    })
}

/// The last part of a URL's path, decoded.
fn file_name(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let name = path.rsplit('/').next().unwrap_or(path);
    percent_encoding::percent_decode_str(name)
        .decode_utf8()
        .map_or_else(|_| name.to_owned(), |name| name.into_owned())
}

/// A row without a picture is left out.
pub(super) fn instagram_wall(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let rows = set.rows("items");
    let items = rows.into_iter().filter_map(|row| {
        Some(WallItem {
            image: scope.image(row, "image")?,
            link: scope.target(row, "link"),
        })
    });
    BlockKind::InstagramWall(InstagramWallBlock { items: items.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_label_has_its_name() {
        for (url, name) in [
            ("https://cms.example/assets/prijs%20lijst.pdf?v=2", "prijs lijst.pdf"),
            ("https://cms.example/a/b/c.zip#x", "c.zip"),
            ("https://cms.example/%ff.pdf", "%ff.pdf"),
        ] {
            assert_eq!(file_name(url), name);
        }
    }
}
