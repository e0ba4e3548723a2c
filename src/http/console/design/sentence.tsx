import { SentenceAround } from '../../shared/sentence-around.tsx';
import { Moment } from './moment.tsx';

interface SentenceProps {
  /** The moment in ms. */
  at: number;
  zone: string;
  /** The sentence around the moment. */
  children: (moment: string) => string;
}

/** A sentence with a moment. A pointer over the moment shows UTC. */
export function Sentence({ at, zone, children }: SentenceProps) {
  return <SentenceAround element={<Moment at={at} zone={zone} />}>{children}</SentenceAround>;
}
