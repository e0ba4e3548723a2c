import type { ProgramDefinition } from '../domain/programs/program-definition.ts';
import type { Logo } from '../domain/programs/program-settings.ts';
import { checkMeaning } from './check-meaning.ts';
import { checkShape } from './check-shape.ts';
import type { RemainingFile } from './check-values.ts';
import { type Finding, type Mistake, ProgramFileError } from './mistakes.ts';
import { readLogo } from './read-logo.ts';
import { readYaml } from './read-yaml.ts';
import type { ProgramFile } from './schema.ts';
import { toDefinition } from './to-definition.ts';

interface ParsedProgramFile {
  definition: ProgramDefinition;
  /** The place in the text of a finding made later. */
  locate(finding: Finding): Mistake;
}

/**
 * Reads a program file (YAML, or JSON, which is YAML too). `folder`: paths in it are relative to it; null: it
 * may name no file.
 * @throws ProgramFileError with every mistake in it.
 */
export function parseProgramFile(text: string, folder: string | null = '.'): ParsedProgramFile {
  const yaml = readYaml(text);
  const shape = checkShape<ProgramFile>(yaml.value);
  const findings = [...yaml.findings, ...shape.findings, ...checkMeaning(shape.remaining)];
  const logo = logoOf('logo', shape.remaining, folder, findings);
  const logo_dark = logoOf('logo_dark', shape.remaining, folder, findings, logo);
  if (findings.length > 0) throw new ProgramFileError(findings.map((finding) => yaml.locate(finding)));
  return {
    definition: toDefinition(yaml.value as ProgramFile, { logo, logo_dark }),
    locate: (finding) => yaml.locate(finding),
  };
}

function logoOf(
  name: 'logo' | 'logo_dark',
  { theme }: RemainingFile,
  folder: string | null,
  findings: Finding[],
  beside: Logo | null = null,
): Logo | null {
  const written = theme?.[name];
  if (written === undefined) return null;
  const logo = readLogo(written, folder, beside);
  if (!('mistake' in logo)) return logo;
  findings.push({ path: ['theme', name], message: logo.mistake, at: 'value' });
  return null;
}
