import { FixedText } from '../fixed-text.ts';
import type { ApiDocument } from '../openapi-document.ts';
import { renderDocument } from '../shared/document.tsx';
import { OperationPage } from './operation-page.tsx';
import { type ApiOperation, readOperations } from './read-operations.ts';
import { NoSuchOperation, ReferenceIndex } from './reference-page.tsx';
import { REFERENCE_HEADERS } from './reference-parts.ts';
import type { Handler, Handlers } from './routes.ts';
import { type Findable, MOST_ASKED } from './search.ts';

const HTML = 'text/html; charset=utf-8';

/** The OpenAPI document as pages for people. Its examples are about the demo's site, if there is a demo. */
export function referenceHandlers(
  document: ApiDocument,
  demo?: { site_id: number },
): { handlers: Handlers<'index' | 'operation'>; operations: Findable[] } {
  const reference = readOperations(document, demo && { site_id: demo.site_id });
  const made = new Map<string, FixedText>();
  const fixed = (name: string, html: () => string) => {
    const text = made.get(name) ?? new FixedText(html(), HTML);
    made.set(name, text);
    return text;
  };
  const index: Handler = (request, reply) => {
    reply.headers(REFERENCE_HEADERS);
    const { q } = request.query as Record<string, unknown>;
    const filter = typeof q === 'string' ? q.trim().slice(0, MOST_ASKED) : '';
    const render = () => renderDocument(<ReferenceIndex reference={reference} filter={filter} />);
    return filter === '' ? fixed('', render).send(request, reply) : reply.send(render());
  };
  const operation: Handler = (request, reply) => {
    reply.headers(REFERENCE_HEADERS);
    const { operation: name } = request.params as { operation: string };
    const found = reference.operations.get(name);
    if (!found) return reply.code(404).send(renderDocument(<NoSuchOperation reference={reference} />));
    return fixed(name, () => renderDocument(<OperationPage reference={reference} operation={found} />)).send(
      request,
      reply,
    );
  };
  return { handlers: { index, operation }, operations: [...reference.operations.values()].map(findable) };
}

/** The codes of refusals are left out: a search for a code should find its meaning. */
function findable({ id, method, path, summary, description }: ApiOperation): Findable {
  return {
    href: `reference/${id}`,
    page: `API reference: ${method.toUpperCase()} ${path}`,
    title: summary,
    text: description.replace(/Refused with 422:.*/s, '').replaceAll('`', ''),
  };
}
