import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { MIN_CLUSTERS } from '../../core/base/stats/confidence-interval.ts';
import { detectableDifference, PLANNED } from '../../core/base/stats/paired-test.ts';
import { plural } from '../../core/base/text/counts.ts';
import type { Experiment, ExperimentModel } from '../../core/evaluation/runs/experiment.ts';
import { PILOT_WORTH } from '../../core/evaluation/runs/projection.ts';
import { shardSize } from '../../core/evaluation/runs/run-plan.ts';
import { planWorld } from '../../core/evaluation/runs/run-schema.ts';
import { budgetLimits, type Spending } from '../../core/evaluation/runs/spending.ts';
import { walkTaskKind } from '../../models/predict/walk-targets.ts';
import {
  isOverWalks,
  type Resumption,
  readResumption,
  resumedGames,
  resumedWalks,
} from '../../models/runs/resumption.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import type { TaskList } from '../../models/runs/task-list.ts';
import { type Act, EXIT, orUsageError, usageError } from '../command.ts';
import { readQuery } from '../games/game-query.ts';
import { type Terminal } from '../io/terminal.ts';
import { modelOptions } from '../model-options.ts';
import { nameGivenProgram } from '../open-world.ts';
import { earlierSpending, openCache } from './earlier-sessions.ts';
import { dryRunText, executeRun, projectionText } from './execute-run.ts';
import { findRunGames, resumeCommand } from './find-games.ts';
import { readPrices } from './prices-option.ts';
import { keepGivenGames, type PositionSource, type RunSetup, readGames, readWalkFile, sha256 } from './run-games.ts';
import { openJobs, pricedAsBegun, RUNS_FOLDER, readFileHeader } from './run-job.ts';
import {
  addDoingOptions,
  addSourceOptions,
  type DoingFlags,
  executeOptions,
  readExperiment,
  type SourceFlags,
} from './run-options.ts';

const AFTER_HELP = `
Requests states from models and appends each answer to a run file, one file per model. To resume a run that was killed, repeat the
command or use statelens resume: no answer is lost, and none is requested twice. The games are a PGN or walks, or - for standard input; a
template is a name or a Markdown file. --from asks the questions of a run again, by its file alone; other options replace what it says.
With an experiment file, --world is the program that it may start. --out is for a single model. Ctrl-C and SIGTERM stop a run cleanly with status
3, as do limits, a full disk, and a server that does not respond. The key is read from OPENAI_API_KEY. See docs/runs.md.

Example:
  $ statelens run experiment.jsonc --dry-run
  $ statelens run --random othello:100 --plies every:10 --model reference:rules --out walks.run.jsonl
  $ statelens run --games games.pgn --model baseline:naive-tracker --plies every:10 --out tracker.run.jsonl
  $ statelens games all.pgn --sample 100 | statelens run --games - --model baseline:naive-tracker --out sample.run.jsonl
  $ statelens run --from tracker.run.jsonl --out again.run.jsonl
  $ statelens run experiment.jsonc --shard 3/8`;

export interface RunFlags extends SourceFlags, DoingFlags {
  readonly dryRun?: boolean;
  /** Run file whose requests are repeated. */
  readonly from?: string;
}

export function define(command: Command, act: Act): void {
  command
    .description('Run an evaluation of models into run files, which can be resumed after any interruption.')
    .argument('[experiment]', 'experiment.jsonc: games, plies, models, templates, samples');
  modelOptions(addSourceOptions(command), 'run')
    .option('--from <file>', 'repeat what this file describes')
    .option('--dry-run', 'write and request nothing; show what would be done');
  addDoingOptions(command).addHelpText('after', AFTER_HELP).action(act(run));
}

