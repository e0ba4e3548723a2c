import { type ComponentChildren, Fragment } from 'preact';

/** Stands for the element while its sentence is put together. */
const PLACE = '\uFFFC';

interface AroundProps {
  /** Stands at each place of the sentence. */
  element: ComponentChildren;
  /** The sentence around the element, for the words that stand for it. */
  children: (place: string) => string;
}

/** A sentence of ours around an element, for example around words that are of another language. */
export function Around({ element, children }: AroundProps) {
  return (
    <>
      {children(PLACE)
        .split(PLACE)
        .map((words, index) => (
          <Fragment key={index}>
            {index > 0 && element}
            {words}
          </Fragment>
        ))}
    </>
  );
}
