import { Type } from '@sinclair/typebox';
import type { PropertiesOf, TermsOf } from '../../../domain/programs/reward-kinds.ts';
import { MoneySchema, Nullable, nullableTimestamp, Timestamp } from '../../schema-helpers.ts';
import { givenMoney } from '../../shared/promised-view.ts';
import { NO_MORE_TO_ASK, usage_status } from '../reward-fields.ts';
import { storefrontReward } from '../reward-kind.ts';

const GiftCardSchema = Type.Object(
  {
    kind: Type.Literal('gift_card'),
    usage_status,
    code: Type.Optional(
      Type.String({
        description:
          'The whole code of a card that a rule or a tier gave. Only the first answer that shows the card to a key with `write_customers` has it. Later, `…/reveal` shows it.',
      }),
    ),
    code_last_characters: Type.String(),
    initial_balance: MoneySchema,
    current_balance: MoneySchema,
    expires_at: Nullable(Timestamp()),
  },
  { title: 'GiftCard' },
);

export const GIFT_CARD = storefrontReward({
  name: 'GiftCard',
  properties: Type.Object({ initial_balance: MoneySchema }, { title: 'GiftCardProperties' }),
  presentProperties: (view, { initial_balance_minor }: PropertiesOf<'gift_card'>) => ({
    initial_balance: view.money(initial_balance_minor),
  }),
  redeemables: [GiftCardSchema],
  presentRedeemable: (view, claim, { kind }: TermsOf<'gift_card'>) => ({
    kind,
    usage_status: claim.usage_status,
    ...(claim.full_code !== undefined && { code: claim.full_code }),
    code_last_characters: claim.code_last_characters!,
    initial_balance: givenMoney(view, claim, claim.initial_balance_minor!),
    current_balance: givenMoney(view, claim, claim.current_balance_minor!),
    expires_at: nullableTimestamp(claim.expires_at),
  }),
  redemption: {
    operationId: 'redeemGiftCard',
    description:
      'Takes the points and gives a gift card. Only this answer has the whole code. A repeated request with the same Idempotency-Key gets it again.',
    refusals: [],
    body: NO_MORE_TO_ASK,
    answer: {
      title: 'RedeemedGiftCard',
      fields: { gift_card_code: Type.String({ description: 'The whole code. Only this answer has it.' }) },
    },
    ask: () => ({}),
    present: ({ full_code }) => ({ gift_card_code: full_code! }),
  },
});
