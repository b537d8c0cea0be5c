import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Installation, installation } from './install.ts';

/** Settings under which VS Code neither asks, nor looks for updates, nor moves. */
export const QUIET: Readonly<Record<string, unknown>> = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.enableExperiments': false,
  'workbench.settings.enableNaturalLanguageSearch': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.reduceMotion': 'on',
  'workbench.navigationControl.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'telemetry.feedback.enabled': false,
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'chat.agent.enabled': false,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'npm.autoDetect': 'off',
  'typescript.disableAutomaticTypeAcquisition': true,
  'files.autoSave': 'off',
  'files.hotExit': 'off',
  'window.confirmBeforeClose': 'never',
  // Most scenes are about the text of predictions, which chips fold; `chips.test.ts` shows them.
  'statelens.predictions.show': 'text',
  'editor.accessibilitySupport': 'off',
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.smoothScrolling': false,
  'editor.hover.delay': 100,
  'terminal.integrated.enablePersistentSessions': false,
  // other programs of the machine that listen are none of its business
  'remote.autoForwardPorts': false,
};

export interface HostOptions {
  /** True for a person: VS Code's own defaults instead of `QUIET`, its welcome and its questions. Default false. */
  readonly forPeople?: boolean;
  /** The user's settings, beside those of `QUIET`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the server and so the Node extension host find in their environment, beside this process's. */
  readonly env?: Readonly<Record<string, string>>;
  /** The port on 127.0.0.1; by default one that is free. */
  readonly port?: number;
  /** What a browser has to show to be let in (in its address, once); none: everybody on this machine is. */
  readonly token?: string;
  /** The version of VS Code, see `installation`. */
  readonly version?: string;
}

/** What a page opens. */
export interface Opened {
  /** An absolute path; none: no folder. */
  readonly folder?: string;
  /** The absolute path of a file. */
  readonly file?: string;
}

export interface HostProcess {
  readonly pid: number;
  /** Resident size in bytes. */
  readonly memory: number;
  readonly command: string;
}

/** A VS Code server on 127.0.0.1, with user data and extensions of its own in a temporary folder. */
export class Host {
  readonly #installation: Installation;
  readonly #options: HostOptions;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-host-'));
  readonly #links: string[] = [];
  #server: ChildProcess | undefined;
  #port = 0;

