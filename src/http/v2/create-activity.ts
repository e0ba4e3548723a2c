import { type Static, Type } from '@sinclair/typebox';
import { parseTimestamp } from '../../domain/core/calendar.ts';
import { type ActivityInput, recordActivity } from '../../domain/operations/record-activity.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { Channel } from '../../domain/programs/program-settings.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { requestContext } from '../request-context.ts';
import { Name, PlatformId, platformId, TimestampInput } from '../schema-helpers.ts';
import { ReportedEmail, takenEmail } from './taken-email.ts';

const BodySchema = Type.Object(
  {
    name: Name({
      description:
        "Of the rules to complete: a custom rule's own name, or that of a built-in rule, such as `$review`.",
      examples: ['$review'],
    }),
    customer_id: PlatformId({
      description: "The customer's id in the store's platform; an unknown customer is created.",
    }),
    customer_email: ReportedEmail(),
    merchant_id: Type.Optional(
      PlatformId({
        description: 'Your id of the activity; a repeat of it under the same name is without effect.',
      }),
    ),
    properties: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'More about the activity. No rule asks for it, and it is not kept.',
      }),
    ),
    date: Type.Optional(TimestampInput({ description: 'When it happened; now where absent.' })),
    referral_id: Type.Optional(
      Name({
        description:
          'From the link that brought a customer who is new by this; one that nobody has is passed over.',
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
          'Completes the rules of that name that are open to the customer: enabled for its tier and below their ' +
          "limit as of the activity's date. Where none is, it is recorded all the same. A guest's waits and is " +
          "applied when the guest enrolls; a blocked customer's completes nothing. Purchases and referrals " +
          'are completed by orders, not by activities.',
        body: BodySchema,
        response: { 201: Type.Null({ description: 'Recorded; also where it was recorded before.' }) },
      },
    },
    (request, reply) => {
      const customer_email = takenEmail(reply, request.body.customer_email);
      return idempotent(request, reply, deps, {
        effect: (hooks) =>
          recordActivity(
            deps,
            activityInput(
              request.program,
              { ...request.body, customer_email },
              requestContext(request).channel,
            ),
            hooks,
          ),
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
