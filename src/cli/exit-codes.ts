/** Every command's --help lists these codes, and scripts rely on them. */
export const EXIT = {
  ok: 0,
  /** The command ran and found a fault: a drift, a mistake in a file, pending migrations, a refusal. */
  failed: 1,
  /** Wrong arguments or settings; nothing was tried. */
  usage: 2,
  /** The database or the server cannot be reached; trying again later may help. */
  unavailable: 3,
  /** A signal ended the command; its finished work is kept. The number is the shells' for SIGINT. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function exitCodesHelp(ok: string, failed: string): string {
  return `
Exit codes:
  0  ${ok}
  1  ${failed}
  2  wrong arguments or settings; nothing was done
  3  the database or the server cannot be reached
  130  interrupted by Ctrl-C; said how to go on

Settings are read from the environment; .env.example documents them.`;
}
