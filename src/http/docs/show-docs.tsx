import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnownToCaller, strongTag } from '../entity-tag.ts';
import { FixedText } from '../fixed-text.ts';
import { renderDocument } from '../shared/document.tsx';
import { DocsIndex, DocsPage, NoSuchPage, SearchResults } from './docs-page.tsx';
import { IMAGE_TYPES, type Library, openLibrary, typeOfName } from './library.ts';
import { DOCS_HEADERS } from './own-parts.ts';
import type { Handlers } from './routes.ts';
import { type Findable, indexOf, MOST_ASKED, type SearchIndex, search } from './search.ts';

interface Shelf {
  library: Library;
  index: SearchIndex;
  /** Pages as they are sent, by their addresses. */
  made: Map<string, FixedText>;
}

/**
 * The documentation of this version. Addresses are looked up among the pages that are read here: no address names a
 * file. `operations`: the other entries of the search.
 */
export function docsHandlers(operations: Findable[]): Handlers<'index' | 'page'> {
  const shelf = openShelf(operations);
  return {
    index: (request, reply) => {
      const { q } = request.query as Record<string, unknown>;
      const question = typeof q === 'string' ? q.trim().slice(0, MOST_ASKED) : '';
      return question === '' ? sendPage(shelf, '', request, reply) : sendFound(shelf, question, reply);
    },
    page: (request, reply) => {
      const address = (request.params as { '*': string })['*'];
      if (address === '') return reply.redirect('../docs', 301);
      return address.startsWith('images/')
        ? sendImage(shelf, address.slice('images/'.length), request, reply)
        : sendPage(shelf, address, request, reply);
    },
  };
}

function openShelf(operations: Findable[]): Shelf {
  const library = openLibrary();
  const sections = [...library.pages.values()].flatMap(({ address, title: page, sections: parts }) =>
    parts.map(({ id, title, text }) => {
      const href = address === '' ? 'docs' : `docs/${address}`;
      return { href: id === '' ? href : `${href}#${encodeURIComponent(id)}`, page, title, text };
    }),
  );
  return { library, index: indexOf([...sections, ...operations]), made: new Map() };
}

function sendPage(shelf: Shelf, address: string, request: FastifyRequest, reply: FastifyReply) {
  const { library, made } = shelf;
  reply.headers(DOCS_HEADERS);
  const page = library.pages.get(address);
  if (!page && address !== '') {
    // The address as the request has it: for the browser, an encoded slash does not begin a new folder.
    const asked = request.raw.url!.split('?', 1)[0]!.slice('/docs/'.length);
    return reply.code(404).send(renderDocument(<NoSuchPage library={library} address={asked} />));
  }
  let text = made.get(address);
  if (!text) {
    const view =
      page && address !== '' ? <DocsPage library={library} page={page} /> : <DocsIndex library={library} />;
    text = new FixedText(renderDocument(view), 'text/html; charset=utf-8');
    made.set(address, text);
  }
  return text.send(request, reply);
}

function sendFound({ library, index }: Shelf, question: string, reply: FastifyReply) {
  const findings = search(index, question);
  const view = <SearchResults library={library} question={question} findings={findings} />;
  return reply.headers(DOCS_HEADERS).send(renderDocument(view));
}

function sendImage({ library }: Shelf, name: string, request: FastifyRequest, reply: FastifyReply) {
  const image = library.images.get(name);
  if (!image) return reply.callNotFound();
  const tag = strongTag(image.toString('latin1'));
  reply.headers({
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    // A browser that opens an image alone treats it as a document, and an SVG can run scripts.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    etag: tag,
  });
  if (isKnownToCaller(request, tag)) return reply.code(304).send();
  return reply.type(IMAGE_TYPES[typeOfName(name)]!).send(image);
}
