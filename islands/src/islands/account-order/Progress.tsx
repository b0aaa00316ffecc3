// The progress of an order: states, known events, parcels and documents (R-ACCT-03, ORDER-4).
import { type ReactNode, useId } from "react";
import { dayOf, stateInWords } from "../../account-area/orders";
import type { Order, OrderDocument, TimelineEntry } from "../../api/schema.gen";
import { useOrderScreen } from "./context";
import type { OrderKey } from "./messages";

export function Progress({ order }: { readonly order: Order }) {
  const { t, props } = useOrderScreen();
  const nameOf = useDocumentName();
  const { states } = props;
  const { delivery_status: delivery, payment_status: payment, tracking, documents } = order;
  return (
    <>
      <dl className="account-area__facts">
        <Fact label={t("account_order.status")}>{stateInWords(states.order, order.status)}</Fact>
        {delivery && (
          <Fact label={t("account_order.delivery")} note={order.shipping?.name}>
            {stateInWords(states.delivery, delivery)}
            {order.delivery && (
              <span className="account-area__note account-area__note--own-line">{order.delivery}</span>
            )}
          </Fact>
        )}
        {payment && (
          <Fact label={t("account_order.payment")} note={order.payment.method}>
            {stateInWords(states.payment, payment)}
          </Fact>
        )}
        {tracking.map(({ code, url }) => (
          <Fact key={code} label={t("account_order.tracking")}>
            {url === null ? (
              code
            ) : (
              <a href={url} rel="noopener noreferrer">
                {t("account_order.track", { code })}
              </a>
            )}
          </Fact>
        ))}
        {documents.map((document) => (
          <Fact key={document.id} label={nameOf(document)}>
            <a href={document.path} download>
              {t("account_order.download_document", { number: document.number })}
            </a>
          </Fact>
        ))}
      </dl>
      <Timeline order={order} />
    </>
  );
}

type FactProps = { readonly label: string; readonly note?: string | null | undefined; readonly children: ReactNode };

function Fact({ label, note, children }: FactProps) {
  return (
    <div className="account-area__fact">
      <dt>{label}</dt>
      <dd>
        {children}
        {note && <span className="account-area__note account-area__note--own-line">{note}</span>}
      </dd>
    </div>
  );
}

/** Shopware names its documents only in English and German. */
const DOCUMENTS: Readonly<Record<string, OrderKey>> = {
  invoice: "account_order.invoice",
  delivery_note: "account_order.delivery_note",
  credit_note: "account_order.credit_note",
  storno: "account_order.storno",
};

/** The label of a document: the page's own for known kinds, otherwise the shop's. */
function useDocumentName(): (document: Pick<OrderDocument, "kind" | "name"> | undefined) => string {
  const { t } = useOrderScreen();
  return (document) => {
    const key = DOCUMENTS[document?.kind ?? ""];
    return key === undefined ? (document?.name ?? t("account_order.document")) : t(key);
  };
}

function Timeline({ order }: { readonly order: Order }) {
  const { t } = useOrderScreen();
  const title = useId();
  const say = useEntryWords(order);
  const entries = order.timeline;
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby={title}>
      <h2 className="account-area__heading" id={title}>
        {t("account_order.timeline")}
      </h2>
      <ol className="order-detail__timeline">
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal and are never reordered
          <li key={index} className="order-detail__step">
            <span className="order-detail__day">{entry.at === null ? t("account_order.now") : dayOf(entry.at)}</span>
            <span>{say(entry)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useEntryWords({ documents }: Order): (entry: TimelineEntry) => string {
  const { t, props } = useOrderScreen();
  const nameOf = useDocumentName();
  const { states } = props;
  const documentName = (number: string | null) => nameOf(documents.find((document) => document.number === number));
  return ({ kind, status, about }) => {
    const about_text = about === null ? "" : ` (${about})`;
    switch (kind) {
      case "placed":
        return t("account_order.step_placed");
      case "document":
        return t("account_order.step_document", { document: `${documentName(about)} ${about ?? ""}` });
      case "payment":
        return (
          t("account_order.step_payment", { state: status ? stateInWords(states.payment, status) : "" }) + about_text
        );
      case "delivery":
        return (
          t("account_order.step_delivery", { state: status ? stateInWords(states.delivery, status) : "" }) + about_text
        );
      case "order":
        return t("account_order.step_order", { state: status ? stateInWords(states.order, status) : "" });
    }
  };
}
