import { LruMap } from '../../base/lru-map.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { LineIndex } from '../../base/text/lines.ts';
import { findDomain, type PddlFile, type PddlFolder, pddlHead } from '../../worlds/pddl/problem.ts';
import type { World } from '../../worlds/world.ts';
import { buildWorld, PROCESS, programSpec, type WorldFault, type WorldSpec } from '../../worlds/world-spec.ts';
import { walkLines } from './read-walk.ts';

/** A world with its specification. */
export interface OpenedWorld {
  readonly spec: WorldSpec;
  readonly world: World<unknown>;
}

/** Returns the world with the name after the word `world` of a walk; the error is text without a period. */
export type WorldLookup = (name: string) => Result<OpenedWorld, string>;

/**
 * World files, and in an editor programs, by the names that walks use: their content, or the reason why they could not
 * be read. Plain data.
 */
export type WorldFiles = Readonly<Record<string, Result<WorldSpec, string>>>;

/** Reads the file of a world by the name that a walk uses; the error says why it cannot be read. */
export type WorldReader = (name: string) => Result<WorldSpec, string>;

/** Returns true if a walk names a file, not a built-in world. */
export const isWorldFile = (name: string): boolean => /\.[A-Za-z]\w*$/.test(name) && !name.startsWith(PROCESS);

/** Number of worlds that stay open. */
const KEPT = 16;
const NAMED = new LruMap<string, Result<OpenedWorld, string>>(KEPT);
const GIVEN = new WeakMap<WorldSpec, Result<OpenedWorld, string>>();

function opened(spec: WorldSpec): Result<OpenedWorld, string> {
  const built = buildWorld(spec);
  if (built.ok) return ok({ spec, world: built.value });
  const [first] = built.error;
  return err(first?.message ?? 'there is no such world');
}

/** Looks up built-in worlds, and programs where they may be started. */
export const namedWorlds: WorldLookup = (name) => {
  const program = programSpec(name);
  // A world that is refused now may become available later.
  if (program !== undefined) return opened(program);
  let found = NAMED.get(name);
  if (found === undefined) {
    found = isWorldFile(name)
      ? err(`the world ${name} is a file, which cannot be read here`)
      : opened({ kind: 'named', name });
    NAMED.set(name, found);
  }
  return found;
};

/** Returns a lookup of built-in worlds and those of files. */
export function lookupIn(files: WorldFiles | undefined): WorldLookup {
  if (files === undefined) return namedWorlds;
  return (name) => {
    const given = Object.hasOwn(files, name) ? files[name] : undefined;
    if (given === undefined) return namedWorlds(name);
    if (!given.ok) return given;
    // The caller that may start a program keeps it.
    if (given.value.kind === 'process') return opened(given.value);
    const known = GIVEN.get(given.value);
    if (known !== undefined) return known;
    const found = opened(given.value);
    GIVEN.set(given.value, found);
    return found;
  };
}

/** Returns the world files that the walks of a text name, each once. */
export function filesNamed(text: string): string[] {
  const names = new Set<string>();
  for (const { kind, value } of walkLines(text)) {
    const name = kind === 'world' ? text.slice(value.start, value.end) : '';
    if (isWorldFile(name)) names.add(name);
  }
  return [...names];
}

/** Returns the programs that the walks of a text name as their worlds, each once. */
export function programsNamed(text: string): string[] {
  const names = new Set<string>();
  for (const { kind, value } of walkLines(text)) {
    const name = kind === 'world' ? text.slice(value.start, value.end) : '';
    if (name.startsWith(PROCESS)) names.add(name);
  }
  return [...names];
}

/** Reads the files and programs that a text names; undefined if it names none, or without a reader. */
export function readWorldFiles(text: string, read: WorldReader | undefined): WorldFiles | undefined {
  const names = read === undefined ? [] : [...filesNamed(text), ...programsNamed(text)];
  if (read === undefined || names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

/**
 * Returns the world of a file's text, a table (CSV, JSON) or a problem in PDDL; the error is its first fault with its
 * place.
 *
 * @param folder PDDL files next to it, among which the domain of a problem is searched
 */
export function worldFromFile(name: string, text: string, folder: PddlFolder): Result<WorldSpec, string> {
  const [, bare = name, ending = ''] = /([^/\\]*)\.(csv|json|pddl)$/i.exec(name) ?? [];
  if (ending === '')
    return err(`${name} is no world: walks name built-in worlds, tables (.csv, .json) and problems (.pddl)`);
  const isPddl = ending.toLowerCase() === 'pddl';
  return isPddl ? problemWorld(name, bare, text, folder) : checked({ kind: 'table', name: bare, text }, { name, text });
}

/** Returns the world of one file; the error is its first fault with its place there. */
function checked(spec: WorldSpec, file: PddlFile): Result<WorldSpec, string> {
  const built = buildWorld(spec);
  return built.ok ? ok(spec) : err(faultIn(file, built.error[0]));
}

function problemWorld(name: string, bare: string, text: string, folder: PddlFolder): Result<WorldSpec, string> {
  if (pddlHead(text)?.form === 'domain') return err(`${name} is a domain; a walk names its problem`);
  const beside = findDomain({ name: `${bare}.pddl`, text }, folder);
  if (!beside.ok) return beside;
  const domain = beside.value;
  const spec = { kind: 'pddl', name: bare, domain: domain.text, problem: text } as const;
  const built = buildWorld(spec);
  if (built.ok) return ok(spec);
  const [fault] = built.error;
  return err(faultIn(fault?.in === 'domain' ? domain : { name, text }, fault));
}

function faultIn({ name, text }: PddlFile, fault: WorldFault | undefined): string {
  const { line, character } = new LineIndex(text).positionAt(fault?.offset ?? 0);
  return `${name}:${line + 1}:${character + 1}: ${fault?.message ?? 'this is no world'}`;
}
