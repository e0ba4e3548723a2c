import { Field, TextArea } from '../design/field.tsx';
import type { ConsoleWording } from '../language/wording.ts';
import { unitOf } from './entry-facts.ts';
import {
  explained,
  type FieldProps,
  Group,
  helpOf,
  isFolded,
  type LabelledProps,
  optionsOf,
  TextField,
  Ticks,
  WordsFields,
  yesNo,
} from './field-parts.tsx';
import { type FieldSchema, isFields } from './file-schema.ts';
import { fileTitle, fileWords } from './file-words.ts';
import { alternatives, mannerOf, namesIn } from './form-places.ts';
import { Messages } from './message-fields.tsx';
import { PictureField } from './picture-field.tsx';

/** The field of a value by its schema: with title, unit, help and examples. */
export function EntryField(props: FieldProps) {
  const { context, field, name, schema, value, required } = props;
  const { wording } = context;
  const title = props.title ?? titleOfField(wording, field, schema);
  const label = required ? wording.say('field_needed', { label: title }) : title;
  const wrong = context.wrong.get(name);
  const about = { ...helpOf(wording, schema), ...(wrong !== undefined && { wrong }) };
  const common = { name, label, ...about };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  switch (mannerOf(field, schema, context.places)) {
    case 'words':
      return <WordsFields {...props} label={label} />;
    case 'choice':
      return <Field {...common} value={text} options={optionsOf(props, text)} />;
    case 'yes_no':
      return (
        <Field
          {...common}
          value={value === undefined ? '' : String(value)}
          options={yesNo(wording, schema)}
        />
      );
    case 'number':
      return (
        <Field {...common} value={text} inputmode="decimal" unit={unitOf(wording, schema, context.units)} />
      );
    case 'ticks':
      return <Ticks {...props} label={label} />;
    case 'lines':
      return (
        <TextArea
          {...common}
          help={[common.help, wording.say('field_one_a_line')].filter(Boolean).join(' ')}
          value={Array.isArray(value) ? value.join('\n') : ''}
          rows={3}
        />
      );
    case 'rows':
      return <Rows {...props} label={label} />;
    case 'map':
      return <Members {...props} label={label} />;
    case 'messages':
      return <Messages {...props} />;
    case 'word_or_fields':
      return <WordOrFields {...props} label={label} />;
    case 'fields':
      return (
        <Group label={label} help={explained(context.wording, schema)} wrong={wrong} folded={isFolded(props)}>
          <EntryFields context={context} name={name} schema={schema} value={value} />
        </Group>
      );
    case 'picture':
      return <PictureField {...props} label={label} />;
    case 'text':
      return <TextField {...{ name, label, text, schema }} about={about} />;
  }
}

function titleOfField(wording: ConsoleWording, field: string, { title }: FieldSchema): string {
  return title === undefined ? fileTitle(wording, field) : fileWords(wording, title);
}

/** The fields of an object. `except`: the fields that the form shows in another way. */
export function EntryFields({
  context,
  name,
  schema,
  value,
  except = [],
}: Pick<FieldProps, 'context' | 'name' | 'schema' | 'value'> & { except?: readonly string[] }) {
  const held = isFields(value) ? value : {};
  return (
    <>
      {Object.entries(schema.properties ?? {})
        .filter(([field]) => !except.includes(field))
        .map(([field, inner]) => (
          <EntryField
            context={context}
            field={field}
            name={`${name}.${field}`}
            schema={inner}
            value={Object.hasOwn(held, field) ? held[field] : undefined}
            required={schema.required?.includes(field) ?? false}
          />
        ))}
    </>
  );
}

function Rows({ context, name, schema, value, label }: LabelledProps) {
  const rows: unknown[] = Array.isArray(value) ? value : [];
  return (
    <Group label={label} help={explained(context.wording, schema)} wrong={context.wrong.get(name)} tall>
      {[...rows, undefined].map((row, at) => (
        <Group
          label={at < rows.length ? `${at + 1}.` : context.wording.say('field_another')}
          folded={at > 0 && at === rows.length}
        >
          <EntryFields context={context} name={`${name}[${at}]`} schema={schema.items!} value={row} />
        </Group>
      ))}
    </Group>
  );
}

/** The fields that differ by tier. A tier without differences is folded. */
function Members({ context, field, name, schema, value, label }: LabelledProps) {
  const inner = Object.values(schema.patternProperties!)[0]!;
  const words = new Map(context.places.tiers);
  const names = namesIn(field, value, context.places);
  if (names.length === 0) return null;
  return (
    <Group label={label} help={explained(context.wording, schema)} wrong={context.wrong.get(name)} tall>
      {names.map((member) => {
        const held = isFields(value) && Object.hasOwn(value, member) ? value[member] : undefined;
        const title = words.get(member) ?? member;
        const one = { context, name: `${name}.${member}`, schema: inner, value: held };
        if (!inner.properties) return <EntryField {...one} field={member} title={title} required={false} />;
        return (
          <Group
            label={title}
            wrong={context.wrong.get(one.name)}
            folded={isFolded({ ...one, field: member, required: false })}
            tall
          >
            <EntryFields {...one} />
          </Group>
        );
      })}
    </Group>
  );
}

/** A choice between some words, or fields instead of a word. */
function WordOrFields({ context, name, schema, value, label }: LabelledProps) {
  const { words, object } = alternatives(schema);
  const { wording } = context;
  const word = typeof value === 'string' ? value : '';
  const choices = [
    ['', wording.say('field_none_of_these')] as const,
    ...words.map((one) => [one, fileTitle(wording, one)] as const),
  ];
  return (
    <Group label={label} help={explained(context.wording, schema)} wrong={context.wrong.get(name)}>
      <Field name={name} label={wording.say('field_by_word')} value={word} options={choices} />
      <EntryFields context={context} name={name} schema={object} value={value} />
    </Group>
  );
}
