import type { DatasetExample } from '../../core/mav/author/dataset.ts';
import { SeenIds } from '../../core/mav/author/seen.ts';
import type { Side } from '../../core/mav/author/split.ts';
import type { DatasetCounts } from './dataset-files.ts';

/** Ids of all positions that an example shows. */
export const idsOf = ({ positions }: DatasetExample): string[] => positions.filter((id) => id !== undefined);

/** Counts positions and actions of written examples, and checks that the two parts share no position. */
export class ExampleTally {
  readonly #asked = { train: new SeenIds(), test: new SeenIds() };
  readonly #shown = { train: new SeenIds(), test: new SeenIds() };
  readonly #played = new SeenIds();
  readonly #positions = { train: 0, test: 0 };
  readonly #listed = new Map<number | 'all', number>();
  #overlap = 0;
  #withAction = 0;
  #actions = 0;

  add(example: DatasetExample, side: Side): void {
    const { positions, played, listed } = example;
    const other = side === 'train' ? 'test' : 'train';
    if (this.#asked[side].isNew(positions[0])) this.#positions[side]++;
    for (const id of idsOf(example)) {
      this.#shown[side].isNew(id);
      if (this.#shown[other].has(id)) this.#overlap++;
    }
    if (played !== undefined) {
      this.#withAction++;
      if (this.#played.isNew(played)) this.#actions++;
    }
    if (listed !== undefined) this.#listed.set(listed, (this.#listed.get(listed) ?? 0) + 1);
  }

  counts(): Pick<DatasetCounts, 'positions' | 'overlap' | 'actions'> {
    const size = (k: number | 'all'): number => (k === 'all' ? Number.POSITIVE_INFINITY : k);
    const listed = [...this.#listed].sort(([a], [b]) => size(a) - size(b));
    return {
      positions: { ...this.#positions },
      overlap: this.#overlap,
      actions: { played: this.#withAction, different: this.#actions, listed: Object.fromEntries(listed) },
    };
  }
}
