import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { unpack } from '../support/unpack.ts';
import { develop, launch } from './browser.ts';
import { eventually } from './eventually.ts';
import { Host, type HostOptions, type HostProcess } from './host.ts';
import type { ModelServer } from './model-server.ts';
import { type Changes, Stagehand } from './stagehand.ts';
import { Workbench } from './workbench.ts';

const SCREENSHOTS = 'out/screenshots';
const VIEWPORT = { width: 1400, height: 900 };
/** A change of this one wants a new window. */
const TRUST = 'security.workspace.trust.enabled';

/** Settings under which folders are not trusted, and nobody is asked. */
export const UNTRUSTED: Readonly<Record<string, unknown>> = {
  [TRUST]: true,
  'security.workspace.trust.startupPrompt': 'never',
};

/** In the Node extension host ours runs, and nothing of VS Code's needs the one in the browser, which takes a tenth of each start. */
const IN_NODE: Readonly<Record<string, unknown>> = { 'extensions.webWorker': false };

/** The VSIX that `npm run package` made. */
export function packedVsix(): string {
  const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string };
  const file = path.resolve(`statelens-${version}.vsix`);
  if (!fs.existsSync(file)) throw new Error(`${file} is not there: npm run package makes it`);
  return file;
}

export interface StageOptions extends HostOptions {
  /**
   * Where the extension runs: installed from the VSIX, so in the Node extension host, or, from the unpacked VSIX, in the
   * browser's worker extension host. Default `node`.
   */
  readonly kind?: 'node' | 'web';
  /** A model that the settings name; it starts and stops with the stage. */
  readonly models?: ModelServer;
}

export interface Scenario {
  /** Files of the folder that is opened: path to content. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** The one of them that is shown. */
  readonly open: string;
  /** The name of the folder, which the Explorer shows; by default the number of the scene. */
  readonly folder?: string;
  /** The user's settings, beside those of the stage. What is changed in them during a scene ends with it. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the browser says it is: VS Code takes its keys from the system in it. */
  readonly userAgent?: string;
  /** The language that VS Code shows; by default English. */
  readonly language?: string;
  /** True if warnings and errors may be on the screen at the end; default false. */
  readonly complaints?: boolean;
  /** True for a scene that needs a window that nobody has used, or leaves one that nobody should use; default false. */
  readonly ownWindow?: boolean;
}

/** A scenario that is being played. */
export interface Scene {
  readonly workbench: Workbench;
  readonly page: Page;
  /** The folder that is open. */
  readonly folder: string;
  /** Saves the active editor, and returns a file of the folder once its text pleases. */
  readonly saved: (name: string, pleases: (text: string) => boolean) => Promise<string>;
  /** Keeps a picture in `out/screenshots`. */
  readonly picture: (name: string) => Promise<unknown>;
}

/** A window of VS Code in a page, with its folder. */
interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly workbench: Workbench;
  readonly folder: string;
  /** The name that scenes gave to the folder. */
  readonly name: string | undefined;
  /** What was thrown in the page. */
  readonly thrown: string[];
  /** The settings of the folder that the last scene began with. */
  settings: Changes;
}

/** The settings of a folder that has these files. */
function settingsAmong(files: Scenario['files']): Changes {
  const text = files['.vscode/settings.json'];
  return text === undefined ? {} : (JSON.parse(String(text)) as Changes);
}

function write(folder: string, files: Scenario['files']): void {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
}

/**
 * A VS Code with the extension, and a browser. In the Node extension host scenarios follow each other in one window, whose editors are
 * closed and whose files are replaced in between: a window takes eight seconds to start. Those that say so have one of their own, and
 * so has every one in the browser's extension host.
 */
export class Stage {
  readonly #options: StageOptions;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-stage-'));
  readonly #stagehand = new Stagehand(this.#folder);
  #host: Host | undefined;
  #browser: Browser | undefined;
  #extension: string | undefined;
  /** Windows of scenes that are over, in which others may follow: by the names that scenes gave to their folders. */
  readonly #windows = new Map<string | undefined, Window>();
  #scenes = 0;

