import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { pageHtml } from '../../src/extension/platform/pages/panel.ts';
import { type FromGames, readFromGames } from '../../src/protocol/games-messages.ts';
import { type FromLeague, readFromLeague } from '../../src/protocol/league-messages.ts';
import { type FromMavStats, readFromMavStats } from '../../src/protocol/mav-stats-messages.ts';
import { type FromReport, readFromReport } from '../../src/protocol/report-messages.ts';
import { type FromState, readFromState } from '../../src/protocol/state-messages.ts';
import { type FromTree, readFromTree, type ToTree } from '../../src/protocol/tree-messages.ts';
import { thoroughly } from '../support/thorough.ts';
import { borrowBrowser, returnBrowser } from './shared-browser.ts';
import { THEMES, type Theme } from './themes.ts';

/** The pages that there are. */
const PAGES = ['state', 'tree', 'report', 'league', 'games', 'mav-stats'] as const;

/** Looked at by people, kept by CI; not in the repository. */
export const SCREENSHOTS = 'out/screenshots';

/** What the page finds where VS Code's own API would be, and what went wrong in it. */
interface PageGlobals {
  sent: unknown[];
  violations: string[];
  acquireVsCodeApi?: () => unknown;
}

/** Ends when what is due in the next frame has been drawn; a page that the browser does not draw just now is not waited for. */
const frames = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
        setTimeout(done, 1000);
      }),
  );

type Actions<Name extends string> = Record<Name, (...args: unknown[]) => Promise<unknown>>;

/**
 * Lets pages draw after whatever a user does: a person sees a page drawn before he does the next thing, a test that reads it at
 * once may not.
 */
function drawAfterActions(page: Page): void {
  const wrap = <Name extends string>(
    of: Actions<Name>,
    names: readonly Name[],
    pageOf: (one: unknown) => Page,
  ): void => {
    for (const name of names) {
      const act = of[name];
      of[name] = async function (this: unknown, ...args) {
        const result = await act.apply(this, args);
        await frames(pageOf(this));
        return result;
      };
    }
  };
  wrap(page.keyboard as unknown as Actions<'press'>, ['press'], () => page);
  wrap(page.mouse as unknown as Actions<'click' | 'up'>, ['click', 'up'], () => page);
  // Locators have their methods from one class, whichever page they are of.
  const locators = Object.getPrototypeOf(page.locator('html')) as Actions<LocatorAction> & { draws?: boolean };
  if (locators.draws === true) return;
  locators.draws = true;
  wrap(locators, LOCATOR_ACTIONS, (locator) => (locator as Locator).page());
}

const LOCATOR_ACTIONS = ['check', 'click', 'dblclick', 'fill', 'focus', 'press', 'selectOption', 'uncheck'] as const;
type LocatorAction = (typeof LOCATOR_ACTIONS)[number];

/** A page that was opened as VS Code opens it. */
export class OpenPage {
  readonly page: Page;
  readonly errors: string[] = [];
  readonly requests: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('request', (request) => this.requests.push(request.url()));
  }

  /** Sends what the extension would send, and lets the page draw it. */
  async send(message: ToTree | object): Promise<void> {
    await this.page.evaluate((data) => window.dispatchEvent(new MessageEvent('message', { data })), message);
    await frames(this.page);
  }

  /** What axe finds fault with. */
  async axeFaults(): Promise<string[]> {
    await this.page.evaluate(fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
    return this.page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
    });
  }

  /** What the page of the state view has said so far; everything has to be a valid message. */
  sentByState(): Promise<FromState[]> {
    return this.#said(readFromState);
  }

  /** The same, of the page of trees. */
  sentByTree(): Promise<FromTree[]> {
    return this.#said(readFromTree);
  }

  /** The same, of the page of reports. */
  sentByReport(): Promise<FromReport[]> {
    return this.#said(readFromReport);
  }

  /** The same, of the page of statistics. */
  sentByStats(): Promise<FromMavStats[]> {
    return this.#said(readFromMavStats);
  }

  /** The same, of the page of leagues. */
  sentByLeague(): Promise<FromLeague[]> {
    return this.#said(readFromLeague);
  }

  /** The same, of the page of games. */
  sentByGames(): Promise<FromGames[]> {
    return this.#said(readFromGames);
  }

  async #said<T>(read: (value: unknown) => T | undefined): Promise<T[]> {
    const values = await this.page.evaluate(() => (globalThis as unknown as PageGlobals).sent);
    return values.map((value) => {
      const message = read(value);
      if (message === undefined) throw new Error(`not a message: ${JSON.stringify(value)}`);
      return message;
    });
  }

  violations(): Promise<string[]> {
    return this.page.evaluate(() => (globalThis as unknown as PageGlobals).violations);
  }

  async theme(name: Theme): Promise<void> {
    await this.page.evaluate(
      ([theme, variables]) => {
        document.body.className = theme;
        for (const [key, value] of Object.entries(variables)) document.documentElement.style.setProperty(key, value);
      },
      [`vscode-${name}`, THEMES[name]] as const,
    );
  }

  /** Keeps a picture of the page in a thorough run. */
  async screenshot(name: string): Promise<void> {
    if (!thoroughly(true, false)) return;
    fs.mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true });
  }
}

