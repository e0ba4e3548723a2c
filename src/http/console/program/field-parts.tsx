import type { ComponentChildren } from 'preact';
import { titleOf } from '../../../program-file/form-words.ts';
import { Choice, Choices } from '../design/choice.tsx';
import { Field, TextArea } from '../design/field.tsx';
import type { Units } from './entry-facts.ts';
import { type FieldSchema, isFields } from './file-schema.ts';
import { choicesFor, type FormPlaces, languagesFor } from './form-places.ts';
import { languageName } from './languages.ts';

/** All that the fields of a form share. */
export interface FormContext {
  places: FormPlaces;
  units: Units;
  /** The mistakes, by the name of their field. */
  wrong: ReadonlyMap<string, string>;
  /** The language of an entry of the server's own words. */
  language?: string;
}

export interface FieldProps {
  context: FormContext;
  field: string;
  name: string;
  schema: FieldSchema;
  value: unknown;
  required: boolean;
  /** In place of the schema's own title. */
  title?: string;
}

export type LabelledProps = FieldProps & { label: string };

/** The longest text that is filled in on one line. */
const ONE_LINE = 300;

interface TextFieldProps {
  name: string;
  label: string;
  text: string;
  schema: FieldSchema;
  lang?: string;
  about: { help?: string; wrong?: string };
}

/** A text on one line, or on several if it is long: a field of one line would lose its breaks. */
export function TextField({ name, label, text, schema, lang, about }: TextFieldProps) {
  const long = (schema.maxLength ?? 0) > ONE_LINE && schema.format !== 'uri';
  return long || text.includes('\n') ? (
    <TextArea name={name} label={label} value={text} rows={3} lang={lang} {...about} />
  ) : (
    <Field name={name} label={label} value={text} lang={lang} {...about} />
  );
}

interface GroupProps {
  label: string;
  help?: string | undefined;
  wrong?: string | undefined;
  /** It opens at a click: nothing in it is filled in yet. */
  folded?: boolean;
  /** Its fields stand below each other, also where there is room. */
  tall?: boolean;
  children: ComponentChildren;
}

/** Fields that belong together. */
export function Group({ label, help, wrong, folded = false, tall = false, children }: GroupProps) {
  const inside = (
    <>
      {help && <p class="help muted small">{help}</p>}
      {wrong && <p class="wrong-line">{wrong}</p>}
      <div class={tall ? 'fields' : 'fields abreast'}>{children}</div>
    </>
  );
  if (folded && !wrong) {
    return (
      <details class="group">
        <summary>{label}</summary>
        {inside}
      </details>
    );
  }
  return (
    <fieldset class="group">
      <legend>{label}</legend>
      {inside}
    </fieldset>
  );
}

/** The texts that name an entry: its form shows them also while they are empty. */
const NAMING: readonly string[] = ['title', 'name', 'label'];

/** Whether a group may be folded: it may be left out, nothing is in it, and nothing in it is wrong. */
export function isFolded(
  {
    context,
    field,
    name,
    value,
    required,
  }: Pick<FieldProps, 'context' | 'field' | 'name' | 'value' | 'required'>,
  except: readonly string[] = [],
): boolean {
  const isWrong = [...context.wrong.keys()].some((place) => place.startsWith(`${name}.`));
  return value === undefined && !required && !isWrong && !except.includes(field);
}

/** A text in each language of the program. In the first alone, it is the text of all. */
export function WordsFields(props: LabelledProps) {
  const { context, name, schema, value, label } = props;
  const languages = languagesFor(value, context.places);
  const inner = schema.anyOf![0]!;
  const texts = languages.map((language, at) => {
    const text = isFields(value) ? value[language] : at === 0 ? value : undefined;
    return [language, typeof text === 'string' ? text : ''] as const;
  });
  const [only] = texts;
  if (texts.length === 1 && only) {
    const wrong = context.wrong.get(name) ?? context.wrong.get(`${name}.${only[0]}`);
    return (
      <TextField
        name={`${name}.${only[0]}`}
        label={label}
        text={only[1]}
        schema={inner}
        lang={only[0]}
        about={{ ...helpOf(schema), ...(wrong !== undefined && { wrong }) }}
      />
    );
  }
  return (
    <Group
      label={label}
      help={schema.description}
      wrong={context.wrong.get(name)}
      folded={isFolded(props, NAMING)}
    >
      {texts.map(([language, text]) => {
        const wrong = context.wrong.get(`${name}.${language}`);
        return (
          <TextField
            name={`${name}.${language}`}
            label={languageName(language)}
            text={text}
            schema={inner}
            lang={language}
            about={wrong === undefined ? {} : { wrong }}
          />
        );
      })}
    </Group>
  );
}

export function Ticks({ context, field, name, schema, value, label }: LabelledProps) {
  const named =
    choicesFor(field, schema, context.places) ?? (schema.items?.enum ?? []).map((one) => [one, one] as const);
  const held = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  const words = new Map(named);
  const wrong = context.wrong.get(name);
  return (
    <Choices legend={label} {...helpOf(schema)} {...(wrong !== undefined && { wrong })}>
      {[...new Set([...held, ...words.keys()])].map((one) => (
        <Choice name={`${name}.${one}`} checked={held.includes(one)}>
          {words.get(one) ?? one}
        </Choice>
      ))}
    </Choices>
  );
}

export function helpOf({ description, examples }: FieldSchema): { help?: string } {
  const example = examples?.length ? `For example ${examples.join(', ')}.` : '';
  const help = [description, example].filter(Boolean).join(' ');
  return help ? { help } : {};
}

export function optionsOf({ context, field, schema, required }: FieldProps, held: string) {
  const named = choicesFor(field, schema, context.places);
  const options = named ?? (schema.enum ?? []).map((one) => [one, titleOf(one)] as const);
  const none = required && !named ? [] : [['', absentWords(schema)] as const];
  const strange = held !== '' && !options.some(([one]) => one === held) ? [[held, held] as const] : [];
  return [...none, ...options, ...strange];
}

export function yesNo(schema: FieldSchema) {
  return [['', absentWords(schema)] as const, ['true', 'Yes'] as const, ['false', 'No'] as const];
}

/** The value that goes without saying. */
function absentWords({ default: byDefault }: FieldSchema): string {
  if (byDefault === undefined) return 'None';
  const words =
    typeof byDefault === 'boolean' ? (byDefault ? 'yes' : 'no') : String(byDefault).replaceAll('_', ' ');
  return `As usual: ${words}`;
}

export function unitOf(
  { 'x-unit': unit }: FieldSchema,
  { currency, boundary_mode }: Units,
): string | undefined {
  if (unit === 'currency') return currency;
  if (unit === 'boundary_mode') return boundary_mode === 'spend' ? currency : boundary_mode;
  return unit;
}
