import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import {
  type CodeLens,
  createProtocolConnection,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';

/** A lens that waits for scores; lists of squares end with an ellipsis, too. */
const WAITING = / …(?:$| )/;

const SERVER = 'dist/server.cjs';

/** A language server in a process of its own, as it ships, and a client that measures it. */
export class LspSession {
  readonly connection: ProtocolConnection;
  readonly #child: ChildProcess;
  #published: ((version: number | undefined, lastLine: number) => void) | undefined;
  #refreshed: (() => void) | undefined;

  private constructor(child: ChildProcess, connection: ProtocolConnection) {
    this.#child = child;
    this.connection = connection;
    connection.onNotification('textDocument/publishDiagnostics', ({ version, diagnostics }: PublishDiagnosticsParams) =>
      this.#published?.(version, diagnostics.at(-1)?.range.start.line ?? -1),
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

  open(uri: string, text: string, languageId = /\.(pgn|mav)$/.exec(uri)?.[1] ?? 'fen'): Promise<void> {
    return this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Sends an edit; the time until its diagnostics are there, in milliseconds. */
  async edit(uri: string, version: number, line: number, character: number, length: number, text: string) {
    const done = this.published(version);
    const started = performance.now();
    await this.change(uri, version, line, character, length, text);
    await done;
    return performance.now() - started;
  }

  /** Sends an edit. */
  change(uri: string, version: number, line: number, character: number, length: number, text: string): Promise<void> {
    const range = { start: { line, character }, end: { line, character: character + length } };
    return this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text }],
    });
  }

  /** Tells what is on the screen. */
  look(uri: string, line: number, lines: number): Promise<void> {
    const ranges = [{ start: { line, character: 0 }, end: { line: line + lines, character: 0 } }];
    return this.connection.sendNotification('statelens/visibleRanges', { uri, ranges });
  }

  /** Waits for diagnostics of a version: the first ones, or those of which one is on `line` or below. */
  published(version: number, line = -1): Promise<void> {
    return new Promise((resolve) => {
      this.#published = (of, lastLine) => {
        if (of === version && lastLine >= line) resolve();
      };
    });
  }

  lenses(uri: string): Promise<CodeLens[]> {
    return this.connection.sendRequest('textDocument/codeLens', { textDocument: { uri } });
  }

  /** The semantic tokens of some lines. */
  tokens(uri: string, line: number, lines: number): Promise<unknown> {
    const range = { start: { line, character: 0 }, end: { line: line + lines, character: 0 } };
    return this.connection.sendRequest('textDocument/semanticTokens/range', { textDocument: { uri }, range });
  }

  /** Asks for something of a document. */
  ask(method: string, uri: string, params: object = {}): Promise<unknown> {
    return this.connection.sendRequest(method, { textDocument: { uri }, ...params });
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

  /** Resident memory of the server in MB, now or at most until now; NaN where the system does not tell it. */
  memory(mark: 'now' | 'most' = 'now'): number {
    try {
      const status = fs.readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      const found = mark === 'now' ? /VmRSS:\s+(\d+)/.exec(status) : /VmHWM:\s+(\d+)/.exec(status);
      return Number(found?.[1]) / 1024;
    } catch {
      return Number.NaN;
    }
  }

  /** CPU time of the server so far, all its threads, in milliseconds; NaN where the system does not tell it. */
  get cpuMs(): number {
    try {
      // The fields behind the name, which may hold blanks: utime and stime are the 14th and 15th of all, in ticks of 10 ms.
      const fields = fs.readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return 10 * (Number(fields[11]) + Number(fields[12]));
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
