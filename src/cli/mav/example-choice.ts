import { type BalancedDraw, getDrawKind } from '../../core/mav/author/balance.ts';
import { type DatasetExample, type DatasetPart, TRANSITIONS, type Transition } from '../../core/mav/author/dataset.ts';
import { RepeatedIds, SeenIds, type Side, type Split } from '../../core/mav/author/dataset-split.ts';
import type { ExampleTrace } from '../../core/mav/author/request.ts';
import type { MavGameName } from '../../core/mav/game-names.ts';
import type { DatasetCounts, ExampleKind, GameFigures, KindFigures, TargetFigures } from './dataset-files.ts';

/** Counts of the created examples, ahead of writing. */
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

/**
 * Chooses examples: first occurrences, a limited number per position, none of a test game whose positions are trained.
 */
export class ExampleChoice {
  readonly #split: Split | undefined;
  readonly #seen = new SeenIds();
  readonly #repeated: RepeatedIds;
  readonly #draw: BalancedDraw | undefined;
  #lines = 0;
  #counts: CountsAhead = { undrawn: 0, duplicates: 0, samePosition: 0, shared: 0, unasked: 0, games: 0, skipped: {} };

  /**
   * @param split undefined if everything is for training
   * @param perPosition maximum number of examples of a position
   * @param draw selection among the possible examples; default: all
   */
  constructor(split: Split | undefined, perPosition: number, draw?: BalancedDraw) {
    this.#split = split;
    this.#draw = draw;
    this.#repeated = new RepeatedIds(perPosition);
  }

  get counts(): CountsAhead {
    return this.#counts;
  }

  /** Yields the chosen examples of the next part. */
  *of({ examples, lines, games, unasked, skipped }: DatasetPart): Generator<ChosenExample> {
    const all = { ...this.#counts.skipped };
    for (const [cause, count] of Object.entries(skipped)) all[cause] = (all[cause] ?? 0) + count;
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
    if (side === 'test' && this.#split?.isTrained(examplePositionIds(example)) === true) return 'shared';
    if (!this.#seen.isNew(example.id)) return 'duplicates';
    if (!this.#repeated.isAllowed(example.positions[0])) return 'samePosition';
    return this.#draw === undefined || this.#draw.isDrawn(getDrawKind(example)) ? undefined : 'undrawn';
  }
}

/** Returns the ids of all positions that an example shows. */
const examplePositionIds = ({ positions }: DatasetExample): string[] => positions.filter((id) => id !== undefined);

/** Counts positions and actions of written examples, and checks that the two parts share no position. */
export class ExampleTally {
  readonly #asked = { train: new SeenIds(), test: new SeenIds() };
  readonly #shown = { train: new SeenIds(), test: new SeenIds() };
  readonly #played = new SeenIds();
  readonly #positions = { train: 0, test: 0 };
  readonly #listed = new Map<number | 'all', number>();
  readonly #transitions = new Map<Transition, number>();
  readonly #traces = new Map<string, { readonly breadth: number; readonly depth: number; examples: number }>();
  readonly #byGame = new Map<MavGameName, GameFigures>();
  #overlap = 0;
  #withAction = 0;
  #actions = 0;

  /** @param answer figures of its answer */
  add(example: DatasetExample, side: Side, answer: TargetFigures): void {
    const { positions, played, listed, transition, trace } = example;
    if (trace === undefined) this.#transitions.set(transition, (this.#transitions.get(transition) ?? 0) + 1);
    else this.#addTrace(trace);
    const other = side === 'train' ? 'test' : 'train';
    // No position is in both parts.
    const isNew = this.#asked[side].isNew(positions[0]);
    if (isNew) this.#positions[side]++;
    this.#addFigures(example, answer, isNew);
    for (const id of answer.positions ?? examplePositionIds(example)) {
      this.#shown[side].isNew(id);
      if (this.#shown[other].has(id)) this.#overlap++;
    }
    if (played !== undefined) {
      this.#withAction++;
      if (this.#played.isNew(played)) this.#actions++;
    }
    if (listed !== undefined) this.#listed.set(listed, (this.#listed.get(listed) ?? 0) + 1);
  }

  /** Returns true if a written example of a part shows one of these positions. */
  isShown(side: Side, ids: readonly string[]): boolean {
    return ids.some((id) => this.#shown[side].has(id));
  }

  #addTrace({ breadth, depth }: ExampleTrace): void {
    const key = `${breadth} ${depth}`;
    const shape = this.#traces.get(key) ?? { breadth, depth, examples: 0 };
    shape.examples++;
    this.#traces.set(key, shape);
  }

  #addFigures(
    { game, prompt, trace }: DatasetExample,
    { actionValues, characters }: TargetFigures,
    isNew: boolean,
  ): void {
    const kind: ExampleKind = trace !== undefined ? 'traces' : actionValues > 0 ? 'values' : 'states';
    const { positions = 0, actionValues: values = 0, kinds = {} } = this.#byGame.get(game) ?? {};
    const before: KindFigures | undefined = kinds[kind];
    this.#byGame.set(game, {
      positions: positions + (isNew ? 1 : 0),
      actionValues: values + actionValues,
      kinds: {
        ...kinds,
        [kind]: {
          examples: (before?.examples ?? 0) + 1,
          actionValues: (before?.actionValues ?? 0) + actionValues,
          promptCharacters: (before?.promptCharacters ?? 0) + prompt.length,
          targetCharacters: (before?.targetCharacters ?? 0) + characters,
        },
      },
    });
  }

  counts(): Pick<DatasetCounts, 'positions' | 'overlap' | 'actions' | 'traces' | 'transitions' | 'byGame'> {
    const size = (k: number | 'all'): number => (k === 'all' ? Number.POSITIVE_INFINITY : k);
    const listed = [...this.#listed].sort(([a], [b]) => size(a) - size(b));
    return {
      positions: { ...this.#positions },
      overlap: this.#overlap,
      actions: { played: this.#withAction, different: this.#actions, listed: Object.fromEntries(listed) },
      traces: [...this.#traces.values()].sort((a, b) => a.breadth - b.breadth || a.depth - b.depth),
      transitions: Object.fromEntries(
        TRANSITIONS.flatMap((kind) => (this.#transitions.has(kind) ? [[kind, this.#transitions.get(kind)]] : [])),
      ),
      byGame: Object.fromEntries(this.#byGame),
    };
  }
}
