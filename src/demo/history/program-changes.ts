import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { importCodes } from '../../domain/operations/import-codes.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { applyProgramFile } from '../../program-file/apply-program-file.ts';
import { CODES_FILE, DEMO_PROGRAM_FILE } from '../demo-files.ts';
import { Dice } from '../dice.ts';
import { HISTORY_ACTOR } from './perform-deed.ts';

const EARNS_NOW = 'result: { points: 5, per_currency_unit: 1 }';
const EARNED_BEFORE = 'result: { points: 4, per_currency_unit: 1 }';
const SPRING_NOTE = 'Five points for each dollar instead of four: the new season begins';

/** Applies the demo's program in its form before the change in spring. Returns the program's id. */
export async function applyBeforeSpring(deps: Deps, note: string): Promise<number> {
  const text = await readFile(DEMO_PROGRAM_FILE, 'utf8');
  if (text.split(EARNS_NOW).length !== 2) throw new Error('the demo program has no purchase rule to change');
  return apply(deps, text.replace(EARNS_NOW, EARNED_BEFORE), note);
}

/** Applies the demo's program from its file, with the change in spring. */
export async function applySpring(deps: Deps): Promise<void> {
  await apply(deps, await readFile(DEMO_PROGRAM_FILE, 'utf8'), SPRING_NOTE);
}

async function apply(deps: Deps, text: string, note: string): Promise<number> {
  const folder = dirname(fileURLToPath(DEMO_PROGRAM_FILE));
  return (await applyProgramFile(deps, text, HISTORY_ACTOR, { folder, note })).program_id;
}

/** The codes of the café, in two deliveries: the first is too small. */
export async function coffeeCodes(
  seed: number,
  first: number,
  second: number,
): Promise<[string[], string[]]> {
  const codes = (await readFile(CODES_FILE, 'utf8')).split('\n').filter((line) => line !== '');
  const dice = new Dice(seed + 13);
  const letters = [...'3456789ABCDEFGHJKMNPQRSTVWXYZ'];
  const block = () => Array.from({ length: 4 }, () => dice.of(letters)).join('');
  const more = Array.from({ length: second }, () => `MILL-${block()}-${block()}`);
  return [codes.slice(0, first), [...codes.slice(first), ...more]];
}

export async function deliverCodes(deps: Deps, program: Program, codes: readonly string[]): Promise<void> {
  const lines = Readable.from(codes);
  await importCodes(deps, { program_key: program.key, reward_key: 'coffee', lines, by: HISTORY_ACTOR });
}