/** The folder of the bundled pages, which the runner makes once for all processes. Their sources are looked at, as those of this process. */
function bundledPages(): string {
  const folder = process.env['STATELENS_PAGES'];
  assert.ok(folder !== undefined, 'node test/run.mjs bundles the pages');
  const inputs = JSON.parse(fs.readFileSync(path.join(folder, 'inputs.json'), 'utf8')) as string[];
  for (const file of inputs) fs.statSync(file);
  return folder;
}

/** The language of VS Code, and its translations. */
export interface PageLanguage {
  readonly language?: string;
  readonly texts?: Readonly<Record<string, string>>;
}

/** A browser context, and a server that gives the built page with the policy that VS Code would give it. */
export class PageHost {
  readonly #context: BrowserContext;
  readonly #server: http.Server;
  readonly #origin: string;

  private constructor(context: BrowserContext, server: http.Server) {
    this.#context = context;
    this.#server = server;
    this.#origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start({ language, texts }: PageLanguage = {}): Promise<PageHost> {
    const bundle = bundledPages();
    const server = http.createServer((request, response) => {
      const name = path.posix.basename(request.url ?? '/');
      const page = name === '' ? 'state' : name;
      if (PAGES.some((one) => one === page)) {
        const cspSource = `http://${request.headers.host}`;
        response.setHeader('content-type', 'text/html; charset=utf-8');
        const sources = { script: `/${page}.js`, style: `/${page}.css`, cspSource, nonce: 'n0nce', title: page };
        const parts = { ...sources, language: language ?? 'en', texts };
        response.end(pageHtml(parts));
      } else if (/^(?:state|tree|report|league|games|mav-stats)\.(?:js|css)$/.test(name)) {
        response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/css');
        response.end(fs.readFileSync(path.join(bundle, name)));
      } else {
        response.statusCode = name === 'favicon.ico' ? 204 : 404;
        response.end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await borrowBrowser();
    // Nothing moves while it is looked at.
    const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, reducedMotion: 'reduce' });
    return new PageHost(context, server);
  }

  async open(options: { width?: number; page?: (typeof PAGES)[number] } = {}): Promise<OpenPage> {
    const page = await this.#context.newPage();
    if (options.width !== undefined) await page.setViewportSize({ width: options.width, height: 900 });
    await page.addInitScript(() => {
      const globals = globalThis as unknown as PageGlobals;
      globals.sent = [];
      globals.violations = [];
      document.addEventListener('securitypolicyviolation', (event) =>
        globals.violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
      );
      globals.acquireVsCodeApi = () => ({
        postMessage: (message: unknown) => globals.sent.push(message),
        getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') as unknown,
        setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
      });
    });
    drawAfterActions(page);
    const opened = new OpenPage(page);
    await page.goto(`${this.#origin}/${options.page ?? ''}`);
    await opened.theme('dark');
    return opened;
  }

  async close(): Promise<void> {
    await this.#context.close();
    returnBrowser();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
