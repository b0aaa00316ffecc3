// The items of the order (R-ACCT-03): product, quantity, item price and subtotal of each line, the API's totals,
// addresses.
import { useId } from "react";
import { dayOf } from "../../account-area/orders";
import type { Order, OrderLineItem } from "../../api/schema.gen";
import { imageUrl } from "../../image";
import { AddressFact } from "../../ui/address-lines";
import { exclusions } from "../../ui/exclusions";
import { numberLines, Parts, Sums } from "../../ui/sums";
import { useOrderScreen } from "./context";

/** The size of the 4:5 image in CSS pixels. */
const COVER = { width: 64, height: 80 };

/** The texts of the totals; a table of their keys would add bytes to the script. */
type SumText =
  | "account_order.subtotal"
  | "account_order.shipping"
  | "account_order.shipping_by"
  | "account_order.free"
  | "account_order.tax_included"
  | "account_order.tax_added"
  | "account_order.rounding"
  | "account_order.total"
  | "account_order.tax_gross"
  | "account_order.tax_net"
  | "account_order.tax_free"
  | "account_order.reverse_charge";

/** The texts of part numbers; a table of their keys would add bytes to the script. */
type NumberText =
  | "account_order.article_number"
  | "account_order.maker_number"
  | "account_order.ean"
  | "account_order.contains";

type Props = { readonly order: Order };

export function Summary({ order }: Props) {
  const { t, money } = useOrderScreen();
  const title = useId();
  const {
    comment,
    reference,
    old_device: device,
    withdrawal_waived: waived,
    shipping_address: shipping,
    billing_address: billing,
  } = order;
  return (
    <section className="order-detail__summary" aria-labelledby={title}>
      <h2 className="account-area__heading" id={title}>
        {t("account_order.summary")}
      </h2>
      <ul className="order-detail__lines" aria-label={t("account_order.lines")}>
        {order.line_items.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <Sums
        of={order}
        business={billing?.company != null}
        say={(key, parameters) => t(`account_order.${key}` satisfies SumText, parameters)}
        money={money}
      />
      <dl className="account-area__addresses">
        {shipping !== null && <AddressFact label={t("account_order.shipping_address")} address={shipping} />}
        {billing !== null && <AddressFact label={t("account_order.billing_address")} address={billing} />}
        {reference !== null && (
          <div>
            <dt>{t("account_order.reference")}</dt>
            <dd>{reference}</dd>
          </div>
        )}
        {waived !== null && (
          <div>
            <dt>{t("account_order.waived")}</dt>
            <dd>{t("account_order.waived_on", { date: dayOf(waived) })}</dd>
          </div>
        )}
        {device !== null && (
          <div>
            <dt>{t("account_order.old_device")}</dt>
            <dd>{t(device ? "account_order.old_device_yes" : "account_order.old_device_no")}</dd>
          </div>
        )}
        {comment !== null && comment !== "" && (
          <div>
            <dt>{t("account_order.comment")}</dt>
            <dd>{comment}</dd>
          </div>
        )}
        <LegalTexts of={order.legal_texts} />
      </dl>
    </section>
  );
}

/** The files of a line item and of its children. */
function filesOf({ downloads, children }: OrderLineItem): OrderLineItem["downloads"] {
  return [...downloads, ...children.flatMap(filesOf)];
}

/**
 * The terms and the information on withdrawal that were in force when it was ordered (law §1), as kept files. A component
 * of both order screens would be in a script that the checkout loads.
 */
function LegalTexts({ of }: { readonly of: Order["legal_texts"] }) {
  const { t } = useOrderScreen();
  return (
    <div>
      <dt>{t("account_order.legal_texts")}</dt>
      {of.length === 0 && <dd>{t("account_order.no_legal_texts")}</dd>}
      {of.map(({ title, path }) => (
        <dd key={path}>
          <a href={path} download>
            {title}
          </a>
        </dd>
      ))}
    </div>
  );
}

function Line({ line }: { readonly line: OrderLineItem }) {
  const { t, money, props } = useOrderScreen();
  const { cover, label, path, options, quantity, unit_price, total_price, digital } = line;
  return (
    <li className="order-detail__line">
      <div className="order-detail__cover">
        {cover !== null && (
          <img
            src={imageUrl(props.image_template, cover.url, COVER.width, COVER.height)}
            alt=""
            width={COVER.width}
            height={COVER.height}
            decoding="async"
          />
        )}
      </div>
      <div className="order-detail__facts">
        <p className="order-detail__name">{path === null ? label : <a href={path}>{label}</a>}</p>
        {options.length > 0 && <p className="account-area__note">{options.map(({ option }) => option).join(", ")}</p>}
        {numberLines(line.numbers, (key, parameters) => t(`account_order.${key}` satisfies NumberText, parameters)).map(
          (text) => (
            <p key={text} className="account-area__note">
              {text}
            </p>
          ),
        )}
        {line.kind !== "promotion" && (
          <p className="account-area__note">
            {unit_price === null
              ? `${quantity} ×`
              : t("account_order.quantity", { count: quantity, price: money(unit_price) })}
            {digital && ` · ${t("account_order.digital")}`}
          </p>
        )}
        {exclusions(line, t("account_order.withdrawal_excluded")).map((note) => (
          <p key={note} className="account-area__note">
            {note}
          </p>
        ))}
        <Parts of={line.children} />
        {filesOf(line).map(({ id, file_name, path: file }) =>
          file === null ? (
            <p key={id} className="account-area__note">
              {t("account_order.download_later", { name: file_name })}
            </p>
          ) : (
            <p key={id}>
              <a href={file} download>
                {t("account_order.download", { name: file_name })}
              </a>
            </p>
          ),
        )}
      </div>
      <p className="order-detail__amount">
        <span className="visually-hidden">{t("account_order.line_total")} </span>
        {total_price === null ? t("account_order.no_price") : money(total_price)}
      </p>
    </li>
  );
}
