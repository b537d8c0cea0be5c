import { err, ok, type Result } from '../base/result.ts';
import { pddlWorld } from './pddl/pddl-world.ts';
import { renamedWorld } from './renamed-world.ts';
import { tableWorld } from './table-world.ts';
import type { World } from './world.ts';
import { findWorld, levelName, levelWorld } from './worlds.ts';

/** Description of a world as plain data: for threads, run files and keys of caches. */
export type WorldSpec =
  /** A built-in world (`findWorld`). */
  | { readonly kind: 'named'; readonly name: string }
  /** The text of a table (`tableWorld`). */
  | { readonly kind: 'table'; readonly name: string; readonly text: string }
  /** The texts of a domain and a problem in PDDL (`pddlWorld`). */
  | { readonly kind: 'pddl'; readonly name: string; readonly domain: string; readonly problem: string }
  /** The text of one task: a maze as `start 1 5 goal 2 1 wall 0 0 …`, a level of Sokoban (`levelWorld`). */
  | { readonly kind: 'level'; readonly name: string; readonly text: string }
  | ProcessSpec
  /** Another world under meaningless names of actions (`renamedWorld`). */
  | {
      readonly kind: 'renamed';
      readonly seed: number;
      readonly world: WorldSpec;
      /** True if models also read and write its states in a code. */
      readonly states?: true;
    };

/** Extent of obfuscation: actions, and with `states` also the states as models read and write them. */
export type Obfuscation = boolean | 'states';

/** A world under its original names. */
export type OriginalSpec = Exclude<WorldSpec, { kind: 'renamed' }>;

/** A program that speaks the protocol of docs/worlds.md, run without a shell. */
export interface ProcessSpec {
  readonly kind: 'process';
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The folder that it runs in; by default that of this process. */
  readonly cwd?: string;
  /** Maximum time for an answer, in ms. Default 5,000. */
  readonly timeoutMs?: number;
  /**
   * Number of its starts, if a host restarts it: it may have been changed in between, so cached results are outdated.
   */
  readonly start?: number;
}

/** Function that starts the program of a world; hosts that can start programs have one. */
export type ProcessOpener = (spec: ProcessSpec) => Result<World<unknown>, readonly WorldFault[]>;

/**
 * Prefix of a program as a world, followed by its command, without a shell; words with spaces stand in quotation marks.
 */
export const PROCESS = 'process:';

/** Returns the program that a text names; undefined for a text that names none, or is no command. */
export function programSpec(given: string): ProcessSpec | undefined {
  if (!given.startsWith(PROCESS)) return undefined;
  const words = given.slice(PROCESS.length).matchAll(/"([^"]*)"|'([^']*)'|\S+/g);
  return programFromCommand(Array.from(words, ([word, double, single]) => double ?? single ?? word));
}

/** A word of a command that names a file with a program in it, and is no option. */
const SCRIPT = /^[^-].*\.[A-Za-z]\w*$/;

/**
 * Returns the program of a command, named after the first file with an extension in it, which interpreters run,
 * otherwise after the command itself; undefined for one without words.
 */
export function programFromCommand(command: readonly string[]): ProcessSpec | undefined {
  const name = (command.find((word) => SCRIPT.test(word)) ?? command[0])
    ?.replace(/^.*[\\/](?=.)/, '')
    .replace(/\.\w+$/, '');
  return name === undefined ? undefined : { kind: 'process', name, command };
}

/** Returns the text that names a program, as `programSpec` reads it. */
const programText = (spec: ProcessSpec): string => `${PROCESS}${programCommandLine(spec)}`;

/** Returns the command of a program in one line. */
export const programCommandLine = ({ command }: Pick<ProcessSpec, 'command'>): string =>
  command.map((word) => (/[\s"']|^$/.test(word) ? (word.includes('"') ? `'${word}'` : `"${word}"`) : word)).join(' ');

/** Returns the reason why a program is not started if a file names it, but the user does not. */
export const programRefusal = (spec: ProcessSpec): string =>
  `the world ${spec.name} is a program, and no file starts one: --world '${programText(spec)}' on the command line does`;

const refuse: ProcessOpener = (spec) => err([{ message: programRefusal(spec) }]);

let programs: ProcessOpener = refuse;

/** Allows worlds of this thread to be programs; called by the entry of a thread that may start some. */
export function startProgramsWith(openProcess: ProcessOpener): void {
  programs = openProcess;
}

/** Returns an opener that starts the programs of these commands, and no other. */
export const onlyCommands =
  (commands: readonly string[], open: ProcessOpener): ProcessOpener =>
  (spec) =>
    commands.includes(commandKey(spec)) ? open(spec) : refuse(spec);

/** Returns a text that is equal for equal commands in the same folder only. */
export const commandKey = ({ command, cwd }: Pick<ProcessSpec, 'command' | 'cwd'>): string =>
  JSON.stringify(cwd === undefined ? command : { command, cwd });

/** A fault of a world, with an offset into one of its texts; without one it is about the world as a whole. */
export interface WorldFault {
  readonly message: string;
  readonly offset?: number;
  /** Text of the fault, if there are two. */
  readonly in?: 'domain' | 'problem';
}

/**
 * Returns the world of a description, or all of its faults.
 *
 * @param openProcess starts programs; by default that of `startProgramsWith`, otherwise a world that is a program is a
 * fault
 */
export function buildWorld(
  spec: WorldSpec,
  openProcess: ProcessOpener = programs,
): Result<World<unknown>, readonly WorldFault[]> {
  if (spec.kind === 'renamed') {
    const original = buildWorld(spec.world, openProcess);
    return original.ok ? ok(renamedWorld(original.value, spec.seed, spec.states)) : original;
  }
  if (spec.kind === 'table') return tableWorld(spec.name, spec.text);
  if (spec.kind === 'pddl') return pddlWorld(spec.name, spec.domain, spec.problem);
  if (spec.kind === 'level') return levelWorld(spec.name, spec.text);
  if (spec.kind === 'process') return openProcess(spec);
  const world = findWorld(spec.name);
  return world.ok ? world : err([{ message: world.error }]);
}

/** Returns a world, obfuscated by a seed if requested. */
export function obfuscateWorld(world: WorldSpec, what: Obfuscation | undefined, seed: number): WorldSpec {
  if (what === undefined || what === false) return world;
  return { kind: 'renamed', seed, world, ...(what === 'states' && { states: true }) };
}

/**
 * Returns the world that a description renames, or itself: both have the same states, and p_m and r_m of two states are
 * the same in both.
 */
export function originalSpec(spec: WorldSpec): OriginalSpec {
  return spec.kind === 'renamed' ? originalSpec(spec.world) : spec;
}

/** Returns the value of `--world` for a world: its name, or the file that its table was read from. */
export function worldOption(spec: WorldSpec): string {
  const original = originalSpec(spec);
  if (original.kind === 'pddl') return `${original.name}.pddl`;
  if (original.kind === 'process') return programText(original);
  if (original.kind === 'level') return levelName(original.name, original.text);
  return original.kind === 'table' ? `${original.name}.csv` : original.name;
}
