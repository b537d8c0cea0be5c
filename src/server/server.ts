import {
  type Connection,
  type ConnectionOptions,
  Emitter,
  type InitializeResult,
  type MessageReader,
  type MessageWriter,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { JOB_VERSIONS, type Jobs } from '../compute/jobs/jobs.ts';
import { Pool } from '../compute/pool/pool.ts';
import { err, type Result } from '../core/base/result.ts';
import type { FilesBeside } from '../core/languages/kit.ts';
import { PROCESS, type WorldSpec } from '../core/worlds/world-spec.ts';
import { DIALECTS_NOTIFICATION, type DialectsParams, type ServerOptions } from '../protocol/lsp.ts';
import type { ServerSettings } from '../protocol/settings.ts';
import { noAbilities, readAbilities } from './abilities.ts';
import { ClientSettings } from './client-settings.ts';
import { Comparer } from './comparison/comparer.ts';
import { DocumentChecks } from './diagnostics/document-checks.ts';
import { DialectFiles, followDialects } from './documents/dialect-files.ts';
import type { ServerDocument } from './documents/document.ts';
import { type DocumentEvents, Documents } from './documents/documents.ts';
import { openDomain } from './documents/open-domain.ts';
import { Turns } from './documents/turns.ts';
import type { FeatureContext, ServerEvents } from './feature.ts';
import { FEATURES } from './features.ts';
import { Views } from './games/game-view.ts';
import { Gate } from './gate/gate.ts';
import type { Channel, ServerHost } from './host.ts';
import { connectionLog, type Log } from './log.ts';
import { ScoreCache, Scorer } from './scoring/scorer.ts';
import type { Compares } from './scoring/scores.ts';
import { WorldPrograms } from './world-programs.ts';

/** Number of comparisons that the pool keeps for hovers and the state view; lenses have their own cache. */
const POOL_ENTRIES = 300;

/**
 * Times of workers, each of which takes 25 MB and a quarter of a second to start: a screen of predictions needs one,
 * a large file all of them.
 */
const TIMES = { moreAfterMs: 1000, endAfterMs: 30_000 };

/** The compute pool of a server, started with the first job. */
class LazyPool {
  readonly #host: ServerHost;
  readonly #log: Log;
  #pool: Pool<Jobs> | undefined;

  constructor(host: ServerHost, log: Log) {
    this.#host = host;
    this.#log = log;
  }

  readonly get = (): Pool<Jobs> => {
    this.#pool ??= new Pool<Jobs>({
      transport: this.#host.transport(),
      versions: JOB_VERSIONS,
      clock: this.#host.clock,
      cacheEntries: POOL_ENTRIES,
      ...TIMES,
      onNotice: ({ reason, retried, failed }) =>
        this.#log.warn(`a worker ended (${reason}); ${retried} jobs are retried, ${failed} have failed`),
    });
    return this.#pool;
  };

  async dispose(): Promise<void> {
    await this.#pool?.dispose();
  }
}

/** Makes a connection from a channel's two ends, as the platform does. */
type Connect = (reader: MessageReader, writer: MessageWriter, options: ConnectionOptions) => Connection;

/**
 * Starts the language server on a channel. Diagnostics are pushed as soon as a document is read and checked; `FEATURES`
 * answer everything else from open documents and the compute pool.
 */
export function serve(channel: Channel, connect: Connect, platform: ServerHost): Connection {
  const gate = new Gate(channel.reader, channel.writer);
  channel.reader.onClose(() => channel.hungUp?.(gate.isEnded));
  const connection = connect(gate.reader, gate.writer, gate.options);
  const defer = (callback: () => void): void => gate.afterMessages((next) => platform.defer(next), callback);
  register(connection, { ...platform, defer }, gate, channel);
  return connection;
}

