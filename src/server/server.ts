import {
  CodeLensRefreshRequest,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ShowMessageNotification,
  type ShowMessageParams,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { JOB_VERSIONS, type Jobs } from '../compute/jobs/jobs.ts';
import { Pool } from '../compute/pool/pool.ts';
import type { CheckOptions } from '../core/languages/check.ts';
import { withSeverities } from '../core/notation/diagnostics/severities.ts';
import {
  COMPARISON_REQUEST,
  COMPARISON_STEP_REQUEST,
  type ComparisonParams,
  type ComparisonStepParams,
  SCORE_FILE_COMMAND,
  SCORING_NOTIFICATION,
  type ServerOptions,
  VISIBLE_RANGES_NOTIFICATION,
  type VisibleRangesParams,
} from '../protocol/lsp.ts';
import { ClientSettings } from './client-settings.ts';
import { Comparer } from './comparison/comparer.ts';
import { compareAt } from './comparison/comparison.ts';
import { comparePlaces, neighbouringPlace } from './comparison/comparison-step.ts';
import { toLsp } from './diagnostics/diagnostics.ts';
import { ValueFindings } from './diagnostics/value-findings.ts';
import { ServerDocument } from './documents/document.ts';
import type { Section } from './documents/sections.ts';
import { Work } from './documents/work.ts';
import type { ClientAbilities, FeatureContext } from './feature.ts';
import { FEATURES } from './features.ts';
import { Views } from './games/views.ts';
import type { ServerHost } from './host.ts';
import { HoverFeature } from './hover/hover-feature.ts';
import { LensFeature } from './lenses/lens-feature.ts';
import { connectionLog } from './log.ts';
import { ScoreCache } from './scoring/score-cache.ts';
import { Scorer } from './scoring/scorer.ts';

/** Comparisons that the pool keeps for hovers and the compare view; lenses have a cache of their own. */
const POOL_ENTRIES = 300;

/**
 * The language server on a connection, which is listened to from here on. Diagnostics are pushed as soon as what was opened or
 * edited is checked; lenses, hovers and comparisons are answered from what was read of the document and the compute pool.
 */
export function register(connection: Connection, host: ServerHost): void {
  const { clock } = host;
  const client: ClientAbilities = {
    related: false,
    refreshes: false,
    refreshesInlays: false,
    takesRefusal: false,
    hasGrammar: false,
    resolvesEdits: false,
    images: false,
    trees: false,
    markdown: false,
    snippets: false,
  };
  const documents = new TextDocuments<ServerDocument>({
    create: (uri, languageId, version, text) => new ServerDocument(uri, languageId, version, text),
    update: (document, changes, version) => {
      document.update(changes, version);
      return document;
    },
  });
  const log = connectionLog(connection);
  const sent = (what: string, sending: Promise<unknown>): void =>
    void sending.catch((error: unknown) => log.error(`${what} could not be sent`, error));

  let opened: Pool<Jobs> | undefined;
  const pool = (): Pool<Jobs> => {
    opened ??= new Pool<Jobs>({
      transport: host.transport(),
      versions: JOB_VERSIONS,
      clock,
      cacheEntries: POOL_ENTRIES,
      onNotice: ({ reason, retried, failed }) =>
        log.warn(`a worker ended (${reason}); ${retried} jobs are tried again, ${failed} given up`),
    });
    return opened;
  };

  const publish = ({ uri, version }: ServerDocument, diagnostics: ReturnType<typeof toLsp>): void =>
    sent(`diagnostics of ${uri}`, connection.sendDiagnostics({ uri, version, diagnostics }));
  const publishFindings = (document: ServerDocument): void => {
    const place = document.rangeAt.bind(document);
    const { severities } = settings.values;
    const findings = document
      .findings((section) => values.of(section))
      .map(({ found, offset }) => ({ found: withSeverities(found, severities), offset }));
    publish(document, toLsp(place, findings, { uri: document.uri, related: client.related }));
  };
  let engineFolder: string | undefined;
  const values = new ValueFindings({
    host,
    clock,
    settings: () => settings.values,
    folder: () => engineFolder,
    changed: publishFindings,
    failed: (message) => {
      const text = `StateLens: values are not checked: ${message}`;
      log.warn(text);
      const params: ShowMessageParams = { type: MessageType.Warning, message: text };
      sent('a message', connection.sendNotification(ShowMessageNotification.type, params));
    },
  });
  const isOpen = (section: Section): boolean => documents.all().some(({ sections }) => sections.list.includes(section));
  const away = new Map<Section, AbortController>();
  const checkAway = (section: Section, text: string): void => {
    // a game that was edited since is asked for again
    for (const [other, stop] of away) if (!isOpen(other)) stop.abort();
    const stop = new AbortController();
    const { signal } = stop;
    away.set(section, stop);
    void pool()
      .run('diagnose', { text, language: 'pgn', options: checkOptions() }, { priority: 'normal', signal })
      .then((result) => {
        away.delete(section);
        section.isAway = false;
        if (!result.ok && !signal.aborted && result.error.code !== 'COMPUTE_DISPOSED')
          log.error('a game could not be checked', result.error.message);
        section.found = result.ok ? result.value : [];
        for (const document of documents.all())
          if (document.sections.list.includes(section)) work.touch(document, false);
      });
  };
  const checkOptions = (): CheckOptions => {
    const { strictExport, mavDialect } = settings.values;
    return { strictExport, mavDialect };
  };
  const work = new Work(
    host,
    {
      found: (document) => {
        publishFindings(document);
        values.touch(document);
      },
      failed: ({ uri }, error) => log.error(`${uri} could not be checked`, error),
    },
    checkAway,
    checkOptions,
  );
  const views = new Views();

  const cache = new ScoreCache(clock);
  const refresh = (): void => {
    if (client.refreshes) sent('a refresh of lenses', connection.sendRequest(CodeLensRefreshRequest.type));
  };
  const settings = new ClientSettings(connection, log, (before) => {
    refresh();
    for (const feature of FEATURES) feature.settingsChanged?.(before, context);
    values.settingsChanged(before, documents.all());
    const { strictExport, severities, mavDialect } = settings.values;
    const isOther = strictExport !== before.strictExport || mavDialect !== before.mavDialect;
    if (!isOther && severities === before.severities) return;
    for (const document of documents.all()) {
      if (isOther) document.forgetFindings();
      document.readIn(mavDialect);
      work.touch(document, false);
    }
  });
  const scorer = new Scorer(pool, cache, clock, (message) => log.error(message));
  const comparer = new Comparer(pool, () => settings.values.m);
  const lenses = new LensFeature({
    clock,
    work,
    scorer,
    defer: (callback) => host.defer(callback),
    settings: () => settings.values,
    refreshes: () => client.refreshes,
    opensTrees: () => client.trees,
    refresh,
    scoring: (params) => sent('progress', connection.sendNotification(SCORING_NOTIFICATION, params)),
  });
  const hover = new HoverFeature({
    clock,
    work,
    comparer,
    views,
    settings: () => settings.values,
    capabilities: () => client,
  });

  const context: FeatureContext = {
    connection,
    clock,
    documents,
    work,
    views,
    client,
    settings: () => settings.values,
  };
  const provided = FEATURES.map((feature) => feature.register(context));

  connection.onInitialize((params): InitializeResult => {
    const options = (params.initializationOptions ?? {}) as ServerOptions;
    readAbilities(params, options, client);
    settings.initialize(params, options);
    if (typeof options.engineFolder === 'string') engineFolder = options.engineFolder;
    const store = typeof options.cacheDir === 'string' ? host.openStore(options.cacheDir) : undefined;
    if (store !== undefined) cache.use(store);
    return {
      capabilities: {
        positionEncoding: 'utf-16',
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        codeLensProvider: { resolveProvider: true },
        hoverProvider: true,
        ...Object.assign({}, ...provided),
        executeCommandProvider: { commands: [SCORE_FILE_COMMAND] },
      },
      serverInfo: { name: 'StateLens' },
    };
  });
  connection.onInitialized(() => void settings.start());

  documents.onDidOpen(({ document }) => work.touch(document, false));
  documents.onDidChangeContent(({ document }) => {
    if (document.hasEdits) work.touch(document, true);
  });
  documents.onDidClose(({ document }) => {
    work.drop(document);
    values.drop(document);
    lenses.drop(document);
    sent(`diagnostics of ${document.uri}`, connection.sendDiagnostics({ uri: document.uri, diagnostics: [] }));
  });

  connection.onCodeLens(async ({ textDocument }, token) => {
    const document = documents.get(textDocument.uri);
    return document === undefined ? null : lenses.provide(document, token);
  });
  connection.onCodeLensResolve((lens) => lenses.resolve(lens));
  connection.onHover(async ({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    return document === undefined ? null : hover.provide(document, position);
  });
  connection.onExecuteCommand(({ command, arguments: args }) => {
    const document = documents.get(String(args?.[0]));
    if (command === SCORE_FILE_COMMAND && document !== undefined) lenses.scoreFile(document);
  });
  connection.onRequest(COMPARISON_REQUEST, async (params: ComparisonParams) => {
    const document = documents.get(params.uri);
    if (document === undefined || !(await work.whenRead(document))) return null;
    return compareAt(document, params, comparer, views);
  });
  connection.onRequest(COMPARISON_STEP_REQUEST, async ({ place, to }: ComparisonStepParams) => {
    const document = documents.get(place.uri);
    if (document === undefined || !(await work.whenRead(document))) return null;
    return neighbouringPlace(comparePlaces(document), { place, to }) ?? null;
  });
  connection.onNotification(VISIBLE_RANGES_NOTIFICATION, ({ uri, ranges }: VisibleRangesParams) => {
    const document = documents.get(uri);
    if (document === undefined) return;
    document.visible = ranges;
    lenses.visibleChanged(document);
  });
  connection.onShutdown(async () => {
    work.dispose();
    lenses.dispose();
    await cache.flush();
    await values.dispose();
    await opened?.dispose();
  });

  documents.listen(connection);
  connection.listen();
}

function readAbilities({ capabilities }: InitializeParams, options: ServerOptions, client: ClientAbilities): void {
  const { textDocument, workspace } = capabilities;
  client.related = textDocument?.publishDiagnostics?.relatedInformation ?? false;
  client.refreshes = workspace?.codeLens?.refreshSupport ?? false;
  client.refreshesInlays = workspace?.inlayHint?.refreshSupport ?? false;
  client.takesRefusal = textDocument?.semanticTokens?.serverCancelSupport ?? false;
  client.hasGrammar = textDocument?.semanticTokens?.augmentsSyntaxTokens ?? false;
  client.images = options.images === true;
  client.trees = options.trees === true;
  client.snippets = textDocument?.completion?.completionItem?.snippetSupport ?? false;
  const { dataSupport, resolveSupport } = textDocument?.codeAction ?? {};
  client.resolvesEdits = dataSupport === true && resolveSupport?.properties.includes('edit') === true;
  client.markdown = textDocument?.hover?.contentFormat?.includes('markdown') ?? false;
}
