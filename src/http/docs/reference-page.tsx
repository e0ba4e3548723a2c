import { Frame } from './frame.tsx';
import type { ApiGroup, ApiOperation, ApiReference } from './read-operations.ts';
import { REFERENCE_PARTS } from './reference-parts.ts';

interface ReferenceIndexProps {
  reference: ApiReference;
  /** Only operations that contain all its words are shown. */
  filter: string;
}

/** Every operation, by its group and its subject. */
export function ReferenceIndex({ reference, filter }: ReferenceIndexProps) {
  const up = './';
  const groups = reference.groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((operation) => holds(operation, filter)),
    }))
    .filter(({ operations }) => operations.length > 0);
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <Frame
      title="API reference"
      up={up}
      at="reference"
      parts={REFERENCE_PARTS}
      menu={<ReferenceMenu reference={reference} up={up} />}
      wide
    >
      <header class="opening">
        <h1>API reference</h1>
        <p class="lead muted">
          Every operation of this server, with examples and a form to try it. <a href="docs/api">The API</a>{' '}
          explains what they have in common: keys, errors, repeated requests, listings.
        </p>
        <search>
          <form class="filter" action="reference" method="get">
            <label for="filter">Find an operation</label>
            <div class="row">
              <input
                id="filter"
                type="search"
                name="q"
                value={filter}
                maxLength={200}
                placeholder="refund, /v2/orders"
              />
              <button class="button" type="submit">
                Find
              </button>
            </div>
          </form>
        </search>
        {filter && (
          <p class="muted" role="status">
            {count === 0 ? 'No operation' : count === 1 ? 'One operation' : `${count} operations`} for “
            {filter}”. <a href="reference">Show all</a>
          </p>
        )}
      </header>
      {groups.map((group) => (
        <Group group={group} up={up} />
      ))}
      <p class="muted small">
        For machines: <a href="openapi.json">the OpenAPI 3.1 document</a>.
      </p>
    </Frame>
  );
}

function Group({ group: { name, description, operations }, up }: { group: ApiGroup; up: string }) {
  return (
    <section class="operations" aria-labelledby={idOfGroup(name)}>
      <h2 id={idOfGroup(name)}>{name}</h2>
      <p class="muted">{description}</p>
      {subjectsOf(operations).map(([subject, list]) => (
        <>
          <h3>{subject}</h3>
          <ul>
            {list.map((operation) => (
              <li>
                <a href={addressOf(up, operation)}>{operation.summary}</a>
                <Endpoint operation={operation} />
              </li>
            ))}
          </ul>
        </>
      ))}
    </section>
  );
}

/** The menu of the reference. Every group is folded, except the group of the shown operation. */
export function ReferenceMenu({
  reference,
  up,
  current,
}: {
  reference: ApiReference;
  up: string;
  current?: ApiOperation;
}) {
  return (
    <>
      {reference.groups.map(({ name, operations }) => (
        <details class="menu-group" open={current?.group === name}>
          <summary class="menu-title">{name}</summary>
          <ul>
            {operations.map((operation) => (
              <li>
                <a href={addressOf(up, operation)} aria-current={operation === current ? 'page' : undefined}>
                  {operation.summary}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}

/** The method and the path, or a webhook's topic. */
export function Endpoint({ operation: { method, path } }: { operation: ApiOperation }) {
  return (
    <p class="endpoint">
      <span class={`method ${method}`}>{method.toUpperCase()}</span>{' '}
      <code>
        {path.split(/(?=\/)/).map((part) => (
          <span>{part}</span>
        ))}
      </code>
    </p>
  );
}

export function NoSuchOperation({ reference }: { reference: ApiReference }) {
  const up = '../';
  return (
    <Frame
      title="No such operation"
      up={up}
      at="reference"
      parts={REFERENCE_PARTS}
      menu={<ReferenceMenu reference={reference} up={up} />}
    >
      <header class="opening">
        <h1>No such operation</h1>
        <p class="lead muted">
          The list of all operations is <a href={`${up}reference`}>the reference</a>.
        </p>
      </header>
    </Frame>
  );
}

function addressOf(up: string, { id }: ApiOperation): string {
  return `${up}reference/${id}`;
}

function subjectsOf(operations: readonly ApiOperation[]): [string, ApiOperation[]][] {
  const subjects = new Map<string, ApiOperation[]>();
  for (const operation of operations) {
    subjects.set(operation.subject, [...(subjects.get(operation.subject) ?? []), operation]);
  }
  return [...subjects];
}

function holds({ method, path, summary, description, id }: ApiOperation, filter: string): boolean {
  const text = `${method} ${path} ${summary} ${description} ${id}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function idOfGroup(name: string): string {
  return `group-${name.toLowerCase().replaceAll(/\W+/g, '-')}`;
}
