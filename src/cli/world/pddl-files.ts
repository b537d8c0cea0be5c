import path from 'node:path';
import { pddlFolder } from '../../compute/worlds/node-pddl-folder.ts';
import { domainBeside, type PddlFile, pddlHead } from '../../core/worlds/pddl/beside.ts';
import type { WorldSpec } from '../../core/worlds/world-spec.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';

/** A world in PDDL with the files that its faults are in. */
export interface PddlFiles {
  readonly spec: Extract<WorldSpec, { kind: 'pddl' }>;
  readonly files: { readonly domain: string; readonly problem: string };
}

/** `domain.pddl:problem.pddl`, or a problem alone. */
const BOTH = /^(.*\.pddl):(.*\.pddl)$/i;

/** The world of `problem.pddl`, whose domain is beside it, or of `domain.pddl:problem.pddl`. */
export async function readPddl(terminal: Terminal, given: string): Promise<PddlFiles> {
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

/** The file beside a problem that defines its domain. */
function besideProblem(problem: PddlFile): PddlFile {
  if (pddlHead(problem.text)?.form === 'domain')
    throw usageError(`${problem.name} is a domain; give its problem, or both as domain.pddl:problem.pddl`);
  const folder = path.dirname(problem.name);
  const found = domainBeside({ ...problem, name: path.basename(problem.name) }, pddlFolder(folder));
  if (!found.ok) throw usageError(`${found.error}; give both as domain.pddl:problem.pddl`);
  return { name: path.join(folder, found.value.name), text: found.value.text };
}
