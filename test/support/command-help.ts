import type { Command } from 'commander';
import { commandLine } from '../../src/cli/command-line.ts';

/** The help of a command, by the command's words: `program apply`. */
export interface CommandHelp {
  /** In the form of the tables in the docs: `program apply FILE`. */
  usage: string;
  summary: string;
  text: string;
}

/** Every command that can be run, in the order of the help. */
export function readHelp(): Map<string, CommandHelp> {
  return new Map(commandLine(process).commands.flatMap((command) => helpOf(command, [])));
}

function helpOf(command: Command, outer: readonly string[]): [string, CommandHelp][] {
  const words = [...outer, command.name()];
  const inner = command.commands.flatMap((one) => helpOf(one, words));
  // Every command that can be run knows --json, a group of commands does not.
  if (!command.options.some(({ long }) => long === '--json')) return inner;
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 }).outputHelp();
  const [, called = '', summary = ''] = /^Usage: loyaltyd ([^\n]*)\n\n(.*?)\n\n/s.exec(text) ?? [];
  const usage = called
    .replace(' [options]', '')
    .replace(' [command]', '')
    .replaceAll(/<([\w-]+)>/g, (_match, name: string) => name.toUpperCase().replace('-', '_'));
  return [[words.join(' '), { usage, summary: summary.replaceAll('\n', ' '), text }], ...inner];
}

/** The mistake in a written command, after `loyaltyd`; undefined: none. */
export function commandComplaint(help: Map<string, CommandHelp>, written: string): string | undefined {
  const words = written.trim().split(/\s+/);
  const name = [3, 2, 1]
    .map((count) => words.slice(0, count).join(' '))
    .find((candidate) => help.has(candidate));
  if (name === undefined) {
    const isGroup = [...help.keys()].some((known) => known.startsWith(`${words[0]} `));
    return isGroup && words.length === 1 ? undefined : `there is no command ${written}`;
  }
  const { text, usage } = help.get(name)!;
  const given = words
    .filter((word) => word.startsWith('--') && word !== '--json')
    .map((word) => word.split('=')[0]!);
  const unknown = given.filter((option) => !new RegExp(`^ +${option}[ \n]`, 'm').test(text));
  if (unknown.length > 0) return `${name} has no ${unknown.join(', ')}`;
  const hasArguments = words.length > name.split(' ').length;
  const needsProgram = /--program <key>(?!.*otherwise)/.test(text) && !given.includes('--program');
  const needsArgument = usage !== name && !hasArguments;
  // A bare name mentions the command. With anything after it, it is a command to be typed.
  return hasArguments && (needsProgram || needsArgument) ? `${written} lacks what it requires` : undefined;
}
