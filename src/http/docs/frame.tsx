import type { ComponentChildren } from 'preact';
import { Document, type PageParts } from '../shared/document.tsx';
import { addressOfPage } from './library.ts';
import { MOST_ASKED } from './search.ts';

interface FrameProps {
  title: string;
  /** The relative path up to the folder that contains `docs` and `reference`. */
  up: string;
  at: 'docs' | 'reference';
  /** The question in the field of the search. */
  question?: string;
  parts: PageParts;
  /** The list of pages beside the page. */
  menu: ComponentChildren;
  /** The list of headings beside the page. */
  contents?: ComponentChildren;
  /** Whether the page uses the whole width of the window. */
  wide?: boolean;
  children: ComponentChildren;
}

/** The frame of the documentation and the reference: a bar with the search, the pages, the page, its headings. */
export function Frame(props: FrameProps) {
  const { title, up, at, question = '', parts, menu, contents, wide = false, children } = props;
  const places = [
    ['docs', 'Docs', addressOfPage(up, '')],
    ['reference', 'API reference', `${up}reference`],
  ] as const;
  return (
    <Document language="en" title={`${title} · loyaltyd`} own={parts}>
      <a class="skip" href="#content">
        Skip to the page
      </a>
      <header class="bar">
        <div class="bar-inside">
          <a class="brand" href={up}>
            loyaltyd
          </a>
          <nav class="places" aria-label="Parts">
            {places.map(([name, words, href]) => (
              <a href={href} aria-current={name === at ? 'true' : undefined}>
                {words}
              </a>
            ))}
          </nav>
          <search class="search">
            <form action={`${up}docs`} method="get">
              <label class="unseen" for="search">
                Search docs and reference
              </label>
              <input
                id="search"
                type="search"
                name="q"
                value={question}
                maxLength={MOST_ASKED}
                placeholder="Search"
              />
              <span class="shortcut scripted" aria-hidden="true">
                /
              </span>
            </form>
          </search>
        </div>
      </header>
      <div class={contents ? 'frame three' : 'frame'}>
        <nav class="side" aria-label="Pages">
          {menu}
        </nav>
        <main id="content" class={wide ? 'doc wide' : 'doc'}>
          <details class="narrow">
            <summary>All pages</summary>
            <nav aria-label="All pages">{menu}</nav>
          </details>
          {children}
        </main>
        {contents && <aside class="contents">{contents}</aside>}
      </div>
      <p id="live" class="unseen" role="status" />
    </Document>
  );
}