function register(connection: Connection, host: ServerHost, gate: Gate, channel: Channel): void {
  const log = connectionLog(connection);
  const client = noAbilities();
  const beside = (uri: string): FilesBeside => ({
    world: (name) => worldOf(uri, name, host, programs),
    domain: (problem) => openDomain(uri, problem, documents.all(), host.pddlFolder?.(uri)),
    dialects: () => dialects.for(uri, documents.all()),
  });
  const documents: Documents = new Documents(log, () => settings.values.maxFileSize, beside);
  const dialects = new DialectFiles((uri) => host.dialectFiles?.(uri) ?? []);
  const pool = new LazyPool(host, log);
  const cache = new ScoreCache(host.clock);
  const { changed, closed, ended, answered, pooled, events } = newEmitters();
  const programsChanged = (): void => {
    checks.programsChanged();
    answered.fire();
  };
  const programs = new WorldPrograms({ host, log, changed: programsChanged });
  const compare: Compares = (job, how) =>
    programs.of(job.world)?.compare(job, how) ?? pool.get().run('compare', job, how);
  const limitTexts = (): void => channel.limitTexts?.(settings.values.maxFileSize);
  const settings = new ClientSettings(connection, log, (before) => changed.fire(before));
  const common = { connection, host, log, documents, client, settings: () => settings.values };
  const checks = new DocumentChecks({
    ...common,
    pool: pool.get,
    programs,
    answered: () => answered.fire(),
    checked: () => pooled.fire(),
  });
  const context: FeatureContext = {
    ...common,
    work: checks.work,
    turns: new Turns(host.clock, (callback) => host.defer(callback)),
    views: new Views(),
    scorer: new Scorer(compare, cache, host.clock, (message) => log.error(message)),
    comparer: new Comparer(compare, () => settings.values.m),
    programs,
    events,
  };
  const provided = FEATURES.map((feature) => feature.register(context));
  changed.event((before) => {
    limitTexts();
    checks.settingsChanged(before);
  });
  documents.listen(connection, listenerOf(checks, closed));
  let checked = Promise.resolve();
  gate.onEnd(() => {
    documents.end();
    checked = checks.dispose();
    ended.fire();
    void programs.dispose();
  });

  connection.onInitialize((params) => {
    const options = (params.initializationOptions ?? {}) as ServerOptions;
    Object.assign(client, readAbilities(params, options));
    settings.initialize(params, options);
    limitTexts();
    if (typeof options.engineFolder === 'string') checks.engineFolder = options.engineFolder;
    const store = typeof options.cacheDir === 'string' ? host.openStore(options.cacheDir) : undefined;
    if (store !== undefined) cache.use(store);
    return initializeResult(provided);
  });
  connection.onInitialized(() => {
    void settings.start();
    void followDialects(connection, client, log);
  });
  connection.onNotification(DIALECTS_NOTIFICATION, ({ files }: DialectsParams) => {
    dialects.take(files);
    checks.dialectsChanged();
  });
  connection.onShutdown(async () => {
    await Promise.all([cache.flush(), checked, pool.dispose(), programs.dispose()]);
  });

  connection.listen();
}

/** Returns what follows the documents of the client. */
const listenerOf = (checks: DocumentChecks, closed: Emitter<ServerDocument>): DocumentEvents => ({
  opened: (document) => checks.opened(document),
  edited: (document) => checks.edited(document),
  closed(document) {
    checks.closed(document);
    closed.fire(document);
  },
});

/** Returns the emitters of the events that features can follow, and these events. */
function newEmitters() {
  const changed = new Emitter<ServerSettings>();
  const closed = new Emitter<ServerDocument>();
  const ended = new Emitter<void>();
  const answered = new Emitter<void>();
  const pooled = new Emitter<void>();
  const events: ServerEvents = {
    onSettings: changed.event,
    onClose: closed.event,
    onPrograms: answered.event,
    onChecked: pooled.event,
    onShutdown: ended.event,
  };
  return { changed, closed, ended, answered, pooled, events };
}

/** Returns the world that a document names: a program, or a file in its folder. */
function worldOf(uri: string, name: string, host: ServerHost, programs: WorldPrograms): Result<WorldSpec, string> {
  if (name.startsWith(PROCESS)) return programs.named(uri, name);
  return host.readWorld === undefined
    ? err(`${name} cannot be read here: there are no files`)
    : host.readWorld(uri, name);
}

const initializeResult = (provided: readonly Partial<ServerCapabilities>[]): InitializeResult => ({
  capabilities: {
    positionEncoding: 'utf-16',
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    ...Object.assign({}, ...provided),
  },
  serverInfo: { name: 'StateLens' },
});
