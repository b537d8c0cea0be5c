import type { Range } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { Heuristic } from '../../worlds/world.ts';
import type { CloseEvent, GenerateEvent, TraceEvent } from '../events.ts';
import type { KeyedState, TraceRules } from '../tree/rules.ts';
import type { TraceTree } from '../tree.ts';
import { isSameNumber } from './costs.ts';
import { LeastHeap } from './least-heap.ts';

/** Nodes that a text describes in the same words, by their numbers. */
interface Described {
  readonly costs: Set<number>;
  readonly pairs: Set<string>;
  /** True if one of them has a finding. */
  isDoubtful: boolean;
}

const pairOf = ({ cost, heuristic }: Pick<CloseEvent, 'cost' | 'heuristic'>): string =>
  `${cost?.value ?? ''} ${heuristic?.value ?? ''}`;

/**
 * Checks g and h in a search by A* whose words fit several states, whichever are meant: a child costs one more than
 * the node that was closed before it, and a node is closed with the numbers of one that was generated in its words.
 */
export function checkVagueNumbers({ read, task, world }: TraceTree): Diagnostic[] {
  if (task?.algorithm !== 'astar' || world?.goal?.cost !== undefined) return [];
  const found: Diagnostic[] = [];
  const described = new Map<string, Described>();
  let closed: CloseEvent | undefined;
  for (const event of read.events) {
    if (event.kind === 'generate' && event.state !== undefined) {
      const known = described.get(event.state.text) ?? { costs: new Set(), pairs: new Set(), isDoubtful: false };
      described.set(event.state.text, known);
      known.pairs.add(pairOf(event));
      if (event.cost !== undefined) known.costs.add(event.cost.value);
      const finding = closed && costFinding(event, closed);
      if (finding !== undefined) {
        found.push(finding);
        known.isDoubtful = true;
      }
    } else if (event.kind === 'close' && event.node.state !== undefined) {
      const known = described.get(event.node.state.text);
      const isRight = known === undefined || known.isDoubtful || known.pairs.has(pairOf(event));
      // The children of a node whose g is wrong tell nothing.
      closed = isRight || known.costs.has(event.cost?.value ?? Number.NaN) ? event : undefined;
      if (isRight) continue;
      const wrong = closed === undefined ? event.cost : event.heuristic;
      const message = `No node in these words was generated with g = ${event.cost?.value ?? '?'} and h = ${event.heuristic?.value ?? '?'}`;
      found.push(diagnostic('TRACE_REPEATED', wrong?.range ?? event.range, message));
      known.isDoubtful = true;
    }
  }
  return found;
}

function costFinding({ cost }: GenerateEvent, closed: CloseEvent): Diagnostic | undefined {
  const above = closed.cost;
  if (cost === undefined || above === undefined || cost.value === above.value + 1) return undefined;
  const message = `g is ${above.value + 1}, one more than that of the node closed before, not ${cost.value}`;
  return diagnostic('TRACE_COST', cost.range, message);
}

/** Maximum number of states that words may mean; with more nothing is said of them. */
const MAX_CANDIDATES = 64;

/** States that some words may mean, by key: the one that is meant is among them. Undefined if they are too many. */
type Candidates = ReadonlyMap<string, KeyedState> | undefined;

/** Nodes that a text describes by the same words, g and h: it does not say which of them is closed. */
interface SameNodes {
  readonly words: string;
  readonly cost: number;
  readonly heuristic: number;
  candidates: Candidates;
  generated: number;
  closed: number;
}

/** The node that is expanded. */
interface Expanded {
  readonly cost: number;
  candidates: Candidates;
}

/** Returns the states that are in either of two sets. */
function united(a: Candidates, b: Candidates): Candidates {
  if (a === undefined || b === undefined) return undefined;
  const all = new Map([...a, ...b]);
  return all.size > MAX_CANDIDATES ? undefined : all;
}

/**
 * Follows a search by A* whose words fit several states, as Sokoban's do where boxes on docks are left out, with the
 * set of states that each node may be. Each set has the true state as long as the text is right, so what holds for none
 * of its states is a fault. The first one ends the check: what follows may follow from it.
 */
class VagueSearch {
  readonly #rules: TraceRules;
  readonly #heuristic: Heuristic<unknown> | undefined;
  readonly #nodes = new Map<string, SameNodes>();
  /** Least g with which words were generated: nodes of a higher g may have been replaced. */
  readonly #leastCosts = new Map<string, number>();
  /** Least g of the states that were generated for certain. */
  readonly #certain = new Map<string, SameNodes>();
  readonly #open = new LeastHeap<{ readonly f: number; readonly nodes: SameNodes }>();
  #expanded: Expanded | undefined;

  constructor(rules: TraceRules, heuristic: Heuristic<unknown> | undefined) {
    this.#rules = rules;
    this.#heuristic = heuristic;
  }

  /** Returns the finding of an event; `lost` if nothing can be said from it on. */
  next(event: TraceEvent): Diagnostic | 'lost' | undefined {
    if (event.kind === 'generate') return this.#generate(event);
    if (event.kind === 'close') return this.#close(event);
    return event.kind === 'visit' ? 'lost' : undefined;
  }

