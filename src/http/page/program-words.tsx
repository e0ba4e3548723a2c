import { type ComponentChildren, Fragment } from 'preact';
import type { ClaimView } from '../../domain/claims/claim-record.ts';
import {
  type Reward,
  type RewardVariant,
  type Rule,
  type RuleVariant,
  type Tier,
  variantFor,
} from '../../domain/programs/configuration.ts';
import type { LocalizedText } from '../../domain/programs/program-settings.ts';
import { directionOf } from '../shared/document.tsx';
import { presentRuleVariant } from '../shared/present-available-rule.ts';
import {
  claimedTitle,
  claimedTitleLanguage,
  offeredDescription,
  offeredTitle,
} from '../shared/reward-title.ts';
import { SentenceAround } from '../shared/sentence-around.tsx';
import { viewIn } from '../shared/storefront-view.ts';
import type { PageContext } from './page-context.ts';
import type { Note } from './reward-kinds.ts';

/**
 * Words of the program file may be in another language than the page. They are marked with their own language and
 * direction, so that they are read aloud and laid out correctly.
 */
export function ProgramWords({ page, text }: { page: PageContext; text: LocalizedText }) {
  return <In language={page.view.languageOf(text)}>{page.view.text(text)}</In>;
}

/** A longer text of the program file. Blank lines separate its paragraphs. */
export function ProgramText({ page: { view }, text }: { page: PageContext; text: LocalizedText }) {
  const language = view.languageOf(text);
  const paragraphs = view
    .text(text)
    .trim()
    .split(/\n\s*\n/);
  return (
    <div class="told" lang={language} dir={directionOf(language)}>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}

interface RewardWordsProps {
  page: PageContext;
  reward: Reward;
  variant: RewardVariant;
}

/** A reward's title. Its amounts are written in the title's own language. */
export function RewardTitle({ page, reward, variant }: RewardWordsProps) {
  return <In language={page.view.languageOf(variant.title)}>{rewardTitle({ page, reward, variant })}</In>;
}

function rewardTitle({ page: { view }, reward, variant }: RewardWordsProps): string {
  return offeredTitle(viewIn(view, view.languageOf(variant.title)), reward, variant);
}

/** A sentence of the page that names a reward. */
export function AboutReward({
  page,
  reward,
  variant,
  children,
}: RewardWordsProps & { children: (reward: string) => string }) {
  return (
    <SentenceAround
      element={<RewardTitle page={page} reward={reward} variant={variant} />}
      words={rewardTitle({ page, reward, variant })}
    >
      {children}
    </SentenceAround>
  );
}

/** A rule's title: the program's words, or else the page's own. */
export function RuleTitle({ page, rule, variant }: { page: PageContext; rule: Rule; variant: RuleVariant }) {
  if (variant.title === null) return <OwnWords page={page}>{page.view.ruleTitle(rule, variant)}</OwnWords>;
  return <ProgramWords page={page} text={variant.title} />;
}

/** A rule's points or the title of its reward. */
export function RuleResult({ page, rule, variant }: { page: PageContext; rule: Rule; variant: RuleVariant }) {
  const { view } = page;
  const { result, tier_id } = variant;
  const reward = result.kind === 'reward' ? view.program.reward(result.reward_id) : undefined;
  if (reward) return <RewardTitle page={page} reward={reward} variant={variantFor(reward, tier_id)} />;
  return <OwnWords page={page}>{presentRuleVariant(view, rule, variant).result_short_text}</OwnWords>;
}

export function RewardDescription({ page: { view }, reward, variant }: RewardWordsProps) {
  if (variant.description === null) return null;
  const language = view.languageOf(variant.description);
  return <In language={language}>{offeredDescription(viewIn(view, language), reward, variant)}</In>;
}

interface ClaimTitleProps {
  page: PageContext;
  claim: Pick<ClaimView, 'reward_id' | 'title'>;
}

export function ClaimTitle(props: ClaimTitleProps) {
  const { language, words } = claimTitle(props);
  return <In language={language}>{words}</In>;
}

/** The title of a claim in its own language; null: the language is not known. */
function claimTitle({ page: { view }, claim: { reward_id, title } }: ClaimTitleProps) {
  const language = claimedTitleLanguage(view, reward_id, title);
  const words = claimedTitle(language === null ? view : viewIn(view, language), reward_id, title);
  return { language, words };
}

/** A sentence of the page that names a claim. */
export function AboutClaim({
  page,
  claim,
  children,
}: ClaimTitleProps & { children: (claim: string) => string }) {
  return (
    <SentenceAround
      element={<ClaimTitle page={page} claim={claim} />}
      words={claimTitle({ page, claim }).words}
    >
      {children}
    </SentenceAround>
  );
}

/** Notes on one line, each in its own direction. It renders nothing without notes. */
export function Notes({ page, notes }: { page: PageContext; notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  const { spoken } = page.view.wording;
  return (
    <p class="muted small">
      {notes.map(({ words, language = spoken }, index) => (
        <Fragment key={words}>
          {index > 0 && '\u00a0· '}
          <In language={language}>{words}</In>
        </Fragment>
      ))}
    </p>
  );
}

/**
 * The page's own words, separated from the words beside them. An amount below zero begins with a left-to-right mark.
 */
export function OwnWords({ page, children }: { page: PageContext; children: string }) {
  return <bdi dir={directionOf(page.view.wording.spoken)}>{children}</bdi>;
}

/** A sentence of the page that names a tier. */
export function AboutTier({
  page,
  tier,
  children,
}: {
  page: PageContext;
  tier: Pick<Tier, 'name'>;
  children: (tier: string) => string;
}) {
  return (
    <SentenceAround element={<ProgramWords page={page} text={tier.name} />} words={page.view.text(tier.name)}>
      {children}
    </SentenceAround>
  );
}

/** `language`: null if it is not known. Then the first letters decide the direction of the words. */
function In({ language, children }: { language: string | null; children: ComponentChildren }) {
  if (language === null) return <bdi>{children}</bdi>;
  return (
    <bdi lang={language} dir={directionOf(language)}>
      {children}
    </bdi>
  );
}
