import { runCommand } from './command.ts';

/** The help of a command, by the command's words: `program apply`. */
export interface CommandHelp {
  /** In the form of the tables in the docs: `program apply FILE`. */
  usage: string;
  summary: string;
  text: string;
}

/** Every command that can be run, in the order of the help. */
export async function readHelp(words: string[] = []): Promise<Map<string, CommandHelp>> {
  const { stdout: text, code } = await runCommand([...words, '--help'], {});
  if (code !== 0) throw new Error(`${words.join(' ')} --help ended with ${code}`);
  const names = [...text.matchAll(/^ {2}([a-z-]+)(?: \[options\])?(?: <[\w-]+>)* {2,}/gm)].map(
    ([, name]) => name!,
  );
  const inner = names.filter((name) => name !== 'help' && text.includes('\nCommands:'));
  if (inner.length > 0) {
    const all = await Promise.all(inner.map((name) => readHelp([...words, name])));
    return new Map(all.flatMap((help) => [...help]));
  }
  const [, called = '', summary = ''] = /^Usage: loyaltyd ([^\n]*)\n\n(.*?)\n\n/s.exec(text) ?? [];
  const usage = called
    .replace(' [options]', '')
    .replaceAll(/<([\w-]+)>/g, (_match, name: string) => name.toUpperCase().replace('-', '_'));
  return new Map([[words.join(' '), { usage, summary: summary.replaceAll('\n', ' '), text }]]);
}

/** The mistake in a written command, after `loyaltyd`; undefined: none. */
export function commandComplaint(help: Map<string, CommandHelp>, written: string): string | undefined {
  const words = written.trim().split(/\s+/);
  const name = [words.slice(0, 2).join(' '), words[0]!].find((candidate) => help.has(candidate));
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