  #generate({ range, parent, action, state, cost, heuristic }: GenerateEvent): Diagnostic | 'lost' | undefined {
    // A text that points to parents may expand a node that it closes later.
    const isPlain = parent === undefined && action === undefined;
    if (!isPlain || state === undefined || cost === undefined || heuristic === undefined) return 'lost';
    const meant = this.#meant(state.text);
    if (meant?.size === 0) {
      const message = `No action leads to ${state.text} from any state that the node closed before can be`;
      return diagnostic('TRACE_STATE', state.range, message);
    }
    const estimates = this.#estimates(meant);
    if (estimates !== undefined && !estimates.some((right) => isSameNumber(heuristic.value, right)))
      return estimateFinding(estimates, heuristic.value, heuristic.range);
    const known = this.#generatedBefore(meant, cost.value);
    if (known !== undefined) return repeatFinding(known, { range, state, cost, heuristic });
    const nodes = this.#sameNodes(state.text, cost.value, heuristic.value);
    nodes.candidates = nodes.generated === 0 ? meant : united(nodes.candidates, meant);
    nodes.generated++;
    this.#leastCosts.set(state.text, Math.min(cost.value, this.#leastCosts.get(state.text) ?? cost.value));
    if (meant?.size === 1) for (const key of meant.keys()) this.#certain.set(key, nodes);
    // If the words leave h open, the node is open with the highest one for certain.
    this.#open.push({ f: cost.value + Math.max(heuristic.value, ...(estimates ?? [])), nodes });
    return undefined;
  }

  /** Returns the successors of the expanded node that words may mean, and leaves out the states that have none. */
  #meant(words: string): Candidates {
    const { world } = this.#rules;
    if (this.#expanded === undefined) {
      const start = this.#rules.reading(world.start);
      return new Map(this.#rules.describes(start, words) ? [[start.key, start]] : []);
    }
    const { candidates } = this.#expanded;
    if (candidates === undefined) return undefined;
    const parents = new Map<string, KeyedState>();
    const meant = new Map<string, KeyedState>();
    for (const [key, parent] of candidates)
      for (const [, next] of this.#rules.describedSuccessors(parent, words)) {
        parents.set(key, parent);
        meant.set(next.key, next);
      }
    if (parents.size > 0) this.#expanded.candidates = parents;
    return meant;
  }

  #estimates(meant: Candidates): readonly number[] | undefined {
    const heuristic = this.#heuristic;
    return heuristic && meant && Array.from(meant.values(), ({ state }) => heuristic.estimate(state));
  }

  /** Returns nodes of no higher g that have all states that a new node can have. */
  #generatedBefore(meant: Candidates, cost: number): SameNodes | undefined {
    let found: SameNodes | undefined;
    for (const key of meant?.keys() ?? []) {
      found = this.#certain.get(key);
      if (found === undefined || found.cost > cost) return undefined;
    }
    return found;
  }

  #sameNodes(words: string, cost: number, heuristic: number): SameNodes {
    const key = `${words} ${cost} ${heuristic}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const nodes: SameNodes = { words, cost, heuristic, candidates: undefined, generated: 0, closed: 0 };
    this.#nodes.set(key, nodes);
    return nodes;
  }

  #close({ range, node, cost, heuristic }: CloseEvent): Diagnostic | 'lost' | undefined {
    if (node.state === undefined || cost === undefined || heuristic === undefined) return 'lost';
    const nodes = this.#sameNodes(node.state.text, cost.value, heuristic.value);
    if (nodes.generated === 0) return 'lost';
    if (nodes.closed >= nodes.generated) {
      const message = `Node ${nodes.words} is visited again, but the search had finished with ${nodes.generated === 1 ? 'it' : `all ${nodes.generated} in these words`}`;
      return diagnostic('TRACE_FINISHED_NODE', range, message);
    }
    const f = cost.value + Math.min(heuristic.value, ...(this.#estimates(nodes.candidates) ?? []));
    nodes.closed++;
    this.#expanded = { cost: cost.value, candidates: nodes.candidates };
    const least = this.#leastOpen();
    if (least === undefined || !(f > least.f)) return undefined;
    const message = `Node ${nodes.words} has f = ${f}, but node ${least.nodes.words} with ${least.f} is open`;
    return diagnostic('TRACE_CLOSE_ORDER', range, message);
  }

  /** Returns the open node of the least f, without those that may have been generated again at a lower g. */
  #leastOpen() {
    for (let top = this.#open.peek(); top !== undefined; top = this.#open.peek()) {
      const { words, cost, generated, closed } = top.nodes;
      if (closed < generated && cost === this.#leastCosts.get(words) && !Number.isNaN(top.f)) return top;
      this.#open.pop();
    }
    return undefined;
  }
}

function estimateFinding(estimates: readonly number[], written: number, range: Range): Diagnostic {
  const right = [...new Set(estimates)].sort((a, b) => a - b).join(' or ');
  const message = `h is ${right} in every state that these words can mean here, not ${written}`;
  return diagnostic('TRACE_HEURISTIC', range, message);
}

function repeatFinding(
  known: SameNodes,
  { range, state, cost, heuristic }: Required<Pick<GenerateEvent, 'range' | 'state' | 'cost' | 'heuristic'>>,
): Diagnostic {
  if (known.cost === cost.value && known.heuristic === heuristic.value)
    return diagnostic('TRACE_SAME_NODE', range, `Node ${state.text} is generated again with the same contents`);
  const message = `${state.text} was generated before, with g = ${known.cost} and h = ${known.heuristic}`;
  return diagnostic('TRACE_DUPLICATE_NODE', state.range, message);
}

/**
 * Returns the first fault of a search by A* that holds for all states which its words can mean: a state that nothing
 * leads to, an estimate, a node that is generated or closed again, the order of the closes.
 *
 * @param end offset up to which the text is right by other checks
 */
export function checkVagueStates(tree: TraceTree, rules: TraceRules, end: number): Diagnostic | undefined {
  const { task, world, read } = tree;
  if (task?.algorithm !== 'astar' || world?.goal?.cost !== undefined) return undefined;
  const search = new VagueSearch(
    rules,
    world?.heuristics?.find(({ name }) => name === task.heuristic),
  );
  for (const event of read.events) {
    if (event.range.end > end) return undefined;
    const found = search.next(event);
    if (found === 'lost') return undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
