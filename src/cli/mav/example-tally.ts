import type { DatasetExample } from '../../core/mav/author/dataset.ts';
import { SeenIds } from '../../core/mav/author/seen.ts';
import type { Side } from '../../core/mav/author/split.ts';
import type { ExampleTrace } from '../../core/mav/author/trace-mix.ts';
import { TRANSITIONS, type Transition } from '../../core/mav/author/transition.ts';
import type { MavGameName } from '../../core/mav/games.ts';
import type { DatasetCounts, ExampleKind, GameFigures, KindFigures, TargetFigures } from './dataset-files.ts';

/** Ids of all positions that an example shows. */
export const idsOf = ({ positions }: DatasetExample): string[] => positions.filter((id) => id !== undefined);

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

  /** @param answer what its answer holds */
  add(example: DatasetExample, side: Side, answer: TargetFigures): void {
    const { positions, played, listed, transition, trace } = example;
    if (trace === undefined) this.#transitions.set(transition, (this.#transitions.get(transition) ?? 0) + 1);
    else this.#addTrace(trace);
    const other = side === 'train' ? 'test' : 'train';
    // no position is in both parts
    const isNew = this.#asked[side].isNew(positions[0]);
    if (isNew) this.#positions[side]++;
    this.#addFigures(example, answer, isNew);
    for (const id of answer.positions ?? idsOf(example)) {
      this.#shown[side].isNew(id);
      if (this.#shown[other].has(id)) this.#overlap++;
    }
    if (played !== undefined) {
      this.#withAction++;
      if (this.#played.isNew(played)) this.#actions++;
    }
    if (listed !== undefined) this.#listed.set(listed, (this.#listed.get(listed) ?? 0) + 1);
  }

  /** True if a written example of a part shows one of these positions. */
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
