import { LONGEST_NOTE } from '../../../domain/customers/note-store.ts';
import { REASON_CODES } from '../../../domain/ledger/reason-codes.ts';
import { adjustPoints } from '../../../domain/operations/adjust-points.ts';
import { makeRequest } from '../../../domain/operations/manage-requests.ts';
import { pointsTakeTwo } from '../../../domain/operators/refuse-alone.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { invalidRequest } from '../../errors.ts';
import { Button } from '../design/button.tsx';
import { Field, TextArea } from '../design/field.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { type Asked, DeedForm, deed, type FormView, filled } from './deed.tsx';
import { NoteFileField, noteFileOf } from './note-file.tsx';
import { reasonOptions } from './reason-words.ts';

export const MOST_POINTS = 1_000_000;

/** Adds or removes points. */
export const points = deed({
  path: () => 'points',
  title: 'points_title',
  // A form books points once: a second file comes from a browser that went back.
  whatever_file: true,
  read: async () => null,
  body: (form, _read, { visit: { program }, customer }) => (
    <PointsForm form={form} program={program} has={customer.points_approved} />
  ),
  effect: async (asked, hooks) => {
    const { deps, visit, customer, form, by } = asked;
    const { program, wording } = visit;
    const adjustment = readPoints(wording, form);
    const file = noteFileOf(asked);
    const two = pointsTakeTwo(program, adjustment.points);
    const noted = file && !adjustment.internal_note ? { internal_note: file.name } : {};
    const whose = { program, customer_id: customer.id, by };
    return two
      ? makeRequest(deps, { ...whose, wanted: { kind: 'points', ...adjustment, ...noted, file } }, hooks)
      : adjustPoints(deps, { ...whose, note: null, ...adjustment, ...noted, file }, hooks);
  },
  end: (result, { form }) => {
    if ('request_id' in result) return 'requested';
    return form.way === 'remove' ? 'points_removed' : 'points_added';
  },
});

function readPoints(wording: ConsoleWording, form: Asked['form']) {
  const { say } = wording;
  const count = wholeNumber(form.points ?? '');
  const reason_code = REASON_CODES.find((code) => code === form.reason);
  const internal_note = noteOf(form.note);
  const wrong = {
    ...(!(Number.isInteger(count) && count >= 1 && count <= MOST_POINTS) && {
      points: say('points_wrong', { most: wording.count(MOST_POINTS) }),
    }),
    ...(!reason_code && { reason: say('points_no_reason') }),
    ...((internal_note?.length ?? 0) > LONGEST_NOTE && { note: tooLong(wording) }),
  };
  if (!reason_code || Object.keys(wrong).length > 0) throw invalidRequest(wrong);
  const points = form.way === 'remove' ? -count : count;
  return { points, reason_code, ...(internal_note !== undefined && { internal_note }) };
}

/** Reads 1500, "1,500" or "1 500"; otherwise NaN. */
function wholeNumber(text: string): number {
  const digits = text.trim();
  return /^(\d+|\d{1,3}([ ,.’']\d{3})+)$/.test(digits) ? Number(digits.replaceAll(/\D/g, '')) : Number.NaN;
}

export function tooLong({ say, count }: Pick<ConsoleWording, 'say' | 'count'>): string {
  return say('note_too_long', { most: count(LONGEST_NOTE) });
}

/** Postgres cannot store a NUL. */
export function noteOf(text: string | undefined): string | undefined {
  return text?.replaceAll('\0', '').trim() || undefined;
}

interface PointsFormProps {
  form: FormView;
  program: Program;
  /** The customer's present points. */
  has: number;
  /** The dialog with the form; absent: the form has a screen of its own. */
  dialog?: string;
}

export function PointsForm({ form, program, has, dialog }: PointsFormProps) {
  const wording = useWording();
  const { say, count } = wording;
  const alone = program.settings.approvals?.points_above;
  return (
    <DeedForm form={form} card={dialog === undefined} upload>
      <Field
        {...filled(form, 'way', 'add')}
        label={say('points_way')}
        options={[
          ['add', say('points_add')],
          ['remove', say('points_remove')],
        ]}
      />
      <Field
        {...filled(form, 'points')}
        label={say('points')}
        inputmode="numeric"
        autocomplete="off"
        required
        help={
          alone === undefined
            ? say('points_there_are', { count: count(has) })
            : say('points_two', { count: count(has), most: count(alone) })
        }
      />
      <Field {...filled(form, 'reason', 'goodwill')} label={say('reason')} options={reasonOptions(wording)} />
      <TextArea
        {...filled(form, 'note')}
        label={say('points_note')}
        rows={3}
        help={say('points_note_about')}
      />
      <NoteFileField form={form} name="note_file" />
      <div class="row">
        {dialog && (
          <Button closes={dialog} kind="bare">
            {say('leave_it')}
          </Button>
        )}
        <Button kind="main">{say('points_book')}</Button>
      </div>
    </DeedForm>
  );
}
