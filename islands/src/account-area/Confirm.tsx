// Asks before something that cannot be undone (R-ACCT-05).
import { type ReactNode, useState } from "react";
import type { ApiError } from "../api/request";
import { asApiError } from "../stores/call-queue";
import { BusyButton } from "../ui/busy-button";
import { Dialog } from "../ui/dialog";
import { useArea } from "./context";
import { Failure } from "./Failure";

type ConfirmProps = {
  readonly title: string;
  /** What is lost; the warning follows it. */
  readonly text: string;
  readonly button: string;
  readonly busyLabel: string;
  /** Resolves when it is done, or when the input is invalid. */
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
  /** Fields to fill in first. */
  readonly children?: ReactNode;
};

export function Confirm({ title, text, button, busyLabel, act, onClose, children }: ConfirmProps) {
  const { say } = useArea();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(asApiError(error));
    }
    setBusy(false);
  };
  return (
    <Dialog open title={title} closeLabel={say("account_area.close")} onClose={onClose}>
      <p>
        {text} {say("account_area.not_undone")}
      </p>
      {children}
      <Failure failure={failure} />
      <div className="buttons">
        <BusyButton label={button} busyLabel={busyLabel} busy={busy} onPress={() => void confirm()} />
        <button type="button" className="account-area__press" onClick={onClose}>
          {say("account_area.keep")}
        </button>
      </div>
    </Dialog>
  );
}
