import { translateSentence } from '../language/translate-sentence.ts';
import { useWording } from '../language/use-wording.ts';
import { English } from './english.tsx';

/** A sentence of the domain in the language of its reader. A sentence without a translation is marked as English. */
export function DomainSentence({ children: english }: { children: string }) {
  const { language } = useWording();
  const words = translateSentence(language, english);
  return <>{words ?? <English>{english}</English>}</>;
}
