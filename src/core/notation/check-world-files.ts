import type { Result } from '../base/result.ts';
import { plural } from '../base/text/counts.ts';
import type { Range } from '../base/text/range.ts';
import { readDomain } from '../worlds/pddl/domain.ts';
import { groundTask } from '../worlds/pddl/grounding.ts';
import type { PddlFault } from '../worlds/pddl/pddl-syntax.ts';
import { MAX_PDDL_TEXT } from '../worlds/pddl/pddl-world.ts';
import { checkProblemAlone, type PddlFile, pddlHead, readDomainName, readProblem } from '../worlds/pddl/problem.ts';
import { readTable } from '../worlds/table-world.ts';
import { type Diagnostic, diagnostic } from './diagnostic.ts';

/** Returns true for a text that is, or seems to be, a problem; all others are read as domains. */
export const isPddlProblem = (text: string): boolean =>
  (pddlHead(text)?.form ?? (/\(\s*:(?:domain|init|goal|objects)\s/i.test(text) ? 'problem' : 'domain')) === 'problem';

/**
 * Returns all diagnostics of a text in PDDL: of a domain by itself, of a problem against its domain, down to the size
 * of the world that they make.
 *
 * @param domain of a problem, or the reason why there is none
 */
export function checkPddl(text: string, domain?: Result<PddlFile, string>): Diagnostic[] {
  if (text.length > MAX_PDDL_TEXT)
    return [diagnostic('PDDL_BUDGET', FIRST, `texts in PDDL are read up to ${MAX_PDDL_TEXT} characters`)];
  if (!isPddlProblem(text)) return readDomain(text).faults.map(fromFault);
  if (domain?.ok !== true)
    return [...checkProblemAlone(text).map(fromFault), noDomain(text, domain?.error ?? 'the domain is not known here')];
  const file = domain.value;
  const read = readDomain(file.text);
  if (read.faults.length > 0) {
    const message = `${file.name} has ${plural(read.faults.length, 'fault')}: what this problem names is not checked`;
    return [...checkProblemAlone(text).map(fromFault), noDomain(text, message)];
  }
  const { problem, faults } = readProblem(text, read.domain);
  if (faults.length > 0) return faults.map(fromFault);
  const task = groundTask(read.domain, problem);
  return task.ok ? [] : [diagnostic('PDDL_BUDGET', domainNameRange(text), `the world is too large: ${task.error}`)];
}

const FIRST: Range = { start: 0, end: 1 };

/** Returns the range of the word that names the domain of a problem; without one the start of the text. */
function domainNameRange(text: string): Range {
  const word = readDomainName(text);
  return word === undefined ? FIRST : { start: word.start, end: word.end };
}

const noDomain = (text: string, message: string): Diagnostic =>
  diagnostic('PDDL_NO_DOMAIN', domainNameRange(text), message);

function fromFault({ code, range, message, meant }: PddlFault): Diagnostic {
  if (meant === undefined) return diagnostic(code, range, message);
  const fixes = [{ title: `Write ${meant}`, edits: [{ range, newText: meant }], safe: false }];
  return diagnostic(code, range, message, { fixes });
}

/** Returns all diagnostics of the table of a world, in CSV or JSON. */
export function checkTable(text: string): Diagnostic[] {
  const read = readTable(text);
  if (read.ok) return [];
  return read.error.map(({ code, offset, end, message }) => diagnostic(code, { start: offset, end }, message));
}
