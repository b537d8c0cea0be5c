import { err, ok, type Result } from '../base/result.ts';
import { pddlWorld } from './pddl/pddl-world.ts';
import { renamedWorld } from './renamed-world.ts';
import { tableWorld } from './table-world.ts';
import type { World } from './world.ts';
import { findWorld } from './worlds.ts';

/** What a world is opened from, as plain data: it goes to threads, into run files and into keys of caches. */
export type WorldSpec =
  /** A built-in world (`worldNamed`). */
  | { readonly kind: 'named'; readonly name: string }
  /** The text of a table (`tableWorld`). */
  | { readonly kind: 'table'; readonly name: string; readonly text: string }
  /** The texts of a domain and a problem in PDDL (`pddlWorld`). */
  | { readonly kind: 'pddl'; readonly name: string; readonly domain: string; readonly problem: string }
  | ProcessSpec
  /** Another world under names of actions that say nothing (`renamedWorld`). */
  | {
      readonly kind: 'renamed';
      readonly seed: number;
      readonly world: WorldSpec;
      /** Models read and write its states in a code, too. */
      readonly states?: true;
    };

/** What is obfuscated: actions, and with `states` what models read and write of states. */
export type Obfuscation = boolean | 'states';

/** A world under its own names. */
export type OriginalSpec = Exclude<WorldSpec, { kind: 'renamed' }>;

/** A program that speaks the protocol of docs/worlds.md, run without a shell. */
export interface ProcessSpec {
  readonly kind: 'process';
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The folder that it runs in; by default that of this process. */
  readonly cwd?: string;
  /** How long an answer may take. Default 5,000. */
  readonly timeoutMs?: number;
  /** Counts its starts where a host starts it again: it may have been changed in between, and what was kept of it is old. */
  readonly start?: number;
}

/** Starts the program of a world; hosts that can start programs have one. */
export type ProcessOpener = (spec: ProcessSpec) => Result<World<unknown>, readonly WorldFault[]>;

/** What names a program as a world: this, then its command, without a shell; words with spaces stand in quotation marks. */
export const PROCESS = 'process:';

/** The program that a text names; undefined for a text that names none, or is no command. */
export function programSpec(given: string): ProcessSpec | undefined {
  if (!given.startsWith(PROCESS)) return undefined;
  const words = given.slice(PROCESS.length).matchAll(/"([^"]*)"|'([^']*)'|\S+/g);
  return programFromCommand(Array.from(words, ([word, double, single]) => double ?? single ?? word));
}

/** A word of a command that names a file with a program in it, and is no option. */
const SCRIPT = /^[^-].*\.[A-Za-z]\w*$/;

/**
 * The program of a command, called as the first file with an ending in it, which interpreters run, else as the command itself;
 * undefined for one without words.
 */
export function programFromCommand(command: readonly string[]): ProcessSpec | undefined {
  const name = (command.find((word) => SCRIPT.test(word)) ?? command[0])
    ?.replace(/^.*[\\/](?=.)/, '')
    .replace(/\.\w+$/, '');
  return name === undefined ? undefined : { kind: 'process', name, command };
}

/** The text that names a program, as `programSpec` reads it. */
const programText = (spec: ProcessSpec): string => `${PROCESS}${programCommandLine(spec)}`;

/** The command of a program in one line. */
export const programCommandLine = ({ command }: Pick<ProcessSpec, 'command'>): string =>
  command.map((word) => (/[\s"']|^$/.test(word) ? (word.includes('"') ? `'${word}'` : `"${word}"`) : word)).join(' ');

/** Why a program is not started that a file names, and its user does not. */
export const programRefusal = (spec: ProcessSpec): string =>
  `the world ${spec.name} is a program, and no file starts one: --world '${programText(spec)}' on the command line does`;

const refuse: ProcessOpener = (spec) => err([{ message: programRefusal(spec) }]);

let programs: ProcessOpener = refuse;

/** Lets worlds of this thread be programs; called by the entry of a thread that may start some. */
export function startProgramsWith(openProcess: ProcessOpener): void {
  programs = openProcess;
}

/** An opener that starts the programs of these commands, and no other. */
export const onlyCommands =
  (commands: readonly string[], open: ProcessOpener): ProcessOpener =>
  (spec) =>
    commands.includes(commandKey(spec)) ? open(spec) : refuse(spec);

/** A text that is equal for equal commands in the same folder only. */
export const commandKey = ({ command, cwd }: Pick<ProcessSpec, 'command' | 'cwd'>): string =>
  JSON.stringify(cwd === undefined ? command : { command, cwd });

/** What is wrong with a world, and where: an offset into one of its texts; without one it is the world as a whole. */
export interface WorldFault {
  readonly message: string;
  readonly offset?: number;
  /** Which of the texts, where there are two. */
  readonly in?: 'domain' | 'problem';
}

/**
 * The world of a description, or all that is wrong with it.
 *
 * @param openProcess starts programs; by default as `startProgramsWith` says, else a world that is one is at fault
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
  if (spec.kind === 'process') return openProcess(spec);
  const world = findWorld(spec.name);
  return world.ok ? world : err([{ message: world.error }]);
}

/** A world, obfuscated by a seed where that is wanted. */
export function obfuscateWorld(world: WorldSpec, what: Obfuscation | undefined, seed: number): WorldSpec {
  if (what === undefined || what === false) return world;
  return { kind: 'renamed', seed, world, ...(what === 'states' && { states: true }) };
}

/** The world that a description renames, or itself: both have the same states, and p_m and r_m of two states are the same in both. */
export function originalSpec(spec: WorldSpec): OriginalSpec {
  return spec.kind === 'renamed' ? originalSpec(spec.world) : spec;
}

/** What `--world` takes for a world: its name, or the file that its table was read from. */
export function worldOption(spec: WorldSpec): string {
  const original = originalSpec(spec);
  if (original.kind === 'pddl') return `${original.name}.pddl`;
  if (original.kind === 'process') return programText(original);
  return original.kind === 'table' ? `${original.name}.csv` : original.name;
}
