import { LruMap } from '../../core/base/lru.ts';
import type { StateParams, StateResult } from '../../protocol/state.ts';
import { textComparison } from '../comparison/text-comparison.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { FeatureContext } from '../feature.ts';
import { partOf } from '../languages/parts.ts';
import { BuiltLine } from './built-line.ts';
import type { LineScoring } from './line-scoring.ts';
import type { Located, Place } from './located.ts';

/** Lines that are kept built. */
const KEPT = 16;
/** Cells between two looks at the time. */
const LOOKS = 8;

type Context = Pick<FeatureContext, 'documents' | 'work' | 'turns' | 'views' | 'scorer' | 'settings'>;

/** The lines of open documents, built when they are first asked for and kept by what they are made of. */
export class StateLines {
  readonly #context: Context;
  readonly #scoring: LineScoring;
  readonly #lines = new LruMap<string, BuiltLine>(KEPT);
  readonly #building = new Map<string, Promise<BuiltLine | undefined>>();

  constructor(context: Context, scoring: LineScoring) {
    this.#context = context;
    this.#scoring = scoring;
  }

  /** What the state view shows at a place; null where the document is not known, or is closed meanwhile. */
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
      line.update((one) => scorer.known(one));
      const { shown } = line;
      return { version, lineId: shown.id, line: shown.id === known ? null : shown.line, here, reason };
    }
  }

  #place(document: ServerDocument, offset: number): Place {
    const { place, noState = 'there is no game here' } = partOf(document);
    if (place === undefined || document.sections.count === 0) return { reason: noState };
    return place(document, offset, this.#context.views);
  }

  /** Builds a line in slices, once for all who ask; undefined when the document was edited or closed meanwhile. */
  #build(document: ServerDocument, place: Located, key: string, m: number): Promise<BuiltLine | undefined> {
    const known = this.#building.get(key);
    if (known !== undefined) return known;
    const building = this.#built(document, place, key, m).finally(() => this.#building.delete(key));
    this.#building.set(key, building);
    return building;
  }

  async #built(document: ServerDocument, place: Located, key: string, m: number): Promise<BuiltLine | undefined> {
    const { turns } = this.#context;
    const { version } = document;
    const isCurrent = (): boolean => document.version === version && !document.signal.aborted;
    await turns.next();
    if (!isCurrent()) return undefined;
    const line = new BuiltLine(key, place.draft(), m);
    for (let looks = 1; ; looks++) {
      const isMore = line.addNext((one) => textComparison(document, one.placed, one.trueFen, () => one.line()));
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
