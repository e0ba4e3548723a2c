import type { Program } from '../../domain/programs/configuration.ts';
import { directionOf } from '../shared/document.tsx';
import { useWording } from './language/use-wording.ts';
import { nameLanguage, nameOf, type Subject } from './program-names.ts';

interface NameProps {
  program: Program;
  subject: Subject;
  /** The key in the program file. */
  of: string;
}

/**
 * The name of a tier, a rule or a reward. If the program has it only in another language, it is marked with that
 * language.
 */
export function ProgramName({ program, subject, of }: NameProps) {
  const { language } = useWording();
  const name = nameOf(program, subject, of, language);
  const own = nameLanguage(program, subject, of, language);
  if (own === undefined || own === language) return <span>{name}</span>;
  return (
    <bdi lang={own} dir={directionOf(own)}>
      {name}
    </bdi>
  );
}
