import type { ComponentChildren } from 'preact';

interface ListingProps {
  id: string;
  title: string;
  /** Said in place of an empty list. */
  nothing: string;
  children: ComponentChildren[];
}

/** A titled list of what can be earned or redeemed. */
export function Listing({ id, title, nothing, children }: ListingProps) {
  return (
    <section class="listing" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children.length > 0 ? <ul class="card entries">{children}</ul> : <p class="card muted">{nothing}</p>}
    </section>
  );
}

interface EntryProps {
  /** Of the title and the description: the program file's texts may be in another than the page's words. */
  language: string;
  title: string;
  description?: string | null;
  /** Limits and conditions, said in one line. */
  notes?: (string | null)[];
  /** What it gives, or what it costs. */
  value: string;
  /** How it stands with this customer; `ready`: can be acted on, `done`: nothing more to do for now. */
  state?: { text: string; tone: 'ready' | 'done' | 'plain' } | null;
  /** How much there is of what is needed. */
  progress?: { label: string; value: number; max: number } | null;
}

export function Entry({ language, title, description, notes = [], value, state, progress }: EntryProps) {
  const note = notes.filter(Boolean).join(' · ');
  return (
    <li class={state?.tone === 'done' ? 'entry done' : 'entry'}>
      <div class="entry-text">
        <h3>
          <bdi lang={language}>{title}</bdi>
        </h3>
        {description && (
          <p class="muted small">
            <bdi lang={language}>{description}</bdi>
          </p>
        )}
        {note && <p class="muted small">{note}</p>}
      </div>
      <div class="entry-value">
        <p>{value}</p>
        {state && <p class={state.tone === 'ready' ? 'state ready' : 'state'}>{state.text}</p>}
      </div>
      {progress && <progress aria-label={progress.label} value={progress.value} max={progress.max} />}
    </li>
  );
}
