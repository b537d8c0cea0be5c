import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConnectFourLimits } from '../core/games/connect-four/solver.ts';
import type { ValueSource } from '../core/mav/values.ts';
import { EMBEDDED_ENGINE, type EngineProgram } from './engine-program.ts';
import { type EngineValueOptions, EngineValues } from './engine-values.ts';
import { nodeProgram } from './node-program.ts';
import { combineValueSources, jobValueSources, type ValueJobRunner } from './value-sources.ts';

export interface ValueSourceOptions extends Omit<EngineValueOptions, 'program' | 'limit'> {
  /** An engine that speaks UCI: a path, or a name that is looked for in PATH. Empty or left out: the one that is bundled. */
  readonly path?: string;
  /** Plies, default 8. */
  readonly depth?: number;
  /** URL of the bundle that runs: the engine is looked for beside it and in the folders above. */
  readonly bundle: string;
  /** Runs the jobs that value Connect Four, Hex and Othello; without it nothing does. It is ended with the source. */
  readonly runner?: ValueJobRunner;
  /** The limits of the Connect Four solver. Default: none. */
  readonly solver?: ConnectFourLimits;
}

/**
 * The values of all games, on a machine with Node: chess and Chess960 from an engine in a process of its own, started when it is
 * first asked; the games of stones by jobs, where there is a runner. A missing engine shows in the answers.
 */
export function openValueSource({
  path = '',
  depth,
  bundle,
  runner,
  solver: limits,
  ...options
}: ValueSourceOptions): ValueSource {
  const program = path === '' ? embeddedProgram(bundle) : nodeProgram(path);
  const limit = depth === undefined ? {} : { limit: { depth } };
  const engine = new EngineValues({ ...options, ...limit, program });
  if (runner === undefined) return combineValueSources([engine]);
  return combineValueSources([engine, ...jobValueSources(runner, limits && { limits })], [runner]);
}

/** The engine that lies in the folder of a bundle or in one above it. */
function embeddedProgram(bundle: string): EngineProgram {
  const { folder: engine, script, name } = EMBEDDED_ENGINE;
  for (let folder = new URL('.', bundle); ; ) {
    const file = new URL(`${engine}/${script}`, folder);
    const above = new URL('..', folder);
    if (existsSync(file) || above.href === folder.href) return nodeProgram(fileURLToPath(file), name);
    folder = above;
  }
}
