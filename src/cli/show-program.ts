import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { ProgramCache } from '../domain/programs/cache.ts';
import { isEnabledForSome, type Program } from '../domain/programs/configuration.ts';
import type { LocalizedText } from '../domain/programs/program-settings.ts';
import { localize } from '../texts/language.ts';
import { withDatabase } from './databases.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import type { Shell } from './shell.ts';

/** `loyaltyd program list` */
export async function listProgramsCommand(shell: Shell): Promise<Outcome> {
  const programs = await readPrograms(shell);
  const lines = programs.map((program) => {
    const { key, name, currency, test, sites } = program;
    const counts = `${sites.length} sites, ${program.rules.length} rules, ${program.rewards.length} rewards`;
    return `${key}  ${name}  ${currency}${test ? '  test' : ''}  ${counts}`;
  });
  return {
    exit_code: EXIT.ok,
    text:
      lines.length > 0 ? lines.join('\n') : 'There is no program yet. Make one: loyaltyd program apply FILE',
    json: { programs: programs.map(summaryOf) },
  };
}

/** `loyaltyd program show KEY`: with the ids that requests and listings use. */
export async function showProgramCommand(shell: Shell, key: string): Promise<Outcome> {
  const program = (await readPrograms(shell)).find((candidate) => candidate.key === key);
  if (!program) throw new CommandError(EXIT.failed, `There is no program ${key}.`);
  const sections = {
    sites: program.sites.map(({ id, key, name, url, enabled }) => ({ id, key, name, url, enabled })),
    tiers: [...program.tiers, ...program.conditional_tiers].map((tier) => {
      const { id, key, name, lower_bound, hidden } = tier;
      return { id, key, name, lower_bound, hidden };
    }),
    rules: program.rules.map((rule) => ({ ...entryOf(rule), kind: rule.kind, name: rule.name })),
    rewards: program.rewards.map((reward) => ({ ...entryOf(reward), kind: reward.kind })),
  };
  const language = program.sites[0]!.languages[0]!;
  const lines = Object.entries<readonly Shown[]>(sections).flatMap(([title, entries]) => [
    '',
    `${title}:`,
    ...entries.map((entry) => lineOf(entry, language)),
  ]);
  const { name, currency, test } = program;
  return {
    exit_code: EXIT.ok,
    text: [`${key}  ${name}  ${currency}${test ? '  test' : ''}`, ...lines].join('\n'),
    json: { ...summaryOf(program), ...sections },
  };
}

interface Shown {
  id: number;
  key: string;
  kind?: string;
  name?: LocalizedText;
  enabled?: boolean;
}

/** `language`: that of a name that is not in English. */
function lineOf({ id, key, kind, name = '', enabled = true }: Shown, language: string): string {
  const what = kind ?? localize(name, 'en', language);
  const words = [String(id).padStart(6), key, what, enabled ? undefined : 'disabled'];
  return words.filter((word) => word !== undefined).join('  ');
}

function entryOf(entry: Program['rules'][number] | Program['rewards'][number]) {
  return { id: entry.id, key: entry.key, enabled: entry.enabled && isEnabledForSome(entry) };
}

function summaryOf({ id, key, name, currency, test, configuration_version }: Program) {
  return { id, key, name, currency, test, configuration_version };
}

async function readPrograms(shell: Shell): Promise<readonly Program[]> {
  return withDatabase(loadConfig(shell.env), SERVER_LIMITS, ({ db }) => new ProgramCache(db).all());
}
