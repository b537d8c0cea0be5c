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
import { Workbench } from './workbench.ts';

const SCREENSHOTS = 'out/screenshots';
/** More scenes of one stage that fail at first are no accident. */
const MAX_RETRIES = 1;

/** Settings under which folders are not trusted, and nobody is asked. */
export const UNTRUSTED: Readonly<Record<string, unknown>> = {
  'security.workspace.trust.enabled': true,
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
  /** VSIX files of extensions that run beside ours, in the Node extension host. */
  readonly others?: readonly string[];
}

export interface Scenario {
  /** Files of the folder that is opened: path to content. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** The one of them that is shown. */
  readonly open: string;
  /** The name of the folder, which the Explorer shows; by default the number of the scene. */
  readonly folder?: string;
  /** What the browser says it is: VS Code takes its keys from the system in it. */
  readonly userAgent?: string;
  /** The language that VS Code shows; by default English. */
  readonly language?: string;
  /** True if warnings and errors may be on the screen at the end; default false. */
  readonly complaints?: boolean;
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

/** A VS Code with the extension, and a browser; every scenario gets a folder and a browser context of its own. */
export class Stage {
  readonly #options: StageOptions;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-stage-'));
  #host: Host | undefined;
  #browser: Browser | undefined;
  #extension: string | undefined;
  #scenes = 0;
  #again = 0;

  constructor(options: StageOptions = {}) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { models, settings, others = [], forPeople = false } = this.#options;
    await models?.start();
    const web = this.#options.kind === 'web';
    const host = new Host({
      ...this.#options,
      settings: { ...(!web && !forPeople && IN_NODE), ...models?.settings, ...settings },
    });
    this.#host = host;
    fs.mkdirSync(SCREENSHOTS, { recursive: true });
    const vsix = packedVsix();
    // the browser starts while the extensions are installed
    const browser = launch();
    for (const file of web ? [] : [vsix, ...others]) host.installVsix(file);
    [this.#browser] = await Promise.all([browser, host.start()]);
    if (!web) return;
    await unpack(vsix, this.#folder);
    this.#extension = host.mount(path.join(this.#folder, 'extension'));
  }

  async stop(): Promise<void> {
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

  /**
   * Opens `scenario` in a fresh browser context and lets `act` go on from the shown file. A whole VS Code on a busy machine may
   * miss a click: a scene that fails is played once more from its beginning, and said to be unsteady.
   */
  async play(name: string, scenario: Scenario, act: (scene: Scene) => Promise<void>): Promise<void> {
    try {
      await this.#once(name, scenario, act);
    } catch (error) {
      if (++this.#again > MAX_RETRIES) throw error;
      console.log(
        `UNSTEADY, mend it: ${name}, played once more after ${String(error instanceof Error ? error.stack : error)}`,
      );
      await this.#once(name, scenario, act);
    }
  }

  async #once(name: string, scenario: Scenario, act: (scene: Scene) => Promise<void>): Promise<void> {
    assert.ok(this.#browser, 'the stage has not been started');
    const folder = path.join(this.#folder, `scene-${++this.#scenes}`, scenario.folder ?? '');
    fs.mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(scenario.files)) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), text);
    }
    const context = await this.#browser.newContext({
      viewport: { width: 1400, height: 900 },
      ...(scenario.userAgent !== undefined && { userAgent: scenario.userAgent }),
    });
    // As a language pack does: what VS Code gives to extensions, and the texts of their manifests.
    if (scenario.language !== undefined)
      await context.addInitScript((language) => {
        Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language });
      }, scenario.language);
    try {
      await this.#enter(context, name, scenario, folder, act);
    } finally {
      await Promise.all(context.pages().map(leave));
      await context.close();
    }
  }

  async #enter(
    context: BrowserContext,
    name: string,
    scenario: Scenario,
    folder: string,
    act: (scene: Scene) => Promise<void>,
  ): Promise<void> {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(error.message));
    const workbench = new Workbench(page);
    const picture = (what: string) => page.screenshot({ path: path.join(SCREENSHOTS, `${what}.png`) });
    const saved = (file: string, pleases: (text: string) => boolean) =>
      eventually(
        `${file} on the disk`,
        async () => {
          await page.keyboard.press('Control+s');
          return fs.readFileSync(path.join(folder, file), 'utf8');
        },
        pleases,
      );
    try {
      if (this.#extension !== undefined) await develop(page, this.#extension);
      await page.goto(this.host.url({ folder, file: path.join(folder, scenario.open) }));
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

/** Lets VS Code end its extension host, as closing a window does: Chromium without a window ends a page without a word to it. */
async function leave(page: Page): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('about:blank', { timeout: 5000 }).catch(() => undefined);
}
