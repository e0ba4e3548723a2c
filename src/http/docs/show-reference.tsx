import type { App } from '../app-types.ts';
import { FixedText } from '../fixed-text.ts';
import type { ApiDocument } from '../openapi-document.ts';
import { renderDocument } from '../shared/document.tsx';
import { OperationPage } from './operation-page.tsx';
import { type ApiOperation, type ApiReference, readOperations } from './read-operations.ts';
import { NoSuchOperation, ReferenceIndex } from './reference-page.tsx';
import { REFERENCE_HEADERS } from './reference-parts.ts';
import { type Findable, MOST_ASKED } from './search.ts';

const HTML = 'text/html; charset=utf-8';

/**
 * `GET /reference`, `/reference/{operation}`: the OpenAPI document for people. It is read when somebody first asks,
 * since it is whole only once all routes are there. Its examples are about the demo's site, if there is a demo.
 */
export function referenceRoutes(app: App, demo?: { site_id: number }): () => Findable[] {
  let kept: ApiReference | undefined;
  const read = () => {
    kept ??= readOperations(app.swagger() as ApiDocument, demo && { site_id: demo.site_id });
    return kept;
  };
  const made = new Map<string, FixedText>();
  const options = { config: { scope: 'public' }, schema: { hide: true } } as const;
  const fixed = (name: string, html: () => string) => {
    const text = made.get(name) ?? new FixedText(html(), HTML);
    made.set(name, text);
    return text;
  };
  app.get('/reference', options, (request, reply) => {
    reply.headers(REFERENCE_HEADERS);
    const { q } = request.query as Record<string, unknown>;
    const filter = typeof q === 'string' ? q.trim().slice(0, MOST_ASKED) : '';
    const render = () => renderDocument(<ReferenceIndex reference={read()} filter={filter} />);
    return filter === '' ? fixed('', render).send(request, reply) : reply.send(render());
  });
  app.get('/reference/:operation', options, (request, reply) => {
    reply.headers(REFERENCE_HEADERS);
    const reference = read();
    const { operation: name } = request.params as { operation: string };
    const operation = reference.operations.get(name);
    if (!operation) return reply.code(404).send(renderDocument(<NoSuchOperation reference={reference} />));
    return fixed(name, () =>
      renderDocument(<OperationPage reference={reference} operation={operation} />),
    ).send(request, reply);
  });
  return () => [...read().operations.values()].map(findable);
}

/** Without the codes of its refusals: who searches for a code looks for what it means. */
function findable({ id, method, path, summary, description }: ApiOperation): Findable {
  return {
    href: `reference/${id}`,
    page: `API reference: ${method.toUpperCase()} ${path}`,
    title: summary,
    text: description.replace(/Refused with 422:.*/s, '').replaceAll('`', ''),
  };
}
