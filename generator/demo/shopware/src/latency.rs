//! Response times of a real 6.6.7.1 for each group of calls (recorded/INDEX.md, medians of a small catalogue), for
//! `--latency real`.

use std::time::Duration;

use super::routes::{Account, Route};

/// How long to wait before answering. `rows` is the limit of the criteria, `lines` the number of lines in the cart.
pub(crate) fn of(route: &Route<'_>, rows: u64, lines: u64) -> Duration {
    let ms = match route {
        Route::Context => 11,
        Route::ContextChange => 29,
        Route::MasterData("language") => 11,
        Route::MasterData(_) | Route::CountryState(_) => 9,
        Route::SeoUrl => 8 + rows / 10,
        Route::Navigation(..) => 10,
        Route::Category | Route::CategoryDetail(_) => 14,
        // 10 rows took 38 ms, 40 took 83.
        Route::Products => 23 + rows * 3 / 2,
        Route::Product(_) => 38,
        Route::FindVariant(_) | Route::CrossSelling(_) => 12,
        // 24 rows with all facets took 62 ms.
        Route::Listing(_) => 26 + rows * 3 / 2,
        Route::Breadcrumb(_) => 10,
        // Empty: 7 ms; 3 lines: 36; 20 lines: 65.
        Route::Cart | Route::CartDelete => {
            if lines == 0 {
                7
            } else {
                30 + lines * 7 / 4
            }
        }
        Route::CartAdd | Route::CartUpdate | Route::CartRemove => 24 + lines * 3 / 2,
        Route::Register => 44,
        // Not measured: 6.6 has no such route.
        Route::Revocation
        | Route::LoginSettings
        | Route::NewsletterSubscribe
        | Route::NewsletterConfirm
        | Route::NewsletterUnsubscribe => 44,
        Route::Account(Account::LogIn | Account::Password | Account::RecoveryConfirm) => 79,
        Route::Account(_) => 16,
        Route::AddressList => 18,
        // Not measured separately: a write of one row, like PATCH /context without its cart.
        Route::AddressCreate | Route::AddressUpdate(_) | Route::AddressDelete(_) | Route::AddressDefault(..) => 20,
        Route::Order => 84 + lines * 3,
        // 10 rows took 38 ms.
        Route::Orders => 10 + rows * 3,
        // Not measured; both read and write one order.
        Route::OrderPayment | Route::OrderCancel | Route::HandlePayment => 40,
        Route::OrderDownload(..) | Route::Document(..) => 20,
        Route::AccountRequired | Route::Unbuilt => 8,
    };
    Duration::from_millis(ms)
}
