// A field with its label, hint and error, connected by ids for screen readers (FORM-4).
import { type ReactNode, useId, useState } from "react";

/** The texts of every kind of field. */
export type FieldTexts = {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong and how to correct it; undefined if the field is valid. */
  readonly error?: string | undefined;
  /** The text after the label of an optional field. */
  readonly optional?: string | undefined;
  /** The word before an error, for those who cannot see its icon. */
  readonly errorWord: string;
};

export type Described = {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly "aria-required": true | undefined;
};

type FrameProps = {
  readonly id: string;
  readonly texts: FieldTexts;
  readonly required: boolean;
  readonly className?: string | undefined;
  readonly children: (described: Described) => ReactNode;
};

/** Label, hint and error around a control. A required one has an asterisk, which the form explains (ADDR-24). */
export function FieldFrame({ id, texts, required, className, children }: FrameProps) {
  const { label, hint, error, optional } = texts;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={className === undefined ? "field" : `field ${className}`}>
      <label className="field__label" htmlFor={id}>
        {label}
        {required ? <RequiredMark /> : optional && ` ${optional}`}
      </label>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} word={texts.errorWord} text={error} />}
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
      })}
    </div>
  );
}

/** The asterisk of a required field; `aria-required` is for screen readers. */
export function RequiredMark() {
  return (
    <span className="field__mark" aria-hidden="true">
      *
    </span>
  );
}

export function FieldError({ id, word, text }: { readonly id: string; readonly word: string; readonly text: string }) {
  return (
    <p className="field__error" id={id}>
      <span className="field__sign" aria-hidden="true">
        !
      </span>
      <span className="visually-hidden">{word} </span>
      {text}
    </p>
  );
}

export type FieldProps = {
  /** Also the element id, for links in an error summary. */
  readonly name: string;
  readonly texts: FieldTexts;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly required?: boolean;
  readonly type?: "text" | "email" | "tel";
  /** The browser's autofill token (ADDR-1 to -13): `shipping postal-code`. */
  readonly autoComplete: string;
  readonly inputMode?: "text" | "email" | "tel" | "numeric";
  readonly maxLength?: number;
  readonly className?: string;
  readonly locked?: boolean;
  readonly onLeave?: (() => void) | undefined;
};

export function Field(props: FieldProps) {
  const { name, texts, value, onChange, required = false, type = "text", autoComplete, locked = false } = props;
  return (
    <FieldFrame id={name} texts={texts} required={required} className={props.className}>
      {(described) => (
        <input
          {...described}
          className="field__input"
          name={name}
          type={type}
          value={value}
          autoComplete={autoComplete}
          inputMode={props.inputMode}
          maxLength={props.maxLength}
          spellCheck={type === "text" ? undefined : false}
          readOnly={locked}
          onChange={(event) => onChange(event.target.value)}
          onBlur={props.onLeave}
        />
      )}
    </FieldFrame>
  );
}

export type PasswordFieldProps = Pick<FieldProps, "name" | "texts" | "value" | "onChange"> & {
  readonly autoComplete: "current-password" | "new-password";
  /** The label of the button that shows what is typed, and of the one that hides it. */
  readonly show: string;
  readonly hide: string;
};

/** A password, which can be shown while it is typed, and pasted (ADDR-12). */
export function PasswordField({ name, texts, value, onChange, autoComplete, show, hide }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={name} texts={texts} required>
      {(described) => (
        <div className="field__password">
          <input
            {...described}
            className="field__input"
            name={name}
            type={shown ? "text" : "password"}
            value={value}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={256}
            onChange={(event) => onChange(event.target.value)}
          />
          <button type="button" className="field__show" aria-controls={name} onClick={() => setShown(!shown)}>
            {shown ? hide : show}
            <span className="visually-hidden">: {texts.label}</span>
          </button>
        </div>
      )}
    </FieldFrame>
  );
}

export type TextAreaProps = Pick<FieldProps, "name" | "texts" | "value" | "onChange" | "maxLength">;

export function TextArea({ name, texts, value, onChange, maxLength }: TextAreaProps) {
  return (
    <FieldFrame id={name} texts={texts} required={false}>
      {(described) => (
        <textarea
          {...described}
          className="field__input field__input--area"
          name={name}
          rows={2}
          value={value}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

export type SelectProps = Pick<FieldProps, "name" | "texts" | "value" | "onChange" | "required" | "autoComplete"> & {
  /** A `disabled` option is shown and cannot be chosen. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
};

export function Select({ name, texts, value, onChange, required = false, autoComplete, options }: SelectProps) {
  return (
    <FieldFrame id={name} texts={texts} required={required}>
      {(described) => (
        <select
          {...described}
          className="field__input field__input--select"
          name={name}
          value={value}
          autoComplete={autoComplete}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

export type CheckboxProps = {
  readonly name: string;
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly required?: boolean;
  readonly error?: string | undefined;
  readonly errorWord: string;
};

export function Checkbox({ name, label, checked, onChange, required = false, error, errorWord }: CheckboxProps) {
  const id = useId();
  return (
    <div className="checkbox">
      {error && <FieldError id={`${id}-error`} word={errorWord} text={error} />}
      <div className="checkbox__row">
        <input
          className="checkbox__box"
          type="checkbox"
          id={name}
          name={name}
          checked={checked}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label className="checkbox__label" htmlFor={name}>
          {label}
          {required && <RequiredMark />}
        </label>
      </div>
    </div>
  );
}
