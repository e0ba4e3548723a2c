import type { Static, TObject, TProperties } from '@sinclair/typebox';
import type { Remaining } from './check-shape.ts';
import type { Report } from './check-values.ts';
import type { Major, Minor } from './definition-values.ts';
import type { Path } from './mistakes.ts';

export type WithoutKind<P> = P extends unknown ? Omit<P, 'kind'> : never;

/** A kind of reward in the file: its keys besides `kind`, and their meaning. */
export interface FileRewardKind<Keys extends TProperties, P> {
  /** The meaning of the kind, in the words of the schema. */
  is: string;
  title: string;
  description: string;
  keys: Keys;
  properties(reward: Static<TObject<Keys>>, minor: Minor): P;
  /** The inverse: the kind's own keys that give these properties. Null and an empty list mean a key left out. */
  write(properties: P, major: Major): Record<string, unknown>;
  /** Whether `{amount}` in its texts has a value. */
  hasAmount(reward: Remaining<Static<TObject<Keys>>>): boolean;
  /** Whether `{minimum_spend}` in its texts has a value; by default it has none. */
  hasMinimumSpend?(reward: Remaining<Static<TObject<Keys>>>): boolean;
  /** The reason why a rule or a tier cannot give such a reward: it needs something that only a redemption adds. */
  neverGiven?: string;
  /** Reports the mistakes that the schema cannot find. */
  check?(
    file: { currency?: string | undefined },
    reward: Remaining<Static<TObject<Keys>>>,
    path: Path,
    report: Report,
  ): void;
}

/** Lets the compiler check the functions of a kind against its keys. */
export function fileRewardKind<Keys extends TProperties, P>(
  given: FileRewardKind<Keys, P>,
): FileRewardKind<Keys, P> {
  return given;
}
