import { seeded } from '../../core/base/random.ts';
import { ok, type Result } from '../../core/base/result.ts';
import { partSeed } from '../../core/base/text/hash.ts';
import { readRunPlies } from '../../core/evaluation/runs/run-plan.ts';
import type { RunWalks } from '../../core/evaluation/runs/run-schema.ts';
import { actionSan } from '../../core/games/chess/chess.ts';
import type { ChessVariant } from '../../core/games/chess/chess-variants.ts';
import type { ChessState } from '../../core/games/chess/state.ts';
import { randomWalk, type WorldWalk } from '../../core/worlds/random-walk.ts';
import type { World } from '../../core/worlds/world.ts';
import { buildWorld, originalSpec } from '../../core/worlds/world-spec.ts';
import type { WalkState } from '../predict/game-targets.ts';
import { chessVariant } from '../predict/walk-targets.ts';
import { movetext } from '../prompts/prompt.ts';
import { type RunFault, runFault } from './run-fault.ts';
import type { Hash, RunGames } from './run-job.ts';
import { TaskList, type TaskPlan } from './task-list.ts';
import { pgnTasks } from './task-planner.ts';

/**
 * Returns the name that stands for that of a PGN, `random othello:5, length 40, seed 0`; equal names have equal walks.
 */
export function walksName({ world, count, length }: RunWalks, seed: number): string {
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
