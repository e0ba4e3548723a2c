import { Around } from '../../shared/around.tsx';
import { Moment } from './moment.tsx';

interface SentenceProps {
  /** In ms. */
  at: number;
  zone: string;
  /** The sentence around the moment. */
  children: (moment: string) => string;
}

/** A sentence that names a moment, which whoever points at it reads in UTC. */
export function Sentence({ at, zone, children }: SentenceProps) {
  return <Around element={<Moment at={at} zone={zone} />}>{children}</Around>;
}
