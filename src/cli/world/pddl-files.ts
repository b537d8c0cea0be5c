import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { domainNameOf, domainOfProblem } from '../../core/worlds/pddl/problem.ts';
import type { WorldSpec } from '../../core/worlds/world-spec.ts';
import { usageError } from '../command.ts';
import { readText } from '../io/files.ts';
import type { Terminal } from '../io/terminal.ts';

/** A world in PDDL with the files that its faults are in. */
export interface PddlFiles {
  readonly spec: Extract<WorldSpec, { kind: 'pddl' }>;
  readonly files: { readonly domain: string; readonly problem: string };
}

/** Files beside a problem that are looked through for its domain. */
const MAX_FILES = 200;

/** `domain.pddl:problem.pddl`, or a problem alone. */
const BOTH = /^(.*\.pddl):(.*\.pddl)$/i;

/** The world of `problem.pddl`, whose domain is beside it, or of `domain.pddl:problem.pddl`. */
export async function readPddl(terminal: Terminal, given: string): Promise<PddlFiles> {
  const both = BOTH.exec(given);
  const problemFile = both?.[2] ?? given;
  const { text: problem } = await readText(terminal, problemFile);
  const domainFile = both?.[1] ?? (await domainBeside(terminal, problemFile, problem));
  const { text: domain } = await readText(terminal, domainFile);
  const name = path.basename(problemFile).replace(/\.pddl$/i, '');
  return { spec: { kind: 'pddl', name, domain, problem }, files: { domain: domainFile, problem: problemFile } };
}

/** The file beside a problem that defines the domain which the problem names; `domain.pddl` first. */
async function domainBeside(terminal: Terminal, problemFile: string, problem: string): Promise<string> {
  if (domainNameOf(problem) !== undefined)
    throw usageError(`${problemFile} is a domain; give its problem, or both as domain.pddl:problem.pddl`);
  const named = domainOfProblem(problem);
  const folder = path.dirname(problemFile);
  const others = (await readdir(folder)).filter((file) => /\.pddl$/i.test(file) && file !== path.basename(problemFile));
  const ordered = ['domain.pddl', ...others.filter((file) => file !== 'domain.pddl').sort()];
  for (const file of ordered.filter((one) => others.includes(one)).slice(0, MAX_FILES)) {
    const { text } = await readText(terminal, path.join(folder, file));
    const name = domainNameOf(text);
    if (name !== undefined && (named === undefined || name === named)) return path.join(folder, file);
  }
  const which = named === undefined ? 'a domain' : `the domain ${named}`;
  throw usageError(`no .pddl file beside ${problemFile} defines ${which}; give both as domain.pddl:problem.pddl`);
}
