import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { SINK } from '../base/automaton.ts';
import { shuffled } from '../base/random.ts';
import { randomWalk, replayed } from '../worlds/random-walk.ts';
import type { World } from '../worlds/world.ts';
import type { Asker } from './asker.ts';
import { entropyOf } from './next-actions.ts';
import { drawPlace, type Place, reorder } from './pairs.ts';
import { Probe, type Probed } from './probe.ts';
import type { LabSettings } from './settings.ts';
import type { AttackUnit, Strategy } from './unit-records.ts';

/** Places of a walk that are asked about together. */
const TOGETHER = 16;
/** Orders of one walk that are tried. */
const ORDERS = 8;
/** Actions that a directed search tries in a state. */
const BREADTH = 8;
/** Histories that the beam keeps. */
const WIDTH = 4;

/**
 * Looks for legal histories behind which a model acts illegally, by one strategy, until it fails or the budget is spent; what is left
 * of the budget shortens the history.
 */
export async function attackOf<State>(
  world: World<State>,
  asker: Asker,
  strategy: Strategy,
  settings: Pick<LabSettings, 'budget' | 'failure' | 'epsilon' | 'length'>,
  random: RandomGenerator,
): Promise<Omit<AttackUnit, 'measure' | 'unit' | 'asked'>> {
  const probe = new Probe(world, asker, settings);
  while (!probe.isOver) await ROUNDS[strategy](probe, settings.length, random);
  const { failure } = probe;
  if (failure === undefined) return { strategy, found: false, first: asker.asked, history: [], action: '' };
  const shortest = await probe.shorten(failure);
  const { history, action, printed } = shortest;
  return {
    strategy,
    found: true,
    first: probe.first,
    history: [...history],
    action,
    ...(printed !== undefined && { printed }),
  };
}

type Round = <State>(probe: Probe<State>, length: number, random: RandomGenerator) => Promise<void>;

const ROUNDS: Readonly<Record<Strategy, Round>> = {
  /** A random walk, every position of it. */
  async random(probe, length, random) {
    const { actions, states } = randomWalk(probe.world, length, random);
    const places = states.map((state, ply) => ({ history: actions.slice(0, ply), state }));
    for (let at = 0; at < places.length && !probe.isOver; at += TOGETHER)
      await probe.look(places.slice(at, at + TOGETHER));
  },
  /** The actions of a random walk in several orders that lead to its last position. */
  async transpositions(probe, length, random) {
    const place = drawPlace(probe.world, length, random);
    const { states } = replayed(probe.world, place.history);
    const orders = [place];
    for (let i = 0; i < ORDERS; i++) {
      const other = reorder(probe.world, place, random, states);
      if (other !== undefined) orders.push(other);
    }
    await probe.look(orders);
  },
  /** From the start, each time the action behind which the model has the least probability on legal actions. */
  greedy: (probe, length, random) => search(probe, length, 1, ({ mass }) => 1 - mass, random),
  /** From the start, the histories behind which the model itself is most in doubt. */
  beam: (probe, length, random) => search(probe, length, WIDTH, ({ next }) => entropyOf(next), random),
};

/** Keeps the `width` histories with the highest scores from ply to ply. */
async function search<State>(
  probe: Probe<State>,
  length: number,
  width: number,
  score: (probed: Probed<State>) => number,
  random: RandomGenerator,
): Promise<void> {
  let kept: readonly Place<State>[] = await probe.look([{ history: [], state: probe.world.start }]);
  for (let ply = 0; ply < length && kept.length > 0 && !probe.isOver; ply++) {
    const tried = kept.flatMap((place) => successors(probe.world, place, random));
    const probed = await probe.look(tried);
    // of equals any one, or all searches would be the same
    kept = shuffled(probed, random)
      .sort((a, b) => score(b) - score(a))
      .slice(0, width);
  }
}

function successors<State>(
  { automaton }: World<State>,
  { history, state }: Place<State>,
  random: RandomGenerator,
): Place<State>[] {
  const legal = [...automaton.legal(state)];
  const found: Place<State>[] = [];
  while (legal.length > 0 && found.length < BREADTH) {
    const [action = ''] = legal.splice(uniformInt(random, 0, legal.length - 1), 1);
    const next = automaton.step(state, action);
    if (next !== SINK) found.push({ history: [...history, action], state: next });
  }
  return found;
}
