//! Handlers of login, logout and the customer's own data.
//!
//! **Invariant:** logging in or out continues the session under another token, and ends the previous one (rule 10).

use std::sync::Arc;

use vitrine_backends::shopware::session::{
    Account, Answer, Credentials, Customer, Failure, NewEmail, NewPassword, Profile, Refusal, Salutation, SalutationId,
};

use super::{
    identity,
    types::{
        AccountResponse, ChangeEmailRequest, ChangePasswordRequest, ChangeProfileRequest, DeleteAccountRequest,
        LogInRequest, LogOutRequest,
    },
    view,
};
use crate::{
    rates::attempts::Purpose,
    request::{RequestContext, account_rules},
    session::types::SessionChangedResponse,
    web::{
        code::Code,
        fields::{FieldFault, Form, tidy_vat_id},
        problem::Problem,
    },
};

/// R-ACCT-01: the visitor's cart is taken over (Shopware §3.4).
pub(super) async fn log_in(
    context: &mut RequestContext,
    wanted: LogInRequest,
) -> Result<SessionChangedResponse, Problem> {
    let mut form = Form::default();
    let email = form.email("/email", &wanted.email);
    wanted.password.check(&mut form, "/password");
    form.done().map_err(Problem::fields)?;
    let state = Arc::clone(&context.state);
    let attempt = identity::attempt(&state, context, Purpose::Password, &email)?;
    let password = wanted.password.secret();
    let outcome = become_known(context, Credentials { email, password }).await;
    identity::judged(context, attempt, outcome).await?;
    let session = identity::session(context).await;
    Ok(SessionChangedResponse { session })
}

pub(super) async fn become_known(context: &mut RequestContext, who: Credentials) -> Result<(), Problem> {
    let request = *blake3::hash(&context.body).as_bytes();
    let session_lock = match context.lock().await {
        // The same request was sent before and its response was lost, or the button was pressed twice.
        Err(problem) if problem.code == Code::SessionChanged && context.follow_customer(request) => return Ok(()),
        other => other?,
    };
    let ((), _session_lock) = context
        .become_customer(session_lock, request, |shopware, session| {
            Box::pin(async move { shopware.log_in(session, &who).await })
        })
        .await?;
    Ok(())
}

/// R-ACCT-01: Shopware has one session for each customer, under one token for all devices, and ends it here. The cart
/// is kept with the customer until the next login (Shopware §3.4).
pub(super) async fn log_out(
    context: &mut RequestContext,
    _wanted: LogOutRequest,
) -> Result<SessionChangedResponse, Problem> {
    let old = context.jar.token().cloned();
    if old.is_some() {
        let session_lock = context.lock().await?;
        let request = *blake3::hash(&context.body).as_bytes();
        let outcome = context
            .become_customer(session_lock, request, |shopware, session| {
                Box::pin(async move { shopware.log_out(session).await })
            })
            .await;
        match outcome {
            Ok(_) => context.jar.forget_seen(),
            // The session had expired, or was logged out on another device.
            Err(problem) if problem.code == Code::LoginRequired => {}
            Err(problem) => return Err(problem),
        }
    }
    identity::end(context, old.as_ref());
    let session = identity::session(context).await;
    Ok(SessionChangedResponse { session })
}

/// R-ACCT-04: account and salutations, read in parallel.
pub(super) async fn read(context: &mut RequestContext) -> Result<AccountResponse, Problem> {
    context.settled().await?;
    let ((account, salutations), sent) = context
        .side_by_side(|shopware, session| {
            Box::pin(async move { tokio::join!(shopware.account(session), shopware.salutations(session)) })
        })
        .await?;
    answer(context, &sent, account, salutations).await
}

async fn answer(
    context: &mut RequestContext,
    sent: &vitrine_backends::shopware::session::SessionCall,
    account: Result<Answer<Account>, Failure>,
    salutations: Result<Answer<Vec<Salutation>>, Failure>,
) -> Result<AccountResponse, Problem> {
    let account = context.accept(sent, account).await?;
    let salutations = context.accept(sent, salutations).await?;
    let deletion_allowed = account_rules::deletion_allowed(context).await;
    let change_email = context.state.config.account.change_email;
    Ok(view::account(&account, &salutations, change_email, deletion_allowed))
}

/// R-ACCT-04: a company's name and VAT id are sent unchanged, because Shopware clears missing fields (Shopware §13.6).
/// If Shopware refuses the stored values, the request contains new ones.
pub(super) async fn change_profile(
    context: &mut RequestContext,
    wanted: ChangeProfileRequest,
) -> Result<AccountResponse, Problem> {
    let mut form = Form::default();
    let salutation = form.optional_id(
        "/salutation_id".to_owned(),
        wanted.salutation_id.as_deref(),
        SalutationId::parse,
    );
    let first_name = form.text("/first_name".to_owned(), &wanted.first_name, 255);
    let last_name = form.text("/last_name".to_owned(), &wanted.last_name, 255);
    let company = form.optional("/company".to_owned(), wanted.company.as_deref(), 255);
    let vat_id = form.vat_id("/vat_id", wanted.vat_id.as_deref());
    form.done().map_err(Problem::fields)?;
    let session_lock = context.lock().await?;
    let now = context
        .call_backend(|shopware, session| Box::pin(shopware.account(session)))
        .await?;
    let profile = Profile {
        salutation,
        first_name,
        last_name,
        account_type: now.customer.account_type,
        company: company.or(now.customer.company),
        vat_ids: match vat_id {
            Some(id) => vec![id],
            None => now.vat_ids.iter().map(|id| tidy_vat_id(id)).collect(),
        },
    };
    let ((), session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.change_profile(session, &profile).await })
        })
        .await?;
    drop(session_lock);
    read(context).await
}

