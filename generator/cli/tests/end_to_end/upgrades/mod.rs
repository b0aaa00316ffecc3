//! What the program of each tag left is opened by this one, and nothing of it is lost (docs/guide/upgrade.md).
//!
//! `tests/upgrades/<tag>/` has the folder of a shop as that program left it (`left.tar.xz`: configuration, theme, texts,
//! releases, state) and what it said about it (`told.json`). `scripts/releasing/leave` makes both, at the tag.

mod leaving;
mod left;
