import { Type } from '@sinclair/typebox';
import { StringEnum } from './schema-helpers.ts';

/** The one shape of every failure, as `errorBody` makes it. */
export const ErrorSchema = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'What went wrong, for programs.', examples: ['invalid_request'] }),
      message: Type.String({ description: 'What went wrong, for people. Its wording may change.' }),
      details: Type.Optional(
        Type.Object(
          {
            effect: Type.Optional(
              StringEnum(['none', 'unknown', 'done'], {
                description:
                  'With `unavailable`, always. `none`: nothing was changed, send it again. `done`: the change was made and only its answer is missing; beside this stands what is known (`claimed_reward_id`, `voucher_code`, `gift_card_code`, `activity_id`). `unknown`: find out before sending it again, or send it with the Idempotency-Key it had.',
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
        Type.Integer({ description: 'With `max_cart_redemptions_reached`: how many a cart may hold.' }),
      ),
      request_id: Type.String({ description: 'The X-Request-Id of this answer.' }),
    }),
  },
  { title: 'Error' },
);
