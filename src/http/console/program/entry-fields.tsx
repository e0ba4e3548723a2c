import { titleOf } from '../../../program-file/form-words.ts';
import { Field, TextArea } from '../design/field.tsx';
import {
  type FieldProps,
  Group,
  helpOf,
  isFolded,
  type LabelledProps,
  optionsOf,
  TextField,
  Ticks,
  unitOf,
  WordsFields,
  yesNo,
} from './field-parts.tsx';
import { isFields } from './file-schema.ts';
import { alternatives, mannerOf, namesIn } from './form-places.ts';
import { Messages } from './message-fields.tsx';

/** The field of a value, as its schema describes it: with title, unit, help and examples. */
export function EntryField(props: FieldProps) {
  const { context, field, name, schema, value, required } = props;
  const label = (props.title ?? schema.title ?? titleOf(field)) + (required ? ' (needed)' : '');
  const wrong = context.wrong.get(name);
  const about = { ...helpOf(schema), ...(wrong !== undefined && { wrong }) };
  const common = { name, label, ...about };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  switch (mannerOf(field, schema, context.places)) {
    case 'words':
      return <WordsFields {...props} label={label} />;
    case 'choice':
      return <Field {...common} value={text} options={optionsOf(props, text)} />;
    case 'yes_no':
      return <Field {...common} value={value === undefined ? '' : String(value)} options={yesNo(schema)} />;
    case 'number':
      return <Field {...common} value={text} inputmode="decimal" unit={unitOf(schema, context.units)} />;
    case 'ticks':
      return <Ticks {...props} label={label} />;
    case 'lines':
      return (
        <TextArea
          {...common}
          help={[common.help, 'One a line.'].filter(Boolean).join(' ')}
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
        <Group label={label} help={schema.description} wrong={wrong} folded={isFolded(props)}>
          <EntryFields context={context} name={name} schema={schema} value={value} />
        </Group>
      );
    case 'text':
      return <TextField {...{ name, label, text, schema }} about={about} />;
  }
}

/** The fields of an object. `except`: those that the form says otherwise. */
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
    <Group label={label} help={schema.description} wrong={context.wrong.get(name)} tall>
      {[...rows, undefined].map((row, at) => (
        <Group label={at < rows.length ? `${at + 1}.` : 'Another one'} folded={at > 0 && at === rows.length}>
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
    <Group label={label} help={schema.description} wrong={context.wrong.get(name)} tall>
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

/** One of some words, or fields in their place. */
function WordOrFields({ context, name, schema, value, label }: LabelledProps) {
  const { words, object } = alternatives(schema);
  const word = typeof value === 'string' ? value : '';
  const choices = [['', 'None of these'] as const, ...words.map((one) => [one, titleOf(one)] as const)];
  return (
    <Group label={label} help={schema.description} wrong={context.wrong.get(name)}>
      <Field name={name} label="By word" value={word} options={choices} />
      <EntryFields context={context} name={name} schema={object} value={value} />
    </Group>
  );
}
