import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { json } from 'node:stream/consumers';
import { eventually } from './eventually.ts';

const SOURCE = 'test/host/stagehand';
/** A window starts four processes, which takes five seconds on a machine that does nothing else. */
const START_MS = 120_000;
/** A window that is still starting beside other work answers late. */
const ANSWER_MS = 60_000;

/** Settings that change: name to value, null where it becomes the default. */
export type Changes = Readonly<Record<string, unknown>>;

/** What a scene is opened with in a window of the scene before. */
export interface Opening {
  /** The absolute path of the file that is shown. */
  readonly file: string;
  /** Settings of the folder, and of the user, that must be in force before. */
  readonly folder: Changes;
  readonly user: Changes;
}

/** What the extension leaves in the folder when it has asked the tools. */
export const FOUND = 'found.json';

/** Gives orders to the extension in `stagehand/`, which runs in the Node extension host of each window and knows VS Code's commands. */
export class Stagehand {
  /** The folder of the sockets, one a window. */
  readonly #sockets: string;

  constructor(sockets: string) {
    this.#sockets = sockets;
  }

  /** What the extension finds in its environment. */
  get env(): Readonly<Record<string, string>> {
    return { STAGEHAND_SOCKETS: this.#sockets };
  }

  /** The VSIX of the extension, which is packed once for each of its versions. */
  vsix(): string {
    const hash = createHash('sha256');
    for (const name of ['package.json', 'main.js']) hash.update(fs.readFileSync(path.join(SOURCE, name)));
    const file = path.resolve(`out/stagehand-${hash.digest('hex').slice(0, 16)}.vsix`);
    return fs.existsSync(file) ? file : pack(path.resolve(SOURCE), file);
  }

  /** Waits until the window of a folder knows its extensions and has started those that start with it. */
  async ready(folder: string): Promise<void> {
    await eventually('the socket of the window', () => fs.existsSync(this.#socket(folder)), Boolean, START_MS);
  }

  /** Closes all that is open in the window of a folder, and saves nothing. */
  clear(folder: string): Promise<void> {
    return this.#order(folder, '/clear', {});
  }

  /** Shows a file of the folder, once its settings are in force. */
  open(folder: string, opening: Opening): Promise<void> {
    return this.#order(folder, '/open', opening);
  }

  #socket(folder: string): string {
    return path.join(this.#sockets, createHash('sha256').update(folder).digest('hex').slice(0, 16));
  }

  async #order(folder: string, order: string, body: object): Promise<void> {
    const socketPath = this.#socket(folder);
    const answer = await new Promise<unknown>((resolve, reject) => {
      const request = http.request({ socketPath, path: order, method: 'POST', timeout: ANSWER_MS }, (response) => {
        json(response).then(resolve, reject);
      });
      request.on('error', reject).on('timeout', () => request.destroy(new Error('the window does not answer')));
      request.end(JSON.stringify(body));
    });
    const { error } = answer as { error?: string };
    if (error !== undefined) throw new Error(`${order.slice(1)}: ${error}`);
  }
}

/** Packs the extension of a folder into a VSIX, and returns its path. */
function pack(folder: string, vsix: string): string {
  const vsce = path.resolve('node_modules/@vscode/vsce/vsce');
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', vsix];
  const run = spawnSync(process.execPath, [vsce, ...args], { cwd: folder, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${folder} was not packed: ${run.stdout}${run.stderr}`);
  return vsix;
}
