import { replayActions } from '../../core/worlds/random-walk.ts';
import { renamedWorld } from '../../core/worlds/renamed-world.ts';
import type { World } from '../../core/worlds/world.ts';
import type { Obfuscation } from '../../core/worlds/world-spec.ts';
import { type WalkState, worldTask } from '../../models/predict/game-targets.ts';
import type { PredictionQuestion } from '../../models/predict/predict-state.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { openWorld } from '../open-world.ts';
import type { PlyPlan } from '../options.ts';

/** A walk on the command line. */
export interface WalkArgument {
  readonly world: string;
  /** Actions, separated by spaces or as separate arguments. */
  readonly actions: readonly string[];
  readonly at: PlyPlan;
  /** Obfuscated parts and seed; undefined: none. */
  readonly obfuscate?: { readonly what: Obfuscation | undefined; readonly seed: number };
}

/** Returns the requested states of a walk. An illegal action is a usage error with its position in the walk. */
export async function readWalkArgument(
  terminal: Terminal,
  { world: given, actions, at, obfuscate }: WalkArgument,
): Promise<{ readonly world: World<unknown>; readonly asked: readonly PredictionQuestion[] }> {
  const { world: original } = await openWorld(terminal, given);
  const line = actions.flatMap((part) => part.split(/\s+/)).filter((action) => action !== '');
  const { states, illegal } = replayActions(original, line);
  if (illegal !== undefined)
    throw usageError(
      `action ${illegal.at + 1}, ${illegal.action}, is not legal in ${original.automaton.print(states.at(-1))}`,
    );
  const { what = false, seed = 0 } = obfuscate ?? {};
  const renamed = what === false ? undefined : renamedWorld(original, seed, what === 'states');
  const world = renamed ?? original;
  const moves = renamed === undefined ? line : line.map((action) => renamed.codeOf(action));
  const startFen = world.automaton.print(world.start);
  const asked = at(line.length).map((ply): PredictionQuestion => {
    const place: WalkState = {
      game: 0,
      startFen,
      moves: moves.slice(0, ply),
      trueFen: world.automaton.print(states[ply]),
    };
    return { task: worldTask(world, place, 0), game: 0, trueFen: place.trueFen };
  });
  return { world: original, asked };
}
