import { seeded } from '../../core/base/random.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { partSeed } from '../../core/base/text/hash.ts';
import { readRunPlies } from '../../core/evaluation/runs/run-plan.ts';
import type { RunWalks } from '../../core/evaluation/runs/run-schema.ts';
import { actionSan } from '../../core/games/chess/chess.ts';
import type { ChessVariant } from '../../core/games/chess/chess-variants.ts';
import type { ChessState } from '../../core/games/chess/state.ts';
import { readWalks } from '../../core/notation/walk/read-walk.ts';
import {
  filesNamed,
  lookupIn,
  type OpenedWorld,
  type WorldLookup,
  worldFromFile,
} from '../../core/notation/walk/walk-world.ts';
import { MAX_FILES, type PddlFolder } from '../../core/worlds/pddl/problem.ts';
import { randomWalk, type WorldWalk } from '../../core/worlds/random-walk.ts';
import type { World } from '../../core/worlds/world.ts';
import { buildWorld, originalSpec, type WorldSpec } from '../../core/worlds/world-spec.ts';
import { decodeText } from '../decode-text.ts';
import type { GameTarget, PredictionTarget, WalkState } from '../predict/game-targets.ts';
import { chessVariant, targetWalk } from '../predict/walk-targets.ts';
import { movetext } from '../prompts/prompt.ts';
import { type RunFault, runFault } from './run-fault.ts';
import type { Hash, RunGames } from './run-job.ts';
import { type PlannedPositions, pgnTasks, TaskList, type TaskPlan } from './task-list.ts';

/** A file of walks with their worlds. */
export interface WalkFile {
  readonly text: string;
  /** File name, without folders. */
  readonly file: string;
  readonly lookup: WorldLookup;
}

/** Folder of a file of walks; names may begin with those of its subfolders. */
interface WalkFolder {
  /** Returns the bytes of a file; undefined if it cannot be read. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Returns the names of the files in a folder, such as `` (the folder itself) or `worlds/`. */
  list(folder: string): Promise<readonly string[]>;
}

/** Parses a file of walks with the tables and problems that it names. */
export async function parseWalkFile(text: string, file: string, folder: WalkFolder): Promise<WalkFile> {
  const files: Record<string, Result<WorldSpec, string>> = {};
  for (const name of filesNamed(text)) {
    const world = await textIn(folder, name);
    const beside = /\.pddl$/i.test(name) ? await pddlBeside(folder, name) : NO_FILES;
    files[name] = world === undefined ? err(`${name} cannot be read`) : worldFromFile(name, world, beside);
  }
  return { text, file, lookup: lookupIn(files) };
}

async function textIn(folder: WalkFolder, name: string): Promise<string | undefined> {
  const bytes = await folder.read(name);
  return bytes && decodeText(bytes).text;
}

const NO_FILES: PddlFolder = { names: [], read: () => undefined };

/** Reads the PDDL files beside a problem. */
async function pddlBeside(folder: WalkFolder, problem: string): Promise<PddlFolder> {
  const [place] = /^(?:.*[\\/])?/s.exec(problem) ?? [''];
  const all = await folder.list(place);
  const names = all.filter((name) => /\.pddl$/i.test(name)).slice(0, MAX_FILES);
  const texts = new Map<string, string | undefined>();
  for (const name of names) texts.set(name, await textIn(folder, `${place}${name}`));
  return { names, read: (name) => texts.get(name) };
}

/** Returns true for the name of a file of walks. */
export const isWalkFile = (name: string): boolean => /\.walk$/i.test(name);

/**
 * Returns the world of the walks that a run asks about.
 *
 * @param wanted its name in walks, or its description; undefined: the one world of all walks
 */
export function walksWorld(
  { text, file, lookup }: WalkFile,
  wanted: string | WorldSpec | undefined,
): Result<OpenedWorld, RunFault> {
  const names = [...new Set(readWalks(text).walks.map(({ world }) => world.text))];
  const [first] = names;
  if (first === undefined) return runFault('bad-world', `there is no walk in ${file}`);
  if (wanted === undefined && names.length > 1)
    return runFault('several-worlds', `${file} has walks of ${names.join(', ')}, and a run is about one world`);
  const name = typeof wanted === 'object' ? names.find((item) => isWorld(lookup, item, wanted)) : (wanted ?? first);
  if (name === undefined || !names.includes(name))
    return runFault(
      'bad-world',
      `${file} has no walk of ${name ?? 'that world'}; its walks are of ${names.join(', ')}`,
    );
  const found = lookup(name);
  return found.ok ? ok(found.value) : runFault('bad-world', found.error);
}

function isWorld(lookup: WorldLookup, name: string, spec: WorldSpec): boolean {
  const found = lookup(name);
  return found.ok && sameWorld(found.value.spec, spec);
}

/** Returns true for equal descriptions: code and schema write their fields in one order. */
const sameWorld = (a: WorldSpec, b: WorldSpec): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns the tasks of the walks of one world in a file, as far as their actions are legal: walks of chess are treated as games, others in
 * the terms of their world. Walks keep their numbers in the file.
 */
