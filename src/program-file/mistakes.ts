/** The place of a value in the file: property names and list positions from the top. */
export type Path = readonly (string | number)[];

/** A mistake in a program file. Its place in the text is not known yet. */
export interface Finding {
  path: Path;
  message: string;
  /** Whether the name at `path` is wrong, or its value. */
  at: 'key' | 'value';
  /** The offset in the text, if the path does not lead to the place: for example for the second of two equal names. */
  offset?: number;
}

export interface Mistake {
  /** The line, from 1. */
  line: number;
  /** The column in characters, from 1. */
  column: number;
  /** `rules.daily-visit.limit.count`; empty for the file as a whole. */
  path: string;
  message: string;
}

/** A program file that cannot be applied, with all its mistakes in the file's order. */
export class ProgramFileError extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    const sorted = [...mistakes].sort((a, b) => a.line - b.line || a.column - b.column);
    super(
      `The program file has ${sorted.length === 1 ? 'a mistake' : `${sorted.length} mistakes`}:\n` +
        sorted.map((mistake) => `  ${describeMistake(mistake)}`).join('\n'),
    );
    this.name = 'ProgramFileError';
    this.mistakes = sorted;
  }
}

/** `12:5 rules.daily-visit.limit: …`: editors and terminals turn this form into links. */
export function describeMistake(mistake: Mistake): string {
  return `${mistake.line}:${mistake.column} ${mistake.path === '' ? '' : `${mistake.path}: `}${mistake.message}`;
}

export function formatPath(path: Path): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}
