import type { Result } from '../../core/base/result.ts';
import type { World } from '../../core/worlds/world.ts';
import { builtWorld, type ProcessOpener, type WorldFault, type WorldSpec } from '../../core/worlds/world-spec.ts';

let opener: ProcessOpener | undefined;

/** Lets jobs of this thread start programs; called once, by the entry file of a thread that may. */
export function startProgramsWith(openProcess: ProcessOpener): void {
  opener = openProcess;
}

/** The world of a job's description, or all that is wrong with it. */
export const worldOfJob = (spec: WorldSpec): Result<World<unknown>, readonly WorldFault[]> => builtWorld(spec, opener);
