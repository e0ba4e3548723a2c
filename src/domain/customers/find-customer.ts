import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { DomainError } from '../core/errors.ts';
import { platformKey } from '../core/platform-key.ts';
import type { CustomerRow } from './customer-row.ts';
import { findByMerchantKey } from './store.ts';

/** The customer that a body names. */
export function findCustomer(
  db: Kysely<DB>,
  programId: number,
  merchantId: string,
): Promise<CustomerRow | undefined> {
  return findByMerchantKey(db, programId, platformKey(merchantId));
}

/** The customer that a body names. Throws not_found if there is none. */
export async function getCustomer(
  db: Kysely<DB>,
  programId: number,
  merchantId: string,
): Promise<CustomerRow> {
  const customer = await findCustomer(db, programId, merchantId);
  if (!customer) throw new DomainError('not_found', 'There is no such customer.');
  return customer;
}

/**
 * The customer that a path names; its segment was decoded once. Some clients encode twice: if the id is unknown and the
 * segment can be decoded again, the decoded form is looked up.
 */
export async function findCustomerByMerchantId(
  db: Kysely<DB>,
  programId: number,
  merchantIdFromPath: string,
): Promise<CustomerRow | undefined> {
  const customer = await findCustomer(db, programId, merchantIdFromPath);
  if (customer) return customer;
  const again = decodedAgain(merchantIdFromPath);
  return again === undefined ? undefined : findCustomer(db, programId, again);
}

/** The text percent-decoded once more; undefined if that changes nothing or is impossible. */
export function decodedAgain(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    return decoded === text || decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}
