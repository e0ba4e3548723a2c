import { createHash } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { PNG, png } from '../support/images.ts';
import { openPage } from '../support/page.ts';
import { HEAD } from '../support/program-file.ts';

const LOGO = `data:image/png;base64,${PNG.toString('base64')}`;
const LOGO_DARK = `data:image/png;base64,${png(6, 4).toString('base64')}`;
const THEME = `
theme:
  accent: "#7a1f3d"
  dark: { background: "#100808" }
  font_family: Georgia, "Times New Roman", serif
  corner_radius: 4
  logo: ${LOGO}
  logo_dark: ${LOGO_DARK}
  banner: ${LOGO}
`;

async function pageOf(test: TestApp) {
  const { id } = (await test.program()).sites.at(-1)!;
  const { body } = await test.post(`/v2/sites/${id}/webviews/sessions`, { channel: 'app' }).expect(201);
  return (await openPage(test.url, body.webview_session.url)).get().expect(200);
}

/** The contents of elements of that name, as the browser hashes them. */
function inline(html: string, name: 'style' | 'script'): string[] {
  return [...html.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, text]) => text!);
}

function sources(policy: string, directive: string): string[] {
  return new RegExp(`${directive} ([^;]*)`).exec(policy)![1]!.split(' ');
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the page of a program with a theme', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await buildTestApp({ program: parseProgramFile(HEAD + THEME).definition });
  });
  afterAll(() => test.close());

  it('sets it after its own style sheet, in the light and in the dark', async () => {
    const [own, theme, ...more] = inline((await pageOf(test)).text, 'style');
    expect(own).toContain('--accent:#2d3a8c;');
    expect(theme).toMatch(
      /^:root\{--font:Georgia, "Times New Roman", serif;--radius:4px;.*--accent:#7a1f3d;.*\}@media \(prefers-color-scheme:dark\)\{:root\{--ground:#100808;/,
    );
    expect(more).toEqual([]);
  });

  it('lets nothing style or run it but what stands in it', async () => {
    const { text, headers } = await pageOf(test);
    const policy = headers['content-security-policy']!;
    for (const name of ['style', 'script'] as const) {
      const written = inline(text, name);
      expect(written.length).toBeGreaterThan(0);
      expect(sources(policy, `${name}-src`)).toEqual(written.map(hashOf));
    }
    expect(text).not.toMatch(/\sstyle=|\son[a-z]+="/i);
  });

  it('has another logo for the dark', async () => {
    const { text } = await pageOf(test);
    expect(text).toContain(
      `<picture><source media="(prefers-color-scheme: dark)" srcset="${LOGO_DARK}" width="6" height="4"/><img `,
    );
  });

  it('has a banner, which comes by this server and keeps its place while it loads', async () => {
    const { text } = await pageOf(test);
    const [, address] = /<img class="banner" src="([^"]+)" width="3" height="2" alt\/>/.exec(text)!;
    const image = await supertest(test.url).get(address!).expect(200);
    expect(image.headers['content-type']).toBe('image/png');
    expect(image.body).toEqual(PNG);
    const { id } = await test.program();
    await supertest(test.url).get(address!.replace('/banner/', '/1/')).expect(404);
    await supertest(test.url)
      .get(`/page/images/${id}/banner/${'x'.repeat(22)}`)
      .expect(404);
  });

  it('shows the logo, which keeps its place while it loads', async () => {
    const { text } = await pageOf(test);
    const [image] = /<img class="logo" [^>]*>/.exec(text)!;
    expect(image).toContain(`src="${LOGO}"`);
    expect(image).toContain('width="3"');
    expect(image).toContain('height="2"');
    expect(image).toContain('alt="Shop"');
  });
});

it.each([
  ['stands on the light ground in the dark', '', true],
  ['stands there as it is where it is named for the dark too', `, logo_dark: "${LOGO}"`, false],
])('a logo without another for the dark %s', async (_, dark, isLone) => {
  const theme = `theme: { light: { background: "#fdf6f0" }, logo: "${LOGO}"${dark} }\n`;
  const test = await buildTestApp({ program: parseProgramFile(HEAD + theme).definition });
  const { text } = await pageOf(test);
  expect(text).toContain('--paper:#fdf6f0;');
  expect(text).not.toContain('<picture>');
  expect(text.split(LOGO)).toHaveLength(2);
  expect(/<img class="([^"]+)" /.exec(text)![1]).toBe(isLone ? 'logo lone' : 'logo');
  await test.close();
});

describe('the page of a program without a theme', () => {
  it('has its own style sheet alone', async () => {
    const test = await buildTestApp();
    const { text, headers } = await pageOf(test);
    const written = inline(text, 'style');
    expect(written).toHaveLength(1);
    expect(sources(headers['content-security-policy']!, 'style-src')).toEqual(written.map(hashOf));
    await test.close();
  });
});
