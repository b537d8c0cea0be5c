import type { Cancellation } from '../../core/base/cancellation.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { worldReader } from '../../core/metrics/world-pairs.ts';
import { checkWalks } from '../../core/notation/walk/check-walk.ts';
import { readWalks } from '../../core/notation/walk/read-walk.ts';
import { replayWalk } from '../../core/notation/walk/replay-walk.ts';
import { predictionsOf } from '../../core/notation/walk/walk-predictions.ts';
import type { WorldLookup } from '../../core/notation/walk/walk-world.ts';
import type { World } from '../../core/worlds/world.ts';
import { builtWorld } from '../../core/worlds/world-spec.ts';
import { NotedWorld } from '../worlds/program-facts.ts';
import { WorldError } from '../worlds/world-error.ts';
import type { JobContext } from './job.ts';
import type { LearnJob, LearnOutput } from './jobs.ts';

/** Asks a program everything that an editor shows of walks through it: their states, what is legal there, what predictions are. */
export function runLearn(job: LearnJob, { cancellation }: Pick<JobContext, 'cancellation'>): LearnOutput {
  const built = builtWorld(job.world);
  if (!built.ok) return { failure: built.error[0]?.message ?? 'there is no such world' };
  // the states of a program are texts
  const noted = new NotedWorld(built.value as World<string>);
  try {
    askAbout(job, noted.world, cancellation);
    return { facts: noted.facts() };
  } catch (error) {
    if (error instanceof WorldError) return { failure: error.message };
    throw error;
  }
}

function askAbout({ text, world: spec }: LearnJob, world: World<string>, cancellation: Cancellation): void {
  const { automaton } = world;
  const lookup: WorldLookup = () => ({ ok: true, value: { spec, world } });
  const comparer = new PairComparer(worldReader(world));
  automaton.legal(world.start);
  for (const walk of readWalks(text).walks) {
    const replayed = replayWalk(walk, lookup);
    for (const state of replayed.states) automaton.legal(state as string);
    for (const { trueFen, fen } of predictionsOf(replayed, 0)) {
      if (cancellation.cancelled) return;
      if (trueFen !== undefined) comparer.text({ trueFen, predictedFen: fen });
    }
  }
  checkWalks(text, lookup, { predictions: true });
}
