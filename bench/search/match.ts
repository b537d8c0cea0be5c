import { systemClock } from '../../src/compute/system-clock.ts';
import { type Outcome, SINK } from '../../src/core/base/automaton.ts';
import { seeded } from '../../src/core/base/random.ts';
import { randomLine } from '../../src/core/mav/author/game-line.ts';
import { knownGame } from '../../src/core/mav/author/prompt-position.ts';
import type { MavGameName } from '../../src/core/mav/game-names.ts';
import { runSearch } from '../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH } from '../../src/core/search/settings.ts';
import type { WorldModel } from '../../src/core/search/world-model.ts';

/** Games between two players that know the same model. */
export interface MatchTask {
  readonly game: MavGameName;
  readonly model: WorldModel;
  /** Simulations of the first player and the second: 0 plays the highest listed value, without a search. */
  readonly simulations: readonly [number, number];
  /** Each is played twice, with the sides swapped. */
  readonly openings: number;
  /** Random plies of an opening. */
  readonly plies: number;
  readonly hexSize?: number;
  /** Games that last longer are drawn. */
  readonly longest: number;
  /** Who has won, for all that matters: `1-0` is the one who moves first in the game's start. */
  readonly adjudicate?: (state: unknown) => Outcome | undefined;
  readonly seed: number;
  readonly onGame?: (done: number, total: number) => void;
}

/** From the side of the first player. */
export interface MatchResult {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** Plies played behind the openings. */
  readonly plies: number;
  /** Of the wall clock, for both players. */
  readonly ms: number;
}

/** Plays a match. The same task has the same games where the model's answers are the same. */
export async function playMatch(task: MatchTask): Promise<MatchResult> {
  const began = performance.now();
  const points: number[] = [];
  let plies = 0;
  for (const start of openingsOf(task))
    for (const isFirst of [true, false]) {
      const played = await playGame(task, start, isFirst);
      plies += played.plies;
      points.push(isFirst ? played.value : 1 - played.value);
      task.onGame?.(points.length, 2 * task.openings);
    }
  const count = (value: number): number => points.filter((point) => point === value).length;
  return { wins: count(1), draws: count(0.5), losses: count(0), plies, ms: performance.now() - began };
}

/** Positions behind a few random plies, each once, in which the game goes on. */
function openingsOf({ game, openings, plies, hexSize, seed }: MatchTask): string[] {
  const { automaton } = knownGame(game);
  const random = seeded(seed);
  const found = new Set<string>();
  while (found.size < openings) {
    const { states } = randomLine(game, random, { most: plies, ...(hexSize !== undefined && { hexSize }) });
    const last = states[states.length - 1];
    if (states.length > plies && automaton.outcome(last) === undefined) found.add(automaton.print(last));
  }
  return [...found];
}

const VALUES: Readonly<Record<Outcome, number>> = { '1-0': 1, '0-1': 0, '1/2-1/2': 0.5 };

/** A game, and what it is worth to the one who moves first in it. */
async function playGame(
  task: MatchTask,
  start: string,
  isFirst: boolean,
): Promise<{ readonly value: number; readonly plies: number }> {
  const game = knownGame(task.game);
  const { automaton } = game;
  const parsed = automaton.parse(start);
  if (!parsed.ok) throw new Error(parsed.error);
  let state = parsed.value;
  const { side } = game.fieldsOf(state);
  const startsAsSecond = side === 'b' || side === 'o';
  const seen = new Map<string, number>();
  for (let ply = 0; ply < task.longest; ply++) {
    const outcome = automaton.outcome(state) ?? task.adjudicate?.(state);
    if (outcome !== undefined) return { value: startsAsSecond ? 1 - VALUES[outcome] : VALUES[outcome], plies: ply };
    const key = automaton.key(state);
    const times = (seen.get(key) ?? 0) + 1;
    if (times === 3) return { value: 0.5, plies: ply };
    seen.set(key, times);
    const isOnMove = (ply % 2 === 0) === isFirst;
    const action = await chosen(task, automaton.print(state), task.plies + ply, task.simulations[isOnMove ? 0 : 1]);
    const after = automaton.step(state, action);
    if (after === SINK) throw new Error(`${action} is not legal`);
    state = after;
  }
  return { value: 0.5, plies: task.longest };
}

/** The action of a player: of a search, or the highest listed value. */
async function chosen({ game, model }: MatchTask, state: string, played: number, simulations: number): Promise<string> {
  const done = await runSearch({
    root: { game, state, played },
    model,
    settings: { ...DEFAULT_SEARCH, simulations, timeout: 0 },
    clock: systemClock,
    signal: new AbortController().signal,
  });
  if (!done.ok) throw new Error(done.error);
  const { tree } = done.value;
  return tree.root.actions[tree.finalEdge()];
}
