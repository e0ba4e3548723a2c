import type { ComponentChildren } from 'preact';
import { Document } from '../shared/document.tsx';

interface HomeProps {
  version: string;
  ready: boolean;
  has_program: boolean;
  has_demo: boolean;
}

/**
 * The page at the server's address. It is for operators and developers, so it uses the language of the command line.
 */
export function HomePage({ version, ready, has_program, has_demo }: HomeProps) {
  return (
    <Document language="en" title="loyaltyd">
      <main>
        <header class="masthead">
          <h1>loyaltyd</h1>
          <p class="muted">A self-hosted loyalty program server, version {version}</p>
        </header>
        <section class="card hero" aria-labelledby="state">
          <h2 id="state">{ready ? 'Ready' : 'Not ready'}</h2>
          <p>
            {ready
              ? 'It serves storefronts under /headless/2025-06 and back ends under /v2.'
              : 'The database is away, or migrations are pending. The log says which.'}
          </p>
          <p>
            {ready ? (
              <a class="button" href="console">
                Open the console
              </a>
            ) : (
              <a class="button" href="health/ready">
                What is missing, for machines
              </a>
            )}
          </p>
        </section>
        <section aria-labelledby="places">
          <h2 id="places">Where to look</h2>
          <ul class="cards wide">
            {has_demo && (
              <Place title="Loyalty page" href="demo">
                The demo customer’s, on the machine that the server runs on. From elsewhere, and from the host
                of a container, run <code>loyaltyd demo</code> beside the server and open the address that it
                prints.
              </Place>
            )}
            <Place title="Console" href="console">
              For the people who run a program: its figures, its reports and its customers.
            </Place>
            <Place title="Documentation" href="docs">
              From the first point in a store to running the server, for this version. It can be searched.
            </Place>
            <Place title="API reference" href="reference">
              Every operation of the API, to read and to try with a key.
            </Place>
            <Place title="State" href="health/ready">
              Whether the server can serve, for machines that watch it.
            </Place>
            <Place title="OpenAPI document" href="openapi.json">
              The same for machines: clients are made of it.
            </Place>
            <Place title="Program file schema" href="program.schema.json">
              For editors, which complete and check a program file by it.
            </Place>
          </ul>
        </section>
        <section aria-labelledby="next">
          <h2 id="next">What to do next</h2>
          <ol class="cards wide">
            {has_demo && (
              <Command line="loyaltyd demo">
                Prints commands that earn points and spend them, with a key in them.
              </Command>
            )}
            {has_program ? (
              <Command line="loyaltyd program list">Lists the programs that there are.</Command>
            ) : (
              <Command line="loyaltyd program apply program.yaml">
                Makes a program what its file says.
              </Command>
            )}
            <Command line="loyaltyd key create --program KEY --name my-store --scopes all">
              Makes a key for a program’s back end.
            </Command>
            <Command line="loyaltyd verify-ledger">Proves that all points add up.</Command>
            <Command line="loyaltyd --help">Lists all commands.</Command>
          </ol>
          <p class="muted small">
            From a clone, type <code>npm run loyaltyd --</code> in place of <code>loyaltyd</code>; with
            compose, <code>docker compose exec loyaltyd loyaltyd</code>.
          </p>
        </section>
      </main>
    </Document>
  );
}

function Place({ title, href, children }: { title: string; href: string; children: ComponentChildren }) {
  return (
    <li class="card stack">
      <h3>
        <a href={href}>{title}</a>
      </h3>
      <p class="muted">{children}</p>
    </li>
  );
}

function Command({ line, children }: { line: string; children: ComponentChildren }) {
  return (
    <li class="card stack">
      <p class="code">
        <code>{line}</code>
      </p>
      <p class="muted">{children}</p>
    </li>
  );
}
