// Why there are no results: the search is unavailable, or the browser is offline.
import { useEffect, useState } from "react";
import type { Translate } from "../../i18n";
import type { SearchKey } from "./messages";

type TroubleProps = {
  /** Whether only a further page of results could not be loaded. */
  readonly more: boolean;
  readonly retry: () => void;
  readonly t: Translate<SearchKey>;
};

/** Retries automatically when the browser is online again. */
export function Trouble({ more, retry, t }: TroubleProps) {
  const [offline] = useState(() => !navigator.onLine);
  useEffect(() => {
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [retry]);
  return (
    <p className="listing__trouble">
      {t(offline ? "search.offline" : more ? "search.failed_more" : "search.failed")}{" "}
      <button type="button" className="text-link" onClick={retry}>
        {t("listing.again")}
      </button>
    </p>
  );
}
