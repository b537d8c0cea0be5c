import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RandomWalks } from '../../core/evaluation/runs/experiment.ts';
import type { RunWalks } from '../../core/evaluation/runs/run-schema.ts';
import { lookupIn } from '../../core/notation/walk/walk-world.ts';
import { obfuscated } from '../../core/worlds/world-spec.ts';
import { taskKindOf } from '../../models/asking/walk-places.ts';
import type { RunGames } from '../../models/runs/run-job.ts';
import type { TaskPlan } from '../../models/runs/task-list.ts';
import { TaskPlanner } from '../../models/runs/task-planner.ts';
import { gamesOfWalkFile, isWalkFile, type WalkFile, worldOfWalks } from '../../models/runs/walk-file-tasks.ts';
import { gamesOfWalks } from '../../models/runs/walk-tasks.ts';
import { usageError } from '../command.ts';
import { bareName } from '../io/archives/archives.ts';
import type { Terminal } from '../io/terminal.ts';
import { TextSource } from '../io/text-source.ts';
import { wholeBlocks } from '../io/whole-blocks.ts';
import { openFromFile, openWorld } from '../world/open-world.ts';
import { WalkWorlds } from '../world/walk-worlds.ts';
import type { PlacedExperiment, PositionSource } from './placed-experiment.ts';
import { orUsageError } from './run-fault.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The games, the walks of a file or the random walks of an experiment. */
export async function positionSource(
  terminal: Terminal,
  { experiment, folder, isFromFile }: Pick<PlacedExperiment, 'experiment' | 'folder' | 'isFromFile'>,
): Promise<PositionSource> {
  const { games, random, seed, world } = experiment;
  if (random !== undefined) {
    const walks = await walksOf(terminal, random, seed, { folder, isFromFile });
    const task = taskKindOf(walks.world);
    return { task, games: async (plan) => orUsageError(await gamesOfWalks(walks, plan, sha256)) };
  }
  const file = games === '-' && !isFromFile ? games : path.resolve(folder, games ?? '');
  if (!isWalks(file)) {
    if (world !== undefined) throw usageError('--world chooses walks, and a PGN has none');
    return { task: 'state', games: (plan) => readGames(terminal, file, plan) };
  }
  const source = await readWalkFile(terminal, file);
  const opened = orUsageError(worldOfWalks(source, world));
  return {
    task: taskKindOf(opened.spec),
    games: async (plan) => orUsageError(await gamesOfWalkFile(source, opened, plan, sha256)),
  };
}

/** True of a file of walks, which may be compressed. */
export const isWalks = (file: string): boolean => isWalkFile(bareName(file));

/** The tasks of a plan in a PGN, which is read piece by piece. */
export async function readGames(terminal: Terminal, file: string, plan: TaskPlan): Promise<RunGames> {
  const planner = orUsageError(TaskPlanner.of(plan));
  return TextSource.with(terminal, file, { language: 'pgn', command: 'run' }, async (source) => {
    const hash = createHash('sha256');
    for await (const { text } of wholeBlocks(source)) {
      hash.update(text);
      planner.measure(text);
    }
    for await (const { text } of wholeBlocks(source)) planner.place(text);
    return { tasks: planner.list(), file: path.basename(file), hash: hash.digest('hex') };
  });
}

/** A file of walks with the worlds that it names. */
export async function readWalkFile(terminal: Terminal, file: string): Promise<WalkFile> {
  return TextSource.with(terminal, file, { language: 'walk', command: 'run' }, async (source) => {
    let text = '';
    for await (const piece of source.pieces()) text += piece;
    const files = await new WalkWorlds(terminal, file).of(text, 'walk');
    return { text, file: path.basename(file), lookup: lookupIn(files) };
  });
}

/** The walks of an experiment, with their world as plain data. */
async function walksOf(
  terminal: Terminal,
  random: RandomWalks,
  seed: number,
  { folder, isFromFile }: Pick<PlacedExperiment, 'folder' | 'isFromFile'>,
): Promise<RunWalks> {
  const file = path.resolve(folder, random.world);
  const given = existsSync(file) ? file : random.world;
  const { spec } = isFromFile ? await openFromFile(terminal, given) : await openWorld(terminal, given);
  const { count, length } = random;
  return { world: obfuscated(spec, random.obfuscate, seed), count, length };
}
