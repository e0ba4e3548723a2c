import type { ComponentChildren } from 'preact';
import type { FileSection } from '../../../program-file/draft-entries.ts';
import { directionOf } from '../../shared/document.tsx';
import { Badge } from '../design/badge.tsx';
import { ButtonLink } from '../design/button.tsx';
import { DomainSentence } from '../design/domain-sentence.tsx';
import { Icon } from '../design/icon.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { type Fact, factsOf, factText, type Units } from './entry-facts.ts';
import type { EntryWords } from './entry-words.ts';
import { entrySchema, type FieldSchema, isFields, isWords } from './file-schema.ts';
import { fileTitle } from './file-words.ts';
import { languageName } from './languages.ts';
import { hasOwnKeys, SECTIONS } from './program-parts.ts';

/** An entry of a program file, as it is shown. */
export interface ShownEntry {
  section: FileSection;
  key: string;
  value: unknown;
  /** The entry in the words that customers read; absent: customers do not read it, or the file has mistakes. */
  words?: EntryWords | undefined;
  /** The mistakes in it. */
  mistakes?: readonly string[];
}

interface EntryCardProps {
  entry: ShownEntry;
  units: Units;
  /** The language of the words. */
  language: string;
  /** The address at which the entry is changed; absent: it cannot be changed here. */
  change?: string | undefined;
}

/** Fields that the words already say. */
const SAID: Partial<Record<FileSection, readonly string[]>> = {
  rules: ['kind', 'title', 'description', 'result', 'limit', 'enabled', 'variants'],
  rewards: ['kind', 'title', 'description', 'cost_points', 'limit', 'enabled', 'variants'],
  tiers: ['name', 'lower_bound', 'benefits', 'entry_rewards'],
};

/** Fields that the title already says. */
const TITLED: Partial<Record<FileSection, readonly string[]>> = { benefits: ['label'], sites: ['name'] };

/** More facts would hide the other cards: an entry of messages may have two hundred. */
const MOST_FACTS = 16;

/** A rule, a reward, a tier or a setting: first in the words that customers read, then field by field. */
export function EntryCard({ entry, units, language, change }: EntryCardProps) {
  const { section, key, value, words, mistakes = [] } = entry;
  const id = `${section}-${key}`;
  const wording = useWording();
  const { say } = wording;
  const schema = entrySchema(section, key);
  const reader = { wording, language, units };
  const facts = factsOf(reader, schema, value, words ? SAID[section] : TITLED[section]);
  const own = hasOwnKeys(section);
  const title = words?.title ?? (own ? titleIn(value, key, language) : titleOfKey(wording, section, key));
  const held = isFields(value) ? value : {};
  return (
    <li class="card entry">
      <div class="card-head">
        <h3 id={id}>
          <bdi lang={words || (own && title !== key) ? language : undefined}>{title}</bdi>
        </h3>
        {change && (
          <ButtonLink low href={change}>
            {say('entry_change')}
            <span class="unseen"> {title}</span>
          </ButtonLink>
        )}
      </div>
      {words && <Words words={words} language={language} />}
      <p class="row small">
        {held.enabled === false && <Badge mood="warn">{say('entry_off')}</Badge>}
        {held.hidden === true && <Badge>{say('entry_hidden')}</Badge>}
        {typeof held.kind === 'string' && <Badge>{fileTitle(wording, held.kind)}</Badge>}
        <code class="muted">{key}</code>
      </p>
      {mistakes.map((mistake) => (
        <p class="wrong-line">
          <Icon name="alert" />
          <DomainSentence>{mistake}</DomainSentence>
        </p>
      ))}
      {section === 'currency_rates' ? (
        <p dir="ltr">
          1 {units.currency} = {String(value)} {key}
        </p>
      ) : (
        facts.length === 0 && hasText(schema, value) && <p>{factText(reader, schema, value)}</p>
      )}
      {facts.length > 0 && (
        <dl class="facts small">
          {facts.slice(0, MOST_FACTS).map((fact) => (
            <>
              <dt>{fact.name}</dt>
              <dd>
                <FactValue {...fact} />
              </dd>
            </>
          ))}
        </dl>
      )}
      {facts.length > MOST_FACTS && (
        <p class="muted small">{say('and_more', { count: facts.length - MOST_FACTS })}</p>
      )}
    </li>
  );
}

/** The sentence of an entry: its worth, its limit, and the tiers with differences. */
export function Words({ words, language }: { words: EntryWords; language: string }) {
  return (
    <div class="stack tight" lang={language} dir={directionOf(language)}>
      {words.worth !== null && <p class="worth">{words.worth}</p>}
      {words.description !== null && <p class="small">{words.description}</p>}
      {words.notes.length > 0 && <p class="muted small">{words.notes.join(' · ')}</p>}
    </div>
  );
}

/** A value of several fields has a line for each. */
function FactValue({ text, lang, parts = [] }: Fact) {
  if (parts.length > 0) {
    return (
      <ul class="parts">
        {parts.map((part) => (
          <li>
            <Swatch text={part.text} />
            <span class="muted">{part.name}</span> <bdi lang={part.lang}>{part.text}</bdi>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <>
      <Swatch text={text} />
      <bdi lang={lang}>{text}</bdi>
    </>
  );
}

/** Whether a value is shown as a text, which may have several languages. */
function hasText(schema: FieldSchema | undefined, value: unknown): boolean {
  return !isFields(value) || (schema !== undefined && isWords(schema));
}

/** A colour is shown beside its name. */
function Swatch({ text }: { text: string }) {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return null;
  return (
    <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">
      <rect width="16" height="16" rx="4" fill={text} />
    </svg>
  );
}

/** The title of an entry whose key is a name of the server's, or a language. */
export function titleOfKey(wording: ConsoleWording, section: FileSection, key: string): string {
  return section === 'texts' ? languageName(wording, key) : fileTitle(wording, key);
}

/** The title of an entry in the file, in a language if the file has it in that one; otherwise the entry's key. */
export function titleIn(value: unknown, key: string, language?: string): string {
  if (!isFields(value)) return key;
  const title = value.title ?? value.name ?? value.label;
  const text = isFields(title) ? (title[language ?? ''] ?? Object.values(title)[0]) : title;
  return typeof text === 'string' ? text : key;
}

interface EntryCardsProps {
  entries: readonly ShownEntry[];
  section: FileSection;
  units: Units;
  language: string;
  /** The address at which an entry is changed; absent: nothing can be changed here. */
  changeAt?: ((section: FileSection, key: string) => string) | undefined;
  /** Content under the title. */
  beside?: ComponentChildren;
}

/** The entries of a section. */
export function EntryCards({ entries, section, units, language, changeAt, beside }: EntryCardsProps) {
  const { say } = useWording();
  return (
    <section class="stack" aria-labelledby={`section-${section}`}>
      <div class="row apart">
        <h2 id={`section-${section}`} class="row">
          <Icon name={SECTIONS[section].icon} />
          {say(`section_${section}`)}
        </h2>
        {beside}
      </div>
      {entries.length === 0 ? (
        <p class="muted">{say('section_none', { about: say(`section_${section}_about`) })}</p>
      ) : (
        <ul class="entries">
          {entries.map((entry) => (
            <EntryCard
              entry={entry}
              units={units}
              language={language}
              change={changeAt?.(section, entry.key)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
