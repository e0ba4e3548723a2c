import type { CoreDeps } from './deps.ts';

export type Secrets = Pick<CoreDeps, 'secret' | 'formerSecrets'>;

/** Every key under which data may be encrypted, the key of new data first. */
export function everySecret({ secret, formerSecrets }: Secrets): Buffer[] {
  return [secret, ...formerSecrets];
}
