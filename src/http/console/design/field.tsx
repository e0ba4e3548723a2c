import { Icon } from './icon.tsx';

interface FieldProps {
  /** Its id too: unique on the screen. */
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'search';
  value?: string;
  help?: string;
  /** The mistake in what was sent; it stays until the form is sent anew. */
  wrong?: string;
  required?: boolean;
  autocomplete?: string;
  inputmode?: 'text' | 'numeric' | 'decimal' | 'email';
  /** Words to choose from, by their values. Without it the field takes text. */
  options?: readonly (readonly [value: string, words: string])[];
}

/** A field with its label, the help for whoever fills it in, and the mistake in it. */
export function Field({ name, label, type = 'text', value, help, wrong, options, ...rest }: FieldProps) {
  const about = [help && `${name}-help`, wrong && `${name}-wrong`].filter(Boolean).join(' ') || undefined;
  const common = {
    id: name,
    name,
    'aria-describedby': about,
    'aria-invalid': wrong ? true : undefined,
    ...rest,
  } as const;
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
      ) : (
        <input type={type} value={value} {...common} />
      )}
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
    </div>
  );
}
