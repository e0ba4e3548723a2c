import type { Selectable } from 'kysely';
import type { CustomersTable } from '../../db/customer-tables.ts';

export type CustomerRow = Selectable<CustomersTable>;
