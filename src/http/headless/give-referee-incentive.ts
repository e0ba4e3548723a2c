import { type Static, Type } from '@sinclair/typebox';
import { giveIncentive } from '../../domain/operations/give-incentive.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { Name, Nullable, Text } from '../schema-helpers.ts';
import { HeadlessParams } from './site.ts';
import { storefrontContext } from './storefront-answer.ts';

const GiveIncentiveSchema = Type.Object(
  {
    referral_id: Name({
      description: 'The referral id of the link that the friend followed: its `loyalty_ref_id`.',
    }),
    referee_email: Type.Optional(
      Name({ description: "The friend's email. Null or absent: it is not known." }),
    ),
    ip_address: Name({ description: "The friend's address, IPv4 or IPv6.", examples: ['203.0.113.7'] }),
    user_agent: Nullable(Text({ maxLength: 2048, description: "The `User-Agent` of the friend's browser." })),
  },
  { title: 'GiveRefereeIncentive' },
);

const GivenIncentiveSchema = Type.Object(
  {
    kind: Type.Literal('incentive'),
    incentive: Type.Object({ code: Type.String({ description: 'A voucher code for the friend.' }) }),
  },
  { title: 'GivenRefereeIncentive' },
);

export function giveRefereeIncentiveRoute(app: App, deps: Deps): void {
  app.post(
    '/referrals/referee_incentive',
    {
      config: { scope: 'write_customers' },
      schema: {
        operationId: 'giveRefereeIncentive',
        tags: ['Customer-facing'],
        summary: 'Give a referred friend its voucher code',
        description:
          "For a friend who followed a customer's referral link. Each friend has one code; a second request gets the same code. The server recognises a friend by the email or, without an email, by the address and the browser. When the friend buys with that code or that email, the referral rules reward the customer. Refused with 422: `referrals_not_enabled`, `invalid_referral_id`, `referee_email_required`, `invalid_referee` (the friend is the customer, or is a customer already), `referral_cap_reached`, `fraud_detected`, `no_vouchers_available`, `voucher_allocation_failed`.",
        params: HeadlessParams,
        body: GiveIncentiveSchema,
        response: { 200: GivenIncentiveSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) => {
          const { program, site } = storefrontContext(request);
          const { referral_id, referee_email = null, ip_address, user_agent } = request.body;
          const referee = { email: referee_email, ip_address, user_agent };
          return giveIncentive(deps, { program, referral_id, referee, currency: site.currency }, hooks);
        },
        present: async ({ code }) => {
          const body: Static<typeof GivenIncentiveSchema> = { kind: 'incentive', incentive: { code } };
          return { status: 200, body };
        },
      }),
  );
}
