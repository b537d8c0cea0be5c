import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded, shuffled } from '../../../base/random.ts';
import type { NodeReference, NumberSpan, TraceEvent } from '../../events.ts';
import { newNumber, newSpan } from '../search-log.ts';
import type { SearchSpace } from '../search-space.ts';
import {
  checkWritten,
  type SearchChanges,
  type SearchedTrace,
  searchTrace,
  type TraceSearchSettings,
  writeTrace,
} from '../search-trace.ts';
import type { TraceTask } from '../task-source.ts';
import {
  FAULT_CODES,
  locateFault,
  type SpoiledText,
  TRACE_FAULT_KINDS,
  type TraceFault,
  type TraceFaultKind,
} from './fault-place.ts';
import { spoilAction, spoilState, type WordChange, withWrongSuccessor } from './wrong-successors.ts';

/** Changes one event of a trace; undefined if it has none that can be changed. */
type SpoilEvents = (events: readonly TraceEvent[], random: RandomGenerator) => readonly TraceEvent[] | undefined;

/** Replaces one of the events for which a function returns another one. */
function replaceOne(
  events: readonly TraceEvent[],
  random: RandomGenerator,
  replace: (event: TraceEvent, at: number) => TraceEvent | undefined,
): readonly TraceEvent[] | undefined {
  if (events.length === 0) return undefined;
  const from = uniformInt(random, 0, events.length - 1);
  for (let i = 0; i < events.length; i++) {
    const at = (from + i) % events.length;
    const event = events[at];
    const spoiled = event && replace(event, at);
    if (spoiled !== undefined) return events.map((other, index) => (index === at ? spoiled : other));
  }
  return undefined;
}

const pickOther = (items: readonly string[], not: string, random: RandomGenerator): string | undefined => {
  const others = items.filter((item) => item !== not);
  return others.length === 0 ? undefined : others[uniformInt(random, 0, others.length - 1)];
};

/** Replaces a name of a node, in a parent or a visit, by the name of another one or by one that no node has. */
const spoilLink: SpoilEvents = (events, random) => {
  const ids = events.flatMap((event) => (event.kind === 'generate' && event.id !== undefined ? [event.id.text] : []));
  const isUnknown = uniformInt(random, 0, 1) === 0;
  const other = (id: string): string | undefined =>
    isUnknown ? `${id}${uniformInt(random, 1, 9)}` : pickOther(ids, id, random);
  const renamed = (node: NodeReference): NodeReference | undefined => {
    const id = node.id === undefined ? undefined : other(node.id);
    return id === undefined ? undefined : { ...node, id };
  };
  return replaceOne(events, random, (event) => {
    if (event.kind === 'visit') {
      const node = renamed(event.node);
      return node && { ...event, node };
    }
    if (event.kind !== 'generate' || event.parent === undefined) return undefined;
    const parent = renamed(event.parent);
    return parent && { ...event, parent };
  });
};

/** Returns a number that is 1 to 3 more or less and not negative; values of games differ by a quarter. */
function slip({ value }: NumberSpan, random: RandomGenerator, isValue: boolean): NumberSpan {
  const step = isValue ? 0.25 : uniformInt(random, 1, 3);
  const isLess = uniformInt(random, 0, 1) === 0;
  return newNumber(value + (isLess && (isValue || value >= step) ? -step : step));
}

/** Replaces a claim about the goal by its opposite, or a cost, an estimate or a value by another number. */
const spoilClaim: SpoilEvents = (events, random) =>
  replaceOne(events, random, (event) => {
    if (event.kind === 'claim') {
      if (event.claim === 'goal') return { ...event, claim: 'no-goal' };
      if (event.claim === 'no-goal') return { ...event, claim: 'goal' };
      return event.claim === 'value' && event.value !== undefined
        ? { ...event, value: slip(event.value, random, true) }
        : undefined;
    }
    if (event.kind !== 'generate') return undefined;
    const isCost = uniformInt(random, 0, 1) === 0;
    if (event.cost !== undefined && (isCost || event.heuristic === undefined))
      return { ...event, cost: slip(event.cost, random, false) };
    return event.heuristic === undefined ? undefined : { ...event, heuristic: slip(event.heuristic, random, false) };
  });

/** Leaves out a step of the plan, or replaces one, or replaces the chosen action. */
const spoilPlan: SpoilEvents = (events, random) => {
  const actions = events.flatMap((event) =>
    event.kind === 'generate' && event.action !== undefined ? [event.action.text] : [],
  );
  return replaceOne(events, random, (event) => {
    if (event.kind !== 'choose') return undefined;
    const isByState = event.states !== undefined;
    const steps = event.states ?? event.actions ?? [];
    if (steps.length === 0) return undefined;
    const at = uniformInt(random, 0, steps.length - 1);
    const other = isByState ? undefined : pickOther(actions, steps[at]?.text ?? '', random);
    const isLeftOut = steps.length > 1 && (other === undefined || uniformInt(random, 0, 1) === 0);
    if (!isLeftOut && other === undefined) return undefined;
    const spoiled = isLeftOut
      ? steps.filter((_, i) => i !== at)
      : steps.map((step, i) => (i === at ? newSpan(other ?? '') : step));
    return isByState ? { ...event, states: spoiled } : { ...event, actions: spoiled };
  });
};

