import type { ProgramDefinition } from '../domain/programs/program-definition.ts';
import { checkMeaning } from './check-meaning.ts';
import { checkShape } from './check-shape.ts';
import { type Finding, type Mistake, ProgramFileError } from './mistakes.ts';
import { readAssets } from './read-assets.ts';
import { readYaml } from './read-yaml.ts';
import type { ProgramFile } from './schema.ts';
import { toDefinition } from './to-definition.ts';

interface ParsedProgramFile {
  definition: ProgramDefinition;
  /** The place of a later finding in the text. */
  locate(finding: Finding): Mistake;
}

/**
 * Reads a program file (YAML, or JSON, which is YAML too). `folder`: paths in it are relative to it; null: it
 * may name no file.
 * @throws ProgramFileError with every mistake in it; of more than a thousand, with the first.
 */
export function parseProgramFile(text: string, folder: string | null = '.'): ParsedProgramFile {
  const yaml = readYaml(text);
  const shape = checkShape<ProgramFile>(yaml.value);
  const findings = [...yaml.findings, ...shape.findings, ...checkMeaning(shape.remaining)];
  const assets = readAssets(shape.remaining, folder, (path, message, at = 'value') =>
    findings.push({ path, message, at }),
  );
  if (findings.length > 0) throw new ProgramFileError(findings.map((finding) => yaml.locate(finding)));
  return {
    definition: toDefinition(yaml.value as ProgramFile, assets),
    locate: (finding) => yaml.locate(finding),
  };
}
