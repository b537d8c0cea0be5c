import type { CountdownState } from '../../worlds/planning/countdown.ts';
import type { Span, TraceEvent } from '../events.ts';
import { newEvent, newNumber, newReference, newSpan, type SearchLog, type TaskWords } from './search-log.ts';
import type { TraceSearchNode } from './search-space.ts';

type Node = TraceSearchNode<CountdownState>;

const stateText = ({ target, numbers }: CountdownState): string => `${target}:[${numbers.join(', ')}]`;

/**
 * Log for Stream of Search, with the events that its reader finds in the generator's own lines: each node is explored,
 * then named unless one number is left; moves repeat the state and the operations. Searches name their nodes
 * themselves, since the generator's DFS and BFS do it differently.
 */
export class StreamLog implements SearchLog<CountdownState> {
  readonly events: TraceEvent[] = [];
  readonly #task: TaskWords;
  readonly #paths = new Map<Node, readonly Span[]>();
  #goal = newSpan('');

  constructor(task: TaskWords) {
    this.#task = task;
  }

  begin(root: Node): void {
    const { state } = root;
    this.#goal = newSpan(String(state.target));
    const start = stateText(state);
    const world = { kind: 'level', name: 'countdown', text: start } as const;
    this.events.push(newEvent('task', { world, start: newSpan(start), goal: this.#goal }));
  }

  generate(node: Node): void {
    const { action = '', state, parent } = node;
    const result = newNumber(state.numbers.at(-1) ?? 0);
    const words = { action: newSpan(action), result, state: newSpan(stateText(state)) };
    this.events.push(newEvent('generate', words));
    if (state.numbers.length === 1) return;
    const id = newSpan(node.id);
    this.events.push(
      newEvent('generate', { id, ...(parent && { parent: newReference(parent.id) }), ...words, goal: this.#goal }),
    );
  }

  #path(node: Node): readonly Span[] {
    const known = this.#paths.get(node);
    if (known !== undefined) return known;
    const { parent, action } = node;
    const path = parent === undefined || action === undefined ? [] : [...this.#path(parent), newSpan(action)];
    this.#paths.set(node, path);
    return path;
  }

  #move(node: Node, isNamed: boolean): void {
    const state = newSpan(stateText(node.state));
    const reference = { range: state.range, ...(isNamed && { id: node.id }), path: this.#path(node), state };
    this.events.push(newEvent('visit', { node: reference, goal: this.#goal }));
  }

  visit(node: Node): void {
    this.#move(node, node.parent !== undefined);
  }

  backtrack(node: Node): void {
    this.#move(node, true);
  }

  close(): void {}

  prune(): void {}

  reach(node: Node): void {
    this.#judge('goal', node);
  }

  fail(node: Node): void {
    this.#judge('no-goal', node);
  }

  #judge(claim: 'goal' | 'no-goal', { state }: Node): void {
    const stated = newSpan(stateText(state));
    this.events.push(newEvent('claim', { claim, node: { range: stated.range, state: stated }, goal: this.#goal }));
  }

  /** The generator's DFS ends without a word. */
  exhaust(): void {
    if (this.#task.algorithm !== 'dfs') this.events.push(newEvent('claim', { claim: 'unsolvable' }));
  }

  plan(): void {}

  value(): void {}

  best(): void {}

  choose(): void {}
}
