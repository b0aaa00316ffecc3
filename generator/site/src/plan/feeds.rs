//! The news feeds: one for each locale with news, in the folder of its news (`/nieuws/rss.xml`).

use vitrine_model::path::{SitePath, file::FEED};

use crate::page::PlannedPage;

/// The feed of a locale.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feed {
    /// The folder that contains all its items; usually that of the overview.
    pub folder: SitePath,
    /// The href of the feed.
    pub href: String,
    /// Its file below `site/`.
    pub file: String,
}

/// The feed of a locale's news pages; `None` without news.
pub(super) fn feed<'p>(pages: impl Iterator<Item = &'p PlannedPage>) -> Option<Feed> {
    let mut folder: Option<Vec<&str>> = None;
    for page in pages {
        let mut above: Vec<&str> = page.path.segments().collect();
        above.pop();
        folder = Some(match folder {
            None => above,
            Some(common) => common
                .into_iter()
                .zip(above)
                .take_while(|(one, other)| one == other)
                .map(|(segment, _)| segment)
                .collect(),
        });
    }
    let inner = folder?.join("/");
    // A prefix of a valid path is a valid path.
    let folder = SitePath::parse(&format!("/{}", inner.replace('%', "%25"))).ok()?;
    let below = if inner.is_empty() {
        String::new()
    } else {
        format!("{inner}/")
    };
    Some(Feed {
        href: format!("{}/{FEED}", folder.href().trim_end_matches('/')),
        file: format!("{below}{FEED}"),
        folder,
    })
}
