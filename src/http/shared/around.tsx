import { type ComponentChildren, Fragment } from 'preact';

/** Stands for the element while its sentence is put together. */
const PLACE = '\uFFFC';

interface AroundProps {
  /** Stands at each place of the sentence. */
  element: ComponentChildren;
  /** The element in words alone, for a sentence that may choose by them; absent: none does. */
  words?: string;
  /** The sentence around the element, for the words that stand for it. */
  children: (place: string) => string;
}

/**
 * A sentence around an element, for example around words that are of another language. A sentence that chooses by the
 * words, as an operator's own may, is said with them as they are.
 */
export function Around({ element, words, children }: AroundProps) {
  const parts = children(PLACE).split(PLACE);
  if (words !== undefined) {
    const said = children(words);
    if (said !== parts.join(words)) return <>{said}</>;
  }
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && element}
          {part}
        </Fragment>
      ))}
    </>
  );
}
