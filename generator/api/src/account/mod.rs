//! `/api/account`: login, logout, registration, passwords and the customer's own data (R-ACCT-01, -04, -06, -07).

mod handlers;
mod identity;
mod overview;
mod patience;
mod recovery;
mod registration;
mod rules;
mod types;
mod view;

use self::types::{
    AccountOverviewResponse, AccountResponse, AccountRulesResponse, ChangeEmailRequest, ChangePasswordRequest,
    ChangeProfileRequest, CheckRecoveryRequest, ConfirmRegistrationRequest, ConfirmedResponse, DeleteAccountRequest,
    DoneResponse, LogInRequest, LogOutRequest, RecoverPasswordRequest, RecoveryCheckedResponse, RegisterRequest,
    RegisteredResponse, ResetPasswordRequest,
};
use crate::{
    request::row::Row,
    session::types::SessionChangedResponse,
    web::policy::{Action, Policy},
};

/// Maximum body size in bytes of requests with passwords, each at its maximum length, fully escaped.
const MAX_PASSWORD_BODY: usize = 8 * 1024;
/// Maximum body size in bytes of a registration: contact, passwords and two addresses, fully escaped.
const MAX_REGISTRATION_BODY: usize = 48 * 1024;

pub(crate) fn rows() -> Vec<Row> {
    [of_sessions(), of_mails(), of_customers()]
        .into_iter()
        .flatten()
        .collect()
}

fn of_sessions() -> Vec<Row> {
    let public = Policy::public(Action::Account);
    vec![
        Row::post::<LogInRequest, SessionChangedResponse>("logIn", "/api/account/login", public, |context, body| {
            Box::pin(handlers::log_in(context, body))
        })
        .summary("Logs a customer in and returns the session, to which the visitor's cart was moved.")
        .logs_in()
        .max_body(MAX_PASSWORD_BODY),
        Row::post::<LogOutRequest, SessionChangedResponse>(
            "logOut",
            "/api/account/logout",
            Policy::public(Action::CheckoutWrite),
            |context, body| Box::pin(handlers::log_out(context, body)),
        )
        .summary("Logs the customer out on every device, since the backend keeps one session for each customer, and returns the new session."),
        Row::post::<RegisterRequest, RegisteredResponse>(
            "register",
            "/api/account/register",
            public,
            |context, body| Box::pin(registration::register(context, body)),
        )
        .summary("Registers an account, and logs its customer in unless the e-mail address has to be confirmed first.")
        .logs_in()
        .max_body(MAX_REGISTRATION_BODY),
        Row::post::<ConfirmRegistrationRequest, ConfirmedResponse>(
            "confirmRegistration",
            "/api/account/register/confirm",
            public,
            |context, body| Box::pin(registration::confirm(context, body)),
        )
        .summary("Confirms the e-mail address of a registration by the link of its mail, and logs the customer in."),
    ]
}

fn of_mails() -> Vec<Row> {
    let public = Policy::public(Action::Account);
    vec![
        Row::get::<AccountRulesResponse>(
            "getAccountRules",
            "/api/account/rules",
            Policy::public(Action::Read),
            |context| Box::pin(rules::read(context)),
        )
        .summary("Returns what the shop asks of a new password."),
        Row::post::<ConfirmRegistrationRequest, DoneResponse>(
            "confirmNewsletter",
            "/api/newsletter/confirm",
            public,
            |context, body| Box::pin(registration::confirm_newsletter(context, body)),
        )
        .summary("Confirms a subscription of the newsletter by the link of its mail."),
        Row::post::<RecoverPasswordRequest, DoneResponse>(
            "recoverPassword",
            "/api/account/recover",
            public,
            |context, body| Box::pin(recovery::recover(context, body)),
        )
        .summary("Sends the mail with the link to a new password; the response is the same for every e-mail address.")
        .max_body(MAX_PASSWORD_BODY),
        Row::post::<CheckRecoveryRequest, RecoveryCheckedResponse>(
            "checkRecovery",
            "/api/account/recover/check",
            public,
            |context, body| Box::pin(recovery::check(context, body)),
        )
        .summary("Returns whether the link of a recovery mail can still be used."),
        Row::post::<ResetPasswordRequest, DoneResponse>(
            "resetPassword",
            "/api/account/reset",
            public,
            |context, body| Box::pin(recovery::reset(context, body)),
        )
        .summary("Sets a new password by the link of a recovery mail, and ends every session of the customer.")
        .max_body(MAX_PASSWORD_BODY),
    ]
}

fn of_customers() -> Vec<Row> {
    let guarded = Policy::customer(Action::Account);
    vec![
        Row::get::<AccountResponse>(
            "getAccount",
            "/api/account",
            Policy::customer(Action::Read),
            |context| Box::pin(handlers::read(context)),
        )
        .summary("Returns the customer's own data."),
        Row::get::<AccountOverviewResponse>(
            "getAccountOverview",
            "/api/account/overview",
            Policy::customer(Action::Read),
            |context| Box::pin(overview::read(context)),
        )
        .summary("Returns what the overview of the account shows: customer, default addresses and the newest order."),
        Row::delete_with::<DeleteAccountRequest, SessionChangedResponse>(
            "deleteAccount",
            "/api/account",
            guarded,
            |context, body| Box::pin(handlers::delete(context, body)),
        )
        .summary("Deletes the customer's account where the shop allows it, and returns the session without a customer.")
        .max_body(MAX_PASSWORD_BODY),
        Row::patch::<ChangeProfileRequest, AccountResponse>(
            "changeProfile",
            "/api/account/profile",
            Policy::customer(Action::CheckoutWrite),
            |context, body| Box::pin(handlers::change_profile(context, body)),
        )
        .summary("Changes the customer's salutation and name.")
        .max_body(MAX_PASSWORD_BODY),
        Row::post::<ChangePasswordRequest, SessionChangedResponse>(
            "changePassword",
            "/api/account/password",
            guarded,
            |context, body| Box::pin(handlers::change_password(context, body)),
        )
        .summary("Changes the customer's password, which ends the customer's other sessions, and returns the session.")
        .max_body(MAX_PASSWORD_BODY),
        Row::post::<ChangeEmailRequest, AccountResponse>(
            "changeEmail",
            "/api/account/email",
            guarded,
            |context, body| Box::pin(handlers::change_email(context, body)),
        )
        .summary("Changes the customer's e-mail address, where `account.change_email` allows it.")
        .max_body(MAX_PASSWORD_BODY),
    ]
}
