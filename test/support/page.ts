import supertest, { type Test } from 'supertest';

/** A browser at the page: its cookie and its address. */
export interface PageVisit {
  /** As the browser sends it back. */
  cookie: string;
  /** `/page?at=…` */
  address: string;
  get(path?: string): Test;
  post(path: string, form: Record<string, string>): Test;
}

/** Opens a session's address (or its path), like a browser that keeps cookies. `url`: the address of the server. */
export async function openPage(url: string, address: string): Promise<PageVisit> {
  const path = new URL(address, url).pathname;
  const opened = await supertest(url).get(path).expect(303);
  const cookie = opened.headers['set-cookie']![0]!.split(';', 1)[0]!;
  const led = opened.headers.location!;
  return {
    cookie,
    address: led,
    get: (at = led) => supertest(url).get(at).set('cookie', cookie),
    post: (at, form) => supertest(url).post(at).set('cookie', cookie).type('form').send(form),
  };
}
