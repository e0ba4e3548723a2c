import type { Actor } from '../../src/domain/audit/actor.ts';

/** Who does what tests do by hand. */
export const TESTER: Actor = { kind: 'command', name: 'a test' };
