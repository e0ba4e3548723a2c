import { durationMs } from '../domain/core/durations.ts';
import type { Limit } from '../domain/core/limits.ts';
import type { Keyed } from '../domain/programs/program-definition.ts';

/** Converts an amount of the file to minor units of the program's currency. */
export type Minor = (amount: number) => number;

/** The inverse: converts minor units to an amount of the file; null to null. */
export type Major = (minor: number | null) => number | null;

export function keyed<T, D>(
  entries: Record<string, T> | undefined,
  define: (entry: T, key: string) => D,
): Keyed<D>[] {
  return Object.entries(entries ?? {}).map(([key, entry]) => ({ key, definition: define(entry, key) }));
}

export function byTier<T, D>(
  variants: Record<string, T> | undefined,
  define: (variant: T) => D,
): Record<string, D> {
  return Object.fromEntries(Object.entries(variants ?? {}).map(([tier, variant]) => [tier, define(variant)]));
}

export function toLimit(limit: { count: number; interval?: Limit['interval'] } | undefined): Limit | null {
  return limit ? { count: limit.count, interval: limit.interval ?? null } : null;
}

export function seconds(duration: string | undefined): number | null {
  return duration === undefined ? null : durationMs(duration) / 1000;
}

/** The inverse of `seconds`, in the largest unit that is exact; null for null. */
export function durationOf(seconds: number | null): string | null {
  if (seconds === null) return null;
  const [unit, length] = UNITS.find(([, of]) => seconds % of === 0)!;
  return `${seconds / length}${unit}`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** A value for a written file; null if the value is the default, so that the file needs no key for it. */
export function unless<T>(value: T, byDefault: T): T | null {
  return value === byDefault ? null : value;
}

/** A property only if it has a value: a property that a variant leaves out has the value of its rule or reward. */
export function given<Name extends string, T>(name: Name, value: T | undefined): { [N in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: T };
}
