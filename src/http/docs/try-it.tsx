import { exampleInPath, exampleText } from './curl-example.ts';
import type { ApiOperation, Parameter } from './read-operations.ts';
import { codeBlock } from './render-doc.ts';

/**
 * A form that sends the operation to this server. Without its script it is hidden. The field of the key has no name, so
 * no form ever sends the key; the script sends it in a header.
 */
export function TryIt({ operation }: { operation: ApiOperation }) {
  const { method, path, parameters, body, scope } = operation;
  const fields = parameters.filter(({ in: place }) => place !== 'header');
  return (
    <section class="try" aria-labelledby="try">
      <h2 id="try">Try it</h2>
      <p class="unscripted small muted">
        Trying needs JavaScript in this browser. The command above does the same.
      </p>
      <form id="try-form" hidden data-method={method.toUpperCase()} data-path={path} data-type={body?.type}>
        <p class="small muted">
          {method === 'get'
            ? 'Sends the request to this server.'
            : 'Sends the request to this server and changes what is there: use a test program, such as the demo.'}
        </p>
        {scope !== null && (
          <div class="input">
            <label for="try-key">API key</label>
            <input
              id="try-key"
              type="password"
              autocomplete="off"
              spellcheck={false}
              aria-describedby="try-key-hint"
            />
            <p id="try-key-hint" class="small muted">
              <code>loyaltyd demo</code> prints one. It stays in this page and is forgotten with it.
            </p>
          </div>
        )}
        {fields.map((parameter) => (
          <Input parameter={parameter} parameters={parameters} />
        ))}
        {body && (
          <div class="input">
            <label for="try-body">Body</label>
            <textarea
              id="try-body"
              rows={Math.min(10, exampleText(body.example).split('\n').length + 1)}
              spellcheck={false}
            >
              {exampleText(body.example)}
            </textarea>
          </div>
        )}
        <button class="button" type="submit">
          Send the request
        </button>
      </form>
      <div id="try-answer" hidden>
        <p id="try-status" role="status" />
        <div dangerouslySetInnerHTML={{ __html: codeBlock('', 'Answer') }} />
      </div>
    </section>
  );
}

function Input({ parameter, parameters }: { parameter: Parameter; parameters: readonly Parameter[] }) {
  const { in: place, name, required = false, schema } = parameter;
  const id = `try-${place}-${name}`;
  const values = schema?.enum;
  const example = place === 'path' ? decodeURIComponent(exampleInPath(parameters, name) ?? '') : '';
  const data = place === 'path' ? { 'data-path': name } : { 'data-query': name };
  return (
    <div class="input">
      <label for={id}>
        {name} {!required && <span class="muted">optional</span>}
      </label>
      {values ? (
        <select id={id} {...data}>
          <option value="" />
          {values.map((value) => (
            <option>{String(value)}</option>
          ))}
        </select>
      ) : (
        <input id={id} value={example} required={required} autocomplete="off" {...data} />
      )}
    </div>
  );
}
