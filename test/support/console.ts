import supertest, { type Response } from 'supertest';
import type { TestApp } from './app.ts';
import { OWN_PAGE } from './oauth.ts';
import { cookieOf, type Joined } from './operators.ts';

/**
 * A browser of an operator: it keeps its cookies, and sends forms as a page of the server does. Words are whole in what it
 * gets, also where a narrow screen may break them.
 */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly test: TestApp,
    /** The address from which it comes, if the server believes its proxy. */
    private readonly address?: string,
  ) {}

  get(path: string): Promise<Response> {
    return this.send(supertest(this.test.url).get(path));
  }

  /** `referer`: the address of the page with the form, if the browser names it. */
  post(path: string, form: object, referer?: string): Promise<Response> {
    const request = supertest(this.test.url).post(path).set(OWN_PAGE).type('form').send(form);
    return this.send(referer === undefined ? request : request.set('referer', referer));
  }

  /** Sends a form with a file. `field`: the name of the file's field. */
  upload(
    path: string,
    form: Record<string, string>,
    file: { name: string; bytes: Buffer },
    field = 'file',
  ): Promise<Response> {
    const request = supertest(this.test.url).post(path).set(OWN_PAGE);
    for (const [name, value] of Object.entries(form)) request.field(name, value);
    return this.send(request.attach(field, file.bytes, file.name));
  }

  /** Sends a body as it is. */
  postRaw(path: string, type: string, body: string): Promise<Response> {
    return this.send(supertest(this.test.url).post(path).set(OWN_PAGE).set('content-type', type).send(body));
  }

  /** The token of the forms on a screen. */
  async token(path = '/console/account'): Promise<string> {
    return fieldOf((await this.get(path)).text, 'token');
  }

  private async send(request: supertest.Test): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie) request.set('cookie', cookie);
    if (this.address) request.set('x-forwarded-for', this.address);
    const response = await request;
    for (const line of (response.headers['set-cookie'] ?? []) as unknown as string[]) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/Max-Age=0/i.test(line)) this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    if (response.type === 'text/html') response.text = response.text.replaceAll('<wbr/>', '');
    return response;
  }
}

/** The browser of an operator who is signed in. */
export function browserOf(test: TestApp, joined: Joined): ConsoleBrowser {
  const browser = new ConsoleBrowser(test);
  const [name, value] = cookieOf(joined).split('=') as [string, string];
  browser.cookies.set(name, value);
  return browser;
}

/** The value of a field on a screen. */
export function fieldOf(html: string, name: string): string {
  const [, value] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? [];
  if (value === undefined) throw new Error(`no field ${name} on the screen: ${html.slice(0, 300)}`);
  return value;
}
