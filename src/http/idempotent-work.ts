import type { Hooks, Tx } from '../domain/core/transaction.ts';

interface Answer {
  status: number;
  /** undefined: an empty body. It may be rendered already. */
  body: unknown;
  /** The customer whose data the answer holds. Erasing that customer erases the stored answer. */
  customer_id?: number | null;
}

export interface Idempotent<R, D = never> {
  /**
   * Runs the use case with the hooks and returns its unchanged result, which the hooks see too (`never` lets TypeScript
   * infer R from it). Every check that can refuse must run inside this: a repeated key is answered before any refusal.
   */
  effect: (hooks?: Hooks<never>) => Promise<R>;
  /**
   * The answer for a result, read inside the effect's transaction. Without `tx` it is read after a use case that was
   * one statement or that found nothing to do.
   */
  present: (result: R, tx?: Tx) => Promise<Answer>;
  /**
   * Rebuilds the result of a use case that is one statement, from the draft that it recorded and the id that the
   * statement gave. Absent: with a key, the use case takes its ordinary path.
   */
  resume?: (draft: D, effectId: number) => R;
  /** The presenter reads nothing and shows no id of the effect, so its answer can be made before the effect. */
  stored_with_effect?: true;
  /** The facts to report if one statement has made the change and the answer can no longer be read. */
  known?: (result: R) => Record<string, unknown>;
  /** A repeated request waits for this before it gets the stored answer. */
  beforeReplay?: () => Promise<void>;
}

/** An answer as it is sent, and as it is stored. */
export interface KeptAnswer {
  status: number;
  bytes: Buffer;
}
