import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded, shuffled } from '../../../base/random.ts';
import type { SearchSpace } from '../search-space.ts';
import { type SearchChanges, type SearchedTrace, searchTrace, type TraceSearchSettings } from '../search-trace.ts';
import type { TraceTask } from '../tasks/trace-task.ts';
import { checkWritten, writeTrace } from '../written-dialects.ts';
import { FAULT_CODES, TRACE_FAULT_KINDS, type TraceFault, type TraceFaultKind } from './fault-kinds.ts';
import { locateFault, type SpoiledText } from './fault-place.ts';
import { type SpoilEvents, spoilClaim, spoilLink, spoilOrder, spoilPlan } from './spoiled-events.ts';
import { spoilAction, spoilState, type WordChange, withWrongSuccessor } from './wrong-successors.ts';

/** A trace with one labeled fault. */
export interface FaultyTrace extends SearchedTrace {
  readonly text: string;
  readonly fault: TraceFault;
}

/** A right trace, and what it was made from. */
export interface RightTrace {
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
