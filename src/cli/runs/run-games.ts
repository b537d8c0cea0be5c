import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Experiment, RandomWalks } from '../../core/evaluation/runs/experiment.ts';
import type { RunWalks } from '../../core/evaluation/runs/run-schema.ts';
import { detectLanguage, firstLine, languageName } from '../../core/languages/languages.ts';
import { lookupIn } from '../../core/notation/walk/walk-world.ts';
import { obfuscateWorld } from '../../core/worlds/world-spec.ts';
import { makeParentFolder } from '../../models/node-files.ts';
import { walkTaskKind } from '../../models/predict/walk-targets.ts';
import type { PromptTemplate } from '../../models/prompts/prompt.ts';
import type { RunGames } from '../../models/runs/run-job.ts';
import { type TaskPlan, TaskPlanner } from '../../models/runs/task-list.ts';
import { isWalkFile, randomWalkGames, type WalkFile, walkFileGames, walksWorld } from '../../models/runs/walk-tasks.ts';
import { attempt, orUsageError, usageError } from '../command.ts';
import { bareName } from '../io/archives/archives.ts';
import { wholeBlocks } from '../io/file-blocks.ts';
import { readBytes, Spool } from '../io/files.ts';
import { ReplacedFile } from '../io/replaced-file.ts';
import type { Terminal } from '../io/terminal.ts';
import { TextSource } from '../io/text-source.ts';
import { openFromFile, openWorld } from '../open-world.ts';
import { WalkWorlds } from '../walk-worlds.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the games, the walks of a file or the random walks of an experiment. */
export async function positionSource(
  terminal: Terminal,
  { experiment, folder, isFromFile }: Pick<RunSetup, 'experiment' | 'folder' | 'isFromFile'>,
): Promise<PositionSource> {
  const { games, random, seed, world } = experiment;
  if (random !== undefined) {
    const walks = await openWalks(terminal, random, seed, { folder, isFromFile });
    const task = walkTaskKind(walks.world);
    return { task, games: async (plan) => orUsageError(await randomWalkGames(walks, plan, sha256)) };
  }
  const file = games === '-' && !isFromFile ? games : path.resolve(folder, games ?? '');
  if (!isWalks(file)) {
    if (world !== undefined) throw usageError('--world chooses walks, and a PGN has none');
    return { task: 'state', games: (plan) => readGames(terminal, file, plan) };
  }
  const source = await readWalkFile(terminal, file);
  const opened = orUsageError(walksWorld(source, world));
  return {
    task: walkTaskKind(opened.spec),
    games: async (plan) => orUsageError(await walkFileGames(source, opened, plan, sha256)),
  };
}

/** Returns true for a file of walks, which may be compressed. */
export const isWalks = (file: string): boolean => isWalkFile(bareName(file));

/** Returns the tasks of a plan in a PGN, which is read piece by piece. */
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

/** Reads a file of walks with the worlds that it names. */
export async function readWalkFile(terminal: Terminal, file: string): Promise<WalkFile> {
  return TextSource.with(terminal, file, { language: 'walk', command: 'run' }, async (source) => {
    let text = '';
    for await (const piece of source.pieces()) text += piece;
    const files = await new WalkWorlds(terminal, file).of(text, 'walk');
    return { text, file: path.basename(file), lookup: lookupIn(files) };
  });
}

/** Returns the walks of an experiment, with their world as plain data. */
async function openWalks(
  terminal: Terminal,
  random: RandomWalks,
  seed: number,
  { folder, isFromFile }: Pick<RunSetup, 'folder' | 'isFromFile'>,
): Promise<RunWalks> {
  const file = path.resolve(folder, random.world);
  const given = existsSync(file) ? file : random.world;
  const { spec } = isFromFile ? await openFromFile(terminal, given) : await openWorld(terminal, given);
  const { count, length } = random;
  return { world: obfuscateWorld(spec, random.obfuscate, seed), count, length };
}

/** Number of bytes examined to recognize walks. */
const HEAD = 4096;
/** Number of digits of the hash in the name. */
const DIGITS = 12;

/** A copy of standard input. */
interface GamesInput {
  readonly file: string;
  /** True if the copy was created now, so that it may be removed if it is not needed. */
  readonly isNew: boolean;
}

/**
 * Stores the games of standard input in a folder, so that a run can be resumed: as `games-HASH.pgn`, or `.walk`, with the first digits of
 * their SHA-256. Equal games get the same file.
 */
export async function keepGivenGames(terminal: Terminal, folder: string): Promise<GamesInput> {
  const spool = new Spool();
  try {
    const hash = createHash('sha256');
    let head = Buffer.alloc(0);
    for await (const piece of spool.filled(readBytes(terminal, '-'))) {
      hash.update(piece);
      if (head.length < HEAD) head = Buffer.concat([head, piece.subarray(0, HEAD)]);
    }
    if (head.length === 0) throw usageError('standard input is empty: there is no game to ask about');
    const ending =
      languageName(detectLanguage('', firstLine(head.toString('utf8'))) ?? '')?.hasWalks === true ? 'walk' : 'pgn';
    const file = path.join(folder, `games-${hash.digest('hex').slice(0, DIGITS)}.${ending}`);
    if (existsSync(file)) return { file, isNew: false };
    attempt(`cannot write ${file}`, () => makeParentFolder(file));
    const copy = new ReplacedFile(file);
    try {
      for await (const piece of spool.bytes(terminal)) copy.write(piece);
      copy.commit();
    } catch (error) {
      copy.discard();
      throw error;
    }
    terminal.note(`the games of standard input are kept in ${file}, which resume reads`);
    return { file, isNew: true };
  } finally {
    spool.remove();
  }
}

/** Source of the positions of a run. */
export interface PositionSource {
  /** Kind of task, which decides the templates. */
  readonly task: ReturnType<typeof walkTaskKind>;
  games(plan: TaskPlan): Promise<RunGames>;
}

/** An experiment with the base folder of its paths. */
export interface RunSetup {
  readonly experiment: Experiment;
  readonly folder: string;
  /** Base name of its run files. */
  readonly name: string;
  /** True if a file, not the user, names the servers. */
  readonly isFromFile: boolean;
  /** Returns the place of a value in its file, `experiment.jsonc:3:12`; undefined without a file. */
  readonly locate?: (path: readonly (string | number)[]) => string;
  /** Positions that replace those of the experiment. */
  readonly source?: PositionSource;
  readonly templates?: readonly PromptTemplate[];
}
