import { type Static, Type } from '@sinclair/typebox';
import { parseTimestamp } from '../../domain/core/calendar.ts';
import { type ActivityInput, recordActivity } from '../../domain/operations/record-activity.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { Channel } from '../../domain/programs/program-settings.ts';
import type { ReportDraft } from '../../domain/rules/report-unlocked.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { requestContext } from '../request-context.ts';
import { Name, PlatformId, platformId, TimestampInput } from '../schema-helpers.ts';
import { ReportedEmail, takenEmail } from './taken-email.ts';

const BodySchema = Type.Object(
  {
    name: Name({
      description:
        'The name of the rules to complete: the name of a custom rule, or of a built-in rule such as `$review`.',
      examples: ['$review'],
    }),
    customer_id: PlatformId({
      description: "The customer's id in the store's platform. An unknown customer is created.",
    }),
    customer_email: ReportedEmail(),
    merchant_id: Type.Optional(
      PlatformId({
        description: 'Your own id of the activity. A second request with the same id and name has no effect.',
      }),
    ),
    properties: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Further facts about the activity. No rule reads them, and they are not stored.',
      }),
    ),
    date: Type.Optional(TimestampInput({ description: 'The moment of the activity. Absent: now.' })),
    referral_id: Type.Optional(
      Name({
        description: 'The referral id of the link that brought a new customer. An unknown id is ignored.',
      }),
    ),
  },
  { title: 'NewActivity' },
);

export function createActivityRoute(app: App, deps: Deps): void {
  app.post(
    '/activities',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'createActivity',
        tags: ['Program-level'],
        summary: 'Record an activity',
        description:
          "Completes the rules with that name. A rule must be enabled for the customer's tier, and its limit must not be reached at the activity's date. If no rule is completed, the activity is recorded all the same. The activity of a guest waits until the guest enrolls. The activity of a blocked customer completes nothing. Orders, not activities, complete purchase and referral rules.",
        body: BodySchema,
        response: { 201: Type.Null({ description: 'Recorded now, or by an earlier request.' }) },
      },
    },
    (request, reply) => {
      const customer_email = takenEmail(reply, request.body.customer_email);
      return idempotent(request, reply, deps, {
        effect: (hooks): Promise<ReportDraft> =>
          recordActivity(
            deps,
            activityInput(
              request.program,
              { ...request.body, customer_email },
              requestContext(request).channel,
            ),
            hooks,
          ),
        resume: (draft: ReportDraft) => draft,
        stored_with_effect: true,
        present: async ({ customer_id }) => ({ status: 201, body: undefined, customer_id }),
      });
    },
  );
}

function activityInput(program: Program, body: Static<typeof BodySchema>, channel: Channel): ActivityInput {
  return {
    program,
    name: body.name,
    customer_id: platformId(body.customer_id),
    customer_email: body.customer_email,
    merchant_id: body.merchant_id === undefined ? null : platformId(body.merchant_id),
    referral_id: body.referral_id ?? null,
    channel,
    date: body.date === undefined ? null : parseTimestamp(body.date)!,
  };
}
