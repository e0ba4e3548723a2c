import { type ComponentChildren, Fragment } from 'preact';

/** The placeholder for the element while its sentence is built. */
const PLACE = '\uFFFC';

interface SentenceAroundProps {
  /** The element that replaces each placeholder of the sentence. */
  element: ComponentChildren;
  /** The text of the element, for a sentence that depends on this text; absent: the sentence does not depend on it. */
  words?: string;
  /** Gives the sentence with `place` in the place of the element. */
  children: (place: string) => string;
}

/**
 * A sentence around an element, for example around words of another language. If the sentence depends on the words, as
 * an operator's own message may, it is shown with the words alone, without the element.
 */
export function SentenceAround({ element, words, children }: SentenceAroundProps) {
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
