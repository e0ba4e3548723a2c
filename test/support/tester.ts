import type { Actor } from '../../src/domain/audit/actor.ts';

/** The actor of the tests' deeds by hand. */
export const TESTER: Actor = { kind: 'command', name: 'a test' };
