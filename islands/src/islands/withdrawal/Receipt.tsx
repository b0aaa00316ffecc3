// The contract that is withdrawn from, and the acknowledgement of receipt with date and time.
import type { WithdrawResponse } from "../../api/schema.gen";
import { Heading } from "./Heading";
import type { WithdrawalKey } from "./messages";
import type { WithdrawalScreen } from "./screen";
import type { Values } from "./statement";

type FactsProps = { readonly t: WithdrawalScreen["t"]; readonly values: Values };

export function Facts({ t, values }: FactsProps) {
  const facts: readonly (readonly [WithdrawalKey, string])[] = [
    ["withdrawal.order_number", values.order_number.trim()],
    ["withdrawal.items", values.items.trim() || t("withdrawal.whole_order")],
    ["withdrawal.name", values.name.trim()],
    ["withdrawal.email", values.email.trim()],
    ["withdrawal.comment", values.comment.trim()],
  ];
  return <>{facts.map(([key, value]) => value !== "" && <Fact key={key} label={t(key)} value={value} />)}</>;
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="withdrawal__fact">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type ReceiptProps = {
  readonly screen: WithdrawalScreen;
  readonly values: Values;
  readonly receipt: WithdrawResponse;
};

export function Receipt({ screen: { t, props, print }, values, receipt }: ReceiptProps) {
  return (
    <div className="withdrawal__main">
      <Heading text={t("withdrawal.receipt_title")} />
      <p className="withdrawal__intro">{t("withdrawal.receipt_text")}</p>
      <dl className="withdrawal__facts">
        <Fact label={t("withdrawal.received_at")} value={receipt.received_on} />
        <Fact label={t("withdrawal.reference")} value={receipt.reference} />
        <Facts t={t} values={values} />
      </dl>
      <p className="withdrawal__note">{t(receipt.mailed ? "withdrawal.mailed" : "withdrawal.not_mailed")}</p>
      <div className="buttons">
        <button type="button" className="withdrawal__press" onClick={print}>
          {t("withdrawal.print")}
        </button>
      </div>
      <h2 className="withdrawal__heading">{t("withdrawal.next")}</h2>
      <p className="withdrawal__text">{t("withdrawal.next_text")}</p>
      <div className="buttons">
        {props.returns_path !== null && (
          <a className="text-link" href={props.returns_path}>
            {t("withdrawal.returns")}
          </a>
        )}
        <a className="text-link" href={props.home_path}>
          {t("withdrawal.home")}
        </a>
      </div>
    </div>
  );
}
