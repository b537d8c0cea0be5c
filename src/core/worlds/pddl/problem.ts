import { err, ok, type Result } from '../../base/result.ts';
import { type Definition, type Domain, eachOnce, readDefinition, sectionItems } from './domain.ts';
import { type Literal, readConjunction, readLiteral, readTyped } from './literals.ts';
import { listHead, type PddlFault, type PddlWord } from './pddl-syntax.ts';

/** A problem: its objects, with the domain's constants, the initial state and the goal. */
export interface Problem {
  readonly name: string;
  readonly objects: ReadonlyMap<string, string>;
  readonly init: readonly Literal[];
  readonly goal: readonly Literal[];
}

/** Reads the text of a problem of a domain, as far as possible, and its faults. */
export function readProblem(
  text: string,
  domain: Domain,
): { readonly problem: Problem; readonly faults: readonly PddlFault[] } {
  const definition = readDefinition(text, 'problem');
  const { faults, name } = definition;
  const named = sectionItems(definition, ':domain')[0];
  if (named?.kind === 'word' && named.text !== domain.name && domain.name !== '')
    faults.add('PDDL_STRUCTURE', named, `the problem is of the domain ${named.text}, not of ${domain.name}`);
  const objects = new Map(domain.constants);
  const onType = (type: PddlWord): void => domain.types.check(type, faults);
  eachOnce(readTyped(sectionItems(definition, ':objects'), faults, onType), 'object', faults, ({ word, type }) => {
    const known = domain.constants.get(word.text);
    if (known !== undefined && known !== type)
      faults.add('PDDL_DUPLICATE', word, `${word.text} is a constant of the domain, of type ${known}`);
    objects.set(word.text, type);
  });
  const { types, predicates } = domain;
  const scope = { types, predicates, objects, variables: new Map<string, string>(), faults };
  const init = sectionItems(definition, ':init').flatMap((node) => readLiteral(node, 'initial state', scope) ?? []);
  const goal = sectionItems(definition, ':goal').flatMap((node) => readConjunction(node, 'goal', scope));
  checkInit(definition);
  return { problem: { name, objects, init, goal }, faults: faults.sorted() };
}

/** Returns the faults of the text of a problem whose domain is not known: its form, and repeated names. */
export function checkProblemAlone(text: string): readonly PddlFault[] {
  const definition = readDefinition(text, 'problem');
  const { faults } = definition;
  eachOnce(readTyped(sectionItems(definition, ':objects'), faults, ignore), 'object', faults, ignore);
  checkInit(definition);
  return faults.sorted();
}

const ignore = (): void => {};

function checkInit({ sections, name, faults }: Definition): void {
  if (name !== '' && !sections.some((section) => listHead(section) === ':init'))
    faults.add('PDDL_STRUCTURE', { start: 0, end: 1 }, 'the problem has no (:init …)');
}

/** Returns the word that names the domain of a problem; undefined for a text that is no problem, or names none. */
export function readDomainName(text: string): PddlWord | undefined {
  const named = sectionItems(readDefinition(text, 'problem'), ':domain')[0];
  return named?.kind === 'word' ? named : undefined;
}

/** A file in PDDL. */
export interface PddlFile {
  readonly name: string;
  readonly text: string;
}

/** The files in PDDL of a folder. */
export interface PddlFolder {
  readonly names: readonly string[];
  /** Returns the text of a file; undefined if it cannot be read. */
  read(name: string): string | undefined;
}

/** Form and name of a definition, from the beginning of a text. */
export interface PddlHead {
  readonly form: 'domain' | 'problem';
  /** The name in lower case. */
  readonly name: string;
}

/** Maximum number of files beside a problem that are searched for its domain. */
export const MAX_FILES = 200;

/** Number of characters in which the head of a text is searched. */
const MAX_HEAD = 10_000;

/** White space and comments, each of which ends with its line. */
const GAP = String.raw`(?:\s|;[^\n\r]*[\n\r])*`;
const HEAD = new RegExp(String.raw`^${GAP}\(${GAP}define${GAP}\(${GAP}(domain|problem)\s${GAP}([^\s();]+)`, 'i');

/** Reads the head of a definition, without the rest of it; undefined if the text begins otherwise. */
export function pddlHead(text: string): PddlHead | undefined {
  const [, form = '', name = ''] = HEAD.exec(text.slice(0, MAX_HEAD)) ?? [];
  const lower = form.toLowerCase();
  return lower === 'domain' || lower === 'problem' ? { form: lower, name: name.toLowerCase() } : undefined;
}

/**
 * Returns the file beside a problem that defines the domain which the problem names, `domain.pddl` first; for a problem
 * that names none, the first domain. The error is the reason why there is none, as text without a period.
 *
 * @param problem the problem's own file
 */
export function findDomain(problem: PddlFile, folder: PddlFolder): Result<PddlFile, string> {
  const named = readDomainName(problem.text)?.text;
  const others = folder.names.filter((name) => name !== problem.name && name !== FIRST).sort();
  const ordered = folder.names.includes(FIRST) ? [FIRST, ...others] : others;
  for (const name of ordered.slice(0, MAX_FILES)) {
    const text = folder.read(name);
    const head = text === undefined ? undefined : pddlHead(text);
    if (text !== undefined && head?.form === 'domain' && (named === undefined || head.name === named))
      return ok({ name, text });
  }
  const which = named === undefined ? 'a domain' : `the domain ${named}`;
  const more = ordered.length > MAX_FILES ? ` among the first ${MAX_FILES}` : '';
  return err(`no .pddl file beside ${problem.name} defines ${which}${more}`);
}

/** The usual name of a domain's file. */
const FIRST = 'domain.pddl';
