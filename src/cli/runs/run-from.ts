import path from 'node:path';
import type { Experiment, ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import { worldOfPlan } from '../../core/evaluation/runs/run-schema.ts';
import { limitsOf } from '../../core/evaluation/runs/spending.ts';
import { taskKindOf } from '../../models/asking/walk-places.ts';
import {
  isOverWalks,
  type Resumption,
  resumedGames,
  resumedWalks,
  resumptionOf,
} from '../../models/runs/resumption.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { nameGivenProgram } from '../world/open-world.ts';
import { gamesOf } from './find-games.ts';
import type { PlacedExperiment, PositionSource } from './placed-experiment.ts';
import { pricesOf } from './prices-option.ts';
import { orUsageError } from './run-fault.ts';
import { readGames, readWalkFile, sha256 } from './run-games.ts';
import { headerOfFile } from './run-job.ts';
import { type DoingFlags, experimentOf, type SourceFlags } from './run-options.ts';

/** An experiment that asks a run again, and where its file is to be. */
export interface PlacedAgain {
  readonly placed: PlacedExperiment;
  readonly out: string;
}

/** The experiment of a run, by its file alone: its games, plies, prompts, model and settings, but for those that flags name. */
export async function experimentOfRun(
  terminal: Terminal,
  file: string,
  flags: SourceFlags & DoingFlags,
): Promise<PlacedAgain> {
  const out = flags.out ?? `${file.replace(/(?:\.run)?\.jsonl$/, '')}.again.run.jsonl`;
  if (path.resolve(out) === path.resolve(file))
    throw usageError(`${file} stays as it is: name another file with --out`);
  const header = await headerOfFile(file);
  const resumption = orUsageError(resumptionOf(file, header, undefined));
  if (flags.games === undefined && flags.random === undefined) nameGivenProgram(flags.world);
  const named = flags.games ?? flags.random;
  const found = named === undefined ? await gamesOf(terminal, file, header, undefined) : undefined;
  const { plan } = resumption;
  // what the flags leave open is as it was
  const { world: _world, where = plan.where, ...others } = flags;
  const prices = flags.prices ?? header.models[0]?.prices;
  const given = await experimentOf(terminal, undefined, {
    ...(named === undefined ? { ...others, games: found ?? header.games?.file ?? file } : flags),
    plies: flags.plies ?? plan.plies,
    samples: flags.samples ?? plan.samples,
    seed: flags.seed ?? plan.seed,
    ...(prices === undefined ? {} : { prices }),
    ...(where === undefined || flags.random !== undefined ? {} : { where }),
  });
  const { samplesPerPosition: _, ...settings } = header.settings;
  const experiment: Experiment = {
    ...given.experiment,
    models: flags.model === undefined ? [modelOf(resumption, flags)] : given.experiment.models,
    settings: { ...settings, ...given.experiment.settings },
    ...(given.experiment.metrics === undefined && header.metrics !== undefined && { metrics: header.metrics }),
    ...limitsOf(header.limits),
  };
  const source = named === undefined ? sourceOf(terminal, file, resumption, found) : undefined;
  return {
    out,
    placed: {
      ...given,
      experiment,
      // only the file names the server
      isFromFile: flags.model === undefined && flags.baseUrl === undefined,
      ...(source !== undefined && { source }),
      ...(flags.template === undefined && { templates: plan.templates }),
    },
  };
}

/** The model of a run as an experiment names it. */
function modelOf({ entry, label, header }: Resumption, flags: SourceFlags): ExperimentModel {
  const own = flags.prices ?? header.models[0]?.prices;
  const prices = pricesOf({ ...flags, ...(own === undefined ? {} : { prices: own }) });
  return {
    ...entry,
    label,
    ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
    ...(flags.api === undefined ? {} : { api: flags.api }),
    ...(flags.apiKeyVariable === undefined ? {} : { apiKeyVariable: flags.apiKeyVariable }),
    ...(prices === undefined ? {} : { prices }),
  };
}

/** The positions of a run: the same games, or the walks that its file holds. */
function sourceOf(terminal: Terminal, file: string, resumption: Resumption, games: string | undefined): PositionSource {
  const { header } = resumption;
  const world = worldOfPlan(header.plan);
  return {
    task: world === undefined ? 'state' : taskKindOf(world),
    games: async (plan) => {
      const walks = await resumedWalks({ ...resumption, plan }, sha256);
      if (walks !== undefined) return orUsageError(walks);
      const found = games ?? '';
      const read = isOverWalks(header)
        ? orUsageError(await resumedGames({ ...resumption, plan }, await readWalkFile(terminal, found), sha256))
        : await readGames(terminal, found, plan);
      if (read.hash !== header.plan?.gamesHash)
        throw usageError(
          `${found} is not the file that ${file} was created from, or has changed since; --games asks about it all the same`,
        );
      return read;
    },
  };
}
