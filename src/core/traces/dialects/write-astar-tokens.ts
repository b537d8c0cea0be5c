import type { NumberSpan, TaskEvent, TraceEvent } from '../events.ts';

/** A cell, or the worker and the boxes of Sokoban. */
const CELLS = /^(?:-?\d{1,9} -?\d{1,9}|(?:(?:worker|box) -?\d{1,9} -?\d{1,9} ?)+(?<! ))$/;
/** Words before the prompt that a level in the world's own form has in addition. */
const SIZE = /^size \d+ \d+ /;

/**
 * Writes events as the words of A*: a line with the prompt, one with the search, one with the plan, each if there is
 * one. Events without words in it are left out: visits, claims, values, names of nodes and actions.
 */
export function writeAStarTokens(events: readonly TraceEvent[]): string {
  const prompt: string[] = [];
  const search: string[] = [];
  const plan: string[] = [];
  for (const event of events) {
    if (event.kind === 'task') prompt.push(promptOf(event));
    else if (event.kind === 'generate') search.push(step('create', event.state?.text, event));
    else if (event.kind === 'close') search.push(step('close', event.node.state?.text, event));
    else if (event.kind === 'choose')
      for (const { text } of event.states ?? []) plan.push(CELLS.test(text) ? `plan ${text}` : '');
  }
  const lines = [prompt, search, plan].map((words) => words.filter((word) => word !== '').join(' '));
  return lines.flatMap((line) => (line === '' ? [] : [`${line}\n`])).join('');
}

function promptOf({ world, start, goal }: TaskEvent): string {
  if (world?.kind === 'level' && (world.name === 'maze' || world.name === 'sokoban')) {
    const words = world.text.replace(SIZE, '');
    if (/^(?:(?:start|goal|wall|worker|box|dock) \d+ \d+(?: |$))+$/.test(words)) return words;
  }
  return [
    ...(start !== undefined && CELLS.test(start.text)
      ? [/^\D/.test(start.text) ? start.text : `start ${start.text}`]
      : []),
    ...(goal !== undefined && /^-?\d+ -?\d+$/.test(goal.text) ? [`goal ${goal.text}`] : []),
  ].join(' ');
}

function step(
  word: string,
  state: string | undefined,
  { cost, heuristic }: { readonly cost?: NumberSpan; readonly heuristic?: NumberSpan },
): string {
  // Without its two numbers a step would be read as torn.
  if (state === undefined || !CELLS.test(state) || cost === undefined || heuristic === undefined) return '';
  return `${word} ${state} ${costWord(cost)} ${costWord(heuristic)}`;
}

const costWord = ({ value }: NumberSpan): string => (Number.isFinite(value) ? `c${value}` : 'cinf');
