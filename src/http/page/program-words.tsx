import type { ComponentChildren } from 'preact';
import type { ClaimView } from '../../domain/claims/claim-record.ts';
import type { Reward, RewardVariant, Rule, RuleVariant } from '../../domain/programs/configuration.ts';
import type { LocalizedText } from '../../domain/programs/program-settings.ts';
import { directionOf } from '../shared/document.tsx';
import {
  claimedTitle,
  claimedTitleLanguage,
  offeredDescription,
  offeredTitle,
} from '../shared/reward-title.ts';
import { type StorefrontView, viewIn } from '../shared/storefront-view.ts';
import type { PageContext } from './page-context.ts';

/**
 * Words of the program file may be in another language than the page. They are marked with their own language and
 * direction, so that they are read aloud and laid out as they are written.
 */
export function ProgramWords({ page, text }: { page: PageContext; text: LocalizedText }) {
  return <In language={page.view.languageOf(text)}>{page.view.text(text)}</In>;
}

/** A longer text of the program file. Blank lines part its paragraphs. */
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
  variant: Pick<RewardVariant, 'title' | 'description' | 'cost'>;
}

/** A reward's title. Its amounts are written in the title's own language. */
export function RewardTitle({ page: { view }, reward, variant }: RewardWordsProps) {
  return <In language={view.languageOf(variant.title)}>{writtenTitle(view, reward, variant)}</In>;
}

/** A reward's title as a part of a sentence. Its amounts are written in the title's own language. */
export function writtenTitle(
  view: StorefrontView,
  reward: Reward,
  variant: Pick<RewardVariant, 'title' | 'cost'>,
): string {
  return offeredTitle(viewIn(view, view.languageOf(variant.title)), reward, variant);
}

/** A rule's title: the program's words, or else the page's own. */
export function RuleTitle({ page, rule, variant }: { page: PageContext; rule: Rule; variant: RuleVariant }) {
  if (variant.title === null) return <bdi>{page.view.ruleTitle(rule, variant)}</bdi>;
  return <ProgramWords page={page} text={variant.title} />;
}

export function RewardDescription({ page: { view }, reward, variant }: RewardWordsProps) {
  if (variant.description === null) return null;
  const language = view.languageOf(variant.description);
  return <In language={language}>{offeredDescription(viewIn(view, language), reward, variant)}</In>;
}

export function ClaimTitle({ page: { view }, claim }: { page: PageContext; claim: ClaimView }) {
  const { reward_id, title } = claim;
  const language = claimedTitleLanguage(view, reward_id, title);
  if (language === null) return <bdi>{claimedTitle(view, reward_id, title)}</bdi>;
  return <In language={language}>{claimedTitle(viewIn(view, language), reward_id, title)}</In>;
}

function In({ language, children }: { language: string; children: ComponentChildren }) {
  return (
    <bdi lang={language} dir={directionOf(language)}>
      {children}
    </bdi>
  );
}
