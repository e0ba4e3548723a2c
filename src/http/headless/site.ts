import { Type } from '@sinclair/typebox';
import { Id, MerchantIdOfPath } from '../schema-helpers.ts';

/** The beginning of every path in the customer-facing family. */
export const HeadlessParams = Type.Object({ site_id: Id({ description: 'A site of the program.' }) });

/** The beginning of the paths that name a customer. */
export const HeadlessCustomerParams = Type.Object({
  ...HeadlessParams.properties,
  merchant_id: MerchantIdOfPath(),
});
