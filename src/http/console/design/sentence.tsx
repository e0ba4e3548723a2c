import { Around } from '../../shared/around.tsx';
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
  return <Around element={<Moment at={at} zone={zone} />}>{children}</Around>;
}
