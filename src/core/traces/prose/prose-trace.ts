import { type Range, range } from '../../base/text/range.ts';
import type { World } from '../../worlds/world.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import type { ActionPlacing, NumberSpan, ReadTrace, Span, TraceEvent } from '../events.ts';
import type { ProseNode } from './prose-tree.ts';
import type { ProseRoot } from './root.ts';

/** Name of the dialect. */
export const PROSE = 'prose';

/** A place of the text that is about a node. */
export interface ProseStep {
  /** The action, without its number. */
  readonly range: Range;
  /** Offset at which its number begins. */
  readonly start: number;
  readonly node: ProseNode;
  readonly isNew: boolean;
  readonly isChoice: boolean;
  /** True if it follows the action before it in the same sentence. */
  readonly isNext: boolean;
}

/** The task that the events begin with. */
export interface ProseTask {
  readonly world: World<unknown>;
  /** Description of the world. Default: its name. */
  readonly spec?: WorldSpec;
  readonly root: ProseRoot | undefined;
  /** True for worlds with players: a choice is one action there, and a plan in others. */
  readonly isGame: boolean;
}

/** The part of a text that has no place, and its findings. */
export type ProseRest = Pick<ActionPlacing, 'unplaced' | 'hallucinated' | 'findings'> & {
  /** Actions that are read and have no place, in the order of the text. */
  readonly unread: readonly Range[];
};

/** Longest plan of a choice. */
const MAX_PLAN = 1000;
const VALUE =
  /^[*_`"]{0,3} ?(?:\((?:eval(?:uation)?[:=]? ?|value[:=]? ?|score[:=]? ?)?([+-−]\d{1,3}(?:\.\d{1,2})?)\)|,? ?(?:eval(?:uation)?|value|score)(?: is| of)?[:=]? ?([+-−]?\d{1,3}(?:\.\d{1,2})?)(?![\d%]))/i;

const nodeId = ({ index }: ProseNode): string => `n${index}`;

/**
 * Returns the events of a text: nodes with names in their order, visits, claims, the choice, and the words between them
 * as notes to the node before.
 */
export function proseTrace(
  text: string,
  { world, spec, root, isGame }: ProseTask,
  steps: readonly ProseStep[],
  { unread, ...placing }: ProseRest,
): ReadTrace {
  const events: TraceEvent[] = [
    {
      kind: 'task',
      range: root?.range ?? range(0, 0),
      world: spec ?? { kind: 'named', name: world.name },
      ...(root !== undefined && { start: { text: world.automaton.print(root.state), range: root.range } }),
    },
  ];
  const lastChoice = steps.reduce((last, { isChoice }, i) => (isChoice ? i : last), -1);
  let end = 0;
  let node: ProseNode | undefined;
  let nextUnread = 0;
  const noteUntil = (to: number): void => {
    for (let apart = unread[nextUnread]; apart !== undefined && apart.start < to; apart = unread[++nextUnread]) {
      if (apart.start > end) events.push(...notesIn(text, end, apart.start, root?.range, node));
      end = Math.max(end, apart.end);
    }
    if (to > end) events.push(...notesIn(text, end, to, root?.range, node));
    end = Math.max(end, to);
  };
  for (const [i, step] of steps.entries()) {
    noteUntil(step.start);
    end = Math.max(end, step.range.end);
    node = step.node;
    events.push(...nodeEvents(step, i === lastChoice ? planFrom(steps, i, isGame) : undefined));
    const value = valueAfter(text, step.range.end);
    if (value === undefined) continue;
    events.push({
      kind: 'claim',
      range: value.range,
      claim: 'value',
      node: { range: step.range, id: nodeId(node) },
      value,
    });
    end = Math.max(end, value.range.end);
  }
  noteUntil(text.length);
  const last = steps[lastChoice];
  return {
    dialect: PROSE,
    events,
    unread,
    isCut: false,
    placing: {
      ...placing,
      placed: steps.length,
      hasRoot: root !== undefined,
      ...(last !== undefined && { choice: text.slice(last.range.start, last.range.end) }),
    },
  };
}

/** Returns the words of a part of the text as notes, without the statement of the root. */
function notesIn(
  text: string,
  from: number,
  to: number,
  root: Range | undefined,
  node: ProseNode | undefined,
): TraceEvent[] {
  if (root !== undefined && root.start < to && root.end > from && root.end > root.start)
    return [
      ...notesIn(text, from, Math.max(from, root.start), undefined, node),
      ...notesIn(text, Math.min(to, root.end), to, undefined, node),
    ];
  const words = text.slice(from, to);
  const start = from + (words.length - words.trimStart().length);
  const end = from + words.trimEnd().length;
  if (end <= start) return [];
  const at = range(start, end);
  return [{ kind: 'note', range: at, ...(node !== undefined && { node: { range: at, id: nodeId(node) } }) }];
}

/** Returns the actions of a choice: one in a game, in other worlds with those that follow it in its sentence. */
function planFrom(steps: readonly ProseStep[], from: number, isGame: boolean): Span[] {
  const plan: Span[] = [];
  let parent: ProseNode | undefined;
  for (const { node, range: at, isNext } of steps.slice(from, from + MAX_PLAN)) {
    if (parent !== undefined && (node.parent !== parent || !isNext)) break;
    plan.push({ text: node.action, range: at });
    if (isGame) break;
    parent = node;
  }
  return plan;
}

function nodeEvents({ range: at, node, isNew, isChoice }: ProseStep, plan: readonly Span[] | undefined): TraceEvent[] {
  const action: Span = { text: node.action, range: at };
  const { parent } = node;
  const above = parent?.parent === undefined ? { range: at, path: [] } : { range: at, id: nodeId(parent) };
  const events: TraceEvent[] = [];
  if (isNew) events.push({ kind: 'generate', range: at, id: { text: nodeId(node), range: at }, parent: above, action });
  else if (!isChoice) events.push({ kind: 'visit', range: at, node: { range: at, id: nodeId(node) } });
  if (!isChoice) return events;
  if (plan !== undefined) events.push({ kind: 'choose', range: at, actions: plan });
  else events.push({ kind: 'claim', range: at, claim: 'best', node: { range: at, path: [] }, action });
  return events;
}

/** Returns the number that a text gives an action right after it, in brackets or after `eval`. */
function valueAfter(text: string, at: number): NumberSpan | undefined {
  const found = VALUE.exec(text.slice(at, at + 40));
  const digits = found?.[1] ?? found?.[2];
  if (found === null || digits === undefined) return undefined;
  const start = at + found[0].lastIndexOf(digits);
  return { value: Number(digits.replace('−', '-')), range: range(start, start + digits.length) };
}
