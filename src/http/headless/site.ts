import { Type } from '@sinclair/typebox';
import { Id } from '../schema-helpers.ts';

/** What every path of the customer-facing family begins with. */
export const HeadlessParams = Type.Object({ site_id: Id({ description: 'A site of the program.' }) });
