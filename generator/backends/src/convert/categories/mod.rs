//! Categories of the channel's navigation tree (Shopware §17): the tree itself, the pages of those without one in the
//! CMS, and the navigation generated from it.

mod dynamic;
mod menu;
mod pages;
mod tree;

pub(crate) use self::{
    dynamic::assign,
    menu::navigations,
    pages::{Shop, pages},
    tree::{Tree, convert},
};
