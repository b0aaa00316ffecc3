//! The tables of planted faults, each with what the doctor must say of it.

mod cms;
mod orders;
mod records;
mod shopware;
