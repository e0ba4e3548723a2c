import type { ComponentChildren } from 'preact';
import { Choice, Choices } from '../design/choice.tsx';
import { Field, TextArea } from '../design/field.tsx';
import type { ConsoleWording } from '../language/wording.ts';
import type { Units } from './entry-facts.ts';
import { type FieldSchema, isFields } from './file-schema.ts';
import { fileTitle, fileWords } from './file-words.ts';
import { choicesFor, type FormPlaces, languagesFor } from './form-places.ts';
import { languageName } from './languages.ts';

/** The data that all fields of a form share. */
export interface FormContext {
  /** The wording of the operator who fills in the form. */
  wording: ConsoleWording;
  places: FormPlaces;
  units: Units;
  /** The mistakes, by the names of their fields. */
  wrong: ReadonlyMap<string, ComponentChildren>;
  /** The draft of the entry: its address and its file. */
  draft: { at: string; file: string };
  /** The language of an entry with the server's messages. */
  language?: string;
}

export interface FieldProps {
  context: FormContext;
  field: string;
  name: string;
  schema: FieldSchema;
  value: unknown;
  required: boolean;
  /** The title that replaces the schema's. */
  title?: string;
}

export type LabelledProps = FieldProps & { label: string };

/** The longest text for a field with one line. */
const ONE_LINE = 300;

interface TextFieldProps {
  name: string;
  label: ComponentChildren;
  text: string;
  schema: FieldSchema;
  lang?: string;
  about: { help?: ComponentChildren; wrong?: ComponentChildren };
}

/** A text on one line, or on several if it is long: a field with one line would lose its line breaks. */
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
  wrong?: ComponentChildren;
  /** Whether it is folded until a click, because nothing in it is filled in yet. */
  folded?: boolean;
  /** Whether its fields are below each other, even if there is room. */
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

/** The texts that name an entry. Its form shows them even while they are empty. */
const NAMING: readonly string[] = ['title', 'name', 'label'];

/** Whether a group may be folded: it is optional, it is empty, and nothing in it is wrong. */
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

/** A text in each language of the program. If only the first language has a text, it is the text for all languages. */
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
        about={{ ...helpOf(context.wording, schema), ...(wrong !== undefined && { wrong }) }}
      />
    );
  }
  return (
    <Group
      label={label}
      help={explained(context.wording, schema)}
      wrong={context.wrong.get(name)}
      folded={isFolded(props, NAMING)}
    >
      {texts.map(([language, text]) => {
        const wrong = context.wrong.get(`${name}.${language}`);
        return (
          <TextField
            name={`${name}.${language}`}
            label={languageName(context.wording, language)}
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
    choicesFor(field, schema, context.places) ??
    (schema.items?.enum ?? []).map((one) => [one, fileTitle(context.wording, one)] as const);
  const held = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  const words = new Map(named);
  const wrong = context.wrong.get(name);
  return (
    <Choices legend={label} {...helpOf(context.wording, schema)} {...(wrong !== undefined && { wrong })}>
      {[...new Set([...held, ...words.keys()])].map((one) => (
        <Choice name={`${name}.${one}`} checked={held.includes(one)}>
          {words.get(one) ?? one}
        </Choice>
      ))}
    </Choices>
  );
}

/** The explanation of a field from its schema. */
export function explained(wording: ConsoleWording, { description }: FieldSchema): string | undefined {
  return description && fileWords(wording, description);
}

export function helpOf(wording: ConsoleWording, schema: FieldSchema): { help?: string } {
  const { examples } = schema;
  const example = examples?.length ? wording.say('field_example', { examples: examples.join(', ') }) : '';
  const help = [explained(wording, schema), example].filter(Boolean).join(' ');
  return help ? { help } : {};
}

export function optionsOf({ context, field, schema, required }: FieldProps, held: string) {
  const named = choicesFor(field, schema, context.places);
  const options = named ?? (schema.enum ?? []).map((one) => [one, fileTitle(context.wording, one)] as const);
  const none = required && !named ? [] : [['', absentWords(context.wording, schema)] as const];
  const strange = held !== '' && !options.some(([one]) => one === held) ? [[held, held] as const] : [];
  return [...none, ...options, ...strange];
}

export function yesNo(wording: ConsoleWording, schema: FieldSchema) {
  const { say } = wording;
  return [
    ['', absentWords(wording, schema)] as const,
    ['true', say('yes')] as const,
    ['false', say('no')] as const,
  ];
}

/** The words for the default value of a field. */
function absentWords(wording: ConsoleWording, { default: byDefault }: FieldSchema): string {
  const { say } = wording;
  if (byDefault === undefined) return say('none');
  const word =
    typeof byDefault === 'boolean' ? say(byDefault ? 'yes' : 'no') : fileTitle(wording, String(byDefault));
  return say('field_as_usual', { word });
}
