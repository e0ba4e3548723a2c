/** After this many findings, the rest of a text is not examined. */
const MOST_FINDINGS = 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** A count of everything that parsing could hide or repeat. */
interface JsonMeasure {
  depth: number;
  values: number;
  /** Names with their values. A name that occurs twice counts twice. */
  members: number;
  /** Whether a number has so many digits, or such an exponent, that a double may not hold it. */
  long_numbers: boolean;
}

/** The number of digits that a double always holds. */
const SAFE_DIGITS = 15;

/** Measures JSON text without parsing it. After that, recursion over the parsed value is safe. */
export function measureJson(text: Buffer): JsonMeasure {
  const measure: JsonMeasure = { depth: 0, values: 1, members: 0, long_numbers: false };
  let depth = 0;
  let quoted = false;
  let digits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index]!;
    if (quoted) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) quoted = false;
      continue;
    }
    if (byte >= 0x30 && byte <= 0x39) {
      digits += 1;
      if (digits > SAFE_DIGITS) measure.long_numbers = true;
      continue;
    }
    // A decimal point continues the number. So does an exponent, whose sign may follow.
    if (byte === 0x2e) continue;
    if (digits > 0 && (byte === 0x65 || byte === 0x45)) measure.long_numbers = true;
    digits = 0;
    if (byte === QUOTE) quoted = true;
    else if (byte === COMMA) measure.values += 1;
    else if (byte === COLON) measure.members += 1;
    // [ and {, ] and }
    else if (byte === 0x5b || byte === 0x7b) measure.depth = Math.max(measure.depth, ++depth);
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return measure;
}

/** Counts the members of a parsed value, at any depth. If its text has more, a name stood twice in an object. */
export class MemberCount {
  count = 0;
  /** Whether a name may lead to the prototype of all objects. */
  reaches_prototype = false;

  constructor(value: unknown) {
    this.add(value);
  }

  private add(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const entry of value) this.add(entry);
      return;
    }
    for (const name in value) {
      this.count += 1;
      if (name === '__proto__' || name === 'constructor') this.reaches_prototype = true;
      this.add((value as Record<string, unknown>)[name]);
    }
  }
}

/** Names that occur twice in one object, with any escapes, as parameters: `line_items[0].price`. */
export function repeatedMembers(json: string): string[] {
  const found = new Set<string>();
  new JsonWalk(json, {
    onRepeatedMember: (parameter) => found.add(parameter),
    isDone: () => found.size >= MOST_FINDINGS,
  }).value();
  return [...found];
}

/** Numbers that a double does not hold as written, as parameters: 12345678901234567890, 1e400. */
export function inexactNumbers(json: string): string[] {
  const found: string[] = [];
  new JsonWalk(json, {
    onNumber: (parameter, text) => {
      if (!isExactNumber(text)) found.push(parameter());
    },
    isDone: () => found.length >= MOST_FINDINGS,
  }).value();
  return found;
}

/** A number with more characters counts as inexact: no double is written with so many. */
const LONGEST_NUMBER = 400;

/**
 * Whether reading a number and writing it again gives the same number. The text may differ: 1.50 and 15e-1 are exact.
 */
export function isExactNumber(text: string): boolean {
  if (text.length > LONGEST_NUMBER) return false;
  const value = Number(text);
  return Number.isFinite(value) && plainDecimal(text) === plainDecimal(String(value));
}

/** A number's digits without leading and trailing zeros, and its power of ten. Equal numbers give equal texts. */
function plainDecimal(text: string): string {
  const [, minus, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)!;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const significant = digits.replace(/0+$/, '');
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${minus}${significant}e${power}`;
}

interface JsonVisitor {
  onRepeatedMember?: (parameter: string) => void;
  onNumber?: (parameter: () => string, text: string) => void;
  isDone: () => boolean;
}

const NUMBER = /[-+.eE\d]+/y;
const SPACE = /[ \t\r\n]*/y;

/** Goes through JSON text that was parsed before, so that it is known to be well formed and of bounded depth. */
class JsonWalk {
  private at = 0;
  private readonly path: (string | number)[] = [];

  constructor(
    private readonly text: string,
    private readonly visitor: JsonVisitor,
  ) {}

  value(): void {
    this.take(SPACE);
    const first = this.text[this.at];
    if (first === '{') this.object();
    else if (first === '[') this.array();
    else if (first === '"') this.string();
    else if (first === 't' || first === 'n') this.at += 4;
    else if (first === 'f') this.at += 5;
    else this.number();
    this.take(SPACE);
  }

  private number(): void {
    const text = this.take(NUMBER);
    this.visitor.onNumber?.(() => parameterOf(this.path), text);
  }

  private object(): void {
    const names = new Set<string>();
    this.entries('}', () => {
      this.take(SPACE);
      const name = JSON.parse(this.string()) as string;
      this.take(SPACE);
      this.at += 1; // the colon
      this.path.push(name);
      if (names.has(name)) this.visitor.onRepeatedMember?.(parameterOf(this.path));
      names.add(name);
      this.value();
      this.path.pop();
    });
  }

  private array(): void {
    let index = 0;
    this.entries(']', () => {
      this.path.push(index++);
      this.value();
      this.path.pop();
    });
  }

  /**
   * Reads from the opening bracket to the position after the closing one. When the visitor is done, nothing more is
   * read.
   */
  private entries(end: string, entry: () => void): void {
    this.at += 1;
    this.take(SPACE);
    if (this.text[this.at] === end) {
      this.at += 1;
      return;
    }
    do {
      entry();
      if (this.visitor.isDone()) return;
    } while (this.text[this.at++] === ',');
  }

  /** With its quotes and escapes. No pattern: a long text would exhaust the engine's stack. */
  private string(): string {
    const start = this.at;
    for (this.at += 1; this.text.charCodeAt(this.at) !== QUOTE; this.at += 1) {
      if (this.text.charCodeAt(this.at) === BACKSLASH) this.at += 1;
    }
    this.at += 1;
    return this.text.slice(start, this.at);
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text)!;
    this.at = pattern.lastIndex;
    return found;
  }
}

function parameterOf(path: readonly (string | number)[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return text.replace(/^\./, '') || 'body';
}
