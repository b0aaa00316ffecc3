//! The one binary, `vitrine`: build, serve, dev, demo, check, releases, changes, rollback, openapi.
//!
//! **Invariant:** the only crate that reads the environment, prints, or depends on all others. Messages for people go
//! to stderr, machine-readable output to stdout. Exit statuses: [`outcome::EXIT_STATUSES`].

mod allocator;
mod build_info;
mod builder;
mod carried;
mod child;
mod cmd;
mod config;
mod lock;
mod outcome;
mod preview;
mod program;
mod progress;
mod published_prices;
mod stages;

use std::{path::PathBuf, process::ExitCode};

use clap::{CommandFactory, Parser, Subcommand};

use config::{Config, Environment};
use outcome::error_line;

pub(crate) use outcome::Outcome;

/// A build allocates thousands of small strings for each page, on all cores at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(
    name = "vitrine",
    version,
    about = "Builds and serves a shop window from Shopware and Statamic",
    after_help = outcome::EXIT_STATUSES
)]
struct Arguments {
    /// The configuration.
    #[arg(long, global = true, default_value = "vitrine.toml", value_name = "FILE")]
    config: PathBuf,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Writes the folder of a new shop.
    Init(cmd::init::InitArguments),
    /// Pulls everything and writes a release.
    Build(cmd::build::BuildArguments),
    /// Serves the live release and the API, and builds when the CMS or Shopware reports a change.
    #[command(after_long_help = cmd::limits::help())]
    Serve(cmd::serve::ServeArguments),
    /// Checks texts of the interface, and links, titles, headings, legal data and more of a finished release. Exits
    /// with status 1 if there is an error.
    Check(cmd::check::CheckArguments),
    /// Asks both backends, and what is around them, and tells everything that is wrong or missing, with where it is set.
    /// Writes nothing in a backend. Exits with status 1 if there is an error.
    Doctor(cmd::doctor::DoctorArguments),
    /// Lists the releases in dist, newest first.
    Releases(cmd::releases::ReleasesArguments),
    /// Prints which files of site/ differ between two releases: what to upload to a host that has the older one.
    Changes(cmd::changes::ChangesArguments),
    /// Rolls back to a former release, immediately and without a build.
    Rollback(cmd::rollback::RollbackArguments),
    /// Prints the records in the outbox and their delivery state, without personal data.
    Outbox(cmd::outbox::OutboxArguments),
    /// Prints the proof that an address subscribed to the newsletter: when, and to which words.
    Consents(cmd::consents::ConsentsArguments),
    /// Prints the recorded withdrawals from contracts and their delivery state.
    Withdrawals(cmd::withdrawals::WithdrawalsArguments),
    /// Prints the prices that were published, as they are recorded for reductions.
    Prices(cmd::prices::PricesArguments),
    /// What the editors' desk needs.
    Desk(cmd::desk::DeskArguments),
    /// Prints what a shop's own look may build on: templates, blocks, values and design tokens.
    Theme(cmd::theme::ThemeArguments),
    /// Prints the version, the commit and how the program was built, and the formats that it reads and writes.
    Version(cmd::version::VersionArguments),
    /// Prints the licenses of what the program contains: its own, and those of the libraries and packages in it.
    Licenses,
    /// Prints the API's OpenAPI document.
    Openapi,
    /// Prints the JSON schemas of the props of islands.
    #[command(hide = true)]
    IslandProps,
    /// Appends templates, texts and built assets to a program, which then needs no folders of the project.
    #[command(hide = true)]
    Pack(cmd::pack::PackArguments),
    /// Writes manual pages and completions of shells, for packages.
    #[command(hide = true)]
    Manual(cmd::manual::ManualArguments),
    /// Builds for `vitrine serve`, which writes its orders to the standard input.
    #[command(hide = true)]
    ResidentBuild,
    /// Renders previews for `vitrine serve`, which writes its orders to the standard input.
    #[command(hide = true)]
    ResidentPreview,
    /// Writes the files of a folder into another one from memory, and prints the time it took; used by scripts/bench.
    #[command(hide = true)]
    BenchFloor(cmd::bench_floor::FloorArguments),
    /// Starts the embedded backends: Shopware, Statamic and an image CDN on loopback.
    #[cfg(feature = "demo")]
    Demo(cmd::demo::DemoArguments),
    /// Serves the shop during development and updates pages when a source file is saved.
    #[cfg(feature = "dev")]
    Dev(cmd::dev::DevArguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    progress::start_logging();
    match run(arguments) {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::ContentErrors) => ExitCode::from(1),
        Err(error) => {
            progress::say(&format!("vitrine: {}", error_line(&error)));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: Arguments) -> anyhow::Result<Outcome> {
    let load = || Config::load(&arguments.config, Environment::read());
    match arguments.command {
        Command::Init(options) => cmd::init::run(&options, &Environment::read()),
        Command::Build(options) => {
            allocator::begin_with(&allocator::FOR_BUILDING);
            cmd::build::run(&load()?, &options)
        }
        Command::Serve(options) => {
            allocator::begin_with(&allocator::FOR_SERVING);
            cmd::serve::run(load()?, &arguments.config, &options)
        }
        Command::Check(options) => cmd::check::run(&load()?, &options),
        Command::Doctor(options) => cmd::doctor::run(&load()?, &options),
        Command::Releases(options) => cmd::releases::run(&load()?, &options),
        Command::Changes(options) => cmd::changes::run(&load()?, &options),
        Command::Rollback(options) => cmd::rollback::run(&load()?, &options),
        Command::Outbox(options) => cmd::outbox::run(&load()?, &options),
        Command::Consents(options) => cmd::consents::run(&load()?, &options),
        Command::Withdrawals(options) => cmd::withdrawals::run(&load()?, &options),
        Command::Prices(options) => cmd::prices::run(&load()?, &options),
        Command::Desk(options) => cmd::desk::run(&options),
        Command::Theme(options) => cmd::theme::run(&load()?, &options),
        Command::Version(options) => cmd::version::run(&options),
        Command::Licenses => cmd::licenses::run(),
        Command::Manual(options) => cmd::manual::run(&Arguments::command(), &options),
        Command::Openapi => cmd::openapi::run(),
        Command::ResidentBuild => cmd::resident_build::run(&arguments.config),
        Command::ResidentPreview => cmd::resident_preview::run(&arguments.config),
        Command::IslandProps => cmd::island_props::run(),
        Command::Pack(options) => cmd::pack::run(&options),
        Command::BenchFloor(options) => cmd::bench_floor::run(&options),
        #[cfg(feature = "demo")]
        Command::Demo(options) => cmd::demo::run(&options),
        #[cfg(feature = "dev")]
        Command::Dev(options) => cmd::dev::run(load()?, &options),
    }
}
