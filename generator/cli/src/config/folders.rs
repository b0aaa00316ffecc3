//! Checks the folders in the file: none is empty, and releases are separate from persistent state.
//!
//! **Invariant:** neither of `build.dist` and `build.state_dir` is inside the other, with links resolved: a deploy may
//! replace `dist` as a whole.

use std::path::{Component, Path, PathBuf};

use super::{file::BuildTable, wrong::Wrong};

/// Checks all folders; relative ones start at `root`.
pub(super) fn check(build: &BuildTable, root: &Path, wrong: &mut Wrong) {
    let folders = [
        ("build.dist", Some(&build.dist)),
        ("build.state_dir", Some(&build.state_dir)),
        ("build.templates", build.templates.as_ref()),
        ("build.locales", build.locales.as_ref()),
        ("build.assets", build.assets.as_ref()),
    ];
    let named = folders.into_iter().filter_map(|(key, path)| Some((key, path?)));
    for (key, path) in named {
        if path.as_os_str().is_empty() || path.to_string_lossy().contains(char::is_control) {
            wrong.add(key, format!("is {path:?}: name a folder"));
            return;
        }
    }
    let (dist, state) = (
        resolved(&root.join(&build.dist)),
        resolved(&root.join(&build.state_dir)),
    );
    let place = if dist == state {
        "is the same folder as"
    } else if state.starts_with(&dist) {
        "lies below"
    } else if dist.starts_with(&state) {
        "lies above"
    } else {
        return;
    };
    wrong.add(
        "build.state_dir",
        format!(
            "is {:?} and {place} build.dist ({:?}): name a folder beside it, like \".vitrine\"",
            build.state_dir, build.dist
        ),
    );
}

/// The absolute path, with links resolved as far as the path exists.
fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    absolute.components().fold(PathBuf::new(), |mut found, part| {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                found.pop();
            }
            other => found.push(other),
        }
        found.canonicalize().unwrap_or(found)
    })
}
