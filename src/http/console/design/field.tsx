import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

interface FieldProps {
  /** The name, and also the id: unique on the screen. */
  name: string;
  label: ComponentChildren;
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'search';
  value?: string;
  help?: ComponentChildren;
  /** The mistake in the sent form; it is shown until the form is sent again. */
  wrong?: ComponentChildren;
  required?: boolean;
  autocomplete?: string;
  inputmode?: 'text' | 'numeric' | 'decimal' | 'email';
  /** The unit after the field: "points". */
  unit?: string | undefined;
  /** The language of the field's value. */
  lang?: string | undefined;
  /** The options: their values and their words. Absent: the field takes text. */
  options?: readonly (readonly [value: string, words: string])[];
}

/** A field with its label, the help for it, and the mistake in it. */
export function Field(props: FieldProps) {
  const { name, label, type = 'text', value, help, wrong, options, unit, lang, ...rest } = props;
  const common = { id: name, name, ...describedBy({ name, help, wrong }), ...spokenIn(lang), ...rest };
  // A colour or a key keeps its order, even on a screen that is read from right to left.
  const written = lang === undefined && type === 'text' && value ? ({ dir: 'auto' } as const) : {};
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {options ? (
        <select {...common}>
          {options.map(([option, words]) => (
            <option value={option} selected={option === value}>
              {words}
            </option>
          ))}
        </select>
      ) : unit ? (
        <span class="with-unit">
          <input type={type} {...written} value={value} {...common} />
          <span class="muted">{unit}</span>
        </span>
      ) : (
        <input type={type} {...written} value={value} {...common} />
      )}
      <About name={name} help={help} wrong={wrong} />
    </div>
  );
}

/** A text in another language than the screen may have another direction. Its first letters decide. */
function spokenIn(lang: string | undefined) {
  return lang === undefined ? {} : ({ lang, dir: 'auto' } as const);
}

interface AboutProps {
  name: string;
  help?: ComponentChildren;
  wrong?: ComponentChildren;
}

/** The attributes of a field that refer to the texts below it. */
function describedBy({ name, help, wrong }: AboutProps) {
  const about = [help && `${name}-help`, wrong && `${name}-wrong`].filter(Boolean).join(' ') || undefined;
  return { 'aria-describedby': about, 'aria-invalid': wrong ? true : undefined } as const;
}

function About({ name, help, wrong }: AboutProps) {
  return (
    <>
      {help && (
        <p id={`${name}-help`} class="help">
          {help}
        </p>
      )}
      {wrong && (
        <p id={`${name}-wrong`} class="wrong">
          <Icon name="alert" />
          {wrong}
        </p>
      )}
    </>
  );
}

interface TextAreaProps extends AboutProps {
  label: ComponentChildren;
  value?: string;
  rows: number;
  required?: boolean;
  /** The language of the field's value. */
  lang?: string | undefined;
  /** The value is codes or similar texts, so no spelling is checked. */
  codes?: boolean;
}

/** A field for several lines. */
export function TextArea(props: TextAreaProps) {
  const { label, value, rows, required, lang, codes = false, ...about } = props;
  const { name } = about;
  return (
    <div class="field wide">
      <label for={name}>{label}</label>
      <textarea
        id={name}
        name={name}
        rows={rows}
        {...spokenIn(lang)}
        required={required}
        class={codes ? 'codes' : undefined}
        spellcheck={codes ? false : undefined}
        {...describedBy(about)}
      >
        {value}
      </textarea>
      <About {...about} />
    </div>
  );
}

interface FileFieldProps extends AboutProps {
  label: string;
  /** The types of files, as HTML's attribute `accept` names them. */
  accept: string;
  required?: boolean;
}

/** A field for a file. Its form is sent as `multipart/form-data`. */
export function FileField({ label, accept, required, ...about }: FileFieldProps) {
  const { name } = about;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input type="file" id={name} name={name} accept={accept} required={required} {...describedBy(about)} />
      <About {...about} />
    </div>
  );
}
