import { nameOfRef, type Parameter, type Schema, type Schemas } from './read-operations.ts';
import { Words } from './words.tsx';

interface FieldsProps {
  schema: Schema;
  schemas: Schemas;
  /** The named schemas around these fields: a schema that contains itself is not drawn within itself. */
  within?: readonly string[];
}

/** The members of an object, or of the objects of a list; nothing for any other schema. */
export function SchemaFields({ schema, schemas, within = [] }: FieldsProps) {
  const { shape, names } = shapeOf(schema, schemas);
  if (names.some((name) => within.includes(name))) return null;
  const inside = [...within, ...names];
  const alternatives = (shape.oneOf ?? shape.anyOf ?? []).filter((part) => hasFields(part, schemas));
  if (alternatives.length > 1) return <Alternatives parts={alternatives} schemas={schemas} within={inside} />;
  if (alternatives.length === 1) {
    return <SchemaFields schema={alternatives[0]!} schemas={schemas} within={inside} />;
  }
  if (shape.items) return <SchemaFields schema={shape.items} schemas={schemas} within={inside} />;
  const members = Object.entries(membersOf(shape, schemas));
  if (members.length === 0) return null;
  const required = new Set(shape.required);
  return (
    <ul class="fields">
      {members.map(([name, member]) => (
        <Field name={name} schema={member} required={required.has(name)} schemas={schemas} within={inside} />
      ))}
    </ul>
  );
}

interface FieldProps extends FieldsProps {
  name: string;
  required: boolean;
  deprecated?: boolean | undefined;
  description?: string | undefined;
}

function Field({ name, schema, required, deprecated, description, schemas, within }: FieldProps) {
  const { shape } = shapeOf(schema, schemas);
  const inner = hasFields(schema, schemas) && (
    <SchemaFields schema={schema} schemas={schemas} {...(within && { within })} />
  );
  return (
    <li>
      <p class="field-head">
        <code class="field-name">{name}</code> <span class="muted">{typeOf(schema, schemas)}</span>
        {required && <span class="tag needed">required</span>}
        {deprecated && <span class="tag">deprecated</span>}
      </p>
      <Words text={description ?? schema.description ?? shape.description} />
      <Limits schema={shape} />
      {inner && (
        <details class="inner">
          <summary>Fields of {name}</summary>
          {inner}
        </details>
      )}
    </li>
  );
}

export function Parameters({ list, schemas }: { list: readonly Parameter[]; schemas: Schemas }) {
  return (
    <ul class="fields">
      {list.map(({ name, schema = {}, required = false, deprecated, description }) => (
        <Field
          name={name}
          schema={schema}
          required={required}
          deprecated={deprecated}
          description={description}
          schemas={schemas}
        />
      ))}
    </ul>
  );
}

function Alternatives({ parts, schemas, within }: { parts: Schema[]; schemas: Schemas; within: string[] }) {
  return (
    <>
      <p class="small muted">One of these:</p>
      {parts.map((part) => (
        <details class="inner">
          <summary>{alternativeName(part, schemas)}</summary>
          <SchemaFields schema={part} schemas={schemas} within={within} />
        </details>
      ))}
    </>
  );
}

function Limits({ schema }: { schema: Schema }) {
  const values = schema.enum ?? schema.items?.enum;
  const limits = [
    schema.default !== undefined && `Default: ${JSON.stringify(schema.default)}`,
    schema.minimum !== undefined && schema.minimum > 0 && `At least ${schema.minimum}`,
    schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER && `At most ${schema.maximum}`,
    schema.minLength !== undefined && schema.minLength > 1 && `At least ${schema.minLength} characters`,
    schema.maxLength !== undefined && `At most ${schema.maxLength} characters`,
    schema.maxItems !== undefined && `At most ${schema.maxItems} items`,
  ].filter(Boolean);
  if (!values && limits.length === 0) return null;
  return (
    <p class="small muted limits">
      {values?.map((value) => (
        <>
          <code>{String(value)}</code>{' '}
        </>
      ))}
      {limits.join('. ')}
    </p>
  );
}

/** A schema without the references and the nulls around it, and the names of the references. */
function shapeOf(schema: Schema, schemas: Schemas): { shape: Schema; names: string[] } {
  const names: string[] = [];
  let shape = schema;
  for (;;) {
    if (shape.$ref !== undefined) {
      const name = nameOfRef(shape.$ref);
      names.push(name);
      shape = schemas[name] ?? {};
      continue;
    }
    const parts: Schema[] | undefined = shape.anyOf ?? shape.oneOf;
    const others = parts?.filter(({ type }) => type !== 'null');
    if (parts === undefined || others?.length !== 1) return { shape, names };
    shape = others[0]!;
  }
}

function hasFields(schema: Schema, schemas: Schemas): boolean {
  const { shape } = shapeOf(schema, schemas);
  if (shape.items) return hasFields(shape.items, schemas);
  const parts = shape.oneOf ?? shape.anyOf ?? [];
  return Object.keys(membersOf(shape, schemas)).length > 0 || parts.some((part) => hasFields(part, schemas));
}

function membersOf(shape: Schema, schemas: Schemas): Record<string, Schema> {
  const parts = (shape.allOf ?? []).map((part) => membersOf(shapeOf(part, schemas).shape, schemas));
  return Object.assign({}, ...parts, shape.properties);
}

/** The type in words: `list of strings`, `object or null`. */
function typeOf(schema: Schema, schemas: Schemas): string {
  const { shape } = shapeOf(schema, schemas);
  const isNullable = (schema.anyOf ?? schema.oneOf ?? []).some(({ type }) => type === 'null');
  return isNullable ? `${plainType(shape, schemas)} or null` : plainType(shape, schemas);
}

function plainType(shape: Schema, schemas: Schemas): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.items) return `list of ${typeOf(shape.items, schemas)}`;
  const parts = shape.oneOf ?? shape.anyOf;
  if (parts && shape.type === undefined) {
    return [...new Set(parts.map((part) => typeOf(part, schemas)))].join(' or ');
  }
  const types = [shape.type ?? (shape.properties || shape.allOf ? 'object' : 'any value')]
    .flat()
    .join(' or ');
  if (shape.format === 'date-time') return 'time (ISO 8601)';
  return shape.format === 'date' ? 'date' : types;
}

/** The name of an alternative: the value of its first constant member, or its own name. */
function alternativeName(schema: Schema, schemas: Schemas): string {
  const { shape, names } = shapeOf(schema, schemas);
  const word = Object.entries(shape.properties ?? {}).find(([, { const: value }]) => value !== undefined);
  return word ? `${word[0]}: ${JSON.stringify(word[1].const)}` : (names.at(-1) ?? typeOf(schema, schemas));
}
