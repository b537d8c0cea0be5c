import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  type WorkspaceClientCapabilities,
} from 'vscode-languageserver';
import { SERVER_ID, type ServerOptions } from '../protocol/lsp.ts';
import { DEFAULT_SETTINGS, readSettings, type ServerSettings } from '../protocol/settings.ts';
import type { Log } from './log.ts';

/** The client's settings, kept up to date in the way that the client can. */
export class ClientSettings {
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #changed: (before: ServerSettings) => void;
  #values: ServerSettings = DEFAULT_SETTINGS;
  #capabilities: WorkspaceClientCapabilities = {};

  /** @param changed is called when a value is another than before, with what was before */
  constructor(connection: Connection, log: Log, changed: (before: ServerSettings) => void) {
    this.#connection = connection;
    this.#log = log;
    this.#changed = changed;
    connection.onDidChangeConfiguration(({ settings }: { settings: unknown }) => {
      if (this.#capabilities.configuration === true) void this.#pull();
      else this.#take((settings as Readonly<Record<string, unknown>> | null)?.[SERVER_ID]);
    });
  }

  get values(): ServerSettings {
    return this.#values;
  }

  initialize({ capabilities }: InitializeParams, options: ServerOptions): void {
    this.#capabilities = capabilities.workspace ?? {};
    if (options.settings !== undefined) this.#values = readSettings(options.settings);
  }

  /** After the handshake: requests the settings and notifications of changes. */
  async start(): Promise<void> {
    if (this.#capabilities.didChangeConfiguration?.dynamicRegistration === true) {
      await this.#connection.client
        .register(DidChangeConfigurationNotification.type, { section: SERVER_ID })
        .catch((error: unknown) => this.#log.warn(`changes of settings cannot be followed: ${String(error)}`));
    }
    if (this.#capabilities.configuration === true) await this.#pull();
  }

  async #pull(): Promise<void> {
    try {
      this.#take(await this.#connection.workspace.getConfiguration(SERVER_ID));
    } catch (error) {
      this.#log.warn(`could not read the settings: ${String(error)}`);
    }
  }

  #take(section: unknown): void {
    if (section === null || section === undefined) return;
    const before = this.#values;
    const values = withKept(before, readSettings(section));
    this.#values = values;
    const keys = Object.keys(values) as (keyof ServerSettings)[];
    if (keys.some((key) => before[key] !== values[key])) this.#changed(before);
  }
}

/** The new settings, with the old objects where they are equal, so that `===` detects changes. */
function withKept(before: ServerSettings, after: ServerSettings): ServerSettings {
  const kept: ServerSettings = { ...after };
  const keep = <Key extends keyof ServerSettings>(
    key: Key,
    values: { -readonly [K in Key]: ServerSettings[K] },
  ): void => {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) values[key] = before[key];
  };
  for (const key of Object.keys(after) as (keyof ServerSettings)[]) keep(key, kept);
  return kept;
}
