import type { Shell } from './shell.ts';

/** The schema that the command line asks for. */
export interface SchemaChoice {
  /** The schema with this name. */
  schema: string | undefined;
  /** The schema with the program of this key. */
  program: string | undefined;
}

/** The shell of a command. Before the command begins, the shell's settings can be turned to another schema. */
export class TurnedShell implements Shell {
  env: Shell['env'];
  choice: SchemaChoice = { schema: undefined, program: undefined };
  /** The name of the variable with the address of the schema. */
  url_variable = 'DATABASE_URL';

  constructor(private readonly outer: Shell) {
    this.env = outer.env;
  }

  get stdin() {
    return this.outer.stdin;
  }
  get stdout() {
    return this.outer.stdout;
  }
  get stderr() {
    return this.outer.stderr;
  }
  get exitCode() {
    return this.outer.exitCode;
  }
  set exitCode(code: Shell['exitCode']) {
    this.outer.exitCode = code;
  }
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown {
    return this.outer.once(signal, listener);
  }
}
