/** What every command's --help lists; scripts rely on it. */
export const EXIT = {
  ok: 0,
  /** Done, and something is wrong: a drift, a mistake in a file, pending migrations, a refusal. */
  failed: 1,
  /** Wrong arguments or settings; nothing was tried. */
  usage: 2,
  /** The database or the server cannot be reached; trying again later may help. */
  unavailable: 3,
  /** Ended by a signal, with what was done kept; as shells say it of SIGINT. */
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
