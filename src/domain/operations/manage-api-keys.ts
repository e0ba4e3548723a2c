import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction } from '../core/transaction.ts';
import { apiKeyHash, newApiKey, shownPart } from '../programs/api-key.ts';
import type { Deps } from '../programs/deps.ts';
import {
  type ApiKeyRecord,
  insertApiKey,
  type KeyTerms,
  listApiKeyRecords,
  updateKeyRevoked,
} from '../programs/key-store.ts';
import type { Scope } from '../programs/scopes.ts';
import { findProgramId } from '../programs/store.ts';

interface CreatedApiKey {
  id: number;
  /** The key is returned here only, once. */
  key: string;
}

/**
 * Creates a key. It works from the next request on, in every process. Throws `not_found` if there is no program of that
 * key.
 */
export async function createApiKey(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  options: { program_key: string; name: string; scopes: Scope[]; by: Actor } & Partial<KeyTerms>,
  hooks?: Hooks<CreatedApiKey>,
): Promise<CreatedApiKey> {
  const programId = await getProgramId(deps, options.program_key);
  const key = newApiKey(programId, deps.random);
  const { expires_at = null, networks = null, requests_per_second = null } = options;
  const terms = { expires_at, networks, requests_per_second };
  return runInTransaction(deps, hooks, async (tx) => {
    const id = await insertApiKey(tx, {
      program_id: programId,
      name: options.name,
      key_prefix: shownPart(key),
      key_hash: apiKeyHash(key),
      scopes: options.scopes,
      created_at: deps.clock.real(),
      ...terms,
    });
    await recordAudit(tx, deps, {
      program_id: programId,
      actor: options.by,
      action: 'key.created',
      subject: { kind: 'key', id },
      details: { name: options.name, scopes: options.scopes, ...givenTerms(terms) },
    });
    return { id, key };
  });
}

/** Lists keys, newest first, revoked ones included. Throws `not_found` if there is no program of that key. */
export async function listApiKeys(deps: Pick<Deps, 'db'>, programKey: string): Promise<ApiKeyRecord[]> {
  return listApiKeyRecords(deps.db, await getProgramId(deps, programKey));
}

/**
 * Revokes a key from the next request on, in every process. Returns whether this call revoked it; a key revoked before
 * keeps its date. Throws `not_found` if the program has no such key.
 */
export async function revokeApiKey(
  deps: Pick<Deps, 'db' | 'clock'>,
  programKey: string,
  keyId: number,
  by: Actor,
): Promise<boolean> {
  const programId = await getProgramId(deps, programKey);
  const revoked = await runInTransaction(deps, undefined, async (tx) => {
    if (!(await updateKeyRevoked(tx, programId, keyId, deps.clock.real()))) return false;
    const subject = { kind: 'key', id: keyId } as const;
    await recordAudit(tx, deps, { program_id: programId, actor: by, action: 'key.revoked', subject });
    return true;
  });
  if (revoked) return true;
  const keys = await listApiKeyRecords(deps.db, programId);
  if (!keys.some((key) => key.id === keyId)) {
    throw new DomainError('not_found', `The program ${programKey} has no key ${keyId}.`);
  }
  return false;
}

function givenTerms(terms: KeyTerms): Partial<KeyTerms> {
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== null));
}

async function getProgramId(deps: Pick<Deps, 'db'>, key: string): Promise<number> {
  const id = await findProgramId(deps.db, key);
  if (id === undefined) throw new DomainError('not_found', `There is no program ${key}.`);
  return id;
}
