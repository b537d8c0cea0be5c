import { KeyNumbers } from '../../base/collections.ts';
import { isComparedWorld } from '../../metrics/comparison-rules.ts';
import {
  type ClusterRules,
  GameClusters,
  lineKeys,
  mixLineKey,
  singlePositionKeys,
  WALK_RULES,
  walkKeys,
} from '../../notation/game-clusters.ts';
import { isRenamed, lineKeyEntries } from '../../worlds/renamed-world.ts';
import type { World } from '../../worlds/world.ts';
import { buildWorld, originalSpec } from '../../worlds/world-spec.ts';
import type { GameMoves, ReportRun, ReportSample } from './report-sample.ts';

/** Game with known moves: its number among the clustered games, and numbers of its lines by ply. */
interface KnownGame {
  readonly number: number;
  readonly isWalk: boolean;
  readonly lines: readonly number[];
}

/** Game of which only the queried positions are known. */
interface UnknownGame {
  number: number;
  readonly states: Map<string, ReportSample['variant']>;
}

/** Sample, as far as it identifies the question. */
type AskedSample = Pick<ReportSample, 'game' | 'ply' | 'variant' | 'trueFen'>;

/** Run, as far as it determines the questions. */
type Asking = Pick<ReportRun, 'games' | 'lines' | 'world'>;

/**
 * Numbers of the prompts of runs, from 0 in order of appearance, and the clusters of their games. A prompt is a line of
 * moves, in any run and game, for a walk of a world under its original names of actions; where a run does not hold the
 * moves, a ply and true state of one of its games.
 */
export class PositionClusters {
  readonly #clusters: GameClusters;
  readonly #walks = new GameClusters(WALK_RULES);
  readonly #worlds = new Map<ReportRun['world'], World<unknown> | undefined>();
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

  /** Number of prompts. */
  get count(): number {
    return this.#games.length;
  }

  /** Returns the prompt of a sample. */
  of(run: Asking, sample: AskedSample): number {
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

  /** Returns the cluster of each prompt; call it after all samples were added. */
  clusters(): Int32Array {
    for (const game of this.#unknown.values()) {
      if (game.number >= 0) continue;
      const keys = Array.from(game.states).flatMap(([fen, variant]) =>
        // For walks with unknown actions, equal states prove nothing: in a small world all walks share them.
        isComparedWorld(variant) ? [] : (singlePositionKeys(fen, variant === 'chess960')?.keys ?? []),
      );
      game.number = this.#clusters.add({ keys: keys.length > 0 ? keys : [-1 - this.#clusters.count], from: undefined });
    }
    const { of, count } = this.#clusters.clusters();
    const walks = this.#walks.clusters();
    return Int32Array.from(this.#games, ({ game }) =>
      'isWalk' in game && game.isWalk ? count + (walks.of[game.number] ?? 0) : (of[game.number] ?? 0),
    );
  }

  #gameOf({ lines, world }: Asking, { game, variant }: AskedSample): KnownGame | undefined {
    if (lines === undefined) return undefined;
    const games = this.#ofRuns.get(lines) ?? new Map<number, KnownGame | undefined>();
    this.#ofRuns.set(lines, games);
    if (!games.has(game)) games.set(game, this.#knownOf(lines.get(game), variant, world));
    return games.get(game);
  }

  /** Returns a game by its moves; runs over the same games share it. */
  #knownOf(
    moves: GameMoves | undefined,
    variant: ReportSample['variant'],
    world: ReportRun['world'],
  ): KnownGame | undefined {
    if (moves === undefined) return undefined;
    const isWalk = isComparedWorld(variant);
    const place = isWalk ? `${variant}${JSON.stringify(world && originalSpec(world))}` : variant;
    const sans = moves.moves === '' ? [] : moves.moves.split(' ');
    const line = isWalk ? this.#originalLine(world, moves.startFen, sans) : sans;
    const text = `${place} ${moves.startFen} ${line.join(' ')}`;
    const there = this.#known.get(text);
    if (there !== undefined) return there;
    const keyed = isWalk
      ? walkKeys(place, moves.startFen, line)
      : lineKeys(moves.startFen, line, variant === 'chess960');
    if (keyed === undefined) return undefined;
    let last = 0;
    const lines = keyed.keys.map((key) => {
      last = isWalk ? key : mixLineKey(last, key);
      return this.#lines.of(last);
    });
    const known = { number: (isWalk ? this.#walks : this.#clusters).add(keyed), isWalk, lines };
    this.#known.set(text, known);
    return known;
  }

  /** Returns the actions of a walk under the names of its world, whatever names a model got. */
  #originalLine(spec: ReportRun['world'], start: string, line: readonly string[]): readonly string[] {
    if (spec?.kind !== 'renamed') return line;
    if (!this.#worlds.has(spec)) {
      const built = buildWorld(spec);
      this.#worlds.set(spec, built.ok ? built.value : undefined);
    }
    const world = this.#worlds.get(spec);
    const from = world?.automaton.parse(start);
    if (world === undefined || !isRenamed(world) || from?.ok !== true) return line;
    const names = new Map(lineKeyEntries(world, from.value, line).map(({ code, action }) => [code, action]));
    return line.map((code) => names.get(code) ?? code);
  }

  #unknownOf({ games = '' }: Asking, { game, ply, variant, trueFen }: AskedSample): number {
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
