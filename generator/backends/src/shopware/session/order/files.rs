//! The files of an order: documents (Shopware §18) and bought downloads (Shopware §12.6).
//!
//! **Invariant:** a file is at most as large as any answer; the secret code of a document is in no error.

use std::{fmt, mem};

use reqwest::header::{ACCEPT, HeaderValue};

use super::{DocumentCode, DocumentId, OrderDownloadId, OrderId};
use crate::{
    error::BackendError,
    http::{Answered, Target},
    shopware::{
        client::{ShopwareClient, token_of},
        session::{Answer, Failure, SessionCall},
    },
};

/// The content of a file.
#[derive(Clone, PartialEq, Eq)]
pub struct OrderFile {
    /// Its bytes.
    pub content: Vec<u8>,
}

/// Without the content, which holds personal data (rule 5).
impl fmt::Debug for OrderFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OrderFile").field("bytes", &self.content.len()).finish()
    }
}

/// How every PDF begins.
const PDF: &[u8] = b"%PDF-";

fn is_pdf(answered: &Answered) -> Result<(), BackendError> {
    if answered.is("application/pdf") && answered.body.starts_with(PDF) {
        return Ok(());
    }
    Err(answered.unusable("it is no PDF"))
}

impl ShopwareClient {
    /// `GET /document/download/{id}/{code}`: a document of the session's customer, as PDF; `None` if it was never made.
    /// Anything else is an error.
    pub async fn document(
        &self,
        call: &SessionCall,
        id: &DocumentId,
        code: &DocumentCode,
    ) -> Result<Answer<Option<OrderFile>>, Failure> {
        let shown = format!("/document/download/{id}");
        let target = Target::new(format!("{shown}/{}", code.expose())).shown_as(shown);
        self.file(call, &target, "application/pdf", is_pdf).await
    }

    /// `GET /order/download/{order}/{download}`: a bought file of the session's customer.
    pub async fn order_download(
        &self,
        call: &SessionCall,
        order: &OrderId,
        download: &OrderDownloadId,
    ) -> Result<Answer<Option<OrderFile>>, Failure> {
        let target = Target::new(format!("/order/download/{order}/{download}"));
        self.file(call, &target, "*/*", |_| Ok(())).await
    }

    async fn file(
        &self,
        call: &SessionCall,
        target: &Target,
        accept: &'static str,
        check: fn(&Answered) -> Result<(), BackendError>,
    ) -> Result<Answer<Option<OrderFile>>, Failure> {
        let mut headers = Self::session_headers(call);
        headers.insert(ACCEPT, HeaderValue::from_static(accept));
        let mut answered = self.own(call, target, &headers).await.map_err(|refused| Failure {
            token: token_of(&refused.headers),
            error: refused.error,
        })?;
        let token = token_of(&answered.headers);
        let checked = match answered.status {
            204 => Ok(None),
            200 => check(&answered).map(|()| {
                Some(OrderFile {
                    content: mem::take(&mut answered.body),
                })
            }),
            _ => Err(answered.unusable("there is no file")),
        };
        match checked {
            Ok(value) => Ok(Answer { value, token }),
            Err(error) => Err(Failure { error, token }),
        }
    }
}
