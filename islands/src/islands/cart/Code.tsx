// Promotion codes: a disclosure whose form is loaded on hover or focus, and the result of the last code.
import { useState } from "react";
import { useOnDemand } from "../../ui/use-on-demand";
import { useCartScreen } from "./context";

export function Code() {
  const screen = useCartScreen();
  const { t } = screen;
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const [words, setWords] = useState("");
  const Form = useOnDemand(
    wanted,
    () => import("./CodeForm").then(({ CodeForm }) => CodeForm),
    () => {
      setWanted(false);
      setWords(t("cart.code_failed"));
    },
  );
  return (
    <div className="cart__code">
      <details
        onToggle={({ currentTarget: { open } }) => {
          setOpened(open);
          if (open) setWanted(true);
        }}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is interactive; hovering mostly leads to
           opening it, and the form is loaded by then */}
        <summary className="cart__code-toggle" onFocus={() => setWanted(true)} onPointerEnter={() => setWanted(true)}>
          {t("cart.code")}
        </summary>
        {Form !== null && <Form screen={screen} opened={opened} onDone={setWords} />}
      </details>
      <p className="cart__code-done" role="status">
        {words}
      </p>
    </div>
  );
}
