import {
  type Connection,
  Emitter,
  type InitializeResult,
  type ServerCapabilities,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import type { ServerOptions } from '../protocol/lsp.ts';
import type { ServerSettings } from '../protocol/settings.ts';
import { noAbilities, readAbilities } from './abilities.ts';
import { ClientSettings } from './client-settings.ts';
import { Comparer } from './comparison/comparer.ts';
import { DocumentChecks } from './diagnostics/document-checks.ts';
import { ServerDocument } from './documents/document.ts';
import type { FeatureContext } from './feature.ts';
import { FEATURES } from './features.ts';
import { Views } from './games/views.ts';
import type { ServerHost } from './host.ts';
import { LazyPool } from './lazy-pool.ts';
import { connectionLog } from './log.ts';
import { ScoreCache } from './scoring/score-cache.ts';
import { Scorer } from './scoring/scorer.ts';

/**
 * Starts the language server on a connection. Diagnostics are pushed as soon as a document is read and checked; `FEATURES`
 * answer everything else from open documents and the compute pool.
 */
export function register(connection: Connection, host: ServerHost): void {
  const log = connectionLog(connection);
  const client = noAbilities();
  const documents = textDocuments();
  const pool = new LazyPool(host, log);
  const cache = new ScoreCache(host.clock);
  const changed = new Emitter<ServerSettings>();
  const closed = new Emitter<ServerDocument>();
  const ended = new Emitter<void>();
  const settings = new ClientSettings(connection, log, (before) => changed.fire(before));
  const common = { connection, host, log, documents, client, settings: () => settings.values };
  const checks = new DocumentChecks({ ...common, pool: pool.get });
  const context: FeatureContext = {
    ...common,
    work: checks.work,
    views: new Views(),
    scorer: new Scorer(pool.get, cache, host.clock, (message) => log.error(message)),
    comparer: new Comparer(pool.get, () => settings.values.m),
    events: { onSettings: changed.event, onClose: closed.event, onShutdown: ended.event },
  };
  const provided = FEATURES.map((feature) => feature.register(context));
  changed.event((before) => checks.settingsChanged(before));
  documents.onDidOpen(({ document }) => checks.opened(document));
  documents.onDidChangeContent(({ document }) => checks.edited(document));
  documents.onDidClose(({ document }) => {
    checks.closed(document);
    closed.fire(document);
  });

  connection.onInitialize((params) => {
    const options = (params.initializationOptions ?? {}) as ServerOptions;
    Object.assign(client, readAbilities(params, options));
    settings.initialize(params, options);
    if (typeof options.engineFolder === 'string') checks.engineFolder = options.engineFolder;
    const store = typeof options.cacheDir === 'string' ? host.openStore(options.cacheDir) : undefined;
    if (store !== undefined) cache.use(store);
    return initializeResult(provided);
  });
  connection.onInitialized(() => void settings.start());
  connection.onShutdown(async () => {
    const checked = checks.dispose();
    ended.fire();
    await cache.flush();
    await checked;
    await pool.dispose();
  });

  documents.listen(connection);
  connection.listen();
}

const textDocuments = (): TextDocuments<ServerDocument> =>
  new TextDocuments({
    create: (uri, languageId, version, text) => new ServerDocument(uri, languageId, version, text),
    update: (document, changes, version) => {
      document.update(changes, version);
      return document;
    },
  });

const initializeResult = (provided: readonly Partial<ServerCapabilities>[]): InitializeResult => ({
  capabilities: {
    positionEncoding: 'utf-16',
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    ...Object.assign({}, ...provided),
  },
  serverInfo: { name: 'StateLens' },
});
