import { fingerprint } from '../../core/base/text/fingerprint.ts';
import {
  cellOf,
  type TimelineAnswer,
  type TimelineCell,
  timelineRows,
} from '../../core/evaluation/game-trace/timeline.ts';
import type { LocalPrediction } from '../../core/languages/sections.ts';
import type { TextComparison } from '../../core/metrics/comparison.ts';
import type { PlacedLine } from '../../protocol/state.ts';
import { type Scores, scoreKey } from '../scoring/scores.ts';
import type { LineDraft } from './located.ts';

/** A cell with what its scores are known by. */
interface BuiltCell {
  readonly at: number;
  readonly row: string;
  readonly prediction: LocalPrediction;
  readonly trueFen: string;
  readonly text: TextComparison;
  readonly printed: string | undefined;
  /** Undefined where none are computed: of an exact state both are 1. */
  readonly key: string | undefined;
  cell: TimelineCell;
  state: 'open' | 'scored' | 'failed';
}

export type KnownScores = (key: string) => Scores | 'failed' | undefined;

/** A line with its cells; scores are put in as they come. */
export class BuiltLine {
  readonly #draft: LineDraft;
  readonly #key: string;
  readonly #m: number;
  readonly #cells: BuiltCell[] = [];
  #hasNews = true;
  #shown: { readonly id: string; readonly line: PlacedLine } | undefined;

  constructor(key: string, draft: LineDraft, m: number) {
    this.#key = key;
    this.#draft = draft;
    this.#m = m;
  }

  /** Cells that are there. */
  get count(): number {
    return this.#cells.length;
  }

  /** Adds the cell of the draft's next prediction; false when all of them are there. */
  addNext(textOf: (prediction: LineDraft['predictions'][number]) => TextComparison): boolean {
    const next = this.#draft.predictions[this.#cells.length];
    if (next === undefined) return false;
    const text = textOf(next);
    const { prediction } = next.placed;
    const isExact = text.verdict === 'exact';
    this.#cells.push({
      at: next.at,
      row: next.row,
      prediction,
      trueFen: next.trueFen,
      text,
      printed: next.printed,
      key: isExact ? undefined : scoreKey(prediction, this.#m),
      cell: this.#cell(prediction, next.printed, isExact ? this.#exact(text) : text),
      state: isExact ? 'scored' : 'open',
    });
    return true;
  }

  /** Scores are known that it may not have. */
  touch(): void {
    this.#hasNews = true;
  }

  /** Takes in the scores that are known by now. */
  update(scores: KnownScores): void {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    for (const one of this.#cells) {
      if (one.state !== 'open' || one.key === undefined) continue;
      const found = scores(one.key);
      if (found === undefined) continue;
      one.state = found === 'failed' ? 'failed' : 'scored';
      if (found !== 'failed') one.cell = this.#cell(one.prediction, one.printed, { ...one.text, ...found });
      this.#shown = undefined;
    }
  }

  /** The cells whose scores are not known, those at a step first, then the nearest. */
  open(at: number): { readonly key: string; readonly at: number; readonly job: [LocalPrediction, string] }[] {
    return this.#cells
      .flatMap(({ state, key, prediction, trueFen, at }) =>
        state === 'open' && key !== undefined
          ? [{ key, at, job: [prediction, trueFen] as [LocalPrediction, string] }]
          : [],
      )
      .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  }

  /** The line as it is now, with its name. */
  get shown(): { readonly id: string; readonly line: PlacedLine } {
    return (this.#shown ??= this.#show());
  }

  #show(): { readonly id: string; readonly line: PlacedLine } {
    const { kind, predictions: _, ...line } = this.#draft;
    const rows = timelineRows(
      this.#cells.map(({ at, row, cell }) => ({ step: at, row, cell })),
      line.steps,
      kind,
    );
    const scored = this.#cells.map(({ state }) => state.charAt(0)).join('');
    return { id: fingerprint(`${this.#key} ${this.#m} ${scored}`), line: { ...line, m: this.#m, rows } };
  }

  #cell(
    { label, fen }: LocalPrediction,
    printed: string | undefined,
    comparison: TimelineAnswer['comparison'],
  ): TimelineCell {
    return { ...cellOf({ label, fen, comparison }, this.#m), ...(printed !== undefined && { printed }) };
  }

  #exact(text: TextComparison) {
    const ones = new Array<number>(this.#m).fill(1);
    const vacuous = { p: false, r: false };
    return { ...text, m: this.#m, p: ones, r: ones, samples: null, standardError: null, conditional: null, vacuous };
  }
}
