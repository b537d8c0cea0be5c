import { type BalancedDraw, drawKind } from '../../core/mav/author/balance.ts';
import type { DatasetExample, DatasetPart } from '../../core/mav/author/dataset.ts';
import { RepeatedIds, SeenIds } from '../../core/mav/author/seen.ts';
import type { Side, Split } from '../../core/mav/author/split.ts';
import type { DatasetCounts } from './dataset-files.ts';
import { idsOf } from './example-tally.ts';

/** Counted when examples are created, ahead of writing. */
type CountsAhead = Pick<
  DatasetCounts,
  'undrawn' | 'duplicates' | 'samePosition' | 'shared' | 'unasked' | 'games' | 'skipped'
>;

/** An example of a dataset with its part, and the counts before it. */
export interface ChosenExample {
  readonly example: DatasetExample;
  readonly side: Side;
  readonly counts: CountsAhead;
}

/** Chooses examples: first occurrences, a number of each position, none of a test game whose positions are trained. */
export class ExampleChoice {
  readonly #split: Split | undefined;
  readonly #seen = new SeenIds();
  readonly #repeated: RepeatedIds;
  readonly #draw: BalancedDraw | undefined;
  #lines = 0;
  #counts: CountsAhead = { undrawn: 0, duplicates: 0, samePosition: 0, shared: 0, unasked: 0, games: 0, skipped: {} };

  /**
   * @param split undefined where all is for training
   * @param perPosition maximum number of examples of a position
   * @param draw of those that could be chosen; all without it
   */
  constructor(split: Split | undefined, perPosition: number, draw?: BalancedDraw) {
    this.#split = split;
    this.#draw = draw;
    this.#repeated = new RepeatedIds(perPosition);
  }

  get counts(): CountsAhead {
    return this.#counts;
  }

  /** The chosen examples of the next part. */
  *of({ examples, lines, games, unasked, skipped }: DatasetPart): Generator<ChosenExample> {
    const all = { ...this.#counts.skipped };
    for (const [why, count] of Object.entries(skipped)) all[why] = (all[why] ?? 0) + count;
    this.#counts = {
      ...this.#counts,
      games: this.#counts.games + games,
      unasked: this.#counts.unasked + unasked,
      skipped: all,
    };
    for (const example of examples) {
      const side = this.#split?.sideOf(this.#lines + example.line) ?? 'train';
      const reason = this.#refusal(example, side);
      if (reason === undefined) yield { example, side, counts: this.#counts };
      else this.#counts = { ...this.#counts, [reason]: this.#counts[reason] + 1 };
    }
    this.#lines += lines.length;
  }

  #refusal(example: DatasetExample, side: Side): 'shared' | 'duplicates' | 'samePosition' | 'undrawn' | undefined {
    if (side === 'test' && this.#split?.isTrained(idsOf(example)) === true) return 'shared';
    if (!this.#seen.isNew(example.id)) return 'duplicates';
    if (!this.#repeated.isAllowed(example.positions[0])) return 'samePosition';
    return this.#draw === undefined || this.#draw.isDrawn(drawKind(example)) ? undefined : 'undrawn';
  }
}
