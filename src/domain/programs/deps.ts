import type { CoreDeps } from '../core/deps.ts';
import type { ProgramCache } from './cache.ts';

/** The dependencies of use cases. */
export interface Deps extends CoreDeps {
  programs: ProgramCache;
}
