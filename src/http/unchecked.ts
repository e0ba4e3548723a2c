import { isName, platformId } from './schema-helpers.ts';

// Members of a body that was not checked yet; undefined: the request will be refused for them.

export function uncheckedMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** A member like `Id`. */
export function uncheckedId(body: unknown, name: string): number | undefined {
  const value = uncheckedMember(body, name);
  return isIdNumber(value) ? value : undefined;
}

/** A member like `PlatformId`, as text. */
export function uncheckedPlatformId(body: unknown, name: string): string | undefined {
  const value = uncheckedMember(body, name);
  if (isIdNumber(value)) return platformId(value);
  return typeof value === 'string' && isName(value) ? value : undefined;
}

function isIdNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
