import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  MessageType,
  ShowMessageNotification,
  type WorkspaceClientCapabilities,
} from 'vscode-languageserver';
import { SERVER_ID, type ServerOptions } from '../protocol/lsp.ts';
import {
  type CheckedSettings,
  checkedSettings,
  DEFAULT_SETTINGS,
  type ServerSettings,
  settingFaultText,
} from '../protocol/settings.ts';
import type { Log } from './log.ts';

/** Maximum number of errors in one message. */
const MAX_TOLD = 5;

/** The client's settings, updated by notification or configuration request, as the client supports. */
export class ClientSettings {
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #changed: (before: ServerSettings) => void;
  #values: ServerSettings = DEFAULT_SETTINGS;
  #faults: CheckedSettings['faults'] = [];
  /** Current errors that the user has seen. */
  #reported: ReadonlySet<string> = new Set();
  #capabilities: WorkspaceClientCapabilities = {};

  /** @param changed called with the previous settings when a value has changed */
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
    if (options.settings !== undefined)
      ({ settings: this.#values, faults: this.#faults } = checkedSettings(options.settings));
  }

  /** Requests the settings and notifications of changes, after the handshake. */
  async start(): Promise<void> {
    if (this.#capabilities.didChangeConfiguration?.dynamicRegistration === true) {
      await this.#connection.client
        .register(DidChangeConfigurationNotification.type, { section: SERVER_ID })
        .catch((error: unknown) => this.#log.warn(`changes of settings cannot be followed: ${String(error)}`));
    }
    if (this.#capabilities.configuration === true) await this.#pull();
    else this.#showFaults();
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
    const { settings, faults } = checkedSettings(section);
    const values = withKept(before, settings);
    this.#values = values;
    this.#faults = faults;
    this.#showFaults();
    const keys = Object.keys(values) as (keyof ServerSettings)[];
    if (keys.some((key) => before[key] !== values[key])) this.#changed(before);
  }

  /** Shows the errors of the settings, each once as long as it persists. */
  #showFaults(): void {
    const texts = this.#faults.map(settingFaultText);
    const fresh = texts.filter((text) => !this.#reported.has(text));
    this.#reported = new Set(texts);
    if (fresh.length === 0) return;
    const more = fresh.length > MAX_TOLD ? [`and ${fresh.length - MAX_TOLD} more`] : [];
    const message = `StateLens: ${[...fresh.slice(0, MAX_TOLD), ...more].join('; ')}.`;
    void this.#connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
  }
}

/** Returns the new settings, with the old objects for equal values, so that `===` detects changes. */
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
