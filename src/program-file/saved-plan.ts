/** A plan that was saved to be applied later: the file, and the version of the program for which it was made. */
export interface SavedPlan {
  kind: typeof KIND;
  program: string;
  base_version: number | null;
  /** The plan for people to read. */
  plan: object;
  /** The program file, which can be applied from any folder. */
  file: string;
}

const KIND = 'loyaltyd_program_plan';

/** The text of a saved plan. */
export function savedPlanText(saved: Omit<SavedPlan, 'kind'>): string {
  return `${JSON.stringify({ kind: KIND, ...saved } satisfies SavedPlan, null, 2)}\n`;
}

/** Reads a saved plan; undefined: the text is something else, such as a program file. */
export function readSavedPlan(text: string): SavedPlan | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  let value: Partial<SavedPlan> | null;
  try {
    value = JSON.parse(text) as Partial<SavedPlan> | null;
  } catch {
    return undefined;
  }
  const isPlan =
    value?.kind === KIND &&
    typeof value.file === 'string' &&
    (value.base_version === null || Number.isInteger(value.base_version));
  return isPlan ? (value as SavedPlan) : undefined;
}
