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
                  'Always present with `unavailable`. `none`: nothing was changed; send the request again. `done`: the change was made, and only its answer is missing. The known parts of the answer are beside this member (`claimed_reward_id`, `voucher_code`, `gift_card_code`, `activity_id`). `unknown`: find out whether the change was made before you send the request again, or send it with the same Idempotency-Key.',
              }),
            ),
          },
          {
            title: 'ErrorDetails',
            additionalProperties: Type.Unknown(),
            description:
              'With `invalid_request`: each invalid parameter and what is wrong with it, at most 20. With `insufficient_scope`: `scope`, the scope that the operation needs.',
          },
        ),
      ),
      limit: Type.Optional(
        Type.Integer({
          description:
            'With `max_cart_redemptions_reached`: the number of redemptions that one cart may contain.',
        }),
      ),
      request_id: Type.String({ description: 'The X-Request-Id of this answer.' }),
    }),
  },
  { title: 'Error' },
);
