import { KeyNumbers } from '../../base/key-numbers.ts';
import { isComparedWorld } from '../../metrics/compared.ts';
import { type ClusterRules, GameClusters } from '../../notation/clusters/game-clusters.ts';
import { keysOfLine, keysOfPosition } from '../../notation/clusters/position-keys.ts';
import type { GameMoves, ReportRun, ReportSample } from './report-sample.ts';

/** A game whose moves are known: its number among those that are clustered, and numbers of its lines by half-move. */
interface KnownGame {
  readonly number: number;
  readonly lines: readonly number[];
}

/** A game of which only the asked positions are known. */
interface UnknownGame {
  number: number;
  readonly states: Map<string, ReportSample['variant']>;
}

/** A run, as far as it determines what is asked. */
type Asking = Pick<ReportRun, 'games' | 'lines'>;

/**
 * Numbers for what runs ask about, from 0 in the order in which it comes, and the clusters of its games. A prompt is a line of moves,
 * in whatever run and game it occurs; where a run does not hold the moves, a ply and true state of one of its games.
 */
export class Positions {
  readonly #clusters: GameClusters;
  readonly #known = new Map<string, KnownGame>();
  readonly #unknown = new Map<string, UnknownGame>();
  readonly #ofRuns = new Map<ReportRun['lines'], Map<number, KnownGame | undefined>>();
  readonly #lines = new KeyNumbers();
  /** Prompts by number of their line. */
  readonly #byLine: (number | undefined)[] = [];
  readonly #byText = new Map<string, number>();
  /** By prompt, the game that it counts to: the first of its file, whatever the order of the samples. */
  readonly #games: { index: number; game: KnownGame | UnknownGame }[] = [];

  constructor(rules: Partial<ClusterRules> = {}) {
    this.#clusters = new GameClusters(rules);
  }

  /** Number of prompts that were asked about. */
  get count(): number {
    return this.#games.length;
  }

  /** The prompt of a sample. */
  of(run: Asking, sample: ReportSample): number {
    const game = this.#gameOf(run, sample);
    const line = game?.lines[sample.ply];
    if (game === undefined || line === undefined) return this.#unknownOf(run, sample);
    const prompt = this.#byLine[line];
    if (prompt === undefined) {
      this.#byLine[line] = this.count;
      this.#games.push({ index: sample.game, game });
      return this.count - 1;
    }
    const counted = this.#games[prompt];
    if (counted !== undefined && sample.game < counted.index) this.#games[prompt] = { index: sample.game, game };
    return prompt;
  }

  /** The cluster of each prompt; called after all samples were seen. */
  clusters(): Int32Array {
    for (const game of this.#unknown.values()) {
      if (game.number >= 0) continue;
      const keys = Array.from(game.states).flatMap(([fen, variant]) =>
        // Walks of a world are drawn one by one: in a small world they share states all the same.
        isComparedWorld(variant) ? [] : (keysOfPosition(fen, variant === 'chess960')?.keys ?? []),
      );
      game.number = this.#clusters.add({ keys: keys.length > 0 ? keys : [-1 - this.#clusters.count], from: undefined });
    }
    const { of } = this.#clusters.clusters();
    return Int32Array.from(this.#games, ({ game }) => of[game.number] ?? 0);
  }

  #gameOf({ lines }: Asking, { game, variant }: ReportSample): KnownGame | undefined {
    if (lines === undefined) return undefined;
    const games = this.#ofRuns.get(lines) ?? new Map<number, KnownGame | undefined>();
    this.#ofRuns.set(lines, games);
    if (!games.has(game)) games.set(game, this.#knownOf(lines.get(game), variant));
    return games.get(game);
  }

  /** A game by its moves, of which runs over the same games have the same. */
  #knownOf(moves: GameMoves | undefined, variant: ReportSample['variant']): KnownGame | undefined {
    if (moves === undefined || isComparedWorld(variant)) return undefined;
    const text = `${variant} ${moves.startFen} ${moves.moves}`;
    const there = this.#known.get(text);
    if (there !== undefined) return there;
    const sans = moves.moves === '' ? [] : moves.moves.split(' ');
    const keyed = keysOfLine(moves.startFen, sans, variant === 'chess960');
    if (keyed === undefined) return undefined;
    let line = 0;
    const lines = keyed.keys.map((key) => {
      line = mixed(line, key);
      return this.#lines.of(line);
    });
    const known = { number: this.#clusters.add(keyed), lines };
    this.#known.set(text, known);
    return known;
  }

  #unknownOf({ games = '' }: Asking, { game, ply, variant, trueFen }: ReportSample): number {
    const name = `${games}\n${game}`;
    const unknown = this.#unknown.get(name) ?? { number: -1, states: new Map<string, ReportSample['variant']>() };
    this.#unknown.set(name, unknown);
    unknown.states.set(trueFen, variant);
    const text = `${name}\n${ply}\n${trueFen}`;
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    this.#byText.set(text, this.count);
    this.#games.push({ index: game, game: unknown });
    return this.count - 1;
  }
}

/** A key of a line of positions, from the key of the line before its last one. */
function mixed(line: number, key: number): number {
  const low = Math.imul(line ^ key, 0x9e3779b1) ^ (line >>> 15);
  const high = Math.imul((line / 0x1_0000_0000) ^ low, 0x85ebca6b) + key / 0x1_0000_0000;
  return ((high ^ (high >>> 13)) & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}
