import { isBaseline } from '../report-sample.ts';
import { causeKey, gameTitle, type PageSample, sampleStatement } from './listed-sample.ts';

/** Orders of positions: most different answers first, worst answered first, in the order of the games. */
export const POSITION_ORDERS = ['disagreement', 'p', 'game'] as const;
export type PositionOrder = (typeof POSITION_ORDERS)[number];

/** Answer of one model to a position. */
export interface PositionCell {
  /** Number of the sample. */
  readonly sample: number;
  readonly predicted: string | null;
  readonly cause: string;
  readonly sentence: string;
  readonly p: number | null;
}

/** Position with the answers of all models. */
export interface PositionRow {
  /** `game 3 (Kasparov – Topalov)`, with the move that leads to the position. */
  readonly game: string;
  readonly move: string;
  readonly variant: PageSample['variant'];
  readonly trueFen: string;
  /** Cells by model; null where it was not queried. Of several answers of a model the first. */
  readonly cells: readonly (PositionCell | null)[];
}

export interface PositionPage {
  readonly total: number;
  /** Columns: models, then baselines. */
  readonly series: readonly string[];
  readonly rows: readonly PositionRow[];
}

interface Position {
  readonly first: number;
  /** By column: the number of a sample, or -1. */
  readonly cells: Int32Array;
}

/** Table of all positions of a list with the answers of all models side by side. */
export class PositionTable {
  readonly #samples: readonly PageSample[];
  readonly #series: readonly string[];
  readonly #positions: readonly Position[];
  /** Index of the position by sample. */
  readonly #of: Int32Array;
  #last: { readonly key: string; readonly found: Int32Array } | undefined;

  constructor(samples: readonly PageSample[]) {
    this.#samples = samples;
    const names = [...new Set(samples.map(({ series }) => series))];
    this.#series = names.sort((a, b) => Number(isBaseline(a)) - Number(isBaseline(b)) || (a < b ? -1 : 1));
    const columns = new Map(this.#series.map((name, i) => [name, i]));
    const places = new Map<string, number>();
    const positions: Position[] = [];
    this.#of = new Int32Array(samples.length);
    for (const [i, { games, game, ply, trueFen, series }] of samples.entries()) {
      const key = `${games ?? ''}/${game}/${ply}/${trueFen}`;
      const place = places.get(key) ?? positions.length;
      if (place === positions.length) {
        places.set(key, place);
        positions.push({ first: i, cells: new Int32Array(columns.size).fill(-1) });
      }
      const column = columns.get(series) ?? 0;
      const cells = positions[place]?.cells;
      if (cells?.[column] === -1) cells[column] = i;
      this.#of[i] = place;
    }
    this.#positions = positions;
  }

  /**
   * Returns rows from an index on.
   *
   * @param wanted samples, one of which a position must have
   * @param key of `wanted`: an equal key reuses the sorted positions
   */
  page(wanted: Int32Array, key: string, order: PositionOrder, from: number, count: number): PositionPage {
    const found = this.#found(wanted, `${order} ${key}`, order);
    const rows = Array.from(found.subarray(from, from + count)).flatMap((place) => {
      const position = this.#positions[place];
      return position === undefined ? [] : [this.#row(position)];
    });
    return { total: found.length, series: this.#series, rows };
  }

  #found(wanted: Int32Array, key: string, order: PositionOrder): Int32Array {
    if (this.#last?.key === key) return this.#last.found;
    const places = [...new Set(wanted.map((sample) => this.#of[sample] ?? 0))];
    const keys = new Map(places.map((place) => [place, order === 'game' ? 0 : this.#keyOf(place, order)]));
    const found = Int32Array.from(places).sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0) || a - b);
    this.#last = { key, found };
    return found;
  }

  /** Returns the sort key of a position; the lowest comes first. */
  #keyOf(place: number, order: 'disagreement' | 'p'): number {
    const samples = Array.from(this.#positions[place]?.cells ?? []).flatMap((cell) => this.#samples[cell] ?? []);
    // Answers of baselines do not count as disagreement.
    const models = samples.filter(({ series }) => !isBaseline(series));
    const scores = (models.length > 0 ? models : samples).flatMap(({ p }) => p ?? []);
    if (order === 'p') return scores.reduce((sum, p) => sum + p, 0) / Math.max(1, scores.length);
    const answers = new Set(models.map(({ predicted, status }) => predicted ?? status));
    const spread = scores.length === 0 ? 0 : Math.max(...scores) - Math.min(...scores);
    return -answers.size - Math.min(0.999, spread);
  }

  #row({ first, cells }: Position): PositionRow {
    const sample = this.#samples[first] as PageSample;
    const { game, ply, move, variant, trueFen } = sample;
    return {
      game: `game ${game + 1}${gameTitle(sample)}`,
      move: move ?? `ply ${ply}`,
      variant,
      trueFen,
      cells: Array.from(cells, (sample) => {
        const one = this.#samples[sample];
        if (one === undefined) return null;
        const { predicted, p } = one;
        return { sample, predicted, cause: causeKey(one), sentence: sampleStatement(one), p };
      }),
    };
  }
}
