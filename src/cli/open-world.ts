import path from 'node:path';
import { Option } from 'commander';
import { pddlFolder } from '../compute/worlds/node-files-beside.ts';
import { LineIndex } from '../core/base/text/lines.ts';
import { findDomain, type PddlFile, pddlHead } from '../core/worlds/pddl/problem.ts';
import type { World } from '../core/worlds/world.ts';
import {
  buildWorld,
  PROCESS,
  type ProcessSpec,
  programSpec,
  type WorldFault,
  type WorldSpec,
} from '../core/worlds/world-spec.ts';
import { WORLD_NAMES } from '../core/worlds/worlds.ts';
import { usageError } from './command.ts';
import type { Terminal } from './io/terminal.ts';
import { readText } from './io/text-source.ts';
import { nameProgram } from './named-programs.ts';

/** Endings of tables. */
const TABLE = /\.(?:csv|json)$/i;

/** Limit of the faults shown for a world file. */
const MAX_SHOWN = 5;

/** A world with its source. */
export interface OpenedWorld {
  readonly spec: WorldSpec;
  readonly world: World<unknown>;
  /** Table or problem that it was read from; undefined for a built-in world and for a program. */
  readonly file?: string;
}

/**
 * Opens the world of `--world`: a built-in one by its name, the table of a `.csv` or `.json` file, a problem in PDDL, or a program. Faults
 * become usage errors with their locations.
 */
export async function openWorld(terminal: Terminal, given: string): Promise<OpenedWorld> {
  if (given.startsWith(PROCESS)) {
    const spec = processSpec(given);
    nameProgram(spec);
    return opened(spec, messages);
  }
  if (/\.pddl$/i.test(given)) {
    const { spec, files } = await readPddl(terminal, given);
    const found = opened(spec, (faults) => {
      const of = (text: 'domain' | 'problem') => faults.filter((fault) => (fault.in ?? 'problem') === text);
      const texts = (['domain', 'problem'] as const).filter((text) => of(text).length > 0);
      return texts.map((text) => locateFaults(of(text), files[text], spec[text])).join('; ');
    });
    return { ...found, file: files.problem };
  }
  if (!TABLE.test(given))
    return opened({ kind: 'named', name: given }, (faults) => {
      const message = messages(faults);
      const isUnknown = message.endsWith(WORLD_NAMES);
      return isUnknown ? `${message}, a table.csv, a table.json, a problem.pddl, or ${PROCESS}COMMAND` : message;
    });
  const { name, text } = await readText(terminal, given);
  const spec = { kind: 'table', name: path.basename(given).replace(TABLE, ''), text } as const;
  return { ...opened(spec, (faults) => locateFaults(faults, name, text)), file: given };
}

/** Opens the world that an experiment file names; a program is started only if the command line names it, too. */
export async function openFromFile(terminal: Terminal, given: string): Promise<OpenedWorld> {
  return given.startsWith(PROCESS) ? opened(processSpec(given), messages) : openWorld(terminal, given);
}

const messages = (faults: readonly WorldFault[]): string => faults.map(({ message }) => message).join('; ');

/** Allows the program of a `--world` to be started by the files of a command; other worlds have no use there. */
export function nameGivenProgram(given: string | undefined): void {
  if (given !== undefined) nameProgram(processSpec(given));
}

/**
 * Returns the option `--world`. In commands that read files with names of worlds, it allows a program that these may start.
 */
export const worldFlag = (): Option =>
  new Option(
    '--world <world>',
    `${WORLD_NAMES}, a table.csv, a table.json, a problem.pddl, or ${PROCESS}COMMAND (docs/worlds.md)`,
  );

function processSpec(given: string): ProcessSpec {
  const spec = programSpec(given);
  if (spec === undefined) throw usageError(`${given} names no program; expected ${PROCESS}COMMAND`);
  return spec;
}

function opened(spec: WorldSpec, wording: (faults: readonly WorldFault[]) => string): OpenedWorld {
  const world = buildWorld(spec);
  if (!world.ok) throw usageError(wording(world.error));
  return { spec, world: world.value };
}

function locateFaults(faults: readonly WorldFault[], file: string, text: string): string {
  const lines = new LineIndex(text);
  const shown = faults.slice(0, MAX_SHOWN).map(({ offset = 0, message }) => {
    const { line, character } = lines.positionAt(offset);
    return `${file}:${line + 1}:${character + 1}: ${message}`;
  });
  return shown.join('; ');
}

/** A world in PDDL with its files, in which faults are located. */
export interface PddlFiles {
  readonly spec: Extract<WorldSpec, { kind: 'pddl' }>;
  readonly files: { readonly domain: string; readonly problem: string };
}

/** Pattern of `domain.pddl:problem.pddl`; otherwise the argument is a problem. */
const BOTH = /^(.*\.pddl):(.*\.pddl)$/i;

/** Reads the world of `problem.pddl`, whose domain is beside it, or of `domain.pddl:problem.pddl`. */
async function readPddl(terminal: Terminal, given: string): Promise<PddlFiles> {
  const both = BOTH.exec(given);
  const problemFile = both?.[2] ?? given;
  const { text: problem } = await readText(terminal, problemFile);
  const domain =
    both?.[1] === undefined
      ? besideProblem({ name: problemFile, text: problem })
      : { name: both[1], text: (await readText(terminal, both[1])).text };
  const name = path.basename(problemFile).replace(/\.pddl$/i, '');
  return {
    spec: { kind: 'pddl', name, domain: domain.text, problem },
    files: { domain: domain.name, problem: problemFile },
  };
}

/** Returns the file beside a problem that defines its domain. */
function besideProblem(problem: PddlFile): PddlFile {
  if (pddlHead(problem.text)?.form === 'domain')
    throw usageError(`${problem.name} is a domain; give its problem, or both as domain.pddl:problem.pddl`);
  const folder = path.dirname(problem.name);
  const found = findDomain({ ...problem, name: path.basename(problem.name) }, pddlFolder(folder));
  if (!found.ok) throw usageError(`${found.error}; give both as domain.pddl:problem.pddl`);
  return { name: path.join(folder, found.value.name), text: found.value.text };
}
