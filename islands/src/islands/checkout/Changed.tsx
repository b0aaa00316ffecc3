// Says that nothing was ordered, because the cart has changed since it was shown.
import { useEffect, useState } from "react";
import type { CartResponse } from "../../api/schema.gen";
import { Dialog } from "../../ui/dialog";
import { Changes } from "./Changes";
import { useCheckoutScreen } from "./context";

/**
 * CHK-8: nothing was ordered, because the cart differs from the one that was shown. Shows old and new next to each
 * other and asks again.
 */
type ChangedProps = {
  readonly before: CartResponse;
  readonly now: CartResponse;
};

export function Changed({ before, now }: ChangedProps) {
  const { t, money } = useCheckoutScreen();
  const [open, setOpen] = useState(true);
  useEffect(() => {
    setOpen(now.hash !== null);
  }, [now.hash]);
  const content = (
    <>
      <p>{t("checkout.changed_text")}</p>
      <Changes changes={now.changes} />
      <dl className="checkout__difference">
        <div>
          <dt>{t("checkout.total_before")}</dt>
          <dd>
            <s>{money(before.total)}</s>
          </dd>
        </div>
        <div>
          <dt>{t("checkout.total_now")}</dt>
          <dd>{money(now.total)}</dd>
        </div>
      </dl>
    </>
  );
  return (
    <>
      <div className="checkout__notice" data-kind="changed">
        <p className="checkout__notice-title">{t("checkout.changed_title")}</p>
        {content}
      </div>
      <Dialog
        open={open}
        title={t("checkout.changed_title")}
        closeLabel={t("checkout.close")}
        onClose={() => setOpen(false)}
      >
        {content}
        <button type="button" className="button" onClick={() => setOpen(false)}>
          {t("checkout.look_again")}
        </button>
      </Dialog>
    </>
  );
}
