//! Documents and bought files of an order, from Shopware through the API to the browser.
//!
//! **Invariant:** a file is only fetched for an order that belongs to the session's customer according to Shopware; the
//! secret code of a document is not exposed. The number of files in memory is limited, each until its last byte was
//! sent (rule 13).

use std::sync::Arc;

use bytes::Bytes;
use tokio::{sync::OwnedSemaphorePermit, time::timeout_at};
use vitrine_backends::shopware::session::{DocumentId, Order, OrderDownloadId, OrderFile, OrderId};

use super::handlers;
use crate::{
    request::{RequestContext, row::FileAnswer},
    web::{code::Code, file_name::FileName, problem::Problem},
};

/// A file with its permit for memory.
struct Held {
    content: Vec<u8>,
    _permit: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.content
    }
}

pub(super) async fn document(context: &mut RequestContext) -> Result<FileAnswer, Problem> {
    let id = handlers::order_id(context)?;
    let wanted = context
        .parameter("document_id")
        .and_then(|id| DocumentId::parse(id).ok());
    let wanted = wanted.ok_or_else(|| Problem::invalid("the document id is not 32 hex digits"))?;
    let order = own(context, id).await?;
    let document = order.documents.into_iter().find(|document| document.id == wanted);
    let document = document.ok_or(Code::DocumentNotFound)?;
    let name = FileName::of(&format!("{}-{}.pdf", document.kind, document.number), "document.pdf");
    let permit = place(context).await?;
    let file = context
        .call_backend(|shopware, session| {
            Box::pin(async move { shopware.document(session, &document.id, &document.code).await })
        })
        .await?;
    answer(file, name, permit)
}

pub(super) async fn download(context: &mut RequestContext) -> Result<FileAnswer, Problem> {
    let id = handlers::order_id(context)?;
    let wanted = context
        .parameter("download_id")
        .and_then(|id| OrderDownloadId::parse(id).ok());
    let wanted = wanted.ok_or_else(|| Problem::invalid("the download id is not 32 hex digits"))?;
    let order = own(context, id.clone()).await?;
    let mut files = order.lines.into_iter().flat_map(|line| line.downloads);
    let file = files.find(|file| file.id == wanted && file.granted);
    let name = FileName::of(&file.ok_or(Code::DocumentNotFound)?.file_name, "download");
    let permit = place(context).await?;
    let file = context
        .call_backend(|shopware, session| Box::pin(async move { shopware.order_download(session, &id, &wanted).await }))
        .await?;
    answer(file, name, permit)
}

/// The order, if it is the session's customer's.
async fn own(context: &mut RequestContext, id: OrderId) -> Result<Order, Problem> {
    context.settled().await?;
    let order = context
        .call_backend(|shopware, session| Box::pin(async move { shopware.order(session, &id).await }))
        .await?;
    order.ok_or_else(|| Code::OrderNotFound.into())
}

/// A permit for a file in memory; waited for until the deadline.
async fn place(context: &RequestContext) -> Result<OwnedSemaphorePermit, Problem> {
    let permits = Arc::clone(&context.state.order_files);
    match timeout_at(context.deadline, permits.acquire_owned()).await {
        Ok(Ok(permit)) => Ok(permit),
        _ => Err(Problem::from(Code::BackendTimeout).because("every place for a file is taken")),
    }
}

fn answer(file: Option<OrderFile>, name: FileName, permit: OwnedSemaphorePermit) -> Result<FileAnswer, Problem> {
    let content = file.ok_or(Code::DocumentNotFound)?.content;
    let held = Held {
        content,
        _permit: permit,
    };
    Ok(FileAnswer {
        content: Bytes::from_owner(held),
        name,
    })
}
