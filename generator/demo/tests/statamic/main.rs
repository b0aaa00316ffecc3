//! The stand-in Statamic at its door: its answers against recordings of a real one, and every rule of the contract it promises (R-BACK-06).

mod conditions;
mod editing;
mod endpoints;
mod recorded;
mod support;
