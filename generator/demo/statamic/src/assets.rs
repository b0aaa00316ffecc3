//! The calls of the asset container.

use super::answer::Reply;
use super::asset::Asset;
use super::content::Content;
use super::hosts::Hosts;
use super::page;
use super::query::Query;

/// `GET assets/{container}`.
pub(crate) fn list(content: &Content, query: &Query, hosts: &Hosts, path: &str) -> Reply {
    if let Some(forbidden) =
        query.forbidden(|name| matches!(name, "path" | "filename" | "basename" | "extension" | "alt"))
    {
        return forbidden;
    }
    let all: Vec<&Asset> = content.assets.values().collect();
    page::paged(query, hosts, path, &all, |asset| asset.full(hosts))
}

/// `GET assets/{container}/{path…}`.
pub(crate) fn show(content: &Content, path: &str, hosts: &Hosts) -> Reply {
    content
        .assets
        .get(path)
        .map_or(Reply::NotFound, |asset| Reply::data(asset.full(hosts)))
}
