import type { CoreDeps } from '../core/deps.ts';
import type { ProgramCache } from './cache.ts';

/** What use cases are handed. */
export interface Deps extends CoreDeps {
  programs: ProgramCache;
}
