import { Type } from '@sinclair/typebox';
import { StringEnum } from './schema-helpers.ts';

/** The one shape of every failure, as `errorBody` makes it. */
export const ErrorSchema = Type.Object(
  {
    error: Type.Object({
      code: Type.String({
        description: 'The cause of the failure, for programs.',
        examples: ['invalid_request'],
      }),
      message: Type.String({ description: 'The cause of the failure, for people. Its wording may change.' }),
      details: Type.Optional(
        Type.Object(
          {
            effect: Type.Optional(
              StringEnum(['none', 'unknown', 'done'], {
                description:
                  'Always present with `unavailable`. `none`: nothing was changed; send the request again. `done`: the change was made and only its answer is missing. The facts that are known stand beside it (`claimed_reward_id`, `voucher_code`, `gift_card_code`, `activity_id`). `unknown`: find out before you send the request again, or send it with the same Idempotency-Key.',
              }),
            ),
          },
          {
            title: 'ErrorDetails',
            additionalProperties: Type.Unknown(),
            description:
              'With `invalid_request`: each parameter and its complaint, the first 20 at most. With `insufficient_scope`: the scope needed.',
          },
        ),
      ),
      limit: Type.Optional(
        Type.Integer({
          description: 'With `max_cart_redemptions_reached`: the number of redemptions that a cart may hold.',
        }),
      ),
      request_id: Type.String({ description: 'The X-Request-Id of this answer.' }),
    }),
  },
  { title: 'Error' },
);
