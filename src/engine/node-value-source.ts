import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConnectFourLimits } from '../core/games/connect-four/solver.ts';
import type { ValueSource } from '../core/mav/values.ts';
import type { Clock } from '../protocol/clock.ts';
import { EnginePlayers } from './engine-player.ts';
import { EMBEDDED_ENGINE, type EngineProgram } from './engine-program.ts';
import { type EngineValueOptions, EngineValues } from './engine-values.ts';
import { nodeProgram } from './node-program.ts';
import { combineValueSources, jobValueSources, type ValueJobRunner } from './value-sources.ts';

export interface ValueSourceOptions extends Omit<EngineValueOptions, 'program' | 'limit'> {
  /** A UCI engine: a path, or a name that is looked up in PATH. Empty or undefined: the bundled engine. */
  readonly path?: string;
  /** Search depth in plies; default 8. */
  readonly depth?: number;
  /** URL of the running bundle: the engine is looked for beside it and in the folders above. */
  readonly bundle: string;
  /**
   * Runs the jobs that value Connect Four, Hex and Othello; without it these games have no values. It is disposed with the source.
   */
  readonly runner?: ValueJobRunner;
  /** Limits of the Connect Four solver; default: none. */
  readonly solver?: ConnectFourLimits;
}

/**
 * Opens the values of all games on a machine with Node: chess and Chess960 from an engine in a separate process, started with the first
 * request; the games of stones by jobs, if there is a runner. A missing engine shows in the answers.
 */
export function openValueSource({
  path = '',
  depth,
  bundle,
  runner,
  solver: limits,
  ...options
}: ValueSourceOptions): ValueSource {
  const program = engineProgram(path, bundle);
  const limit = depth === undefined ? {} : { limit: { depth } };
  const engine = new EngineValues({ ...options, ...limit, program });
  if (runner === undefined) return combineValueSources([engine]);
  return combineValueSources([engine, ...jobValueSources(runner, limits && { limits })], [runner]);
}

/** Opens engines that play games, from the program that also gives values; each is started with its first move. */
export const openEnginePlayers = ({
  path = '',
  bundle,
  clock,
}: Pick<ValueSourceOptions, 'path' | 'bundle'> & { readonly clock: Clock }): EnginePlayers =>
  new EnginePlayers({ program: engineProgram(path, bundle), clock });

const engineProgram = (path: string, bundle: string): EngineProgram =>
  path === '' ? embeddedProgram(bundle) : nodeProgram(path);

/** Returns the engine in the folder of a bundle or in one above it. */
function embeddedProgram(bundle: string): EngineProgram {
  const { folder: engine, script, name } = EMBEDDED_ENGINE;
  for (let folder = new URL('.', bundle); ; ) {
    const file = new URL(`${engine}/${script}`, folder);
    const above = new URL('..', folder);
    if (existsSync(file) || above.href === folder.href) return nodeProgram(fileURLToPath(file), name);
    folder = above;
  }
}
