import type { CancellationToken } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import { wrongParts } from '../../core/board/state-differences.ts';
import type { LocalPrediction } from '../../core/languages/sections.ts';
import { Comparers } from '../../core/metrics/comparers.ts';
import { GRADES, type Grade, gradeAnswer } from '../../core/metrics/wording.ts';
import { type LspRange } from '../../protocol/lsp.ts';
import {
  MARKED_LINES_REQUEST,
  MARKS_CHANGED_NOTIFICATION,
  MARKS_REQUEST,
  type MarkedLinesParams,
  type MarkedLinesResult,
  type MarksChangedParams,
  type MarksParams,
  type MarksResult,
  type PredictionMark,
} from '../../protocol/marks.ts';
import { knownText } from '../comparison/comparer.ts';
import type { DocumentPrediction, ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import { Chips } from '../lenses/chips.ts';
import { sendOrLog } from '../log.ts';

/** Number of predictions between two clock checks: a check takes as long as the mark of a known one. */
const LOOKS = 32;

/** Marks of predictions in the gutter and in the text: the visible ones, and the lines of all. */
export const marksFeature: ServerFeature = {
  name: 'marks',
  register({ connection, host, documents, work, turns, scorer, settings, events, log }) {
    const marks = new Marks();
    const changed = (params: MarksChangedParams): void =>
      sendOrLog(log, 'changed marks', () => connection.sendNotification(MARKS_CHANGED_NOTIFICATION, params));
    const chips = new Chips({ clock: host.clock, scorer, m: () => settings().m, changed });
    /** Reads a document as it is now; null if there is none, or it changes meanwhile. */
    const read = async <Result>(
      uri: string,
      token: CancellationToken,
      what: (document: ServerDocument, pause: Pause) => Promise<Result | undefined>,
    ): Promise<(Result & { version: number }) | null> => {
      const document = documents.get(uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      await turns.next();
      const { version } = document;
      let asked = 0;
      const isWanted = () => document.version === version && !document.signal.aborted && !token.isCancellationRequested;
      const pause: Pause = () => (++asked % LOOKS === 0 ? turns.pause()?.then(isWanted) : undefined);
      // It may have been edited during the turns of others.
      const found = document.sections.isRead ? await what(document, pause) : undefined;
      return found === undefined ? null : { ...found, version };
    };
    connection.onRequest<MarksResult | null, void>(MARKS_REQUEST, ({ uri, ranges, chips: has }: MarksParams, token) =>
      read(uri, token, async (document, pause) => {
        const { sections, spans } = hasMarks(document) ? placesIn(document, ranges) : { sections: [], spans: [] };
        const found = await marks.within(document, sections, spans, pause);
        if (has !== true || found === undefined) return found && { marks: found };
        const shown = await chips.within(document, sections, spans, pause);
        return shown && { marks: found, chips: shown };
      }),
    );
    connection.onRequest<MarkedLinesResult | null, void>(MARKED_LINES_REQUEST, ({ uri }: MarkedLinesParams, token) =>
      read(uri, token, async (document, pause) => {
        if (!hasMarks(document)) return { lines: { near: [], wrong: [], none: [] }, count: 0 };
        const lines = await marks.lines(document, pause);
        return lines && { lines, count: document.predictionCount };
      }),
    );
    events.onPrograms(() => {
      for (const { uri, kit } of documents.all()) if (kit?.worldsOf !== undefined) changed({ uri });
    });
    events.onSettings(({ m }) => {
      if (m !== settings().m) for (const { uri } of documents.all()) changed({ uri, scores: true });
    });
    events.onClose((document) => chips.drop(document));
    events.onShutdown(() => chips.dispose());
    return {};
  },
};

/** Predictions that are the content of a file have lenses and findings instead. */
const hasMarks = ({ kit }: ServerDocument): boolean => kit?.isAnswer !== true;

/** Waits until work may continue; returns false to give up. Undefined: it may continue immediately. */
type Pause = () => Promise<boolean> | undefined;

/** Returns ranges as offsets, and the indices of the sections that they touch, in order. */
function placesIn(
  document: ServerDocument,
  ranges: readonly LspRange[],
): { readonly sections: readonly number[]; readonly spans: readonly Range[] } {
  const { sections, buffer } = document;
  const spans = ranges.map(({ start, end }) => ({ start: buffer.offsetAt(start), end: buffer.offsetAt(end) }));
  const found = new Set<number>();
  if (sections.count > 0)
    for (const { start, end } of spans)
      for (let i = sections.indexAt(start); i <= sections.indexAt(end); i++) found.add(i);
  return { sections: [...found].sort((a, b) => a - b), spans };
}

/** Marks of predictions in PGN, FEN and walk files, each kept as long as its prediction. */
class Marks {
  readonly #comparers = new Comparers();
  readonly #kept = new WeakMap<LocalPrediction, Grade>();

  /** Returns the marks in some spans, in order; undefined when `pause` gave up. */
  async within(
    document: ServerDocument,
    sections: readonly number[],
    spans: readonly Range[],
    pause: Pause,
  ): Promise<PredictionMark[] | undefined> {
    const marks: PredictionMark[] = [];
    for (const index of sections)
      for (const placed of document.predictionsOf(index)) {
        const { prediction, offset } = placed;
        const range = { start: offset + prediction.range.start, end: offset + prediction.range.end };
        if (!spans.some((span) => range.start <= span.end && range.end >= span.start)) continue;
        const pausing = pause();
        if (pausing !== undefined && !(await pausing)) return undefined;
        const mark = this.#markOf(prediction);
        if (mark === undefined) continue;
        const wrong = mark === 'exact' ? [] : partsOf(document, placed);
        marks.push({ range: document.rangeAt(range), mark, wrong });
      }
    return marks;
  }

  /** Returns the lines of all predictions that are not exact; undefined when `pause` gave up. */
  async lines(document: ServerDocument, pause: Pause): Promise<MarkedLinesResult['lines'] | undefined> {
    const worst = new Map<number, Grade>();
    const { list } = document.sections;
    for (let i = 0; i < list.length; i++) {
      if ((list[i]?.predictions.length ?? 0) === 0) continue;
      for (const { prediction, offset } of document.predictionsOf(i)) {
        const pausing = pause();
        if (pausing !== undefined && !(await pausing)) return undefined;
        const mark = this.#markOf(prediction) ?? 'exact';
        if (mark === 'exact') continue;
        const { line } = document.buffer.positionAt(offset + prediction.range.start);
        const before = worst.get(line) ?? 'exact';
        if (GRADES.indexOf(mark) > GRADES.indexOf(before)) worst.set(line, mark);
      }
    }
    const lines: Record<Exclude<Grade, 'exact'>, [number, number][]> = { near: [], wrong: [], none: [] };
    for (const [line, mark] of worst) {
      if (mark === 'exact') continue;
      const last = lines[mark].at(-1);
      if (last !== undefined && last[1] === line - 1) last[1] = line;
      else lines[mark].push([line, line]);
    }
    return lines;
  }

  /** Returns the mark of a prediction; undefined if the true state is unknown. */
  #markOf(prediction: LocalPrediction): Grade | undefined {
    const known = this.#kept.get(prediction);
    const { trueFen, fen, variant, world } = prediction;
    if (known !== undefined || trueFen === null) return known;
    // The mark needs no history, which takes longer than everything else.
    const text =
      knownText(prediction) ?? this.#comparers.of(variant, world).text({ trueFen, predictedFen: fen ?? undefined });
    const mark = gradeAnswer(text);
    this.#kept.set(prediction, mark);
    return mark;
  }
}

/** Returns the wrong parts of a prediction's text; none for an answer without a state. */
function partsOf(
  document: ServerDocument,
  { prediction: { fen, fenRange, trueFen, variant }, offset }: DocumentPrediction,
): LspRange[] {
  if (fenRange === null || trueFen === null || fen === null) return [];
  const [start, end] = [offset + fenRange.start, offset + fenRange.end];
  const written = document.buffer.slice(start, end);
  // Offsets in an encoded text differ from those in its meaning.
  if (written.includes('%')) return [document.rangeAt({ start, end })];
  return wrongParts(variant, trueFen, written).map((part) => document.rangeAt(part, start));
}
