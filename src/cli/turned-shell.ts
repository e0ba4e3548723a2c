import type { Shell } from './shell.ts';

/** The schema that a command is about, as it was called. */
export interface SchemaWish {
  /** By its name. */
  schema: string | undefined;
  /** The one that has the program with this key. */
  program: string | undefined;
}

/** The shell of a command whose settings can be turned to another schema before it begins. */
export class TurnedShell implements Shell {
  env: Shell['env'];
  wish: SchemaWish = { schema: undefined, program: undefined };
  /** The variable that has the address of its schema. */
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
