import { LONGEST_NOTE } from '../../../domain/customers/note-store.ts';
import { REASON_CODES } from '../../../domain/ledger/reason-codes.ts';
import { adjustPoints } from '../../../domain/operations/adjust-points.ts';
import { makeRequest } from '../../../domain/operations/manage-requests.ts';
import { pointsTakeTwo } from '../../../domain/operators/refuse-alone.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { invalidRequest } from '../../errors.ts';
import { Button } from '../design/button.tsx';
import { Field, TextArea } from '../design/field.tsx';
import { countText } from '../design/numbers.ts';
import { type Asked, DeedForm, deed, type FormView, filled } from './deed.tsx';
import { REASON_OPTIONS } from './reason-words.ts';

export const MOST_POINTS = 1_000_000;

/** Adds or removes points. */
export const points = deed({
  path: () => 'points',
  title: 'Add or remove points',
  read: async () => null,
  body: (form, _read, { visit: { program }, customer }) => (
    <PointsForm form={form} program={program} has={customer.points_approved} />
  ),
  effect: ({ deps, visit: { program }, customer, form, by }, hooks): Promise<object> => {
    const asked = readPoints(form);
    const whose = { program, customer_id: customer.id, by };
    return pointsTakeTwo(program, asked.points)
      ? makeRequest(deps, { ...whose, wish: { kind: 'points', ...asked } }, hooks)
      : adjustPoints(deps, { ...whose, note: null, ...asked }, hooks);
  },
  end: (result, { form }) => {
    if ('request_id' in result) return 'requested';
    return form.way === 'remove' ? 'points_removed' : 'points_added';
  },
});

function readPoints(form: Asked['form']) {
  const count = wholeNumber(form.points ?? '');
  const reason_code = REASON_CODES.find((code) => code === form.reason);
  const internal_note = noteOf(form.note);
  const wrong = {
    ...(!(Number.isInteger(count) && count >= 1 && count <= MOST_POINTS) && {
      points: `Write a whole number from 1 to ${countText(MOST_POINTS)}.`,
    }),
    ...(!reason_code && { reason: 'Choose one of these reasons.' }),
    ...((internal_note?.length ?? 0) > LONGEST_NOTE && { note: TOO_LONG }),
  };
  if (!reason_code || Object.keys(wrong).length > 0) throw invalidRequest(wrong);
  const points = form.way === 'remove' ? -count : count;
  return { points, reason_code, ...(internal_note !== undefined && { internal_note }) };
}

/** 1500, also as "1,500" or "1 500"; otherwise NaN. */
function wholeNumber(text: string): number {
  const digits = text.trim();
  return /^(\d+|\d{1,3}([ ,.’']\d{3})+)$/.test(digits) ? Number(digits.replaceAll(/\D/g, '')) : Number.NaN;
}

export const TOO_LONG = `A note has at most ${countText(LONGEST_NOTE)} characters.`;

/** Postgres holds no NUL. */
export function noteOf(text: string | undefined): string | undefined {
  return text?.replaceAll('\0', '').trim() || undefined;
}

interface PointsFormProps {
  form: FormView;
  program: Program;
  /** The points that there are. */
  has: number;
  /** Inside a dialog. */
  bare?: boolean;
}

export function PointsForm({ form, program, has, bare = false }: PointsFormProps) {
  const alone = program.settings.approvals?.points_above;
  const two = alone === undefined ? '' : ` More than ${countText(alone)} take a second person.`;
  return (
    <DeedForm form={form} card={!bare}>
      <Field
        {...filled(form, 'way', 'add')}
        label="What to do"
        options={[
          ['add', 'Add points'],
          ['remove', 'Remove points'],
        ]}
      />
      <Field
        {...filled(form, 'points')}
        label="Points"
        inputmode="numeric"
        autocomplete="off"
        required
        help={`There are ${countText(has)} now.${two}`}
      />
      <Field {...filled(form, 'reason', 'goodwill')} label="Reason" options={REASON_OPTIONS} />
      <TextArea
        {...filled(form, 'note')}
        label="Note for colleagues"
        rows={3}
        help="Customers never see it. It is deleted with the customer’s data."
      />
      <div class="row">
        <Button kind="main">Book the points</Button>
      </div>
    </DeedForm>
  );
}
