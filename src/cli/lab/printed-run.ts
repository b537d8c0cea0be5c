import { seeded, shuffled } from '../../core/base/random.ts';
import { fingerprint } from '../../core/base/text/fingerprint.ts';
import { actionsOfSample } from '../../core/evaluation/exports/run-walks.ts';
import { RunReader } from '../../core/evaluation/runs/run-reader.ts';
import { RunSamples } from '../../core/evaluation/runs/run-samples.ts';
import { type RunSample, worldOfPlan } from '../../core/evaluation/runs/run-schema.ts';
import type { PrintedPlace } from '../../core/lab/printed.ts';
import { nameOfWorld } from '../../core/metrics/compared.ts';
import { makeLabel } from '../../core/notation/predictions/types.ts';
import { replayed } from '../../core/worlds/random-walk.ts';
import type { World } from '../../core/worlds/world.ts';
import { builtWorld } from '../../core/worlds/world-spec.ts';
import { usageError } from '../command.ts';
import { plural, type Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';

/** The printed states of a run, in an order drawn by the seed of the lab. */
export interface PrintedRun {
  readonly places: readonly PrintedPlace[];
  /** Equal for equal places. */
  readonly print: string;
}

/**
 * What a run printed of the states of a world. Samples of other worlds or starts, those without moves and failed ones are left out,
 * with a note; without any sample of the world it is a usage error.
 */
export async function printedRun(
  terminal: Terminal,
  file: string,
  world: World<unknown>,
  seed: number,
): Promise<PrintedRun> {
  const { name, text } = await readText(terminal, file);
  const reader = new RunReader();
  const run = new RunSamples();
  run.add(reader.push(text));
  run.add(reader.end());
  const [problem] = run.problems;
  if (reader.stopped && problem !== undefined) throw usageError(`${name}:${problem.line}: ${problem.message}`);
  const spec = worldOfPlan(run.header?.plan);
  const built = spec && builtWorld(spec);
  const own = built?.ok === true ? built.value : undefined;
  const places = run.samples.flatMap((sample) => placeOf(sample, world, own) ?? []);
  if (places.length === 0) throw usageError(`${name} holds no sample with moves from the start of ${world.name}`);
  const left = run.samples.length - places.length;
  if (left > 0) terminal.note(`${name}: ${plural(left, 'sample')} left out (failed, or not of ${world.name})`);
  return {
    places: shuffled(places, seeded(seed)),
    print: fingerprint(JSON.stringify(places.map(({ history, printed }) => ({ history, printed })))),
  };
}

/** @param own the world of the run, whose names of actions its samples have */
function placeOf(sample: RunSample, world: World<unknown>, own: World<unknown> | undefined): PrintedPlace | undefined {
  const { variant, startFen, error, ply, extraction, model: label, template, index } = sample;
  if (error !== undefined || (nameOfWorld(variant) ?? variant) !== world.name) return undefined;
  const start = world.automaton.print(world.start);
  if (startFen !== undefined && startFen !== start) return undefined;
  const history = actionsOfSample(sample, own);
  if (history.length !== ply || replayed(world, history).illegal !== undefined) return undefined;
  const by = makeLabel(label, template, index === 0 ? undefined : index);
  return { history, printed: extraction?.fen, label: by.text };
}
