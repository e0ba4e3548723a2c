import { hostname } from 'node:os';
import path from 'node:path';
import { createApiKey, listApiKeys, revokeApiKey } from '../domain/operations/manage-api-keys.ts';
import { apiKeyHash, isWellFormedApiKey } from '../domain/programs/api-key.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { findKeys } from '../domain/programs/key-store.ts';
import { grants, SCOPES } from '../domain/programs/scopes.ts';
import { findDemoFacts } from './demo-facts.ts';

/**
 * The key in demo.json, if it works with every scope. Otherwise a new key is made, and the former keys for the same
 * folder of this machine are revoked. A key is shown once: if nobody writes it down, it is lost.
 */
export async function demoKey(deps: Deps, program: Program, dataDir: string): Promise<string> {
  const noted = (await findDemoFacts(dataDir))?.api_key;
  if (noted !== undefined && (await worksForAll(deps, program, noted))) return noted;
  const name = `demo.json in ${path.resolve(dataDir)} on ${hostname()}`;
  const lost = (await listApiKeys(deps, program.key)).filter(
    (key) => key.name === name && key.revoked_at === null,
  );
  const by = { kind: 'server' } as const;
  const { key } = await createApiKey(deps, { program_key: program.key, name, scopes: [...SCOPES], by });
  for (const { id } of lost) await revokeApiKey(deps, program.key, id, by);
  return key;
}

async function worksForAll(deps: Deps, program: Program, key: string): Promise<boolean> {
  if (!isWellFormedApiKey(key)) return false;
  const [found] = await findKeys(deps.hot, [apiKeyHash(key)]);
  return (
    found?.program_id === program.id && !found.revoked && SCOPES.every((scope) => grants(found.scopes, scope))
  );
}
