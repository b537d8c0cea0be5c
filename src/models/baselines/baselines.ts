import { seeded } from '../../core/base/random.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { partSeed } from '../../core/base/text/fingerprint.ts';
import { randomWalk } from '../../core/worlds/random-walk.ts';
import { writtenState } from '../../core/worlds/renamed/renamed-world.ts';
import { worldNamed } from '../../core/worlds/worlds.ts';
import {
  type Completion,
  type CompletionRequest,
  fault,
  type Model,
  type ModelFault,
  OFFLINE_CAPABILITIES,
  type StateTask,
  type WorldTask,
} from '../model.ts';
import type { ModelSource } from '../source.ts';
import { fenAfter } from './fen-after.ts';
import { trackNaively } from './naive-tracker.ts';
import { stateAfter } from './state-after.ts';

/** A predictor that needs no words: the text that it takes for the state, or why the task makes no sense to it. */
type Predictor = (task: StateTask | WorldTask) => Result<string, string>;

/** Always the start position of the game. */
const startPosition: Predictor = (task) => ok(task.startFen);

/** The true state `k` half-moves earlier; the start position when there were fewer. */
const lag =
  (k: number): Predictor =>
  (task) => {
    const ply = Math.max(0, task.moves.length - k);
    return task.kind === 'world' ? stateAfter(task, ply) : fenAfter(task.startFen, task.moves, ply);
  };

const naiveTracker: Predictor = (task) =>
  task.kind === 'world'
    ? err('naive-tracker knows how chess pieces move, and no other world')
    : trackNaively(task.startFen, task.moves);

/** Where a random walk of as many actions ends: a state of the right depth that knows nothing of the line. Drawn from a seed of the task. */
const walkAtRandom: Predictor = (task) => {
  const world = task.kind === 'world' ? ok(task.world) : worldNamed(task.variant);
  if (!world.ok) return world;
  const start = world.value.automaton.parse(task.startFen);
  if (!start.ok) return start;
  const random = seeded(partSeed(task.sample, JSON.stringify([task.startFen, task.moves])));
  const { states } = randomWalk({ ...world.value, start: start.value }, task.moves.length, random);
  return ok(world.value.automaton.print(states.at(-1)));
};

const baseline = (name: string, predict: Predictor): Model => ({
  label: `${BASELINES.id}:${name}`,
  capabilities: () => Promise.resolve(ok(OFFLINE_CAPABILITIES)),
  complete: ({ task }: CompletionRequest, signal): Promise<Result<Completion, ModelFault>> => {
    if (signal.aborted) return Promise.resolve(fault('cancelled', 'cancelled'));
    if (task.kind === 'mav')
      return Promise.resolve(
        fault('unsupported-task', `${BASELINES.id}:${name} predicts states only, not the outputs of MAV.`),
      );
    const state = predict(task);
    if (!state.ok) return Promise.resolve(fault('unsupported-task', state.error));
    const text = task.kind === 'world' ? writtenState(task.world, state.value) : state.value;
    return Promise.resolve(ok({ text, finishReason: 'stop' }));
  },
});

/** Longest lag that is worth a name; more is the start position for nearly every game. */
const MAX_LAG = 999;

/** The baselines that every report plots: string metrics flatter them, p_m does not. Offline, deterministic, free. */
export const BASELINES: ModelSource = {
  id: 'baseline',
  title: 'Baselines: offline, no key',
  names: ['naive-tracker', 'start-position', 'lag-k', 'random-walk'],
  open(name) {
    if (name === 'start-position') return ok(baseline(name, startPosition));
    if (name === 'naive-tracker') return ok(baseline(name, naiveTracker));
    if (name === 'random-walk') return ok(baseline(name, walkAtRandom));
    const k = /^lag-([1-9]\d{0,2})$/.exec(name)?.[1];
    if (k !== undefined) return ok(baseline(name, lag(Number(k))));
    return fault('unknown-model', unknown(name));
  },
};

const unknown = (name: string): string =>
  `unknown baseline "${name}"; expected naive-tracker, start-position, random-walk, or lag-1 to lag-${MAX_LAG}`;
