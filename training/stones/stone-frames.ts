import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Automaton, SINK } from '../../src/core/base/automaton.ts';
import { seeded } from '../../src/core/base/random.ts';
import type { PositionValues } from '../../src/core/games/position-values.ts';
import { type StoneLayout, stoneCodes } from '../../src/core/games/stone-codes.ts';
import type { Player, StoneFrame } from '../../src/core/games/stones.ts';
import { PUBLISHED_DIALECT } from '../../src/core/mav/syntax.ts';
import { toBucket } from '../../src/core/mav/values.ts';
import { type FramePosition, type FrameSizes, type FrameStep, frameOf, UNKNOWN } from '../frames.ts';

type Rules<S> = Pick<Automaton<S>, 'legal' | 'step'>;

/** A game of stones as its network sees it. */
export interface StoneGame<S extends StoneFrame> {
  /** The rules of a position: boards of one game have several sizes. */
  rulesOf(state: S): Rules<S>;
  /** Board of its network. */
  readonly layout: StoneLayout;
  /** Returns the start of a game, and the most plies until a position is taken from it. */
  start(random: RandomGenerator): { readonly state: S; readonly plies: number };
  /** Returns the number of an action, by `actionOf`. */
  action(state: S, action: string): number;
  /** Returns the kind of an action, by number. */
  kind?(action: string): number;
  /** Returns an action that a careful player would not miss, such as one that wins. */
  careful?(state: S): string | undefined;
  /** What is drawn to be learned from; by default one end in twelve positions. */
  readonly practice?: Practice;
  /** Returns what values the positions of one stream. */
  valuer(): Valuer<S>;
}

/** How many of twelve positions to learn from are no positions by chance. */
interface Practice {
  /** Ends of games, where nothing is legal. */
  readonly ends: number;
  /** Positions a few plies before the end, all with values if those are found quickly. */
  readonly nearEnds: number;
}

/** Values the actions of a position, with pauses; the number says which position it is. */
type Valuer<S> = (state: S, number: number) => Generator<undefined, Pick<PositionValues, 'actions'>>;

/** Returns the codes of the cells of a position as a side sees them. */
export function codesOf<S extends StoneFrame>({ layout }: StoneGame<S>, state: S, side: Player): Uint8Array {
  const size = layout.sizeOf(state.cells.length);
  if (size === undefined) throw new Error(`no board of the game has ${state.cells.length} cells`);
  return stoneCodes(state, side, layout, size);
}

/** Games of a block. */
export const GAMES = 512;
/** One action in so many is a careful one, in games that have them: by chance alone games are short and blind. */
const CAREFUL = 2;
/** One position in so many has values, where they come with no more pauses than this. */
const VALUED = 4;
const MOST_PAUSES = 8;
const DOZEN = 12;
const DEFAULT_PRACTICE: Practice = { ends: 1, nearEnds: 0 };
/** Most plies before the end that count as near. */
const NEAR = 10;

/** Returns the state after a legal action. */
export function after<S>(rules: Rules<S>, state: S, action: string): S {
  const next = rules.step(state, action);
  if (next === SINK) throw new Error(`${action} is listed as legal but is illegal`);
  return next;
}

/**
 * The frames of a game from a block on: positions of games of random actions, some with values, and a step from each.
 *
 * @param isPractice true if they are learned from, by the game's `practice`; false if they are all by chance, to measure by
 */
export function* stoneFrames<S extends StoneFrame>(
  game: StoneGame<S>,
  { seed, isPractice }: { readonly seed: number; readonly isPractice: boolean },
  sizes: FrameSizes,
  from = 0,
): Generator<Buffer> {
  const valuer = game.valuer();
  for (let block = from; ; block++) {
    const random = seeded(seed + block);
    let [positions, steps]: [FramePosition[], FrameStep[]] = [[], []];
    for (let number = 0; number < GAMES; number++) {
      const drawn = drawnFrom(game, random);
      const { state, next, action } = drawn;
      const position = isPractice ? practiceFrom(game, drawn, random) : { state, isNear: false };
      const cluster = block * GAMES + number;
      const isValued = position.isNear || number % VALUED === 0;
      positions.push({
        ...positionOf(game, position.state, isValued ? valuer(position.state, cluster) : undefined),
        source: 1,
        cluster,
      });
      steps.push({
        before: codesOf(game, state, state.side),
        action: game.action(state, action),
        after: codesOf(game, next, state.side),
        kind: game.kind?.(action) ?? 0,
      });
      if (positions.length < sizes.positions) continue;
      yield frameOf(game.layout.rows * game.layout.columns, positions, steps.slice(0, sizes.steps));
      [positions, steps] = [[], []];
    }
  }
}

