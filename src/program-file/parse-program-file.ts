import type { ProgramDefinition } from '../domain/programs/program-definition.ts';
import { checkMeaning } from './check-meaning.ts';
import { checkShape } from './check-shape.ts';
import { type Finding, type Mistake, ProgramFileError } from './mistakes.ts';
import { readYaml } from './read-yaml.ts';
import type { ProgramFile } from './schema.ts';
import { toDefinition } from './to-definition.ts';

export interface ParsedProgramFile {
  definition: ProgramDefinition;
  /** Where in the text something found later stands. */
  locate(finding: Finding): Mistake;
}

/**
 * Reads a program file (YAML, or JSON, which is YAML too).
 * @throws ProgramFileError with every mistake in it.
 */
export function parseProgramFile(text: string): ParsedProgramFile {
  const yaml = readYaml(text);
  const shape = checkShape<ProgramFile>(yaml.value);
  const findings = [...yaml.findings, ...shape.findings, ...checkMeaning(shape.remaining)];
  if (findings.length > 0) throw new ProgramFileError(findings.map((finding) => yaml.locate(finding)));
  return { definition: toDefinition(yaml.value as ProgramFile), locate: (finding) => yaml.locate(finding) };
}
