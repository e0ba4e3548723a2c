import { Moment } from './moment.tsx';

/** Stands for the moment while its sentence is put together. */
const PLACE = '\uFFFC';

interface SentenceProps {
  /** In ms. */
  at: number;
  zone: string;
  /** The sentence around the moment. */
  children: (moment: string) => string;
}

/** A sentence that names a moment, which whoever points at it reads in UTC. */
export function Sentence({ at, zone, children }: SentenceProps) {
  const [before = '', ...after] = children(PLACE).split(PLACE);
  return (
    <>
      {before}
      <Moment at={at} zone={zone} />
      {after.join('')}
    </>
  );
}
