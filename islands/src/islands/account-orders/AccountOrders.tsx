// The customer's orders, newest first: of a year or all, page by page (R-ACCT-03, ORDER-3).
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Screen } from "../../account-area/Screen";
import type { OrdersResponse } from "../../api/schema.gen";
import { useStore } from "../../ui/use-store";
import { hrefOf, type Part } from "./address";
import { useOrdersScreen } from "./context";
import { Table } from "./Table";

export function AccountOrders() {
  const { t, resource } = useOrdersScreen();
  return (
    <Screen title={t("account_orders.title")} resource={resource}>
      {(list) => <List list={list} />}
    </Screen>
  );
}

function List({ list }: { readonly list: OrdersResponse }) {
  const { t, props, resource } = useOrdersScreen();
  const { busy } = useStore(resource);
  const { orders, page, pages, total, year, years } = list;
  if (years.length === 0 && orders.length === 0) return <Empty />;
  const part = { page, year };
  return (
    <div className="account-area" aria-busy={busy || undefined}>
      {years.length > 1 && <Years years={years} year={year} />}
      <Count list={list} />
      {orders.length > 0 ? (
        <Table orders={orders} />
      ) : (
        <p>
          {t("account_orders.nothing_here")} <Way part={{ page: 1, year: null }}>{t("account_orders.all")}</Way>
        </p>
      )}
      {pages > 1 && (
        <nav className="account-area__pager" aria-label={t("account_orders.pages")}>
          {page > 1 && <Way part={{ ...part, page: Math.min(page - 1, pages) }}>{t("account_orders.newer")}</Way>}
          {page <= pages && <p className="account-area__page">{t("account_orders.page_of", { page, pages })}</p>}
          {page < pages && <Way part={{ ...part, page: page + 1 }}>{t("account_orders.older")}</Way>}
        </nav>
      )}
      {total > 0 && props.places.contact_path !== null && (
        <p className="account-area__note">
          {t("account_orders.question")} <a href={props.places.contact_path}>{t("account_orders.contact")}</a>
        </p>
      )}
    </div>
  );
}

/** The number of orders; gets the focus when another part of the list was requested. */
function Count({ list: { total, year, page, pages } }: { readonly list: OrdersResponse }) {
  const { t } = useOrdersScreen();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const shown = `${year} ${page}`;
  const first = useRef(shown);
  useEffect(() => {
    if (first.current === shown) return;
    first.current = "";
    paragraph.current?.focus();
  }, [shown]);
  const text =
    year === null
      ? t("account_orders.count", { count: total })
      : t("account_orders.count_in", { count: total, year: String(year) });
  return (
    <p className="account-area__told" ref={paragraph} tabIndex={-1}>
      {text}
      {pages > 1 && page <= pages && `, ${t("account_orders.page_of", { page, pages })}`}
    </p>
  );
}

type YearsProps = { readonly years: readonly number[]; readonly year: number | null };

function Years({ years, year }: YearsProps) {
  const { t } = useOrdersScreen();
  return (
    <nav aria-label={t("account_orders.year")}>
      <ul className="account-area__filter">
        {[null, ...years].map((one) => (
          <li key={one ?? "all"}>
            <Way part={{ page: 1, year: one }} current={one === year}>
              {one === null ? t("account_orders.all") : String(one)}
            </Way>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type WayProps = { readonly part: Part; readonly current?: boolean; readonly children: ReactNode };

/** A link to another part of the list, which is loaded in place. */
function Way({ part, current, children }: WayProps) {
  const { props, go } = useOrdersScreen();
  const href = hrefOf(props.places.orders_path, part);
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href);
  };
  return (
    <a className="account-area__way" href={href} aria-current={current ? "true" : undefined} onClick={follow}>
      {children}
    </a>
  );
}

function Empty() {
  const { t, props } = useOrdersScreen();
  return (
    <div className="account-area__state">
      <p className="account-area__state-title">{t("account_orders.empty_title")}</p>
      <p>{t("account_orders.empty_text")}</p>
      <a className="button" href={props.places.home_path}>
        {t("account_orders.to_shop")}
      </a>
    </div>
  );
}