async function run(terminal: Terminal, file: string | undefined, flags: RunFlags): Promise<number> {
  if (flags.where !== undefined && readQuery(terminal, '--where', flags.where) === undefined) return EXIT.usage;
  if (flags.from !== undefined && file !== undefined)
    throw usageError('--from cannot be combined with an experiment file');
  const isGiven = file === undefined && flags.games === '-' && flags.dryRun !== true;
  const planned = await (isGiven ? jobsFromFlags(terminal, flags) : plannedJobs(terminal, file, flags));
  return runJobs(terminal, planned, flags);
}

interface Planned {
  readonly placed: RunSetup;
  readonly jobs: readonly RunJob[];
}

async function plannedJobs(terminal: Terminal, file: string | undefined, flags: RunFlags): Promise<Planned> {
  const again = flags.from === undefined ? undefined : await experimentFromRun(terminal, flags.from, flags);
  const placed = again?.placed ?? (await readExperiment(terminal, file, flags));
  const out = again?.out ?? flags.out;
  // A variable named by the user needs no other trust.
  const { trustVariable = [], apiKeyVariable } = flags;
  const trusted = apiKeyVariable === undefined ? trustVariable : [...trustVariable, apiKeyVariable];
  const place = {
    ...flags,
    ...(out === undefined ? {} : { out }),
    trustVariable: trusted,
    asksNothing: flags.dryRun === true,
  };
  return { placed, jobs: await openJobs(terminal, placed, place) };
}

/** Returns the runs over the games of standard input, which are stored beside the run files. */
async function jobsFromFlags(terminal: Terminal, flags: RunFlags): Promise<Planned> {
  const folder = flags.out === undefined ? RUNS_FOLDER : path.dirname(flags.out);
  const { file: games, isNew } = await keepGivenGames(terminal, folder);
  try {
    return await plannedJobs(terminal, undefined, { ...flags, games });
  } catch (error) {
    if (isNew) rmSync(games, { force: true });
    throw error;
  }
}

async function runJobs(terminal: Terminal, { placed, jobs }: Planned, flags: RunFlags): Promise<number> {
  const given = executeOptions(flags, placed.experiment);
  // Cached answers are those of the repeated run.
  const cache = flags.from === undefined ? flags.cache : false;
  if (flags.dryRun === true) {
    for (const job of jobs) await terminal.print(dryRunText(job, given.limits.maxCost, cache !== false));
    if (jobs[0] !== undefined) await terminal.print(detectableText(jobs[0].tasks));
    return EXIT.ok;
  }
  const options = { ...given, cache: openCache(terminal, jobs, cache === undefined ? {} : { cache }) };
  return terminal.interruptible(async (signal) => {
    const spent: Spending[] = [];
    const earlier: Spending[] = [];
    const priced: Awaited<ReturnType<typeof pricedAsBegun>>[] = [];
    for (const job of jobs) priced.push(await pricedAsBegun(job));
    for (const { job } of priced) earlier.push(await earlierSpending(job));
    const { games: named } = placed.experiment;
    const games = named === undefined ? undefined : path.resolve(placed.folder, named);
    let status: number = EXIT.ok;
    for (const [i, { job, first: prices }] of priced.entries()) {
      if (signal.aborted) return EXIT.incomplete;
      adviseOn(terminal, job, flags);
      const { model, apiKeyVariable } = placed.experiment.models[i] ?? {};
      const resume = resumeCommand(terminal, job, { games, model, apiKeyVariable, prices });
      const done = await executeRun(terminal, job, options, [...spent, ...earlier.slice(i + 1)], resume, signal);
      spent.push(done.spending);
      if (done.status !== EXIT.ok) status = done.status;
      if (options.pilot) await terminal.print(projectionText(job.label, done.projection, job.prices));
    }
    return status;
  });
}

/** Names the server before the first request, and recommends a pilot for a large run. */
function adviseOn(terminal: Terminal, { model, label, tasks, shard }: RunJob, { pilot }: RunFlags): void {
  if (model.endpoint === undefined) return;
  const requests = shardSize(tasks.count, shard);
  const advice = pilot !== true && requests > PILOT_WORTH ? '; consider --pilot (20 requests) or --dry-run (none)' : '';
  terminal.note(
    `${label}: ${plural(requests, 'sample')} from ${model.endpoint.host}; only moves are sent, no names or comments${advice}`,
  );
}

