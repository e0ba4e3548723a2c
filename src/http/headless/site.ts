import { Type } from '@sinclair/typebox';
import { Id, MerchantIdOfPath } from '../schema-helpers.ts';

/** What every path of the customer-facing family begins with. */
export const HeadlessParams = Type.Object({ site_id: Id({ description: 'A site of the program.' }) });

/** What the paths that name a customer begin with. */
export const HeadlessCustomerParams = Type.Object({
  ...HeadlessParams.properties,
  merchant_id: MerchantIdOfPath(),
});
