//! README.md and the guide: every command in them is typed by a test, or stands in a list with the reason why it cannot
//! be; their links lead somewhere.

mod chapters;
mod documents;
mod first_shop;
mod links;
mod own_island;
mod untyped;
