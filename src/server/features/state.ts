import { LruMap } from '../../core/base/lru-map.ts';
import { readsAlike } from '../../core/mav/syntax.ts';
import { STATE_CHANGED_NOTIFICATION, STATE_REQUEST, type StateParams, type StateResult } from '../../protocol/state.ts';
import { textComparison } from '../comparison/comparer.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { FeatureContext, ServerFeature } from '../feature.ts';
import { serverPart } from '../languages/parts.ts';
import { sendOrLog } from '../log.ts';
import { BuiltLine, LineScoring } from '../state/line-scoring.ts';
import type { Place, StateLocation } from '../state/located.ts';

/** The state view: the line through an offset with all predictions on it, and its scores as they arrive. */
export const stateFeature: ServerFeature = {
  name: 'state',
  register(context) {
    const { connection, scorer, host, log, events, documents, settings } = context;
    const changed = (uri: string): void =>
      sendOrLog(log, 'news of a line', () => connection.sendNotification(STATE_CHANGED_NOTIFICATION, { uri }));
    const scoring = new LineScoring(scorer, host.clock, changed);
    const lines = new StateLines(context, scoring);
    connection.onRequest(STATE_REQUEST, (params: StateParams) => lines.at(params));
    events.onSettings((before) => {
      const { m, mavDialect } = settings();
      if (before.m === m && readsAlike(before.mavDialect, mavDialect)) return;
      for (const { uri } of documents.all()) changed(uri);
    });
    events.onPrograms(() => {
      for (const { uri, kit } of documents.all()) if (kit?.worldsOf !== undefined) changed(uri);
    });
    events.onClose((document) => scoring.drop(document));
    events.onShutdown(() => scoring.dispose());
    return {};
  },
};

/** Number of lines that stay built. */
const KEPT = 16;
/** Number of cells between two clock checks. */
const LOOKS = 8;

type Context = Pick<FeatureContext, 'documents' | 'work' | 'turns' | 'views' | 'scorer' | 'settings'>;

/** Lines of open documents, built on the first request and kept by their content. */
class StateLines {
  readonly #context: Context;
  readonly #scoring: LineScoring;
  readonly #lines = new LruMap<string, BuiltLine>(KEPT);
  readonly #building = new Map<string, Promise<BuiltLine | undefined>>();

  constructor(context: Context, scoring: LineScoring) {
    this.#context = context;
    this.#scoring = scoring;
  }

  /** Returns the content of the state view at a position; null if the document is unknown, or closed meanwhile. */
  async at({ uri, position, known }: StateParams): Promise<StateResult | null> {
    const { documents, work, scorer, settings } = this.#context;
    for (;;) {
      const document = documents.get(uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      const { version } = document;
      const place = this.#place(document, document.buffer.offsetAt(position));
      if (!('here' in place)) return { version, lineId: '', line: null, here: null, reason: place.reason };
      const { m } = settings();
      const key = `${place.key} ${m}`;
      const line = this.#lines.get(key) ?? (await this.#build(document, place, key, m));
      await scorer.ready;
      if (document.signal.aborted) return null;
      // it was edited while the line was built
      if (line === undefined || document.version !== version || !document.sections.isRead) continue;
      const { here, reason } = place;
      this.#scoring.focus(document, line, m, here.at);
      line.update((item) => scorer.known(item));
      const { shown } = line;
      return { version, lineId: shown.id, line: shown.id === known ? null : shown.line, here, reason };
    }
  }

  #place(document: ServerDocument, offset: number): Place {
    const { place, noState = 'there is no game here' } = serverPart(document);
    if (place === undefined || document.sections.count === 0) return { reason: noState };
    return place(document, offset, this.#context.views);
  }

  /** Builds a line in slices, once for all requests; undefined if the document was edited or closed meanwhile. */
  #build(document: ServerDocument, place: StateLocation, key: string, m: number): Promise<BuiltLine | undefined> {
    const known = this.#building.get(key);
    if (known !== undefined) return known;
    const building = this.#built(document, place, key, m).finally(() => this.#building.delete(key));
    this.#building.set(key, building);
    return building;
  }

  async #built(document: ServerDocument, place: StateLocation, key: string, m: number): Promise<BuiltLine | undefined> {
    const { turns } = this.#context;
    const { version } = document;
    const isCurrent = (): boolean => document.version === version && !document.signal.aborted;
    await turns.next();
    if (!isCurrent()) return undefined;
    const line = new BuiltLine(key, place.draft(), m);
    for (let looks = 1; ; looks++) {
      const isMore = line.addNext((item) => textComparison(document, item.placed, item.trueFen, () => item.line()));
      if (!isMore) break;
      const pausing = looks % LOOKS === 0 ? turns.pause() : undefined;
      if (pausing === undefined) continue;
      await pausing;
      if (!isCurrent()) return undefined;
    }
    this.#lines.set(key, line);
    return line;
  }
}
