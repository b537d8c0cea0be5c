import { err, ok, type Result } from '../../base/result.ts';
import { LineIndex } from '../../base/text/line-index.ts';
import { domainBeside, type PddlFile, type PddlFolder, pddlHead } from '../../worlds/pddl/beside.ts';
import { builtWorld, PROCESS, type WorldFault, type WorldSpec } from '../../worlds/world-spec.ts';
import { walkLines } from './walk-lines.ts';
import { isWorldFile, type ReadWorld, type WorldFiles } from './walk-world.ts';

/** The files of worlds that the walks of a text name, each once. */
export function filesNamed(text: string): string[] {
  const names = new Set<string>();
  for (const { kind, value } of walkLines(text)) {
    const name = kind === 'world' ? text.slice(value.start, value.end) : '';
    if (isWorldFile(name)) names.add(name);
  }
  return [...names];
}

/** The programs that the walks of a text name as their worlds, each once. */
export function programsNamed(text: string): string[] {
  const names = new Set<string>();
  for (const { kind, value } of walkLines(text)) {
    const name = kind === 'world' ? text.slice(value.start, value.end) : '';
    if (name.startsWith(PROCESS)) names.add(name);
  }
  return [...names];
}

/** Those files, read, and those programs; undefined where the text names none, or nothing reads them. */
export function worldFilesOf(text: string, read: ReadWorld | undefined): WorldFiles | undefined {
  const names = read === undefined ? [] : [...filesNamed(text), ...programsNamed(text)];
  if (read === undefined || names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

/**
 * The world of the text of a file, a table (CSV, JSON) or a problem in PDDL, or its first fault with its place.
 *
 * @param folder the files in PDDL beside it, among which the domain of a problem is looked for
 */
export function worldOfFile(name: string, text: string, folder: PddlFolder): Result<WorldSpec, string> {
  const [, bare = name, ending = ''] = /([^/\\]*)\.(csv|json|pddl)$/i.exec(name) ?? [];
  if (ending === '')
    return err(`${name} is no world: walks name built-in worlds, tables (.csv, .json) and problems (.pddl)`);
  const isPddl = ending.toLowerCase() === 'pddl';
  return isPddl ? problemWorld(name, bare, text, folder) : checked({ kind: 'table', name: bare, text }, { name, text });
}

/** A world of one file, or its first fault with its place there. */
function checked(spec: WorldSpec, file: PddlFile): Result<WorldSpec, string> {
  const built = builtWorld(spec);
  return built.ok ? ok(spec) : err(faultIn(file, built.error[0]));
}

function problemWorld(name: string, bare: string, text: string, folder: PddlFolder): Result<WorldSpec, string> {
  if (pddlHead(text)?.form === 'domain') return err(`${name} is a domain; a walk names its problem`);
  const beside = domainBeside({ name: `${bare}.pddl`, text }, folder);
  if (!beside.ok) return beside;
  const domain = beside.value;
  const spec = { kind: 'pddl', name: bare, domain: domain.text, problem: text } as const;
  const built = builtWorld(spec);
  if (built.ok) return ok(spec);
  const [fault] = built.error;
  return err(faultIn(fault?.in === 'domain' ? domain : { name, text }, fault));
}

function faultIn({ name, text }: PddlFile, fault: WorldFault | undefined): string {
  const { line, character } = new LineIndex(text).positionAt(fault?.offset ?? 0);
  return `${name}:${line + 1}:${character + 1}: ${fault?.message ?? 'this is no world'}`;
}
