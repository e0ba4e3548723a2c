import { describe, expect, it } from 'vitest';
import { RULE_KINDS } from '../../src/domain/programs/rule-kinds.ts';
import { SOURCE_FILES } from '../support/source-files.ts';

/** Examples show some kinds. A new kind works without them. */
const EXAMPLES = /^src\/(demo\/|cli\/banner\.ts$|http\/webhooks\/sample-payload\.ts$)/;
const LANGUAGE = /^src\/texts\/[a-z]{2}\.ts$/;

/** Kinds whose names are also words of other things, so that a search does not tell one from the other. */
const AMBIGUOUS = ['birthday', 'custom', 'purchase', 'referral'];
const unambiguous = (kinds: readonly string[]) => kinds.filter((kind) => !AMBIGUOUS.includes(kind));

/**
 * The places of the sources that name a kind: as a whole literal, or as a key. Each language has a file by necessity, so
 * all languages are one place.
 */
function placesThatName(kind: string): string[] {
  const asLiteral = new RegExp(`(['"\`])${kind}\\1|^ +${kind}:|\\brule_title_${kind}:`, 'm');
  const files = SOURCE_FILES.filter(({ name, text }) => !EXAMPLES.test(name) && asLiteral.test(text));
  return [...new Set(files.map(({ name }) => (LANGUAGE.test(name) ? 'the languages' : name)))].sort();
}

describe('a kind of rule', () => {
  it.each(unambiguous(RULE_KINDS))(
    'is known to five places, so that a new one touches no more: %s',
    (kind) => {
      expect(placesThatName(kind)).toEqual([
        'src/domain/programs/rule-kinds.ts',
        'src/http/page/rule-kinds.ts',
        'src/http/shared/rule-kinds.ts',
        'src/program-file/rule-kinds.ts',
        'the languages',
      ]);
    },
  );
});
