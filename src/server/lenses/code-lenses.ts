import {
  type CancellationToken,
  type CodeLens,
  type Command,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver';
import {
  COMPARE_COMMAND,
  EXAMPLE_COMMAND,
  OPEN_TREE_COMMAND,
  REVEAL_COMMAND,
  SCORE_FILE_COMMAND,
} from '../../protocol/lsp.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ClientAbilities } from '../abilities.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { Turns } from '../documents/turns.ts';
import type { Work } from '../documents/work.ts';
import { serverPart } from '../languages/parts.ts';
import { DocumentLenses, type LensEntry, type LensItem, placeKey } from './lens.ts';
import { LensEntries, lensItems } from './lens-items.ts';
import { LensScoring, type LensScoringContext, nearness } from './lens-scoring.ts';
import { modelNames } from './model-names.ts';

/** Number of sections between two clock checks. */
const LOOKS = 16;

/** Services that lenses need. */
export interface LensContext extends LensScoringContext {
  readonly work: Work;
  readonly turns: Turns;
  settings(): ServerSettings;
  readonly client: Pick<ClientAbilities, 'trees' | 'examples'>;
}

/** The predictions of a document, and the lenses that need no scores. */
interface ReadLenses {
  readonly entries: readonly LensEntry[];
  readonly others: readonly LensItem[];
  /** Version of the document that they were read from. */
  readonly version: number;
}
const nothingOf = ({ version }: ServerDocument): ReadLenses => ({ entries: [], others: [], version });

/** Returns the identifier of a lens in an answer; short, since there are thousands. */
const lensData = (id: number, version: number, index: number): string => `${id} ${version} ${index}`;

/** Returns the words for a part of a file that has means. */
function partName({ kit }: ServerDocument): string {
  if (kit?.hasGames === true) return 'this game';
  if (kit?.hasWalks === true) return 'this walk';
  return kit?.isAnswer === true ? 'this example' : 'this record';
}

/** Code lenses: cheap titles immediately, scores from the pool, and one refresh when they are known. */
export class CodeLenses {
  readonly #context: LensContext;
  readonly #entries = new LensEntries();
  readonly #states = new Map<ServerDocument, DocumentLenses>();
  readonly #scoring: LensScoring;
  #lastId = 0;

  constructor(context: LensContext) {
    this.#context = context;
    this.#scoring = new LensScoring(context, this.#states);
  }

  /** Returns the lenses of a document as it is now. */
  async provide(document: ServerDocument, token: CancellationToken): Promise<CodeLens[]> {
    const { mode, m } = this.#settings();
    const state = this.#state(document);
    await this.#context.scorer.ready;
    const read = mode === 'off' ? nothingOf(document) : await this.#read(document, state, token);
    // it may have been closed while it was read
    if (document.signal.aborted) return [];
    if (read === undefined) throw new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed');
    const { entries, others, version } = read;
    state.entries = entries;
    this.#scoring.start(document, state, m);
    await this.#scoring.grace(state);
    if (token.isCancellationRequested || document.signal.aborted || document.version !== version)
      throw new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed');

    const { scorer } = this.#context;
    const scores = (key: string) => scorer.known(key);
    const aggregates = this.#scoring.scoresAll(state);
    const showsExact = document.kit?.isAnswer !== true;
    const names = modelNames(document);
    const part = partName(document);
    const items = lensItems(entries, { mode, m, scores, names, part, aggregates, showsExact });
    if (others.length > 0) {
      items.unshift(...others);
      items.sort((a, b) => a.range.start - b.range.start);
    }
    state.items = items;
    state.version = version;
    state.fresh = 0;
    state.shown = new Set();
    for (const entry of entries)
      if (entry.key !== undefined && scores(entry.key) !== undefined) state.shown.add(placeKey(entry));
    const isWorded = this.#context.refreshes() ? nearness(document, items) : () => false;
    const lenses = items.map((item, index): CodeLens => {
      if (isWorded(item)) return { range: document.rangeAt(item.range), command: command(document, item) };
      // Editors put a lens above the line where it starts.
      const start = document.buffer.positionAt(item.range.start);
      const range = { start, end: start };
      return { range, data: lensData(state.id, version, index) };
    });
    if (!aggregates && mode !== 'off') lenses.unshift(this.#scoreFileLens(document, state.count));
    return lenses;
  }

  /** Resolves a lens; for clients that cannot refresh lenses, with its scores. */
  async resolve(lens: CodeLens): Promise<CodeLens> {
    const data: unknown = lens.data;
    if (typeof data !== 'string') return lens;
    const [id, version, index = -1] = data.split(' ').map(Number);
    const [document, state] = [...this.#states].find(([, candidate]) => candidate.id === id) ?? [];
    const item = state?.items[index];
    if (document === undefined || state === undefined || item === undefined || document.version !== version)
      return lens;
    if (this.#context.refreshes()) return { range: lens.range, command: command(document, item) };
    const waiting = item.needs.flatMap(({ key }) => (key === undefined ? [] : (state.pending.get(key)?.done ?? [])));
    await Promise.all(waiting);
    return { range: lens.range, command: command(document, item) };
  }

  /** Scores all predictions of a file, however many. */
  scoreFile(document: ServerDocument): void {
    const state = this.#state(document);
    state.requested = true;
    this.#scoring.start(document, state, this.#settings().m);
    this.#context.refresh();
  }

  /** Prioritizes the scores of the part that is now visible. */
  visibleChanged(document: ServerDocument): void {
    const state = this.#states.get(document);
    if (state !== undefined && state.version === document.version)
      this.#scoring.start(document, state, this.#settings().m);
  }

  /** Drops a document that was closed. */
  drop(document: ServerDocument): void {
    const state = this.#states.get(document);
    state?.cancel();
    this.#states.delete(document);
  }

  dispose(): void {
    this.#scoring.dispose();
    for (const document of this.#states.keys()) this.drop(document);
  }

  #settings() {
    const { lensMode: mode, m, mavDialect: dialect } = this.#context.settings();
    return { mode, m, dialect };
  }

  #state(document: ServerDocument): DocumentLenses {
    const known = this.#states.get(document) ?? new DocumentLenses(++this.#lastId);
    this.#states.set(document, known);
    return known;
  }

  /** Reads the entries of the document, again if it changes meanwhile; undefined when the request was canceled. */
  async #read(
    document: ServerDocument,
    state: DocumentLenses,
    token: CancellationToken,
  ): Promise<ReadLenses | undefined> {
    const { work, turns } = this.#context;
    const { mode, m, dialect } = this.#settings();
    const isWanted = (): boolean => !token.isCancellationRequested && !document.signal.aborted;
    while (isWanted()) {
      if (!(await work.whenRead(document))) return nothingOf(document);
      await turns.next();
      const { version } = document;
      let asked = 0;
      const pause = (): Promise<boolean> | undefined => {
        // a clock check takes longer than most of the work between
        if (++asked % LOOKS !== 0) return undefined;
        return turns.pause()?.then(() => document.version === version && isWanted());
      };
      if (!document.sections.isRead) continue;
      state.count = document.predictionCount;
      const withExact = document.kit?.isAnswer !== true || this.#scoring.scoresAll(state);
      const entries = await this.#entries.of(document, m, withExact, pause);
      const { lensItems: own } = serverPart(document);
      const others = entries && own ? await own(document, mode, dialect, this.#context.client, pause) : entries && [];
      if (entries !== undefined && others !== undefined && document.version === version)
        return { entries, others, version };
    }
    return undefined;
  }

  /** Returns the lens that replaces aggregates until scoring is requested. */
  #scoreFileLens({ uri }: ServerDocument, count: number): CodeLens {
    const seconds = Math.max(1, Math.round((count * this.#context.scorer.meanMs) / 1000));
    const time = seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
    const title = `Score File (${count.toLocaleString('en')}, about ${time})`;
    const start = { line: 0, character: 0 };
    return { range: { start, end: start }, command: { title, command: SCORE_FILE_COMMAND, arguments: [uri] } };
  }
}

function command(document: ServerDocument, item: LensItem): Command {
  const { title, tooltip, place, target, tree, example } = item.render();
  const shown = { title, ...(tooltip !== undefined && tooltip !== '' && { tooltip }) };
  if (place !== undefined) return { ...shown, command: COMPARE_COMMAND, arguments: [document.uri, place] };
  if (tree !== undefined)
    return { ...shown, command: OPEN_TREE_COMMAND, arguments: [document.uri, document.buffer.positionAt(tree)] };
  if (example !== undefined) {
    const at = document.buffer.positionAt(item.range.start);
    return { ...shown, command: EXAMPLE_COMMAND, arguments: [document.uri, at, example] };
  }
  if (target === undefined) return { ...shown, command: '' };
  return { ...shown, command: REVEAL_COMMAND, arguments: [document.uri, document.rangeAt(target)] };
}
