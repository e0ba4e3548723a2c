import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { aliasTargets } from './alias-targets.ts';
import { type Finding, formatPath, type Mistake, type Path, ProgramFileError } from './mistakes.ts';

const MAX_CHARACTERS = 1_000_000;
/** Each alias counts with the values of its target, so a small text cannot expand to a huge one. */
const MAX_VALUES = 100_000;
/** The most entries of any map or list. The schema sets lower limits. */
const MAX_ENTRIES = 1_000;
const MAX_DEPTH = 32;
/** A value counts with all names down to it, so a long name over many values cannot fill the memory. */
const MAX_NAMES = 20_000_000;

/** YAML as plain values, with the places of paths in its text. */
interface YamlFile {
  /** The nodes of the text. The reader needs them no more: an edit may change them. */
  document: Document;
  /** Maps are objects without a prototype. */
  value: unknown;
  findings: Finding[];
  /** The place of a finding. If the text does not have its path, this is the place of the nearest value around it. */
  locate(finding: Finding): Mistake;
}

/** @throws ProgramFileError if the text is not YAML; smaller mistakes are among the findings. */
export function readYaml(text: string): YamlFile {
  if (text.length > MAX_CHARACTERS)
    throw wholeFileError(`the file is longer than ${MAX_CHARACTERS} characters`);
  const lines = new LineCounter();
  const { document, reader, value } = read(text, lines);
  return {
    document,
    value,
    findings: reader.findings,
    locate: (finding) => ({
      ...positionOf(lines, finding.offset ?? reader.offsetOf(finding)),
      path: formatPath(finding.path),
      message: finding.message,
    }),
  };
}

function wholeFileError(message: string): ProgramFileError {
  return new ProgramFileError([{ line: 1, column: 1, path: '', message }]);
}

function read(text: string, lines: LineCounter): { document: Document; reader: Reader; value: unknown } {
  try {
    const document = parse(text, lines);
    const reader = new Reader(document, lines);
    return {
      document,
      reader,
      value: reader.read(document.contents, [], document.contents ? startOf(document.contents) : 0),
    };
  } catch (error) {
    // Thrown if the nesting is too deep for the call stack.
    if (error instanceof RangeError) throw wholeFileError('the file is nested too deeply');
    throw error;
  }
}

function parse(text: string, lines: LineCounter): Document<Node> {
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    version: '1.2',
    schema: 'core',
    // The reader itself finds repeated names, with their paths.
    uniqueKeys: false,
  });
  const problems = [...document.errors, ...document.warnings];
  // Several levels of the parser may reach the end of the call stack. One complaint is enough.
  const exhausted = problems.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (problems.length > 0) {
    const told = exhausted ? [exhausted] : problems;
    throw new ProgramFileError(told.map((problem) => syntaxMistake(problem, lines)));
  }
  return document;
}

function syntaxMistake(problem: YAMLError, lines: LineCounter): Mistake {
  const message =
    problem.code === 'MULTIPLE_DOCS'
      ? 'a second YAML document begins here; a program file holds one'
      : problem.code === 'TAG_RESOLVE_FAILED'
        ? `${problem.message}; a program file has no tags: quote a text that begins with "!"`
        : problem.code === 'RESOURCE_EXHAUSTION'
          ? 'the file is nested too deeply'
          : problem.message;
  return { ...positionOf(lines, problem.pos[0]), path: '', message };
}