  constructor(options: HostOptions = {}) {
    this.#installation = installation(options.version);
    this.#options = options;
    for (const name of ['data/User', 'data/Machine', 'extensions'])
      fs.mkdirSync(path.join(this.#folder, name), { recursive: true });
    this.setSettings();
  }

  /** The user's settings with these beside those of the options. */
  #settingsWith(more: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const { forPeople = false, settings } = this.#options;
    return { ...(!forPeople && QUIET), ...settings, ...more };
  }

  /** Makes the user's settings those of the options and these, for windows that are opened from now on. */
  setSettings(more: Readonly<Record<string, unknown>> = {}): void {
    fs.writeFileSync(this.#settings, JSON.stringify(this.#settingsWith(more), null, 2));
  }

  /** What `setSettings` would change: for a window that is open, which does not look at the file. Null where there is none any longer. */
  settingsToChange(more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
    const wanted = this.#settingsWith(more);
    const present = JSON.parse(fs.readFileSync(this.#settings, 'utf8')) as Record<string, unknown>;
    const names = [...new Set([...Object.keys(wanted), ...Object.keys(present)])];
    const changed = names.filter((name) => !isDeepStrictEqual(wanted[name], present[name]));
    return Object.fromEntries(changed.map((name) => [name, wanted[name] ?? null]));
  }

  get #settings(): string {
    return path.join(this.#folder, 'data/User/settings.json');
  }

  /** Installs extensions from files, before the start. Those that come first are installed once, and copied after that. */
  installVsix(...files: readonly string[]): void {
    const folder = path.join(this.#folder, 'extensions');
    const install = (): void => {
      for (const file of files) this.#install(file);
    };
    if (fs.readdirSync(folder).length > 0) return install();
    const hash = createHash('sha256');
    for (const file of files) hash.update(fs.readFileSync(file));
    // One copy is kept of so many extensions: that of the present ones.
    const kind = `${files.length}-`;
    const name = `${kind}${hash.digest('hex').slice(0, 16)}`;
    const copies = path.join(this.#installation.root, 'installed-extensions');
    const copy = path.join(copies, name);
    if (fs.existsSync(copy)) return fs.cpSync(copy, folder, { recursive: true });
    install();
    fs.mkdirSync(copies, { recursive: true });
    for (const old of fs.readdirSync(copies).filter((one) => one.startsWith(kind) && !one.startsWith(name)))
      fs.rmSync(path.join(copies, old), { recursive: true, force: true });
    // Tests run side by side: a copy is whole once it has its name, and one is enough.
    const half = fs.mkdtempSync(`${copy}-`);
    fs.cpSync(folder, half, { recursive: true });
    if (fs.existsSync(copy)) fs.rmSync(half, { recursive: true });
    else fs.renameSync(half, copy);
  }

  #install(file: string): void {
    const args = this.#args('--install-extension', path.resolve(file), '--force', '--do-not-sync');
    const run = spawnSync(this.#installation.node, args, { encoding: 'utf8' });
    if (run.status !== 0 || !run.stdout.includes('successfully installed'))
      throw new Error(`${file} was not installed: ${run.stdout}${run.stderr}`);
  }

  /** Where the installed extension lies, whose name starts so. */
  extension(name: string): string {
    const folder = path.join(this.#folder, 'extensions');
    const found = fs.readdirSync(folder).find((entry) => entry.startsWith(`${name}.`));
    if (found === undefined) throw new Error(`${name} is not installed in ${folder}`);
    return path.join(folder, found);
  }

  /** Starts the server; resolves when it answers. */
  async start(): Promise<this> {
    this.#port = this.#options.port ?? (await freePort());
    const { token } = this.#options;
    const letIn = token === undefined ? ['--without-connection-token'] : ['--connection-token', token];
    const args = this.#args('--host', '127.0.0.1', '--port', String(this.#port), ...letIn);
    const log = fs.openSync(path.join(this.#folder, 'server.log'), 'w');
    // A process group of its own, so that the extension hosts end with it.
    const server = spawn(this.#installation.node, args, {
      stdio: ['ignore', log, log],
      detached: true,
      env: { ...process.env, STATELENS_CACHE: this.#answers, ...this.#options.env },
    });
    fs.closeSync(log);
    this.#server = server;
    process.once('exit', this.#kill);
    for (let tries = 0; tries < 600; tries++) {
      if (server.exitCode !== null) break;
      const answer = await fetch(`http://${this.authority}/version`).catch(() => undefined);
      if (answer?.ok) return this;
      await pause(50);
    }
    throw new Error(`VS Code's server did not answer: ${this.log.slice(-2000)}`);
  }

  /** Removes the kept answers of runs, so that a scene asks all that another one has asked. */
  forgetAnswers(): void {
    fs.rmSync(this.#answers, { recursive: true, force: true });
  }

  get #answers(): string {
    return path.join(this.#folder, 'answers');
  }

  /** What the server wrote. */
  get log(): string {
    return fs.readFileSync(path.join(this.#folder, 'server.log'), 'utf8');
  }

  get authority(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** The URI of a file of this machine, as the page names it. */
  uri(file: string): string {
    return `vscode-remote://${this.authority}${file}`;
  }

  /** The page's address. The keys of its payload are those of VS Code's own page. */
  url({ folder, file }: Opened = {}): string {
    const quiet = [
      ['skipWelcome', 'true'],
      ['skipReleaseNotes', 'true'],
    ];
    const payload = this.#options.forPeople === true ? [] : quiet;
    if (file !== undefined) payload.push(['openFile', this.uri(file)]);
    const query = new URLSearchParams(folder === undefined ? { ew: 'true' } : { folder });
    if (payload.length > 0) query.set('payload', JSON.stringify(payload));
    if (this.#options.token !== undefined) query.set('tkn', this.#options.token);
    return `http://${this.authority}/?${query}`;
  }

  /** Serves a folder from the page's own origin, for its content security policy allows no other: by a link below VS Code's files. */
  mount(folder: string): string {
    const name = `mount-${process.pid}-${this.#port}-${this.#links.length}`;
    const link = path.join(this.#installation.vscode, name);
    fs.symlinkSync(path.resolve(folder), link);
    this.#links.push(link);
    const product = fs.readFileSync(path.join(this.#installation.vscode, 'product.json'), 'utf8');
    const { commit, quality = 'oss' } = JSON.parse(product) as { commit: string; quality?: string };
    return `http://${this.authority}/${quality}-${commit}/static/${name}`;
  }

  /** The server's process and all that it started. */
  get processes(): HostProcess[] {
    const group = this.#server?.pid;
    const run = spawnSync('ps', ['-e', '-o', 'pgid=,pid=,rss=,args='], { encoding: 'utf8' });
    const found: HostProcess[] = [];
    for (const line of run.stdout.split('\n')) {
      const [, pgid, pid, rss, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      if (Number(pgid) === group) found.push({ pid: Number(pid), memory: Number(rss) * 1024, command: command ?? '' });
    }
    return found;
  }

  /** Ends the server and removes what it kept. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server?.pid !== undefined && server.exitCode === null && server.signalCode === null) {
      const gone = once(server, 'exit');
      process.kill(-server.pid, 'SIGTERM');
      await Promise.race([gone, pause(3000, undefined, { ref: false })]);
    }
    this.#kill();
    process.removeListener('exit', this.#kill);
    for (const link of this.#links) fs.rmSync(link, { force: true });
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  readonly #kill = (): void => {
    try {
      if (this.#server?.pid !== undefined) process.kill(-this.#server.pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  };

  #args(...rest: string[]): string[] {
    const main = path.join(this.#installation.vscode, 'out/server-main.js');
    const common = ['--accept-server-license-terms', '--server-data-dir', this.#folder, '--telemetry-level', 'off'];
    return [main, ...common, ...rest];
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
