import { isRenamed, keyOfLine, writtenState } from '../../core/worlds/renamed/renamed-world.ts';
import type { WorldTask } from '../model.ts';

/** The variables of templates for worlds: the task as text, and nothing else of its walk. */
export interface WorldVariables {
  /** What the world is called: `Othello`. */
  readonly world: string;
  /** What the text of a state looks like, and what actions are called. */
  readonly stateForm: string;
  readonly actionForm: string;
  /** Of a world with renamed actions, what those of the walk stand for, a line each behind a line that says so; else nothing. */
  readonly key: string;
  /** The state before the first action. */
  readonly start: string;
  /** The actions with spaces between them; `(none)` when there is none. */
  readonly actions: string;
}

/** The variables of a task. */
export const worldVariables = (task: WorldTask): WorldVariables => ({
  world: task.world.title,
  stateForm: task.world.stateForm,
  actionForm: task.world.actionForm,
  // Replayed only for a template that wants it.
  get key() {
    return keyText(task);
  },
  start: writtenState(task.world, task.startFen),
  actions: task.moves.length === 0 ? '(none)' : task.moves.join(' '),
});

function keyText({ world, startFen, moves }: WorldTask): string {
  if (!isRenamed(world)) return '';
  const start = world.automaton.parse(startFen);
  const entries = start.ok ? keyOfLine(world, start.value, moves) : [];
  const lines = entries.map(({ code, action }) => `${code} = ${action}`);
  const key = `Each code stands for ${world.original.actionForm}. These are the codes below:\n${lines.join('\n')}\n\n`;
  const { stateCode } = world;
  if (stateCode === undefined) return key;
  const head = 'States are in a code, too: each letter and digit of the first line is written as the sign under it.';
  return `${key}${head}\n${stateCode.known}\n${stateCode.written}\nUpper case follows lower case, and other signs stay.\n\n`;
}
