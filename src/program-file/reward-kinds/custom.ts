import { Type } from '@sinclair/typebox';
import type { CustomProperties } from '../../domain/programs/reward-kinds.ts';
import { unless } from '../definition-values.ts';
import { fileRewardKind, type WithoutKind } from '../reward-kind.ts';
import { fixedCostReward, withCodes } from '../reward-properties.ts';
import { textEnum, url } from '../schema-values.ts';

const keys = {
  ...fixedCostReward,
  ...withCodes,
  fulfillment_type: Type.Optional(
    textEnum(['store_fulfillment', 'voucher'], {
      default: 'store_fulfillment',
      description:
        'store_fulfillment: the store hands the reward over. voucher: a claim gives a voucher code. Default: store_fulfillment.',
    }),
  ),
  fulfillment_method: Type.Optional(
    textEnum(['manual', 'webhook'], {
      default: 'manual',
      description:
        'With store_fulfillment: how the store learns of a claim. manual: the store looks for new claims itself. webhook: the server sends a webhook. Default: manual.',
    }),
  ),
  fulfillment_webhook_url: Type.Optional(url('With the method webhook: the address of the webhook.')),
};

export const CUSTOM = fileRewardKind<typeof keys, WithoutKind<CustomProperties>>({
  is: 'Something that the store hands over itself.',
  title: 'Something of your own',
  description: 'A reward that the store fulfils.',
  keys,
  properties({ fulfillment_type, fulfillment_method = 'manual', fulfillment_webhook_url = null }) {
    if (fulfillment_type === 'voucher') return { fulfillment_type };
    return { fulfillment_type: 'store_fulfillment', fulfillment_method, fulfillment_webhook_url };
  },
  write(properties) {
    if (properties.fulfillment_type === 'voucher') return { fulfillment_type: 'voucher' };
    const { fulfillment_method, fulfillment_webhook_url } = properties;
    return { fulfillment_method: unless(fulfillment_method, 'manual'), fulfillment_webhook_url };
  },
  hasAmount: () => false,
  /** Each way of fulfilment has its own properties: a voucher its codes, the store a method, a webhook its address. */
  check(_, reward, path, report) {
    const voucher = reward.fulfillment_type === 'voucher';
    const webhook = reward.fulfillment_method === 'webhook';
    const without = (name: string, condition: string) => {
      if (name in reward) report([...path, name], `needs "${condition}" beside it`, 'key');
    };
    if (!voucher) without('codes', 'fulfillment_type: voucher');
    if (voucher) without('fulfillment_method', 'fulfillment_type: store_fulfillment');
    if (!webhook) without('fulfillment_webhook_url', 'fulfillment_method: webhook');
    else if (!('fulfillment_webhook_url' in reward)) {
      report([...path, 'fulfillment_method'], 'needs a fulfillment_webhook_url beside it');
    }
  },
});
