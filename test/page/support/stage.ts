import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, type TestContext } from 'vitest';
import { DEMO_PROGRAM_FILE } from '../../../src/demo/demo-files.ts';
import type { ProgramDefinition } from '../../../src/domain/programs/program-definition.ts';
import { parseProgramFile } from '../../../src/program-file/parse-program-file.ts';
import { buildTestApp, type TestApp } from '../../support/app.ts';
import { expectLedgerBalanced } from '../../support/expect-ledger-balanced.ts';
import { CALLBACK } from '../../support/oauth.ts';
import { BackEnd, type SessionOptions } from './back-end.ts';
import { openInternet } from './browser.ts';
import { inviteCast } from './cast.ts';
import { proxyTo } from './front.ts';
import { type Embedding, HostSite } from './host-page.ts';
import { watch } from './watch.ts';

export const LOYALTY = 'https://loyalty.example';
/** The server as browsers know it that keep no cookie of it. */
export const COOKIELESS = 'https://cookieless.example';
/** The store of the demo's program. */
export const SHOP = 'https://meadow-and-vine.example';
/** The destination of a rule of the demo's program. */
export const NETWORK = 'https://social.example';
/** Whoever makes an app that wants to use the program. */
export const PARTNER = new URL(CALLBACK).origin;
/** A site that the program does not know. */
export const STRANGER = 'https://stranger.example';

const WATCHED = [LOYALTY, COOKIELESS, SHOP, STRANGER];

/** The lines of the server's log that need attention. */
const ERROR = 50;

export interface VisitOptions extends SessionOptions {
  /** Default: true. */
  javascript?: boolean;
  width?: number;
  /** Pixels of the screen to one of CSS; default: 1. */
  pixel_ratio?: number;
  /** In a page of the store; default: in a tab of its own. */
  embedding?: Embedding;
}

/** Somebody at the page. */
export interface Visit {
  context: BrowserContext;
  tab: Page;
  /** The loyalty page, in whatever frame it stands. */
  page: Frame;
  /** Whether it may run scripts. */
  javascript: boolean;
}

/** Brings the customers of a stage. */
export type Casting = (app: TestApp, backEnd: BackEnd, definition: ProgramDefinition) => Promise<void>;

/** The server and the store of one test file, with the demo's program and its customers, and a browser. */
export class Stage {
  app!: TestApp;
  backEnd!: BackEnd;
  /** Faults of our pages. A test that leaves any fails. */
  readonly misconduct: string[] = [];
  /** The origins that requests named. */
  readonly referrers: string[] = [];
  readonly shop = new HostSite(SHOP);
  readonly stranger = new HostSite(STRANGER);
  private browser?: Browser;
  private readonly contexts: BrowserContext[] = [];
  private lasting: Promise<Page> | undefined;

  constructor(private readonly casting: Casting) {}

  async open(): Promise<void> {
    const sites = {
      [LOYALTY]: proxyTo(() => this.app.url),
      [COOKIELESS]: proxyTo(() => this.app.url, 'set-cookie'),
      [SHOP]: this.shop.serve,
      [STRANGER]: this.stranger.serve,
      [NETWORK]: new HostSite(NETWORK).serve,
      [PARTNER]: new HostSite(PARTNER).serve,
    };
    const { browser, front } = await openInternet(inject('chromium'), Object.keys(sites));
    front.serve(sites, this.referrers);
    this.browser = browser;
    const definition = await demoDefinition();
    // A turn of the demo's history ends early by the clock, before its transaction meets a time limit. The test's clock
    // stands still: a turn takes all of its moves, which a busy machine does not do in time.
    const database = { patient: true };
    this.app = await buildTestApp({ program: definition, publicUrl: LOYALTY, database });
    this.backEnd = new BackEnd(this.app);
    await this.casting(this.app, this.backEnd, definition);
  }

  async close(): Promise<void> {
    await this.leaveLastingTab();
    await this.app?.close();
  }

  /** After a test that failed the lasting tab goes too: a test that met its time limit would go on in it beside the next. */
  async leave({ task }: TestContext): Promise<void> {
    if (task.result?.state === 'fail') await this.leaveLastingTab();
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
    expect([...this.misconduct.splice(0), ...this.errorsLogged()]).toEqual([]);
    await expectLedgerBalanced(this.app.deps);
  }

  private errorsLogged(): string[] {
    return this.app.logged.filter((line) => JSON.parse(line).level >= ERROR);
  }

  /** A browser that has never been anywhere; it is left when the test ends. */
  async newContext(options: VisitOptions = {}): Promise<BrowserContext> {
    const context = await this.makeContext(options);
    this.contexts.push(context);
    return context;
  }

  /** A tab that stays as long as the stage, for tests that only look: a browser for each screen takes most of the time. */
  lastingTab(): Promise<Page> {
    this.lasting ??= this.makeContext({}).then((context) => context.newPage());
    return this.lasting;
  }

  private async leaveLastingTab(): Promise<void> {
    const lasting = this.lasting;
    this.lasting = undefined;
    // A tab that did not open has failed its test already.
    const tab = await lasting?.catch(() => undefined);
    await tab?.context().close();
  }

  private async makeContext(options: VisitOptions): Promise<BrowserContext> {
    const { javascript = true, width = 1280, pixel_ratio = 1 } = options;
    const context = await this.browser!.newContext({
      ignoreHTTPSErrors: true,
      javaScriptEnabled: javascript,
      viewport: { width, height: 900 },
      deviceScaleFactor: pixel_ratio,
      locale: 'en-US',
      timezoneId: 'UTC',
    });
    context.setDefaultTimeout(20_000);
    watch(context, WATCHED, this.misconduct);
    return context;
  }

  /** Opens the page of that customer, or with null a guest's, in a browser of their own. */
  async visit(merchant_id: string | null, options: VisitOptions = {}): Promise<Visit> {
    const address = await this.backEnd.addressFor(merchant_id, options);
    return this.openAddress(await this.newContext(options), address, options);
  }

  /** Opens that address in a new tab. */
  async openAddress(context: BrowserContext, address: string, options: VisitOptions = {}): Promise<Visit> {
    const { embedding, javascript = true } = options;
    const tab = await context.newPage();
    await tab.goto(embedding ? this.shop.pageWith(address, embedding) : address);
    const page = embedding ? await frameOf(tab) : tab.mainFrame();
    expect(this.errorsLogged()).toEqual([]);
    return { context, tab, page, javascript };
  }
}

/** The loyalty page in a page of the store, once it is there. */
async function frameOf(tab: Page): Promise<Frame> {
  const element = await tab.waitForSelector('iframe');
  const frame = (await element.contentFrame())!;
  await frame.waitForSelector('main');
  return frame;
}

/** The demo's program, spoken also from right to left. */
async function demoDefinition(): Promise<ProgramDefinition> {
  const text = await readFile(DEMO_PROGRAM_FILE, 'utf8');
  const folder = fileURLToPath(new URL('.', DEMO_PROGRAM_FILE));
  const { definition } = parseProgramFile(text, folder);
  const [main, ...others] = definition.sites;
  const languages = [...main!.definition.languages, 'ar'];
  return { ...definition, sites: [{ ...main!, definition: { ...main!.definition, languages } }, ...others] };
}

/** The stage for the test file that calls it, by default with the cast. Each test ends with every page left, well-behaved, and a proof of the ledger. */
export function testStage(casting: Casting = inviteCast): Stage {
  const stage = new Stage(casting);
  beforeAll(() => stage.open(), 240_000);
  afterEach((test) => stage.leave(test));
  afterAll(() => stage.close());
  return stage;
}
