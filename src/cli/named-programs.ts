import { processOpener } from '../compute/worlds/node-process-world.ts';
import { commandKey, onlyCommands, type ProcessSpec, startProgramsWith } from '../core/worlds/world-spec.ts';

/** Commands of the programs that the command line names; no others are started, whatever files contain. */
const NAMED: string[] = [];

/** Allows a program that the command line names as a world. */
export function nameProgram(spec: ProcessSpec): void {
  const key = commandKey(spec);
  if (!NAMED.includes(key)) NAMED.push(key);
  startProgramsWith(onlyCommands(NAMED, OPEN));
}

/** Returns the named commands (`commandKey`). */
export const namedPrograms = (): readonly string[] => NAMED;

const OPEN = processOpener(import.meta.url);
