import { checkAmount } from '../check-values.ts';
import { fileRewardKind } from '../reward-kind.ts';
import { fixedCostReward } from '../reward-properties.ts';
import { amount } from '../schema-values.ts';

export const GIFT_CARD = fileRewardKind({
  is: 'A code with a balance.',
  title: 'A gift card',
  description: 'A reward that gives a code with a balance.',
  keys: {
    ...fixedCostReward,
    initial_balance: amount('The balance of a new card.', { exclusiveMinimum: 0 }),
  },
  properties: ({ initial_balance }, minor) => ({ initial_balance_minor: minor(initial_balance) }),
  write: ({ initial_balance_minor }, major) => ({ initial_balance: major(initial_balance_minor) }),
  hasAmount: () => true,
  check: (file, { initial_balance }, path, report) =>
    checkAmount(file, initial_balance, [...path, 'initial_balance'], report),
});
