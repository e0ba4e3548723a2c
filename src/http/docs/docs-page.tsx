import { Frame } from './frame.tsx';
import {
  addressOfPage,
  type DocEntry,
  type DocGroup,
  type DocPage,
  type Library,
  upFrom,
} from './library.ts';
import { DOCS_PARTS } from './own-parts.ts';
import type { DocHeading } from './render-doc.ts';
import type { Finding } from './search.ts';

/** A page of the documentation, between the list of pages and the list of its headings. */
export function DocsPage({ library, page }: { library: Library; page: DocPage }) {
  const up = upFrom(page.address);
  const headings = page.headings.filter(({ depth }) => depth <= 3);
  const place = library.order.findIndex(({ address }) => address === page.address);
  const contents = headings.length > 1 && <Contents headings={headings} />;
  return (
    <Frame
      title={page.title}
      up={up}
      at="docs"
      parts={DOCS_PARTS}
      menu={<Menu groups={library.groups} up={up} current={page.address} />}
      contents={contents}
    >
      {contents && (
        <details class="narrow">
          <summary>On this page</summary>
          {contents}
        </details>
      )}
      <article class="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
      {place >= 0 && <Turn before={library.order[place - 1]} next={library.order[place + 1]} up={up} />}
    </Frame>
  );
}

/** The first page: every page with its reader and the reader's benefit. */
export function DocsIndex({ library: { groups } }: { library: Library }) {
  const up = upFrom('');
  return (
    <Frame
      title="Documentation"
      up={up}
      at="docs"
      parts={DOCS_PARTS}
      menu={<Menu groups={groups} up={up} current="" />}
      wide
    >
      <header class="opening">
        <h1>Documentation</h1>
        <p class="lead muted">
          Each page is for one reader, and says at its beginning what that reader will be able to do. All of
          it comes from this server and describes the version that runs here.
        </p>
      </header>
      {groups.map(({ title, entries }) => (
        <section aria-labelledby={idOf(title)}>
          <h2 id={idOf(title)}>{title}</h2>
          <ul class="shelf">
            {entries.map((entry) => (
              <li class="card">
                <h3>
                  <a href={addressOfPage(up, entry.address)}>{entry.title}</a>
                </h3>
                {entry.gain && <p>{sentence(entry.gain)}</p>}
                {entry.reader && <p class="small muted">For {entry.reader}</p>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="interface">
        <h2 id="interface">Every operation</h2>
        <ul class="shelf">
          <li class="card">
            <h3>
              <a href={`${up}reference`}>API reference</a>
            </h3>
            <p>Read every operation, and try it with a key.</p>
            <p class="small muted">For every developer</p>
          </li>
          <li class="card">
            <h3>
              <a href={`${up}openapi.json`}>OpenAPI document</a>
            </h3>
            <p>Make a client of it.</p>
            <p class="small muted">For machines</p>
          </li>
        </ul>
      </section>
    </Frame>
  );
}

interface ResultsProps {
  library: Library;
  question: string;
  findings: readonly Finding[];
}

export function SearchResults({ library, question, findings }: ResultsProps) {
  const up = upFrom('');
  return (
    <Frame
      title={`Search: ${question}`}
      up={up}
      at="docs"
      question={question}
      parts={DOCS_PARTS}
      menu={<Menu groups={library.groups} up={up} current={null} />}
    >
      <header class="opening">
        <h1>Search</h1>
        <p class="muted" role="status">
          {foundWords(findings.length)} for “{question}”
        </p>
      </header>
      {findings.length === 0 ? (
        <p>Try fewer words, or the beginning of a word.</p>
      ) : (
        <ol class="found">
          {findings.map(({ href, page, title, excerpt }) => (
            <li>
              <h2>
                <a href={`${up}${href}`}>{title}</a>
              </h2>
              {page !== title && <p class="small muted">{page}</p>}
              <p>{excerpt.map((part, index) => (index % 2 === 1 ? <mark>{part}</mark> : part))}</p>
            </li>
          ))}
        </ol>
      )}
    </Frame>
  );
}

/** The answer for an address under `docs` that no page has. `address`: the address in the request. */
export function NoSuchPage({ library, address }: { library: Library; address: string }) {
  const up = upFrom(address);
  return (
    <Frame
      title="No such page"
      up={up}
      at="docs"
      parts={DOCS_PARTS}
      menu={<Menu groups={library.groups} up={up} current={null} />}
    >
      <header class="opening">
        <h1>No such page</h1>
        <p class="lead muted">
          Search for it above, or begin at the <a href={addressOfPage(up, '')}>list of all pages</a>.
        </p>
      </header>
    </Frame>
  );
}

function Menu({ groups, up, current }: { groups: readonly DocGroup[]; up: string; current: string | null }) {
  // The menu shows a decision under the page that lists all decisions.
  const shown = current?.startsWith('adr/') ? 'adr' : current;
  return (
    <>
      {groups.map(({ title, entries }) => (
        <>
          <p class="menu-title">{title}</p>
          <ul>
            {entries.map(({ address, title: name }) => (
              <li>
                <a
                  href={addressOfPage(up, address)}
                  aria-current={address === current ? 'page' : address === shown ? 'true' : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </>
  );
}

function Contents({ headings }: { headings: readonly DocHeading[] }) {
  return (
    <nav aria-label="On this page">
      <p class="menu-title">On this page</p>
      <ul>
        {headings.map(({ id, depth, title }) => (
          <li class={depth > 2 ? 'deeper' : undefined}>
            <a href={`#${encodeURIComponent(id)}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Turn({
  before,
  next,
  up,
}: {
  before?: DocEntry | undefined;
  next?: DocEntry | undefined;
  up: string;
}) {
  return (
    <nav class="turn" aria-label="Neighbouring pages">
      {before && (
        <a href={addressOfPage(up, before.address)} rel="prev">
          <span class="small muted">Previous</span>
          {before.title}
        </a>
      )}
      {next && (
        <a class="next" href={addressOfPage(up, next.address)} rel="next">
          <span class="small muted">Next</span>
          {next.title}
        </a>
      )}
    </nav>
  );
}

function foundWords(count: number): string {
  if (count === 0) return 'Nothing found';
  return count === 1 ? 'One section found' : `${count} sections found`;
}

/** The index has these words in the middle of a sentence. */
function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function idOf(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, '-');
}