function positionOf<S extends StoneFrame>(
  game: StoneGame<S>,
  state: S,
  valuing: ReturnType<Valuer<S>> | undefined,
): Pick<FramePosition, 'codes' | 'actions' | 'values'> {
  const actions = game.rulesOf(state).legal(state);
  return {
    codes: codesOf(game, state, state.side),
    actions: actions.map((action) => game.action(state, action)),
    values: valuing === undefined ? unknown(actions) : valuesOf(valuing, actions),
  };
}

/** A position of a random game that is not over, and what one of its actions leads to. */
function drawnFrom<S extends StoneFrame>(
  game: StoneGame<S>,
  random: RandomGenerator,
): { readonly state: S; readonly action: string; readonly next: S } {
  for (;;) {
    const begun = game.start(random);
    let { state } = begun;
    const plies = uniformInt(random, 0, begun.plies);
    for (let ply = 0; ply < plies; ply++) {
      const action = chosenAction(
        game,
        state,
        game.careful !== undefined && uniformInt(random, 1, CAREFUL) === 1,
        random,
      );
      if (action === undefined) break;
      state = after(game.rulesOf(state), state, action);
    }
    const action = chosenAction(game, state, false, random);
    if (action !== undefined) return { state, action, next: after(game.rulesOf(state), state, action) };
  }
}

/** A position to learn from: the one that was drawn, or one near or at the end of a game that goes on from it with care. */
function practiceFrom<S extends StoneFrame>(
  game: StoneGame<S>,
  { state, next }: { readonly state: S; readonly next: S },
  random: RandomGenerator,
): { readonly state: S; readonly isNear: boolean } {
  const { ends, nearEnds } = game.practice ?? DEFAULT_PRACTICE;
  const roll = uniformInt(random, 1, DOZEN);
  if (roll > ends + nearEnds) return { state, isNear: false };
  const trail = [state, next];
  for (let here = next; ; trail.push(here)) {
    const action = chosenAction(game, here, true, random);
    if (action === undefined) break;
    here = after(game.rulesOf(here), here, action);
  }
  const back = roll > ends ? uniformInt(random, 1, Math.min(NEAR, trail.length - 1)) : 0;
  return { state: trail[trail.length - 1 - back] ?? state, isNear: back > 0 };
}

function chosenAction<S extends StoneFrame>(
  game: StoneGame<S>,
  state: S,
  isCareful: boolean,
  random: RandomGenerator,
): string | undefined {
  const actions = game.rulesOf(state).legal(state);
  if (actions.length === 0) return undefined;
  return (isCareful ? game.careful?.(state) : undefined) ?? actions[uniformInt(random, 0, actions.length - 1)];
}

/** The buckets of actions; unknown where they take long. */
function valuesOf(valuing: ReturnType<Valuer<unknown>>, actions: readonly string[]): Uint8Array {
  for (let pauses = 0; pauses <= MOST_PAUSES; pauses++) {
    const step = valuing.next();
    if (step.done !== true) continue;
    const wins = new Map(step.value.actions.map(({ action, win }) => [action, win]));
    return Uint8Array.from(actions, (action) => {
      const win = wins.get(action);
      return win === undefined ? UNKNOWN : toBucket(win, PUBLISHED_DIALECT) - PUBLISHED_DIALECT.base;
    });
  }
  return unknown(actions);
}

const unknown = (actions: readonly string[]): Uint8Array => new Uint8Array(actions.length).fill(UNKNOWN);
