import { partitionPoint } from '../../core/base/collections.ts';
import type { Range } from '../../core/base/text/range.ts';
import { formatScore } from '../../core/metrics/score-format.ts';
import { type Grade, gradeAnswer } from '../../core/metrics/wording.ts';
import { type PredictionGroup, predictionGroups } from '../../core/notation/predictions/prediction-lines.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { LspRange } from '../../protocol/lsp.ts';
import type { MarksChangedParams, PredictionChip, PredictionChips } from '../../protocol/marks.ts';
import { textComparison } from '../comparison/comparer.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { ChipScores } from './chip-scores.ts';
import type { PredictionEntry } from './lens.ts';
import { lensKey } from './lens-items.ts';
import { LensWords } from './lens-words.ts';
import { modelNames } from './model-names.ts';

/** Returns a key of a prediction's position in its section. */
const positionKey = ({ ply, path }: { readonly ply: number; readonly path: readonly unknown[] }): string =>
  path.length === 0 ? String(ply) : JSON.stringify([ply, path]);

/**
 * Yields the groups of a section's predictions. A group is the predictions of one position that follow each other: one place
 * of chips, and one fold if they are on separate lines.
 *
 * @param from index of the first prediction
 * @param to index after the last one
 */
export function* groupsIn(document: ServerDocument, index: number, from = 0, to?: number): Generator<PredictionGroup> {
  const { section, offset } = document.sections.at(index);
  const { buffer } = document;
  const lines = {
    lineAt: (at: number) => buffer.positionAt(at).line,
    line: (number: number) => {
      const range = buffer.lineAt(buffer.offsetAt({ line: number, character: 0 }));
      return { ...range, text: buffer.slice(range.start, range.end) };
    },
  };
  const predictions = section.predictions.slice(from, to).map((prediction) => ({
    range: { start: offset + prediction.range.start, end: offset + prediction.range.end },
    position: positionKey(prediction),
  }));
  yield* predictionGroups(predictions, lines, { start: offset, end: offset + section.length });
}

/** Maximum number of chips in one place; further predictions are counted. */
const MAX_CHIPS = 8;

interface ChipsContext {
  readonly clock: Clock;
  readonly scorer: Scorer;
  /** Depth of p_m. */
  m(): number;
  changed(params: MarksChangedParams): void;
}

/** A place with chips, and what is known about their predictions. */
interface ChipPlace {
  readonly group: PredictionGroup;
  readonly entries: readonly PredictionEntry[];
  readonly text: readonly LspRange[];
}

/** Chips of predictions, with the scores that lenses show. */
export class Chips {
  readonly #context: ChipsContext;
  readonly #scores: ChipScores;

  constructor(context: ChipsContext) {
    this.#context = context;
    this.#scores = new ChipScores(context);
  }

  /**
   * Returns the chips in some spans, in order. Scores that are not known yet are announced when they are.
   *
   * @param sections indices of the sections that the spans touch
   * @param pause awaited now and then; returns false to give up
   * @returns undefined when it gave up
   */
  async within(
    document: ServerDocument,
    sections: readonly number[],
    spans: readonly Range[],
    pause: () => Promise<boolean> | undefined,
  ): Promise<PredictionChips[] | undefined> {
    const { version } = document;
    const places: ChipPlace[] = [];
    for (const index of sections)
      for (const [from, to] of indicesIn(document, index, spans))
        for (const group of groupsIn(document, index, from, to)) {
          const entries: PredictionEntry[] = [];
          for (let i = group.from; i <= group.to && entries.length < MAX_CHIPS; i++) {
            const pausing = pause();
            if (pausing !== undefined && !(await pausing)) return undefined;
            const entry = this.#entry(document, index, from + i);
            if (entry !== undefined) entries.push(entry);
          }
          places.push({ group, entries, text: textInLine(document, index, from, group) });
        }
    await this.#scores.want(
      document,
      places.flatMap(({ entries }) => entries),
      // Chips of other states show no number; hovers do.
      (entry) => gradeOf(entry) === 'wrong',
    );
    if (document.version !== version || document.signal.aborted) return undefined;
    const scores = (key: string) => this.#context.scorer.known(key);
    const words = new LensWords({ m: this.#context.m(), scores, names: modelNames(document) });
    return places.map(({ group, entries, text }) => ({
      at: document.buffer.positionAt(group.at),
      text,
      chips: entries.map((entry) => this.#chip(entry, words)),
      more: group.to - group.from + 1 - entries.length,
    }));
  }

  /** Drops the scores that are computed for a document. */
  drop(document: ServerDocument): void {
    this.#scores.drop(document);
  }

  dispose(): void {
    this.#scores.dispose();
  }

  #entry(document: ServerDocument, section: number, index: number): PredictionEntry | undefined {
    const { section: own, offset, game } = document.sections.at(section);
    const prediction = own.predictions[index];
    if (prediction === undefined) return undefined;
    const placed = { prediction, offset, game, index };
    const { trueFen } = prediction;
    const text = trueFen === null ? undefined : textComparison(document, placed, trueFen);
    return { placed, text, key: lensKey(placed, text, this.#context.m()) };
  }

  #chip(entry: PredictionEntry, words: LensWords): PredictionChip {
    const { prediction, game } = entry.placed;
    const { label, ply, path } = prediction;
    const grade = gradeOf(entry);
    const scores = grade === 'wrong' && entry.key !== undefined ? this.#context.scorer.known(entry.key) : undefined;
    const p = typeof scores === 'object' ? scores.p.at(-1) : undefined;
    return {
      ...words.chip(entry),
      grade,
      score: p === undefined || typeof scores !== 'object' ? '' : formatScore(p, { estimate: scores.samples !== null }),
      place: { game, ply, path, label },
    };
  }
}

/** Returns the grade of an entry; null if its true state is not known. */
const gradeOf = ({ text }: PredictionEntry): Grade | null => (text === undefined ? null : gradeAnswer(text));

/** Yields the indices, from and to, of a section's predictions that touch spans, with all of their positions. */
function* indicesIn(
  document: ServerDocument,
  index: number,
  spans: readonly Range[],
): Generator<[from: number, to: number]> {
  const { section, offset } = document.sections.at(index);
  const { predictions } = section;
  const isSame = (i: number, other: number): boolean => {
    const [a, b] = [predictions[i], predictions[other]];
    return a !== undefined && b !== undefined && positionKey(a) === positionKey(b);
  };
  let done = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    let from = partitionPoint(predictions.length, (i) => offset + (predictions[i]?.range.end ?? 0) < start);
    let to = partitionPoint(predictions.length, (i) => offset + (predictions[i]?.range.start ?? 0) <= end);
    while (from < to && from > done && isSame(from - 1, from)) from--;
    while (from < to && isSame(to, to - 1)) to++;
    from = Math.max(from, done);
    if (from >= to) continue;
    done = to;
    yield [from, to];
  }
}

/** Maximum number of predictions of one place whose text is sent. */
const MAX_TEXTS = 200;

/** Returns the text of predictions that stand in the line of their chips; `by` is the index that the group counts from. */
function textInLine(document: ServerDocument, index: number, by: number, group: PredictionGroup): LspRange[] {
  if (group.isOwn && group.head < group.first) return [];
  const { section, offset } = document.sections.at(index);
  const last = group.isOwn ? group.from + 1 : Math.min(group.to + 1, group.from + MAX_TEXTS);
  return section.predictions.slice(by + group.from, by + last).map(({ range }) => document.rangeAt(range, offset));
}
