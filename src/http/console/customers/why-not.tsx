import type { Explained } from '../../../domain/explain/explained.ts';
import { Sentence } from '../design/sentence.tsx';
import { type Reader, whyNot } from './sentences.ts';

/** The reason why a customer cannot do something, and the end of this reason. */
export function WhyNot({ reader, of }: { reader: Reader; of: Explained }) {
  const { say } = reader.wording;
  return (
    <>
      {whyNot(reader, of)}
      {of.lifts_at !== null && (
        <span class="muted">
          {' '}
          <Sentence at={of.lifts_at} zone={reader.zone}>
            {(moment) => say('obstacle_ends', { moment })}
          </Sentence>
        </span>
      )}
    </>
  );
}
