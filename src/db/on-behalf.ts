import { AsyncLocalStorage } from 'node:async_hooks';
import { type Owner, SERVER_ITSELF } from './fair-turns.ts';

const owners = new AsyncLocalStorage<Owner>();

/**
 * Runs `work`, and everything that it awaits, on behalf of a caller. Its connections count towards that caller's share.
 */
export function onBehalfOf<R>(owner: Owner, work: () => R): R {
  return owners.run(owner, work);
}

export function currentOwner(): Owner {
  return owners.getStore() ?? SERVER_ITSELF;
}