/** An experiment that repeats a run, with the path of its file. */
export interface RerunSetup {
  readonly placed: RunSetup;
  readonly out: string;
}

/**
 * Returns the experiment of a run, by its file alone: its games, plies, prompts, model and settings, except those that flags name.
 */
async function experimentFromRun(
  terminal: Terminal,
  file: string,
  flags: SourceFlags & DoingFlags,
): Promise<RerunSetup> {
  const out = flags.out ?? `${file.replace(/(?:\.run)?\.jsonl$/, '')}.again.run.jsonl`;
  if (path.resolve(out) === path.resolve(file))
    throw usageError(`${file} stays as it is: name another file with --out`);
  const header = await readFileHeader(file);
  const resumption = orUsageError(readResumption(file, header, undefined));
  if (flags.games === undefined && flags.random === undefined) nameGivenProgram(flags.world);
  const named = flags.games ?? flags.random;
  const found = named === undefined ? await findRunGames(terminal, file, header, undefined) : undefined;
  const { plan } = resumption;
  // Values without a flag stay the same.
  const { world: _world, where = plan.where, ...others } = flags;
  const prices = flags.prices ?? header.models[0]?.prices;
  const given = await readExperiment(terminal, undefined, {
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
    models: flags.model === undefined ? [resumedModel(resumption, flags)] : given.experiment.models,
    settings: { ...settings, ...given.experiment.settings },
    ...(given.experiment.metrics === undefined && header.metrics !== undefined && { metrics: header.metrics }),
    ...budgetLimits(header.limits),
  };
  const source = named === undefined ? resumedSource(terminal, file, resumption, found) : undefined;
  return {
    out,
    placed: {
      ...given,
      experiment,
      // Only the file names the server.
      isFromFile: flags.model === undefined && flags.baseUrl === undefined,
      ...(source !== undefined && { source }),
      ...(flags.template === undefined && { templates: plan.templates }),
    },
  };
}

/** Returns the model of a run as an experiment names it. */
function resumedModel({ entry, label, header }: Resumption, flags: SourceFlags): ExperimentModel {
  const own = flags.prices ?? header.models[0]?.prices;
  const prices = readPrices({ ...flags, ...(own === undefined ? {} : { prices: own }) });
  return {
    ...entry,
    label,
    ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
    ...(flags.api === undefined ? {} : { api: flags.api }),
    ...(flags.apiKeyVariable === undefined ? {} : { apiKeyVariable: flags.apiKeyVariable }),
    ...(prices === undefined ? {} : { prices }),
  };
}

/** Returns the positions of a run: the same games, or the walks in its file. */
function resumedSource(
  terminal: Terminal,
  file: string,
  resumption: Resumption,
  games: string | undefined,
): PositionSource {
  const { header } = resumption;
  const world = planWorld(header.plan);
  return {
    task: world === undefined ? 'state' : walkTaskKind(world),
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

/**
 * Returns the differences between two models that a report of the planned games can detect. The assumptions are part of it: nothing is
 * known about models that were not asked.
 */
function detectableText(tasks: TaskList): string {
  const { differing, correlation, power } = PLANNED;
  const found = detectableDifference(tasks.clusterSizes());
  const games = plural(found.clusters, 'independent game');
  if (!found.isTested) return `${games}: with fewer than ${MIN_CLUSTERS} a report has no intervals and no tests\n`;
  const assumed = `two models differ on ${100 * differing} % of the positions, with a correlation of ${correlation} within a game`;
  const power80 = `power ${100 * power} %, paired test at 5 %`;
  return found.least === null
    ? `${games}: too few, or too unequal, to show which of two models is better (${power80}, if ${assumed})\n`
    : `${games}: can show a difference of ${found.least.toFixed(2)} in exact answers between two models (${power80}, if ${assumed})\n`;
}
