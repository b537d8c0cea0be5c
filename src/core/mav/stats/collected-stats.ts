import type { MavDialect } from '../syntax.ts';
import type { JudgedValues } from './compare-values.ts';
import { IndependentGames, JudgedGames } from './independent-games.ts';
import type { GameJudgment } from './judge-answers.ts';
import { type MavSummary, summarizeTally } from './summary.ts';
import { addTallies, emptyTally, type MavTally } from './tally.ts';

/** Version of the JSON object of statistics. New fields do not change it. */
export const STATS_SCHEMA = 2;

/** Part of the examples: `all` if no file is named as out of distribution. */
export type StatsSplit = 'all' | 'in' | 'out';

/** A group of examples: those of one game, or of all. */
export interface StatsGroup extends MavSummary {
  readonly split: StatsSplit;
  readonly game: string;
}

/** The examples of a game. */
interface GameTally {
  tally: MavTally;
  readonly games: JudgedGames;
}

/** Judgments of texts, collected by split and game. */
export class CollectedStats {
  readonly #base: MavDialect['base'];
  readonly #independent = new IndependentGames();
  readonly #tallies = new Map<StatsSplit, Map<string, GameTally>>();

  constructor({ base }: Pick<MavDialect, 'base'>) {
    this.#base = base;
  }

  /** Adds the judgments of a text. */
  add(judged: Readonly<Record<string, GameJudgment>>, split: StatsSplit = 'all'): void {
    const games = this.#tallies.get(split) ?? new Map<string, GameTally>();
    this.#tallies.set(split, games);
    for (const [game, { tally, lines }] of Object.entries(judged)) {
      const known = games.get(game) ?? { tally: emptyTally(), games: new JudgedGames(this.#independent) };
      games.set(game, known);
      known.tally = addTallies(known.tally, tally);
      for (const line of lines) known.games.add(line);
    }
  }

  /** Adds compared values of a text whose judgments were added. */
  addValues(values: readonly JudgedValues[], split: StatsSplit = 'all'): void {
    for (const { game, line, tally } of values) {
      const known = this.#tallies.get(split)?.get(game);
      if (known === undefined) continue;
      known.tally = addTallies(known.tally, tally);
      known.games.addMore(line);
    }
  }

  /** Returns groups by game, in order of their names, with their sum if there are several. */
  groups(splits: readonly StatsSplit[] = ['all']): StatsGroup[] {
    return splits.flatMap((split) => {
      const games = [...(this.#tallies.get(split) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
      const groups = games.map(
        ([game, item]): StatsGroup => ({ split, game, ...summarizeTally(item.tally, item.games, this.#base) }),
      );
      if (games.length > 1) {
        const all = games.reduce((sum, [, { tally }]) => addTallies(sum, tally), emptyTally());
        const together = new JudgedGames(this.#independent);
        for (const [, entry] of games) together.addAll(entry.games);
        groups.push({ split, game: 'all', ...summarizeTally(all, together, this.#base) });
      }
      return groups;
    });
  }
}
