import { describe, expect, it } from 'vitest';
import { REWARD_KINDS } from '../../src/domain/programs/reward-kinds.ts';
import { RULE_KINDS } from '../../src/domain/programs/rule-kinds.ts';
import { SOURCE_FILES } from '../support/source-files.ts';

/** Examples show some kinds. A new kind works without them. */
const EXAMPLES = /^src\/(demo\/|cli\/banner\.ts$|http\/webhooks\/sample-payload\.ts$)/;
const LANGUAGE = /^src\/texts\/[a-z]{2}\.ts$/;

/** Kinds whose names are also words of other things, so that a search does not tell one from the other. */
const AMBIGUOUS = ['birthday', 'custom', 'purchase', 'referral'];
const unambiguous = (kinds: readonly string[]) => kinds.filter((kind) => !AMBIGUOUS.includes(kind));

/** Fields of back ends that have a value of the same name as the kind. */
const OTHER_FIELDS = /^ +(redeemable_type|method): .*'gift_card'.*$/gm;

/**
 * The places of the sources that belong to a kind: they name it as a whole literal or as a key, or the file has its
 * name. Each language has a file by necessity, so all languages are one place.
 */
function placesOf(kind: string): string[] {
  const asLiteral = new RegExp(`(['"\`])${kind}\\1|^ +${kind}:|\\brule_title_${kind}:`, 'm');
  const asFile = `/${kind.replaceAll('_', '-')}.ts`;
  const files = SOURCE_FILES.filter(
    ({ name, text }) =>
      !EXAMPLES.test(name) &&
      (name.endsWith(asFile) || (text.includes(kind) && asLiteral.test(text.replaceAll(OTHER_FIELDS, '')))),
  );
  return [...new Set(files.map(({ name }) => (LANGUAGE.test(name) ? 'the languages' : name)))].sort();
}

describe('a kind of rule', () => {
  it.each(unambiguous(RULE_KINDS))('has five places, so that a new one touches no more: %s', (kind) => {
    expect(placesOf(kind)).toEqual([
      'src/domain/programs/rule-kinds.ts',
      'src/http/page/rule-kinds.ts',
      'src/http/shared/rule-kinds.ts',
      'src/program-file/rule-kinds.ts',
      'the languages',
    ]);
  });
});

describe('a kind of reward', () => {
  it.each(unambiguous(REWARD_KINDS))('has eight places, so that a new one touches no more: %s', (kind) => {
    const file = `${kind.replaceAll('_', '-')}.ts`;
    expect(placesOf(kind)).toEqual([
      'src/domain/claims/reward-kinds.ts',
      'src/domain/programs/reward-kinds.ts',
      'src/http/headless/reward-kinds.ts',
      `src/http/headless/reward-kinds/${file}`,
      'src/http/page/reward-kinds.ts',
      'src/http/shared/reward-kinds.ts',
      'src/program-file/reward-kinds.ts',
      `src/program-file/reward-kinds/${file}`,
    ]);
  });
});