/** Moves the expansion of a node, from its visit to its close, after that of a later one. */
const spoilOrder: SpoilEvents = (events, random) => {
  const blocks = expansions(events);
  if (blocks.length < 2) return undefined;
  const block = blocks[uniformInt(random, 0, blocks.length - 1)];
  const later = block === undefined ? [] : blocks.filter(({ from }) => from > block.to);
  const target = later[uniformInt(random, 0, Math.max(0, Math.min(later.length, REACH) - 1))];
  if (block === undefined || target === undefined) return undefined;
  const moved = events.slice(block.from, block.to + 1);
  return [
    ...events.slice(0, block.from),
    ...events.slice(block.to + 1, target.to + 1),
    ...moved,
    ...events.slice(target.to + 1),
  ];
};

/** Number of later expansions after which one is moved. */
const REACH = 12;

/** Returns the events from the first visit of each node to its close. */
function expansions(events: readonly TraceEvent[]): { readonly from: number; readonly to: number }[] {
  const visits = new Map<string, number>();
  const found: { from: number; to: number }[] = [];
  for (const [i, event] of events.entries()) {
    if (event.kind !== 'visit' && event.kind !== 'close') continue;
    const { id } = event.node;
    if (id === undefined) continue;
    const from = visits.get(id);
    if (event.kind === 'visit' && from === undefined) visits.set(id, i);
    else if (event.kind === 'close' && from !== undefined) found.push({ from, to: i });
  }
  return found.sort((a, b) => a.from - b.from);
}

/** A trace with one labeled fault. */
interface FaultyTrace extends SearchedTrace {
  readonly text: string;
  readonly fault: TraceFault;
}

/** A right trace, and what it was made from. */
interface RightTrace {
  readonly task: TraceTask;
  readonly settings: TraceSearchSettings;
  /** Seed of the random numbers of its search. */
  readonly seed: number;
  readonly searched: SearchedTrace;
  readonly text: string;
}

/** A trace that should have one finding. */
interface Draft extends SpoiledText {
  readonly searched: SearchedTrace;
}

/** Places that are tried for a kind of fault. */
const TRIES = 12;

/**
 * Returns the trace with one fault of a random kind. Its label is what the checks report, and they report nothing else:
 * places where a fault has no finding, or others follow from it, are not taken. Undefined if no place is found.
 *
 * @param kinds kinds to choose from
 */
export function injectFault(
  right: RightTrace,
  random: RandomGenerator,
  kinds: readonly TraceFaultKind[] = TRACE_FAULT_KINDS,
): FaultyTrace | undefined {
  for (const kind of shuffled(kinds, random))
    for (let i = 0; i < TRIES; i++) {
      const draft = makeDraft(kind, right, random);
      if (draft === undefined || draft.text === right.text) continue;
      const [finding, ...others] = checkWritten(right.settings.dialect, draft.text, right.task.world);
      if (finding === undefined || others.length > 0 || !FAULT_CODES[kind].includes(finding.code)) continue;
      const place = locateFault(kind, draft, right.text, finding);
      if (place === undefined) continue;
      const line = draft.text.slice(0, place.range.start).split('\n').length;
      const { start, end } = place.range;
      const fault = { kind, code: finding.code, line, start, end, right: place.right };
      return { ...draft.searched, text: draft.text, fault };
    }
  return undefined;
}

const SPOILED: Readonly<Partial<Record<TraceFaultKind, SpoilEvents>>> = {
  link: spoilLink,
  claim: spoilClaim,
  plan: spoilPlan,
  order: spoilOrder,
};

function makeDraft(kind: TraceFaultKind, right: RightTrace, random: RandomGenerator): Draft | undefined {
  const { searched, settings, text } = right;
  if (kind === 'cut') {
    const least = text.indexOf('\n') + 1;
    const end = uniformInt(random, Math.min(text.length - 1, least + 1), text.length - 1);
    return { searched, text: text.slice(0, end) };
  }
  if (kind === 'state' || kind === 'action') {
    const changes: WordChange[] = [];
    const at = uniformInt(random, 0, Math.max(1, searched.nodes) - 1);
    const spoil = kind === 'state' ? spoilState(random) : spoilAction(random);
    const wrap = (space: SearchSpace<unknown>): SearchSpace<unknown> => withWrongSuccessor(space, at, spoil, changes);
    const draft = searchAgain(right, { wrap });
    return draft && changes.length > 0 ? { ...draft, changes } : undefined;
  }
  if (kind === 'order' && settings.algorithm === 'astar')
    return searchAgain(right, { misorderedAt: uniformInt(random, 1, Math.max(1, searched.nodes)) });
  const events = SPOILED[kind]?.(searched.events, random);
  return events && { searched: { ...searched, events }, text: writeTrace(settings.dialect, events) };
}

/** Searches with the random numbers of the right trace. */
function searchAgain({ task, settings, seed }: RightTrace, changes: SearchChanges): Draft | undefined {
  const searched = searchTrace(task, settings, seeded(seed), changes);
  return searched.end === 'limit' ? undefined : { searched, text: writeTrace(settings.dialect, searched.events) };
}
