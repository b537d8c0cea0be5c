import { PassThrough } from 'node:stream';
import {
  type CodeLens,
  CodeLensRefreshRequest,
  CodeLensRequest,
  CodeLensResolveRequest,
  ConfigurationRequest,
  type Connection,
  DidChangeConfigurationNotification,
  type Hover,
  HoverRequest,
  type InitializeParams,
  RegistrationRequest,
} from 'vscode-languageserver/node';
import { systemClock } from '../../src/compute/system-clock.ts';
import type { ComparisonParams, ComparisonResult, ScoringParams, ServerOptions } from '../../src/protocol/lsp.ts';
import { Client } from './client.ts';
import { startServer, type TestHost, testHost } from './host.ts';

/** A lens that waits for scores; lists of squares end with an ellipsis, too. */
const WAITING = / …(?:$| )/;

export interface SessionOptions {
  readonly capabilities?: InitializeParams['capabilities'];
  readonly options?: ServerOptions;
  readonly host?: TestHost;
  /** The client's section `statelens`; without it the client has no settings. */
  readonly settings?: Record<string, unknown>;
  /** Listens before the handshake. */
  readonly prepare?: (connection: Client['connection']) => void;
}

/** What VS Code can do. */
export const ABLE: InitializeParams['capabilities'] = {
  workspace: {
    codeLens: { refreshSupport: true },
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
  },
  textDocument: {
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
};

/** A server and a client that talks to it, in one process. */
export class Session {
  readonly client: Client;
  readonly host: TestHost;
  readonly scoring: ScoringParams[] = [];
  readonly #server: Connection;
  #settings: Record<string, unknown> | undefined;
  #refreshes = 0;
  #changes = 0;
  #wakeState: (() => void) | undefined;
  #wake: (() => void) | undefined;

  private constructor(host: TestHost, settings: Record<string, unknown> | undefined) {
    const [up, down] = [new PassThrough(), new PassThrough()];
    this.host = host;
    this.#settings = settings;
    this.#server = startServer(up, down, host);
    this.client = new Client(down, up);
    const { connection } = this.client;
    connection.onRequest(CodeLensRefreshRequest.type, () => {
      this.#refreshes++;
      this.#wake?.();
    });
    connection.onRequest(RegistrationRequest.type, () => {});
    connection.onRequest(ConfigurationRequest.type, ({ items }) => items.map(() => this.#settings ?? null));
    connection.onNotification('statelens/stateChanged', () => {
      this.#changes++;
      this.#wakeState?.();
    });
    connection.onNotification('statelens/scoring', (params: ScoringParams) => void this.scoring.push(params));
  }

  static async start({ capabilities = ABLE, options, host, settings, prepare }: SessionOptions = {}): Promise<Session> {
    const session = new Session(host ?? testHost(systemClock), settings);
    prepare?.(session.client.connection);
    await session.client.initialize(capabilities, options);
    return session;
  }

  get refreshes(): number {
    return this.#refreshes;
  }

  /** How often the server has said that a line has changed. */
  get changes(): number {
    return this.#changes;
  }

  /** Waits until it says so once more than it had. */
  async stateChanged(before: number): Promise<void> {
    while (this.#changes <= before) await new Promise<void>((resolve) => (this.#wakeState = resolve));
  }

  lenses(uri: string): Promise<CodeLens[]> {
    return this.client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } }) as Promise<CodeLens[]>;
  }

  async titles(uri: string): Promise<(string | undefined)[]> {
    return (await this.lenses(uri)).map(({ command }) => command?.title);
  }

  resolve(lens: CodeLens): Promise<CodeLens> {
    return this.client.connection.sendRequest(CodeLensResolveRequest.type, lens);
  }

  /** Waits until the server asks for lenses to be asked for again, once more than it had. */
  async refreshed(before: number): Promise<void> {
    while (this.#refreshes <= before) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** The lenses once all scores are in. */
  async scored(uri: string): Promise<(string | undefined)[]> {
    for (;;) {
      const before = this.#refreshes;
      const titles = await this.titles(uri);
      if (!titles.some((title) => title !== undefined && WAITING.test(title))) return titles;
      await this.refreshed(before);
    }
  }

  hover(uri: string, line: number, character: number): Promise<Hover | null> {
    const params = { textDocument: { uri }, position: { line, character } };
    return this.client.connection.sendRequest(HoverRequest.type, params);
  }

  comparison(params: ComparisonParams): Promise<ComparisonResult | null> {
    return this.client.connection.sendRequest('statelens/comparison', params);
  }

  async configure(settings: Record<string, unknown>): Promise<void> {
    this.#settings = settings;
    await this.client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  }

  end(): void {
    this.client.connection.dispose();
    this.#server.dispose();
  }
}