/// R-ACCT-04: Shopware ends every other session of the customer. Whether it keeps this one differs between its
/// versions, so the context is read once, and the customer logged in again if the session was not kept (Shopware §3.2).
pub(super) async fn change_password(
    context: &mut RequestContext,
    wanted: ChangePasswordRequest,
) -> Result<SessionChangedResponse, Problem> {
    let mut form = Form::default();
    wanted.password.check(&mut form, "/password");
    let (new, again) = (&wanted.new_password, &wanted.new_password_confirmation);
    new.check_new(&mut form, "/new_password", again, "/new_password_confirmation");
    form.done().map_err(Problem::fields)?;
    let email = own(context)?.email;
    let state = Arc::clone(&context.state);
    let attempt = identity::attempt(&state, context, Purpose::Password, &email)?;
    let old = context.jar.token().cloned();
    let change = NewPassword {
        current: wanted.password.secret(),
        new: new.secret(),
        confirmation: again.secret(),
    };
    let outcome = change_secret(context, change).await;
    identity::judged(context, attempt, outcome).await?;
    identity::end(context, old.as_ref());
    stay_logged_in(context, email, new.secret()).await?;
    let session = identity::session(context).await;
    Ok(SessionChangedResponse { session })
}

async fn change_secret(context: &mut RequestContext, change: NewPassword) -> Result<(), Problem> {
    let session_lock = context.lock().await?;
    let request = *blake3::hash(&context.body).as_bytes();
    let ((), _session_lock) = context
        .become_customer(session_lock, request, |shopware, session| {
            Box::pin(async move { shopware.change_password(session, &change).await })
        })
        .await?;
    Ok(())
}

async fn stay_logged_in(
    context: &mut RequestContext,
    email: String,
    password: secrecy::SecretString,
) -> Result<(), Problem> {
    let found = context.shopware_context().await?;
    if found.customer.is_some_and(|customer| customer.is_logged_in()) {
        return Ok(());
    }
    become_known(context, Credentials { email, password }).await
}

/// R-ACCT-04: only where `account.change_email` of the configuration allows it.
pub(super) async fn change_email(
    context: &mut RequestContext,
    wanted: ChangeEmailRequest,
) -> Result<AccountResponse, Problem> {
    if !context.state.config.account.change_email {
        return Err(Problem::from(Code::NotFound).because("account.change_email is false"));
    }
    let mut form = Form::default();
    let email = form.email("/email", &wanted.email);
    if wanted.email_confirmation.trim() != email {
        form.fault("/email_confirmation", "fields.not_equal");
    }
    wanted.password.check(&mut form, "/password");
    form.done().map_err(Problem::fields)?;
    let state = Arc::clone(&context.state);
    let current = own(context)?.email;
    let attempt = identity::attempt(&state, context, Purpose::Password, &current)?;
    let change = NewEmail {
        confirmation: email.clone(),
        email,
        password: wanted.password.secret(),
    };
    let session_lock = context.lock().await?;
    let outcome = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.change_email(session, &change).await })
        })
        .await;
    identity::judged(context, attempt, outcome).await?;
    read(context).await
}

/// Deletes the account. Its token then belongs to an anonymous session, and is not used again.
pub(super) async fn delete(
    context: &mut RequestContext,
    wanted: DeleteAccountRequest,
) -> Result<SessionChangedResponse, Problem> {
    if !account_rules::deletion_allowed(context).await {
        return Err(Problem::from(Code::NotFound).because("the shop does not let customers delete their accounts"));
    }
    let mut form = Form::default();
    wanted.password.check(&mut form, "/password");
    form.done().map_err(Problem::fields)?;
    prove(context, &wanted).await?;
    let old = context.jar.token().cloned();
    let session_lock = context.lock().await?;
    let request = *blake3::hash(b"delete").as_bytes();
    let outcome = context
        .become_customer(session_lock, request, |shopware, session| {
            Box::pin(async move { shopware.delete_account(session).await })
        })
        .await;
    match outcome {
        Ok(_) => {}
        Err(problem) if problem.refusal() == Some(&Refusal::NotLoggedIn) => {}
        Err(problem) => return Err(problem),
    }
    context.jar.end();
    identity::end(context, old.as_ref());
    let session = identity::session(context).await;
    Ok(SessionChangedResponse { session })
}

/// Logs the customer in again to verify the password, because Shopware deletes an account without asking for it. The
/// session continues under another token.
async fn prove(context: &mut RequestContext, wanted: &DeleteAccountRequest) -> Result<(), Problem> {
    let email = own(context)?.email;
    let state = Arc::clone(&context.state);
    let attempt = identity::attempt(&state, context, Purpose::Password, &email)?;
    let before = context.jar.token().cloned();
    let password = wanted.password.secret();
    let outcome = become_known(context, Credentials { email, password }).await;
    let proved = identity::judged(context, attempt, outcome).await;
    proved.map_err(|problem| match problem.code {
        Code::LoginRefused => Problem::fields(vec![FieldFault::new("/password", "fields.password_wrong")]),
        _ => problem,
    })?;
    identity::end(context, before.as_ref());
    Ok(())
}

/// The customer that the row's policy found.
fn own(context: &RequestContext) -> Result<Customer, Problem> {
    context.customer.clone().ok_or_else(|| Code::LoginRequired.into())
}