  constructor(options: StageOptions = {}) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { models, settings, forPeople = false } = this.#options;
    await models?.start();
    const web = this.#options.kind === 'web';
    const host = new Host({
      ...this.#options,
      settings: { ...(!web && !forPeople && IN_NODE), ...models?.settings, ...settings },
      env: { ...this.#options.env, ...this.#stagehand.env },
    });
    this.#host = host;
    fs.mkdirSync(SCREENSHOTS, { recursive: true });
    const vsix = packedVsix();
    // the browser starts while the extensions are installed
    const browser = launch();
    if (this.#hasStagehand) host.installVsix(vsix, this.#stagehand.vsix());
    else if (!web) host.installVsix(vsix);
    [this.#browser] = await Promise.all([browser, host.start()]);
    if (!web) return;
    await unpack(vsix, this.#folder);
    this.#extension = host.mount(path.join(this.#folder, 'extension'));
  }

  async stop(): Promise<void> {
    await this.#closeWindows();
    await this.#browser?.close();
    await this.#host?.stop();
    await this.#options.models?.stop();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  get host(): Host {
    assert.ok(this.#host, 'the stage has not been started');
    return this.#host;
  }

  /** The language servers that run, one a window. */
  get languageServers(): HostProcess[] {
    return this.host.processes.filter(({ command }) => /[/\\]dist[/\\]server\.cjs\b/.test(command));
  }

  /** Opens `scenario` and lets `act` continue from the shown file. A scene has one try: what is unsteady fails. */
  async play(name: string, scenario: Scenario, act: (scene: Scene) => Promise<void>): Promise<void> {
    const isShared = this.#sharesWindows(scenario);
    this.host.forgetAnswers();
    // Nothing else is going on where a scene wants a window for itself.
    if (!isShared) await this.#closeWindows();
    const window = (isShared ? await this.#usedWindow(scenario) : undefined) ?? (await this.#openWindow(scenario));
    try {
      await this.#perform(window, name, scenario, act);
      if (isShared) this.#windows.set(window.name, window);
    } finally {
      if (this.#windows.get(window.name) !== window) await close(window);
    }
  }

  #sharesWindows({ userAgent, language, settings, ownWindow = false }: Scenario): boolean {
    const isUsual = userAgent === undefined && language === undefined && settings?.[TRUST] === undefined;
    return this.#hasStagehand && !ownWindow && isUsual;
  }

  get #hasStagehand(): boolean {
    const { kind = 'node', forPeople = false } = this.#options;
    return kind === 'node' && !forPeople;
  }

  /** A window of scenes before, cleared for this one. */
  async #usedWindow(scenario: Scenario): Promise<Window | undefined> {
    const window = this.#windows.get(scenario.folder);
    if (window === undefined) return undefined;
    this.#windows.delete(scenario.folder);
    try {
      await this.#reuse(window, scenario);
      return window;
    } catch (error) {
      await close(window);
      throw error;
    }
  }

  async #closeWindows(): Promise<void> {
    for (const window of this.#windows.values()) await close(window);
    this.#windows.clear();
  }

  async #reuse(window: Window, scenario: Scenario): Promise<void> {
    const { page, folder } = window;
    await page.setViewportSize(VIEWPORT);
    await page.mouse.move(0, 0);
    await page.keyboard.press('Escape');
    await this.#stagehand.clear(folder);
    for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true });
    write(folder, scenario.files);
    const settings = settingsAmong(scenario.files);
    const names = [...Object.keys(window.settings), ...Object.keys(settings)];
    await this.#stagehand.open(folder, {
      file: path.join(folder, scenario.open),
      folder: Object.fromEntries(names.map((name) => [name, settings[name] ?? null])),
      user: this.host.settingsToChange(scenario.settings),
    });
    window.settings = settings;
    window.thrown.length = 0;
  }

  async #openWindow(scenario: Scenario): Promise<Window> {
    assert.ok(this.#browser, 'the stage has not been started');
    const { folder: name, userAgent, language, files, open } = scenario;
    const folder = path.join(this.#folder, `scene-${++this.#scenes}`, name ?? '');
    fs.mkdirSync(folder, { recursive: true });
    write(folder, files);
    this.host.setSettings(scenario.settings);
    const context = await this.#browser.newContext({
      viewport: VIEWPORT,
      ...(userAgent !== undefined && { userAgent }),
    });
    // As a language pack does: what VS Code gives to extensions, and the texts of their manifests.
    if (language !== undefined)
      await context.addInitScript((tag) => {
        Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: tag });
      }, language);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(error.message));
    const settings = settingsAmong(files);
    const window: Window = { context, page, workbench: new Workbench(page), folder, name, thrown, settings };
    if (this.#extension !== undefined) await develop(page, this.#extension);
    await page.goto(this.host.url({ folder, file: path.join(folder, open) }));
    // The window shows files before it knows the editors, menus and previews of extensions.
    if (this.#hasStagehand) await this.#stagehand.ready(folder);
    return window;
  }

  async #perform(
    { page, workbench, folder, thrown }: Window,
    name: string,
    scenario: Scenario,
    act: (scene: Scene) => Promise<void>,
  ): Promise<void> {
    const picture = (what: string) => page.screenshot({ path: path.join(SCREENSHOTS, `${what}.png`) });
    const saved = (file: string, pleases: (text: string) => boolean) =>
      eventually(
        `${file} on the disk`,
        async () => {
          await page.keyboard.press('Control+s');
          return fs.readFileSync(path.join(folder, file), 'utf8');
        },
        // VS Code empties a file before it writes it
        (text) => text !== '' && pleases(text),
      );
    try {
      await workbench.editor(scenario.open).lines.first().waitFor();
      // The window shows files before it knows the extension.
      const language = /\.(pgn|fen|mav)$/.exec(scenario.open)?.[1];
      if (language !== undefined) await workbench.language(language.toUpperCase()).waitFor();
      await act({ workbench, page, folder, saved, picture });
      assert.deepEqual(thrown, []);
      if (!scenario.complaints) assert.deepEqual(await workbench.complaints.allInnerTexts(), []);
    } catch (error) {
      await picture(`${name}-FAILED`);
      throw error;
    }
  }
}

async function close({ context }: Window): Promise<void> {
  await Promise.all(context.pages().map(leave));
  await context.close();
}

/** Lets VS Code end its extension host, as closing a window does: Chromium without a window ends a page without a word to it. */
async function leave(page: Page): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('about:blank', { timeout: 5000 }).catch(() => undefined);
}
