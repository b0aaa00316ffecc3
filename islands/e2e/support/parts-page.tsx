// Rendered into the page by `parts.ts`: each shared component with the buttons that a screen would have.
import { useState } from "react";
import { browserClock } from "../../src/clock";
import { createLoadingBar } from "../../src/stores/loading-bar";
import { createToasts } from "../../src/stores/toasts";
import { Dialog } from "../../src/ui/dialog";
import { ErrorSummary } from "../../src/ui/error-summary";
import { Field } from "../../src/ui/field";
import { LoadingBar } from "../../src/ui/loading-bar";
import { mountReact } from "../../src/ui/mount-react";
import { RadioCards } from "../../src/ui/radio-cards";
import { Toasts } from "../../src/ui/toasts";
import { Tooltip } from "../../src/ui/tooltip";

const bar = createLoadingBar(browserClock);
const toasts = createToasts(browserClock);
const WRONG = "Vul een postcode in, zoals 1011 AB";

function Parts() {
  return (
    <div className="wrap">
      <h1>Formulier</h1>
      <LoadingBar bar={bar} />
      <Toasts toasts={toasts} closeLabel="Sluiten" />
      <button type="button" onClick={bar.start}>
        Begin
      </button>
      <button type="button" onClick={() => bar.finish()}>
        Klaar
      </button>
      <button type="button" onClick={() => bar.finish({ error: true })}>
        Mislukt
      </button>
      <button type="button" onClick={() => toasts.show("Bewaard.", "status")}>
        Zeg het
      </button>
      <Address />
      <Delivery />
      <Question />
      <p>
        <Tooltip label="Waarom?" clock={browserClock}>
          Met dit nummer staat uw bedrijf op de factuur, en hoeft u dat later niet te vragen.
        </Tooltip>
      </p>
    </div>
  );
}

function Address() {
  const [postcode, setPostcode] = useState("");
  const [attempt, setAttempt] = useState(0);
  const error = attempt > 0 && postcode === "" ? WRONG : undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAttempt(attempt + 1);
      }}
    >
      <ErrorSummary
        title="Er is een probleem"
        titlePrefix="Fout: "
        faults={error === undefined ? [] : [{ field: "postcode", text: error }]}
        attempt={attempt}
      />
      <Field
        name="postcode"
        texts={{ label: "Postcode", hint: "Zoals 1011 AB", error, errorWord: "Fout:" }}
        value={postcode}
        required
        autoComplete="shipping postal-code"
        onChange={setPostcode}
      />
      <button type="submit" className="button">
        Verder
      </button>
    </form>
  );
}

function Delivery() {
  const [chosen, setChosen] = useState("standard");
  return (
    <RadioCards
      name="delivery"
      legend="Bezorging"
      errorWord="Fout:"
      value={chosen}
      options={[
        { value: "standard", label: "Standaard", aside: "€ 6,95", note: "Binnen drie dagen" },
        { value: "pickup", label: "Afhalen" },
      ]}
      onChange={setChosen}
    />
  );
}

function Question() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Vraag
      </button>
      <Dialog open={open} title="De prijs is veranderd" closeLabel="Sluiten" onClose={() => setOpen(false)}>
        <p>Nu 10 % meer.</p>
        <button type="button" className="button" onClick={() => setOpen(false)}>
          Begrepen
        </button>
      </Dialog>
    </>
  );
}

const main = document.getElementById("main");
if (main !== null) mountReact(main, <Parts />);
