import type { Range } from '../../core/base/text/range.ts';
import { wrongParts } from '../../core/board/wrong-parts.ts';
import type { LocalPrediction } from '../../core/languages/sections.ts';
import { Comparers } from '../../core/metrics/comparers.ts';
import { MARKS, type Mark, markOf } from '../../core/metrics/mark.ts';
import type { LspRange } from '../../protocol/lsp.ts';
import type { MarkedLinesResult, PredictionMark } from '../../protocol/marks.ts';
import { knownText } from '../comparison/text-comparison.ts';
import type { PlacedPrediction, ServerDocument } from '../documents/document.ts';

/** Waits until work may go on; returns false to give up. Undefined: it may go on at once. */
export type Pause = () => Promise<boolean> | undefined;

/** The marks of predictions in PGN, FEN and walk files, kept as long as a prediction is. */
export class Marks {
  readonly #comparers = new Comparers();
  readonly #kept = new WeakMap<LocalPrediction, Mark>();

  /** The marks in some ranges, in order; undefined when `pause` gave up. */
  async within(
    document: ServerDocument,
    ranges: readonly LspRange[],
    pause: Pause,
  ): Promise<PredictionMark[] | undefined> {
    const spans = ranges.map(({ start, end }) => ({
      start: document.buffer.offsetAt(start),
      end: document.buffer.offsetAt(end),
    }));
    const marks: PredictionMark[] = [];
    for (const index of this.#sectionsIn(document, spans))
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

  /** The lines of all predictions that are not exact; undefined when `pause` gave up. */
  async lines(document: ServerDocument, pause: Pause): Promise<MarkedLinesResult['lines'] | undefined> {
    const worst = new Map<number, Mark>();
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
        if (MARKS.indexOf(mark) > MARKS.indexOf(before)) worst.set(line, mark);
      }
    }
    const lines: Record<Exclude<Mark, 'exact'>, [number, number][]> = { near: [], wrong: [], none: [] };
    for (const [line, mark] of worst) {
      if (mark === 'exact') continue;
      const last = lines[mark].at(-1);
      if (last !== undefined && last[1] === line - 1) last[1] = line;
      else lines[mark].push([line, line]);
    }
    return lines;
  }

  /** Indices of the sections that spans touch, in order. */
  #sectionsIn({ sections }: ServerDocument, spans: readonly Range[]): number[] {
    const found = new Set<number>();
    if (sections.count > 0)
      for (const { start, end } of spans)
        for (let i = sections.indexAt(start); i <= sections.indexAt(end); i++) found.add(i);
    return [...found].sort((a, b) => a - b);
  }

  /** Undefined where the true state is not known. */
  #markOf(prediction: LocalPrediction): Mark | undefined {
    const known = this.#kept.get(prediction);
    const { trueFen, fen, variant, world } = prediction;
    if (known !== undefined || trueFen === null) return known;
    // The mark needs no history, which takes longer than all else.
    const text =
      knownText(prediction) ?? this.#comparers.of(variant, world).text({ trueFen, predictedFen: fen ?? undefined });
    const mark = markOf(text);
    this.#kept.set(prediction, mark);
    return mark;
  }
}

/** What is wrong in the text of a prediction; of an answer without a state nothing. */
function partsOf(
  document: ServerDocument,
  { prediction: { fen, fenRange, trueFen, variant }, offset }: PlacedPrediction,
): LspRange[] {
  if (fenRange === null || trueFen === null || fen === null) return [];
  const [start, end] = [offset + fenRange.start, offset + fenRange.end];
  const written = document.buffer.slice(start, end);
  // What is encoded stands elsewhere than what it means.
  if (written.includes('%')) return [document.rangeAt({ start, end })];
  return wrongParts(variant, trueFen, written).map((part) => document.rangeAt(part, start));
}
