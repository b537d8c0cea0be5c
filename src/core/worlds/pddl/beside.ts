import { err, ok, type Result } from '../../base/result.ts';
import { domainOfProblem } from './problem.ts';

/** A file in PDDL. */
export interface PddlFile {
  readonly name: string;
  readonly text: string;
}

/** The files in PDDL of a folder. */
export interface PddlFolder {
  readonly names: readonly string[];
  /** The text of one; undefined where it cannot be read. */
  read(name: string): string | undefined;
}

/** What a text defines, as far as its beginning says. */
export interface PddlHead {
  readonly form: 'domain' | 'problem';
  /** In lower case. */
  readonly name: string;
}

/** Files beside a problem that are looked through for its domain. */
export const MAX_FILES = 200;

/** Characters in which the head of a text is looked for. */
const MAX_HEAD = 10_000;

/** Blanks and comments, each of which ends with its line. */
const GAP = String.raw`(?:\s|;[^\n\r]*[\n\r])*`;
const HEAD = new RegExp(String.raw`^${GAP}\(${GAP}define${GAP}\(${GAP}(domain|problem)\s${GAP}([^\s();]+)`, 'i');

/** What a text defines, without reading the rest of it; undefined where it begins otherwise. */
export function pddlHead(text: string): PddlHead | undefined {
  const [, form = '', name = ''] = HEAD.exec(text.slice(0, MAX_HEAD)) ?? [];
  const lower = form.toLowerCase();
  return lower === 'domain' || lower === 'problem' ? { form: lower, name: name.toLowerCase() } : undefined;
}

/**
 * The file beside a problem that defines the domain which the problem names, `domain.pddl` first; of a problem that names none, the
 * first domain. Else why there is none, as text without a period.
 *
 * @param problem the problem's own file
 */
export function domainBeside(problem: PddlFile, folder: PddlFolder): Result<PddlFile, string> {
  const named = domainOfProblem(problem.text)?.text;
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
