import { examples } from './docs.ts';
import { FreshCheckout } from './fresh-checkout.ts';

/** This line separates the outputs of examples. */
const BETWEEN = '-- the next one --';

export const LISTENING = '"msg":"listening"';
const GETTING_STARTED = 'docs/getting-started.md';

/** A reader of the docs, who cloned the project, started the server and types the commands of the pages. */
export class Reader {
  private constructor(readonly checkout: FreshCheckout) {}

  /** `settings`: lines of a file .env. `npm`: whether the commands go through npm, as those of the README do, or past it. */
  static async sitDown(settings = '', npm = true): Promise<Reader> {
    const checkout = await FreshCheckout.create();
    if (!npm) checkout.shortenNpm();
    checkout.write('.env', settings);
    await checkout.start('npm start', LISTENING);
    return new Reader(checkout);
  }

  /** The same, with the program and the key of the first page. */
  static async getStarted(settings = ''): Promise<Reader> {
    const reader = await Reader.sitDown(settings, false);
    await reader.type(GETTING_STARTED, 'getting started', '');
    return reader;
  }

  /** The block by which every page's commands know the server and the key, for the port of this checkout. */
  get names(): string {
    return examples(GETTING_STARTED, 'names').join('').replace('http://127.0.0.1:3000', this.checkout.url);
  }

  /** The output of each block of that name, typed one after the other into one shell. */
  async type(page: string, name: string, names = this.names): Promise<string[]> {
    const blocks = examples(page, name);
    if (blocks.length === 0) throw new Error(`${page} has no example ${name}`);
    const typed = blocks.join(`\necho; echo '${BETWEEN}'\n`);
    const { code, stdout, stderr } = await this.checkout.run(`${names}\n${typed}`);
    if (code !== 0) throw new Error(`${page}, ${name}: ended with ${code}: ${stderr}${stdout}`);
    return stdout.split(`${BETWEEN}\n`);
  }

  /** Types a command of the test's own. */
  async ask(command: string): Promise<string> {
    const { code, stdout, stderr } = await this.checkout.run(`${this.names}\n${command}`);
    if (code !== 0) throw new Error(`${command}: ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Runs a block of JavaScript with these constants before it and `print` after it. */
  async script(block: string, constants: object, print: string) {
    const given = Object.entries(constants).map(
      ([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`,
    );
    this.checkout.write('example.mjs', `${given.join('')}${block}\nprocess.stdout.write(String(${print}));`);
    return this.checkout.run('node example.mjs');
  }
}

/** The JSON documents of an output. Each begins a line or follows another at once. */
// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what tests are there to say.
export function documents(output: string): any[] {
  const found: unknown[] = [];
  for (const line of output.split('\n')) {
    let rest = line.slice(Math.max(0, line.indexOf('{')));
    while (rest.startsWith('{')) {
      const end = endOfObject(rest);
      found.push(JSON.parse(rest.slice(0, end)));
      rest = rest.slice(end);
    }
  }
  return found;
}

/** The position after the brace that closes the first one. */
function endOfObject(text: string): number {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (part === '{') depth += 1;
    if (part === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  throw new Error(`not a whole document: ${text}`);
}
