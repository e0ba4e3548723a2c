import type { ComponentChildren } from 'preact';
import type { FileSection } from '../../../program-file/draft-entries.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { useWording } from '../language/use-wording.ts';
import { titleOfKey, Words } from './entry-card.tsx';
import { EntryField, EntryFields } from './entry-fields.tsx';
import type { EntryWords } from './entry-words.ts';
import { explained, type FormContext } from './field-parts.tsx';
import { type FieldSchema, type Shape, shapesOf } from './file-schema.ts';
import { fileTitle } from './file-words.ts';
import { languageName } from './languages.ts';
import { hasOwnKeys, SECTIONS } from './program-parts.ts';
import { isWordedSection } from './shown-program.ts';

/** The form of an entry. */
export interface EntryFormView {
  section: FileSection;
  /** null: the entry is new, and the form asks for its key. */
  key: string | null;
  /** The filled-in key of a new entry. */
  wanted_key: string;
  schema: FieldSchema;
  /** The chosen kind or mode; absent: there is only one. */
  shape?: Shape | undefined;
  value: unknown;
  /** The value from which the form was first drawn, as JSON with stand-ins for pictures; empty: it did not exist. */
  base: string;
  /** Whether the form may contain files. */
  has_pictures: boolean;
  context: FormContext;
  /** Mistakes that belong to no field. */
  complaints: readonly ComponentChildren[];
  /** The entry in the words that customers would read, by language; empty: they do not read it, or it has mistakes. */
  sentences: readonly (readonly [language: string, words: EntryWords])[];
}

interface EntryProps {
  frame: FrameView;
  /** The address of the draft. */
  path: string;
  part: string;
  token: string;
  form: EntryFormView;
}

/** The name of the entry in its form. The names of its fields begin with it. */
export const ENTRY = 'entry';

/** Adds an entry to a draft, or changes one. */
export function EntryScreen({ frame, path, part, token, form }: EntryProps) {
  const { section, key, schema, shape, value, base, context, complaints } = form;
  const { wording } = frame;
  const { say } = wording;
  const at = key === null ? `${path}/add/${section}` : `${path}/${section}/${encodeURIComponent(key)}`;
  const named =
    key === null
      ? say(`section_${section}_add`)
      : say('audit_number', {
          kind: say(SECTIONS[section].one),
          id: hasOwnKeys(section) ? key : titleOfKey(wording, section, key),
        });
  const back = `${path}?part=${part}`;
  const drawn = shape?.schema ?? schema;
  const isRead = isWordedSection(section);
  return (
    <Screen
      frame={frame}
      title={named}
      back={{ href: back, words: say('entry_to_draft') }}
      about={explained(wording, drawn)}
    >
      {complaints.map((complaint) => (
        <div role="alert">
          <Notice mood="bad">{complaint}</Notice>
        </div>
      ))}
      <div class={isRead ? 'aside-layout' : 'stack'}>
        <div class="stack">
          <ShapeForm form={form} at={at} />
          <Card>
            <form
              class="stack"
              method="post"
              action={at}
              enctype={form.has_pictures ? 'multipart/form-data' : undefined}
              data-sentences={isRead || undefined}
            >
              <FormToken token={token} />
              <input type="hidden" name="base" value={base} />
              {shape && <input type="hidden" name="shape" value={shape.word} />}
              {key === null && hasOwnKeys(section) && <KeyField form={form} />}
              <div class="fields">
                <ValueFields
                  context={context}
                  schema={drawn}
                  shape={shape}
                  value={value}
                  {...(section === 'currency_rates' && {
                    title: say('entry_rate', { currency: context.units.currency }),
                  })}
                />
              </div>
              <div class="row deeds">
                <Button kind="main" name="deed" value="save">
                  {say('entry_save')}
                </Button>
                <Button name="deed" value="look">
                  {say('entry_look')}
                </Button>
                {key !== null && (
                  <Button opens="remove" kind="bare">
                    {say('entry_remove_ask')}
                  </Button>
                )}
              </div>
            </form>
          </Card>
        </div>
        {isRead && <Sentences form={form} />}
      </div>
      {key !== null && <RemoveDialog {...{ at, token, form }} />}
    </Screen>
  );
}

interface ValueProps extends Pick<EntryFormView, 'context' | 'schema' | 'shape' | 'value'> {
  /** The title of an entry that is a single value. */
  title?: string;
}

/** The fields of an entry. The tag of its shape has a form of its own. */
export function ValueFields({ context, schema, shape, value, title }: ValueProps) {
  if (schema.properties && schema.type === 'object') {
    const except = shape ? [shape.tag] : [];
    return <EntryFields context={context} name={ENTRY} schema={schema} value={value} except={except} />;
  }
  return (
    <EntryField
      context={context}
      field={ENTRY}
      name={ENTRY}
      schema={schema}
      value={value}
      required={false}
      {...(title !== undefined && { title })}
    />
  );
}

/** Another kind or mode has another form. The fields that both have keep their values. */
function ShapeForm({ form: { schema, shape, key, wanted_key }, at }: { form: EntryFormView; at: string }) {
  const wording = useWording();
  const shapes = shapesOf(schema);
  if (!shape || shapes.length < 2) return null;
  return (
    <form class="row filters" method="get" action={at}>
      {key === null && wanted_key !== '' && <input type="hidden" name="key" value={wanted_key} />}
      <Field
        name="kind"
        label={fileTitle(wording, shape.tag)}
        value={shape.word}
        options={shapes.map(({ word }) => [word, fileTitle(wording, word)] as const)}
      />
      <Button>{wording.say('entry_choose')}</Button>
    </form>
  );
}

function KeyField({ form: { section, wanted_key, context } }: { form: EntryFormView }) {
  const { say } = useWording();
  const wrong = context.wrong.get('key');
  const isCurrency = section === 'currency_rates';
  return (
    <Field
      name="key"
      label={say('field_needed', { label: say(isCurrency ? 'entry_currency' : 'entry_key') })}
      value={wanted_key}
      help={say(isCurrency ? 'entry_currency_about' : 'entry_key_about')}
      {...(wrong !== undefined && { wrong })}
    />
  );
}

/** The words that customers read, in each language. The console's script updates them while the operator types. */
function Sentences({ form: { sentences } }: { form: EntryFormView }) {
  const wording = useWording();
  const { say } = wording;
  return (
    <div class="sentences" data-shows-sentences>
      <Card title={say('entry_read')} id="sentences">
        {sentences.length === 0 ? (
          <p class="muted">{say('entry_read_later')}</p>
        ) : (
          sentences.map(([language, words]) => (
            <div class="entry sentence">
              <p class="muted small">{languageName(wording, language)}</p>
              <h3>
                <bdi lang={language}>{words.title}</bdi>
              </h3>
              <Words words={words} language={language} />
            </div>
          ))
        )}
      </Card>
    </div>
  );
}

function RemoveDialog({ at, token, form }: { at: string; token: string; form: EntryFormView }) {
  const { section, key, base } = form;
  const { say } = useWording();
  return (
    <Dialog id="remove" title={say('entry_remove_title', { key: key! })}>
      <p>
        {say('entry_leaves')} {say(SECTIONS[section].leaves)}
      </p>
      <form class="row" method="post" action={at}>
        <FormToken token={token} />
        <input type="hidden" name="base" value={base} />
        <Button kind="danger" name="deed" value="remove">
          {say('entry_remove', { key: key! })}
        </Button>
        <Button closes="remove">{say('keep_it')}</Button>
      </form>
    </Dialog>
  );
}
