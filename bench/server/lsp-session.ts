import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import {
  type CodeLens,
  createProtocolConnection,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

/** A lens that waits for scores; lists of squares end with an ellipsis, too. */
const WAITING = /[₁-₉] …|models: …/;

const SERVER = 'dist/server.cjs';

/** A language server in a process of its own, as it ships, and a client that measures it. */
export class LspSession {
  readonly connection: ProtocolConnection;
  readonly #child: ChildProcess;
  #published: ((version: number | undefined) => void) | undefined;
  #refreshed: (() => void) | undefined;

  private constructor(child: ChildProcess, connection: ProtocolConnection) {
    this.#child = child;
    this.connection = connection;
    connection.onNotification('textDocument/publishDiagnostics', ({ version }: { version?: number }) =>
      this.#published?.(version),
    );
    connection.onRequest('workspace/codeLens/refresh', () => {
      this.#refreshed?.();
      return null;
    });
    connection.listen();
  }

  /** Starts the server, up to its answer to `initialize`. */
  static async start(cacheDir?: string): Promise<LspSession> {
    if (!fs.existsSync(SERVER)) throw new Error(`${SERVER} is missing: npm run build`);
    const child = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const reader = new StreamMessageReader(child.stdout);
    const session = new LspSession(child, createProtocolConnection(reader, new StreamMessageWriter(child.stdin)));
    await session.connection.sendRequest('initialize', {
      processId: null,
      rootUri: null,
      capabilities: { workspace: { codeLens: { refreshSupport: true } } },
      initializationOptions: { images: true, ...(cacheDir !== undefined && { cacheDir }) },
    });
    await session.connection.sendNotification('initialized', {});
    return session;
  }

  open(uri: string, text: string): Promise<void> {
    const languageId = uri.endsWith('.pgn') ? 'pgn' : 'fen';
    return this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Sends an edit; the time until its diagnostics are there, in milliseconds. */
  async edit(uri: string, version: number, line: number, character: number, length: number, text: string) {
    const done = this.published(version);
    const started = performance.now();
    const range = { start: { line, character }, end: { line, character: character + length } };
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text }],
    });
    await done;
    return performance.now() - started;
  }

  /** Waits for the diagnostics of a version. */
  published(version: number): Promise<void> {
    return new Promise((resolve) => {
      this.#published = (of) => {
        if (of === version) resolve();
      };
    });
  }

  lenses(uri: string): Promise<CodeLens[]> {
    return this.connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
  }

  /** Asks for lenses, again after each refresh, until none waits for scores; how many there are. */
  async scoredLenses(uri: string): Promise<number> {
    for (;;) {
      const refreshed = new Promise<void>((resolve) => (this.#refreshed = resolve));
      const lenses = await this.lenses(uri);
      if (!lenses.some(({ command }) => WAITING.test(command?.title ?? ''))) return lenses.length;
      await refreshed;
    }
  }

  /** Resident memory of the server in MB; NaN where the system does not tell it. */
  memory(): number {
    try {
      const status = fs.readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    } catch {
      return Number.NaN;
    }
  }

  async end(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    this.connection.dispose();
  }
}