function positionOf(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

/** The place of a value and of its name, and those of the values within it. */
interface Place {
  key: number;
  value: number;
  inner?: Map<string | number, Place>;
}

/** Turns nodes into values and remembers the place of each value and its name. */
class Reader {
  readonly findings: Finding[] = [];
  // No map by whole paths: V8 hashes long texts by their length alone.
  private readonly place: Place = { key: 0, value: 0 };
  private readonly targets: ReadonlyMap<Alias, Node>;
  private values = 0;
  private names = 0;

  constructor(
    document: Document,
    private readonly lines: LineCounter,
  ) {
    this.targets = aliasTargets(document);
  }

  read(node: Node | null, path: Path, keyOffset: number): unknown {
    this.count(path.length);
    this.note(path, { key: keyOffset, value: node ? startOf(node) : keyOffset });
    if (isAlias(node)) return this.readAlias(node, path, keyOffset);
    if (isMap(node)) return this.readMap(node, path);
    if (isSeq(node)) {
      this.refuseMany(node.items, path);
      return (node.items as Node[]).map((item, i) => this.read(item, [...path, i], startOf(item)));
    }
    return isScalar(node) ? this.readScalar(node.value, path) : null;
  }

  /** Before the entries are read: their mistakes would be found one by one. */
  private refuseMany(entries: readonly unknown[], path: Path): void {
    if (entries.length <= MAX_ENTRIES) return;
    const message = `must hold at most ${MAX_ENTRIES} entries, and holds ${entries.length}`;
    const position = positionOf(this.lines, this.offsetOf({ path, at: 'key', message }));
    throw new ProgramFileError([{ ...position, path: formatPath(path), message }]);
  }

  private note(path: Path, { key, value }: Place): void {
    let place = this.place;
    for (const step of path) {
      this.names += String(step).length;
      place.inner ??= new Map();
      const inner = place.inner.get(step) ?? { key, value };
      place.inner.set(step, inner);
      place = inner;
    }
    Object.assign(place, { key, value });
    if (this.names > MAX_NAMES)
      throw wholeFileError(`the names of the file unfold into more than ${MAX_NAMES} characters`);
  }

  private count(depth: number): void {
    this.values += 1;
    if (this.values > MAX_VALUES)
      throw wholeFileError(`the file unfolds into more than ${MAX_VALUES} values`);
    if (depth > MAX_DEPTH) throw wholeFileError(`the file is nested more than ${MAX_DEPTH} levels deep`);
  }

  /** Values that are not read count too, because an edit of the file may unfold them. */
  private skip(node: Node | null | undefined, depth: number): void {
    this.count(depth);
    if (isAlias(node)) this.skip(this.targets.get(node), depth);
    const inner = isMap(node)
      ? node.items.flatMap(({ key, value }) => [key, value])
      : isSeq(node)
        ? node.items
        : [];
    for (const one of inner as (Node | null)[]) this.skip(one, depth + 1);
  }

  private readScalar(value: unknown, path: Path): unknown {
    // Postgres stores neither a NUL nor half a surrogate pair.
    if (typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value))) {
      this.findings.push({ path, at: 'value', message: 'must not hold a NUL or half of a surrogate pair' });
    }
    return value;
  }

  offsetOf({ path, at }: Finding): number {
    let place = this.place;
    for (const step of path) {
      const inner = place.inner?.get(step);
      if (!inner) return place.key;
      place = inner;
    }
    return at === 'key' ? place.key : place.value;
  }

  private readAlias(alias: Alias, path: Path, keyOffset: number): unknown {
    const target = this.targets.get(alias);
    if (target) return this.read(target, path, keyOffset);
    this.findings.push({ path, at: 'value', message: `no anchor &${alias.source} stands before this alias` });
    return undefined;
  }

  private readMap(map: YAMLMap, path: Path): Record<string, unknown> {
    this.refuseMany(map.items, path);
    const object: Record<string, unknown> = Object.create(null);
    for (const { key, value } of map.items as { key: Node; value: Node | null }[]) {
      const name = isScalar(key) ? key.value : undefined;
      if (typeof name !== 'string') {
        this.findings.push({ path, at: 'key', offset: startOf(key), message: notAName(name) });
        this.skip(key, path.length + 1);
        this.skip(value, path.length + 1);
      } else if (name in object) {
        this.findings.push({
          path: [...path, name],
          at: 'key',
          offset: startOf(key),
          message: 'this name is given twice',
        });
        this.skip(value, path.length + 1);
      } else {
        object[name] = this.read(value, [...path, name], startOf(key));
      }
    }
    return object;
  }
}

function notAName(written: unknown): string {
  return written === undefined
    ? 'a name must be text, not a list, a map or an alias'
    : `a name must be text: write "${String(written)}" in quotes`;
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}
