//! All limits of size, number and time (rules 13 and 14), each in one row: field, default, range, unit, and
//! description.
//!
//! **Invariant:** the struct that the program reads, its defaults, the refusal of invalid values, the line in the log,
//! the comments of `vitrine.toml` and the help of the command line are all made from the rows of [`table`]; a limit
//! without a range does not compile. No value within its range causes a panic.

mod row;
mod table;

pub use self::{
    row::{LimitRow, Limits, OutOfRange},
    table::{BuildLimits, Rates, ServerLimits},
};