export async function walkFileGames(
  source: WalkFile,
  opened: OpenedWorld,
  plan: TaskPlan,
  hash: Hash,
): Promise<Result<RunGames, RunFault>> {
  const { text, file, lookup } = source;
  if (plan.where !== undefined) return runFault('bad-where', 'where chooses games of a PGN, and these are walks');
  const plies = readRunPlies(plan.plies);
  if (plies === undefined) return runFault('bad-plies', `"${plan.plies}" is not a valid plan of plies`);
  const { walks } = readWalks(text);
  const own = walks.flatMap((walk, game) => {
    const asked = targetWalk(walk, game, lookup);
    return asked !== undefined && sameWorld(asked.opened.spec, opened.spec) ? [asked] : [];
  });
  const plans = plies(
    own.map(({ length }) => length),
    plan.seed,
  );
  const places = own.flatMap((walk, i) => (plans[i] ?? []).map((ply) => walk.placeAt(ply)));
  const counts = { games: own.length, gamesInFile: walks.length, cut: own.filter(({ cut }) => cut).length };
  const tasks = new TaskList(placesIn(opened, places), plan, counts);
  return ok({ tasks, file, hash: await hash(text), world: opened.spec });
}

const placesIn = ({ world, spec }: OpenedWorld, places: readonly PredictionTarget[]): PlannedPositions =>
  chessVariant(spec) === undefined ? { world, places } : { places: places as readonly GameTarget[] };

/**
 * Returns the name that stands for that of a PGN, `random othello:5, length 40, seed 0`; equal names have equal walks.
 */
function walksName({ world, count, length }: RunWalks, seed: number): string {
  const states = world.kind === 'renamed' && world.states === true ? ' with its states' : '';
  const renamed = world.kind === 'renamed' ? `, obfuscated${states}` : '';
  const original = originalSpec(world);
  return `random ${original.name}:${count}${renamed}, length ${length}, seed ${seed}`;
}

/**
 * Returns the tasks of random walks, the same on every machine for a seed; a walk does not depend on their number. Random games of chess
 * are treated as those of a PGN, other walks in the terms of their world.
 */
export async function randomWalkGames(
  walks: RunWalks,
  plan: TaskPlan,
  hash: Hash,
): Promise<Result<RunGames, RunFault>> {
  const world = buildWorld(walks.world);
  if (!world.ok) return runFault('bad-world', world.error[0]?.message ?? 'the world cannot be opened');
  const file = walksName(walks, plan.seed);
  const variant = chessVariant(walks.world);
  const drawn = randomWalks(world.value, walks, plan.seed);
  if (variant !== undefined) {
    const pgn = Array.from(drawn, (walk, i) => walkPgn(walk as WorldWalk<ChessState>, variant, i, world.value)).join(
      '\n',
    );
    const tasks = pgnTasks(pgn, plan);
    return tasks.ok ? ok({ tasks: tasks.value, file, hash: await hash(pgn), walks }) : tasks;
  }
  const plies = readRunPlies(plan.plies);
  if (plies === undefined) return runFault('bad-plies', `"${plan.plies}" is not a valid plan of plies`);
  const all = [...drawn];
  const places = worldPlaces(
    world.value,
    all,
    plies(
      all.map(({ actions }) => actions.length),
      plan.seed,
    ),
  );
  const counts = { games: all.length, gamesInFile: all.length, cut: 0 };
  const tasks = new TaskList({ world: world.value, places }, plan, counts);
  const text = all.map(({ actions }) => actions.join(' ')).join('\n');
  return ok({ tasks, file, hash: await hash(`${JSON.stringify(walks.world)}\n${text}\n`), walks });
}

/** Yields the walks, each from a separate generator. */
function* randomWalks(
  world: World<unknown>,
  { count, length }: RunWalks,
  seed: number,
): Generator<WorldWalk<unknown>, void, undefined> {
  for (let i = 0; i < count; i++) yield randomWalk(world, length, seeded(partSeed(seed, `walk ${i}`)));
}

function worldPlaces(
  { automaton, start }: World<unknown>,
  walks: readonly WorldWalk<unknown>[],
  asked: readonly (readonly number[])[],
): WalkState[] {
  const startFen = automaton.print(start);
  return walks.flatMap(({ actions, states }, game) =>
    (asked[game] ?? []).map((ply) => ({
      game,
      startFen,
      // Sliced when it is read: all plies of a long walk together would fill the memory.
      get moves() {
        return actions.slice(0, ply);
      },
      trueFen: automaton.print(states[ply]),
    })),
  );
}

/** Returns a random game as a PGN, without a result unless it has ended. */
function walkPgn(
  { actions, states }: WorldWalk<ChessState>,
  variant: ChessVariant,
  index: number,
  { automaton, start }: World<unknown>,
): string {
  const sans = actions.map((action, ply) => {
    const state = states[ply];
    return (state && actionSan(state, action)) ?? action;
  });
  const startFen = automaton.print(start);
  const result = automaton.outcome(states.at(-1)) ?? '*';
  const tags = [`[Event "Random game ${index + 1}"]`, `[Result "${result}"]`];
  if (variant === 'chess960') tags.push('[Variant "Chess960"]', '[SetUp "1"]', `[FEN "${startFen}"]`);
  const moves = movetext(startFen, sans);
  return `${tags.join('\n')}\n\n${moves === '' ? '' : `${moves} `}${result}\n`;
}
