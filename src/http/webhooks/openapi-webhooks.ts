import { WEBHOOK_TOPICS } from '../../domain/outbox/topics.ts';
import { MESSAGE_SCHEMAS } from './payload-schemas.ts';

const SUMMARIES: Record<(typeof WEBHOOK_TOPICS)[number], string> = {
  'customers/update': 'A customer has changed',
  'program_events/customer.enrolled': 'A customer has become a member',
  'program_events/customer.points_earned': 'A customer earned points by a rule, pending or approved',
  'program_events/customer.rule_completed': 'A customer completed a rule',
  'program_events/customer.claimed_reward': 'A customer got a reward, for points or given',
  'program_events/customer.tier_upgraded': 'A customer entered a higher tier',
  'program_events/customer.tier_downgraded': 'A customer entered a lower tier',
  'program_events/customer.referral_complete': 'A friend whom a customer referred has ordered',
  'program_events/customer.points_removed':
    'Points of a customer were removed by hand, or their activity was declined, voided or refunded',
  'program_events/customer.points_expired': 'Points of a customer have expired',
  'program_events/customer.claim_refunded': 'A claimed reward was taken back, by hand or because it lapsed',
  'program_events/customer.order_undone': 'An order of a customer was refunded in full, or cancelled',
  'program_events/customer.voucher_reused': 'An order names a voucher code that another has used',
  'program_events/customer.approaching_tier_upgrade': 'A customer is near the next tier',
  'program_events/customer.approaching_points_expiration': 'Points of a customer expire soon',
  'program_events/customer.approaching_reward_expiration': 'An unused reward of a customer ends soon',
  'rewards/fulfillment':
    "A reward was claimed that this address fulfils. The message goes once, to the reward's own address alone",
};

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description,
});

const HEADERS = [
  header(
    'webhook-id',
    'The id of the message, the same at every attempt. Ignore a message whose id you have seen before.',
  ),
  header('webhook-timestamp', 'The moment of the attempt, in seconds since 1970.'),
  header(
    'webhook-signature',
    '`v1,` and base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed with the bytes of the secret behind `whsec_`; several, separated by spaces, while a secret is being changed.',
  ),
];

const DESCRIPTION =
  'Answer with any 2xx within 15 seconds. Redirects are not followed. After any other answer the ' +
  'server tries again: after 5 s, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, or later if a 429 ' +
  'or 503 asks for it by `Retry-After`. 410 ends the deliveries.';

/** The messages to subscribers, for the `webhooks` section of the document. */
export function webhookOperations(): Record<string, { post: Record<string, unknown> }> {
  return Object.fromEntries(
    WEBHOOK_TOPICS.map((topic) => [
      topic,
      {
        post: {
          operationId: `told_${topic.replace(/\W+/g, '_')}`,
          tags: ['Webhooks'],
          summary: SUMMARIES[topic],
          description: DESCRIPTION,
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: asServed(MESSAGE_SCHEMAS[topic]) } },
          },
          responses: {
            '2XX': { description: 'The message was accepted.' },
            '410': { description: 'The server sends nothing more to this address.' },
          },
        },
      },
    ]),
  );
}

/**
 * A schema in the form in which @fastify/swagger writes the schemas of routes. So a shared schema has exactly the same
 * text.
 */
function asServed(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema), (_name, part) => {
    if (typeof part?.patternProperties !== 'object') return part;
    const { patternProperties, ...rest } = part;
    return { ...rest, additionalProperties: Object.values(patternProperties)[0] };
  });
}
