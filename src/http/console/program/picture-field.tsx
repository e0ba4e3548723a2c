import { tooLong } from '../../../program-file/describe-misfit.ts';
import { imageFacts } from '../../../program-file/image.ts';
import { withStandIns } from '../../../program-file/stand-ins.ts';
import { Choice } from '../design/choice.tsx';
import { FileField } from '../design/field.tsx';
import type { UploadedFile } from '../upload.ts';
import { explained, type LabelledProps } from './field-parts.tsx';
import type { FieldSchema } from './file-schema.ts';
import { shownPicture } from './pictures.ts';
import type { SentForm } from './read-fields.ts';

const REMOVE = '.remove';
const FILE = '.file';

/** A picture of the program, with the ways to replace or to remove it. */
export function PictureField({ context, name, schema, value, label }: LabelledProps) {
  const { wording, draft } = context;
  const { say, count } = wording;
  const written = typeof value === 'string' ? value : '';
  const shown = shownPicture(written);
  const isSaved = draft.file.includes(written);
  const wrong = context.wrong.get(name);
  return (
    <fieldset class="group">
      <legend>{label}</legend>
      {written !== '' && (
        <div class="picture">
          <input type="hidden" name={name} value={isSaved ? withStandIns(written) : written} />
          {shown ? (
            <img
              src={isSaved ? `${draft.at}/pictures/${shown.hash}` : written}
              width={shown.width}
              height={shown.height}
              alt={say('picture_as_it_is')}
            />
          ) : (
            <code>{written.slice(0, 60)}</code>
          )}
          <div class="stack tight">
            {shown && (
              <p class="muted small">
                {say('picture_facts', {
                  type: shown.type.replace('image/', '').toUpperCase(),
                  width: count(shown.width),
                  height: count(shown.height),
                  size: count(Math.ceil(shown.bytes.length / 1024)),
                })}
              </p>
            )}
            <Choice name={name + REMOVE}>{say('picture_remove')}</Choice>
          </div>
        </div>
      )}
      <FileField
        name={name + FILE}
        label={say(written === '' ? 'picture_choose' : 'picture_replace')}
        accept=".png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp"
        help={explained(wording, schema)}
        wrong={wrong}
      />
    </fieldset>
  );
}

/**
 * The fields of a form with its pictures: a chosen picture replaces the present one, and a removed picture is left out.
 * A file that is no picture becomes a value that the check refuses. `refused`: the names of fields whose file is
 * ignored, so that the present value stays.
 */
export function withChosenPictures(
  form: SentForm,
  files: Readonly<Record<string, UploadedFile>>,
  refused: readonly string[] = [],
): Record<string, string | undefined> {
  const fields: Record<string, string | undefined> = { ...form };
  for (const name of Object.keys(form)) {
    if (name.endsWith(REMOVE)) delete fields[name.slice(0, -REMOVE.length)];
  }
  for (const [name, { bytes }] of Object.entries(files)) {
    const field = name.slice(0, -FILE.length);
    if (!name.endsWith(FILE) || refused.includes(field)) continue;
    const type = imageFacts(bytes)?.type ?? 'application/octet-stream';
    fields[field] = `data:${type};base64,${bytes.toString('base64')}`;
  }
  return fields;
}

/**
 * The mistakes of files that are too large for their field, by the field's name: these files never become a part of a
 * program's text.
 */
export function picturesTooLarge(
  name: string,
  schema: FieldSchema,
  form: SentForm,
  files: Readonly<Record<string, UploadedFile>>,
): Map<string, string[]> {
  const wrong = new Map<string, string[]>();
  for (const [member, { maxLength = Number.POSITIVE_INFINITY }] of Object.entries(schema.properties ?? {})) {
    const field = `${name}.${member}`;
    const written = form[field] ?? '';
    if (files[field + FILE] && written.length > maxLength) wrong.set(field, [tooLong(written, maxLength)]);
  }
  return wrong;
}
