import { err, ok, type Result } from '../../base/result.ts';
import type { World } from '../world.ts';
import { readDomain } from './domain.ts';
import type { PddlFault } from './faults.ts';
import { grounded } from './ground.ts';
import { readProblem } from './problem.ts';
import { type PddlState, TaskAutomaton } from './task-automaton.ts';

/** Texts beyond this length are not read. */
export const MAX_PDDL_TEXT = 2_000_000;

/** Something wrong with a domain or a problem. */
export interface PddlWorldFault {
  readonly in: 'domain' | 'problem';
  readonly offset: number;
  readonly message: string;
}

/** A world from PDDL. */
export interface PddlWorld extends World<PddlState> {
  readonly automaton: TaskAutomaton;
  /** True where the goal of the problem holds. */
  readonly isGoal: (state: PddlState) => boolean;
}

const placed = (where: PddlWorldFault['in'], faults: readonly PddlFault[]): PddlWorldFault[] =>
  faults.map(({ range, message }) => ({ in: where, offset: range.start, message }));

/**
 * The world of a problem in PDDL with its domain (STRIPS with types, negative preconditions and equality), or what is wrong with
 * them. States are the atoms that hold, actions are named `stack(a,b)`.
 *
 * @param name of the world, as in reports
 */
export function pddlWorld(
  name: string,
  domainText: string,
  problemText: string,
): Result<PddlWorld, readonly PddlWorldFault[]> {
  for (const [where, text] of [
    ['domain', domainText],
    ['problem', problemText],
  ] as const)
    if (text.length > MAX_PDDL_TEXT)
      return err([{ in: where, offset: 0, message: `the ${where} is longer than ${MAX_PDDL_TEXT} characters` }]);
  const { domain, faults: ofDomain } = readDomain(domainText);
  const { problem, faults: ofProblem } = readProblem(problemText, domain);
  // names that a faulty domain does not declare would be reported in the problem, too
  if (ofDomain.length > 0) return err(placed('domain', ofDomain));
  if (ofProblem.length > 0) return err(placed('problem', ofProblem));
  const task = grounded(domain, problem);
  if (!task.ok) return err([{ in: 'problem', offset: 0, message: `${task.error}: the world is too large` }]);
  const { atoms, init, actions } = task.value;
  const automaton = new TaskAutomaton(name, task.value);
  const start = automaton.stateOf(init);
  return ok({
    name,
    title: problem.name === '' ? domain.name : `${domain.name}, ${problem.name}`,
    automaton,
    start,
    stateForm: `the atoms that are true, such as ${automaton.print(start).slice(0, 200)}`,
    actionForm: `an action with its objects in parentheses, such as ${actions[0]?.name ?? 'stack(a,b)'}`,
    part: 'atom',
    parts: (state) => new Map(atoms.map((atom, number) => [atom, automaton.isTrue(state, number) ? 'true' : 'false'])),
    isGoal: (state) => automaton.isGoal(state),
  });
}
