import { DomainError } from '../../../domain/core/errors.ts';
import { type ListedActivity, listActivitiesById } from '../../../domain/listings/activity-store.ts';
import {
  type Resolution,
  resolveActivityReport,
} from '../../../domain/operations/resolve-activity-report.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { invalidRequest } from '../../errors.ts';
import { idOf } from '../address-id.ts';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Facts } from '../design/facts.tsx';
import { Moment } from '../design/moment.tsx';
import { useWording } from '../language/use-wording.ts';
import { orderPath } from '../orders/order-words.ts';
import { ACTIVITY_STATES, activityTitle, zoneOf } from './customer-words.ts';
import { type Asked, DeedForm, deed, type FormView } from './deed.tsx';

const RESOLUTIONS = ['approved', 'declined', 'void'] as const satisfies readonly Resolution[];

/** The actions on one activity: approve, decline or take back. */
export const activity = deed({
  path: ({ params }) => `activities/${params.activity}`,
  title: 'activity_title',
  read: readActivity,
  body: (form, read, { visit: { program, place }, customer }) => (
    <>
      <ActivityCard activity={read} program={program} zone={zoneOf(program, customer)} place={place} />
      <Decision form={form} activity={read} />
    </>
  ),
  effect: async (asked) => {
    const state = RESOLUTIONS.find((one) => one === asked.form.state);
    if (!state) throw invalidRequest({ state: asked.visit.wording.say('activity_choose') });
    const { id: activity_id } = await readActivity(asked);
    const { deps, visit, customer, by } = asked;
    // A form for a pending activity must not take back an activity that was approved meanwhile.
    const only_pending = state !== 'void';
    const of = { program: visit.program, customer_id: customer.id, activity_id, only_pending };
    await resolveActivityReport(deps, { ...of, state, by });
  },
  end: (_result, { form }) => form.state!,
});

async function readActivity({ deps, visit: { program }, customer, params }: Asked): Promise<ListedActivity> {
  const [found] = await listActivitiesById(deps, program.id, [idOf(params.activity) ?? 0]);
  if (found?.customer.id !== customer.id)
    throw new DomainError('not_found', 'The customer has no such activity.');
  return found;
}

interface ActivityProps {
  activity: ListedActivity;
  program: Program;
  zone: string;
  place: string;
}

function ActivityCard({ activity, program, zone, place }: ActivityProps) {
  const { say, count, language } = useWording();
  const [words, mood] = ACTIVITY_STATES[activity.state];
  const { value, created_at, merchant_id, order_id, order_merchant_id } = activity;
  return (
    <Card title={activityTitle(program, activity, language)} id="activity">
      <Facts
        facts={[
          [say('state'), <Badge {...(mood && { mood })}>{say(words)}</Badge>],
          [say('points'), count(value)],
          [say('when'), <Moment at={created_at} zone={zone} />],
          order_id === null
            ? undefined
            : [say('order'), <a href={orderPath(place, order_merchant_id!)}>{order_merchant_id}</a>],
          merchant_id === null ? undefined : [say('id_in_store'), merchant_id],
        ]}
      />
    </Card>
  );
}

function Decision({ form, activity: { state } }: { form: FormView; activity: ListedActivity }) {
  const { say } = useWording();
  if (state === 'pending') {
    return (
      <DeedForm form={form}>
        <p>{say('activity_decide_about')}</p>
        <div class="row">
          <Button kind="main" name="state" value="approved">
            {say('approve')}
          </Button>
          <Button kind="danger" name="state" value="declined">
            {say('decline')}
          </Button>
        </div>
      </DeedForm>
    );
  }
  if (state !== 'approved') return null;
  return (
    <DeedForm form={form}>
      <p>{say('activity_void_about')}</p>
      <div class="row">
        <Button kind="danger" name="state" value="void">
          {say('activity_take_back')}
        </Button>
      </div>
    </DeedForm>
  );
}
