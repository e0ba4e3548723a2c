import { STATUS_CODES } from 'node:http';
import { curlExample, exampleText, shortExample } from './curl-example.ts';
import { Frame } from './frame.tsx';
import { highlighted } from './highlight.ts';
import type { Answer, ApiOperation, ApiReference, Parameter, Schemas } from './read-operations.ts';
import { Endpoint, ReferenceMenu } from './reference-page.tsx';
import { REFERENCE_PARTS } from './reference-parts.ts';
import { codeBlock } from './render-doc.ts';
import { Parameters, SchemaFields } from './schema-fields.tsx';
import { TryIt } from './try-it.tsx';
import { Words } from './words.tsx';

interface OperationPageProps {
  reference: ApiReference;
  operation: ApiOperation;
}

const UP = '../';

/** One operation: its parameters, its answers, an example of both, and a form to try it. */
export function OperationPage({ reference, operation }: OperationPageProps) {
  const { schemas, base_url } = reference;
  const { summary, description, method, parameters, common, body, answers } = operation;
  const isWebhook = method === 'webhook';
  const short = body && { ...body, example: shortExample(body.example, body.schema, schemas) };
  const example = { ...operation, body: short };
  return (
    <Frame
      title={summary}
      up={UP}
      at="reference"
      parts={REFERENCE_PARTS}
      menu={<ReferenceMenu reference={reference} up={UP} current={operation} />}
      wide
    >
      <article class="operation">
        <header class="opening">
          <p class="small muted">{operation.group}</p>
          <h1>{summary}</h1>
          <Endpoint operation={operation} />
          <Scope operation={operation} up={UP} />
          <Words text={description} />
        </header>
        <div class="columns">
          <div class="takes">
            <ParameterSections parameters={parameters} schemas={schemas} />
            {body && (
              <section aria-labelledby="body">
                <h2 id="body">Body</h2>
                <p class="small muted">
                  {body.type}
                  {body.required ? '' : ', optional'}
                </p>
                {body.schema && <SchemaFields schema={body.schema} schemas={schemas} />}
              </section>
            )}
            {common.length > 0 && (
              <details class="inner">
                <summary>What every operation takes</summary>
                <Parameters list={common} schemas={schemas} />
              </details>
            )}
            <section aria-labelledby="answers">
              <h2 id="answers">{isWebhook ? 'Your answer' : 'Answers'}</h2>
              {answers.map((answer) => (
                <AnswerView answer={answer} schemas={schemas} />
              ))}
            </section>
          </div>
          <div class="shows">
            {isWebhook && body && <Code title="Message" text={exampleText(body.example)} language="json" />}
            {!isWebhook && <Code title="Request" text={curlExample(example, base_url)} language="sh" />}
            {answers
              .filter(({ status, media }) => status.startsWith('2') && media?.example !== undefined)
              .map(({ status, media }) => (
                <Code title={`Answer ${status}`} text={exampleText(media!.example)} language="json" />
              ))}
            {!isWebhook && <TryIt operation={example} />}
          </div>
        </div>
      </article>
    </Frame>
  );
}

function Scope({ operation: { scope, method }, up }: { operation: ApiOperation; up: string }) {
  if (method === 'webhook')
    return <p class="small muted">Sent by the server to an address that subscribed to it.</p>;
  if (scope === null) return <p class="small muted">Needs no key.</p>;
  return (
    <p class="small muted">
      {scope === '' ? (
        'Takes any key of the program.'
      ) : (
        <>
          Needs the scope <code>{scope}</code>, as <a href={`${up}docs/api#scopes`}>Scopes</a> explains.
        </>
      )}
    </p>
  );
}

const PLACES = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const;

function ParameterSections({ parameters, schemas }: { parameters: Parameter[]; schemas: Schemas }) {
  return (
    <>
      {PLACES.map(([place, title]) => {
        const list = parameters.filter((parameter) => parameter.in === place);
        return (
          list.length > 0 && (
            <section aria-labelledby={place}>
              <h2 id={place}>{title}</h2>
              <Parameters list={list} schemas={schemas} />
            </section>
          )
        );
      })}
    </>
  );
}

function AnswerView({
  answer: { status, description, media, codes },
  schemas,
}: {
  answer: Answer;
  schemas: Schemas;
}) {
  const isError = /^[45]/.test(status);
  return (
    <div class="answer">
      <h3>
        <span class={isError ? 'status bad' : 'status'}>{status}</span> {STATUS_CODES[status] ?? ''}
      </h3>
      <Words text={description} />
      {codes.length > 0 && (
        <p class="codes">
          {codes.map((code) => (
            <>
              <code>{code}</code>{' '}
            </>
          ))}
        </p>
      )}
      {!isError && media?.schema && (
        <details class="inner">
          <summary>Fields of the answer</summary>
          <SchemaFields schema={media.schema} schemas={schemas} />
        </details>
      )}
    </div>
  );
}

function Code({ title, text, language }: { title: string; text: string; language: string }) {
  return <div dangerouslySetInnerHTML={{ __html: codeBlock(highlighted(text, language), title) }} />;
}
