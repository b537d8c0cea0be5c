import type { ClaimEvent, GenerateEvent, NodeReference, TaskEvent, TraceEvent, VisitEvent } from '../events.ts';

/** Numbers of a state of Countdown: `17:[39, 3, 8]`. */
const STATE = /^(\d+):(\[[^\]]*\])$/;
const EXHAUSTED = 'No solution found.\n';
const NAME = /^\d+(?:,\d+)*$/;

/**
 * Writes events as the lines of Stream of Search, exactly as its generator does. Events that it has no line for are left
 * out: costs, values, closed and abandoned nodes. Names of nodes that are not such as `0,0,1` become such by their
 * parents.
 */
export function writeCountdownStream(events: readonly TraceEvent[]): string {
  const writer = new StreamWriter(events);
  const text = events.map((event, i) => writer.lines(event, events[i + 1])).join('');
  // The generator returns right after this statement, whose line has no end.
  return text.endsWith(EXHAUSTED) ? text.trimEnd() : text;
}

class StreamWriter {
  /** Names of nodes as they are written, by the names in the events. */
  readonly #names: ReadonlyMap<string, string>;
  /** States by the names in the events. */
  readonly #states = new Map<string, string>();
  #goal = '';
  #hasBegun = false;

  constructor(events: readonly TraceEvent[]) {
    this.#names = namesOf(events);
    for (const event of events)
      if (event.kind === 'generate' && event.id !== undefined && event.state !== undefined)
        this.#states.set(event.id.text, event.state.text);
  }

  lines(event: TraceEvent, next: TraceEvent | undefined): string {
    if (event.kind !== 'note') this.#hasBegun = true;
    switch (event.kind) {
      case 'task':
        return this.#task(event, next);
      case 'generate':
        return this.#generate(event);
      case 'visit':
        return this.#visit(event);
      case 'claim':
        return this.#claim(event);
      case 'choose':
        return event.actions === undefined ? '' : `OPERATIONS: ${operationList(event.actions)}\n`;
      case 'note':
        return this.#note(event.text?.text ?? '');
      default:
        return '';
    }
  }

  /** Words before the first state are notes, and so are the summaries that some models add. */
  #note(text: string): string {
    const isSummary = /^(?:SOLUTION|RESULT):/.test(text);
    const isPreface = !this.#hasBegun && text !== '' && !/Current State|Moving to Node/.test(text);
    return (isSummary || isPreface) && /^\S(?:[^\r\n]*\S)?$/.test(text) ? `${text}\n` : '';
  }

  /** Writes nothing if the next event is the visit of the start, which shows the task. */
  #task({ start, goal }: TaskEvent, next: TraceEvent | undefined): string {
    const [, target = goal?.text ?? '', numbers] = STATE.exec(start?.text ?? '') ?? [];
    this.#goal = goal?.text ?? target;
    if (numbers === undefined) return '';
    const isVisited = next?.kind === 'visit' && next.node.state?.text === start?.text && next.node.path?.length === 0;
    const isRoot = next?.kind === 'generate' && isStart(next) && next.state?.text === start?.text;
    return isVisited || isRoot ? '' : currentState(this.#goal, numbers, []);
  }

  #generate(event: GenerateEvent): string {
    const numbers = numbersOf(event.state?.text);
    if (numbers === undefined) return '';
    const goal = event.goal?.text ?? this.#goal;
    if (isStart(event)) return currentState(goal, numbers, []);
    const action = event.action?.text ?? '';
    const name = event.id && this.#names.get(event.id.text);
    return name === undefined
      ? `Exploring Operation: ${action}, Resulting Numbers: ${numbers}\n`
      : `Generated Node #${name}: ${goal}:${numbers} Operation: ${action}\n`;
  }

  #visit({ node, goal }: VisitEvent): string {
    const name =
      node.id === undefined ? undefined : (this.#names.get(node.id) ?? (NAME.test(node.id) ? node.id : undefined));
    const moving = name === undefined ? '' : `Moving to Node #${name}\n`;
    const numbers = numbersOf(node.state?.text);
    if (numbers === undefined || node.path === undefined) return moving;
    return `${moving}${currentState(goal?.text ?? this.#goal, numbers, node.path)}`;
  }

  #claim({ claim, node, goal }: ClaimEvent): string {
    if (claim === 'unsolvable' && node === undefined) return EXHAUSTED;
    const left = /^\[(-?\d+)\]$/.exec(numbersOf(this.#stateOf(node)) ?? '')?.[1];
    if (left === undefined) return '';
    const right = goal?.text ?? this.#goal;
    if (claim === 'goal') return `${left},${right} equal: Goal Reached\n`;
    return claim === 'no-goal' ? `${left},${right} unequal: No Solution\n` : '';
  }

  #stateOf(node: NodeReference | undefined): string | undefined {
    return node?.state?.text ?? (node?.id === undefined ? undefined : this.#states.get(node.id));
  }
}

const isStart = ({ parent, action }: GenerateEvent): boolean => parent === undefined && action === undefined;

const numbersOf = (state: string | undefined): string | undefined => STATE.exec(state ?? '')?.[2];

const operationList = (path: readonly { readonly text: string }[]): string =>
  `[${path.map(({ text }) => `'${text}'`).join(', ')}]`;

const currentState = (goal: string, numbers: string, path: readonly { readonly text: string }[]): string =>
  `Current State: ${goal}:${numbers}, Operations: ${operationList(path)}\n`;

/** Returns the name under which each named node is written: its own, unless one of them is no name of this dialect. */
function namesOf(events: readonly TraceEvent[]): ReadonlyMap<string, string> {
  const nodes = events.flatMap((event) => (event.kind === 'generate' && event.id !== undefined ? [event] : []));
  const own = new Map(nodes.map(({ id }) => [id?.text ?? '', id?.text ?? '']));
  const fits = nodes.every(
    ({ id, parent }) =>
      NAME.test(id?.text ?? '') && (parent?.id === undefined || (id?.text ?? '').startsWith(`${parent.id},`)),
  );
  if (fits) return own;
  const names = new Map<string, string>();
  const children = new Map<string, number>();
  for (const event of nodes) {
    const id = event.id?.text ?? '';
    if (names.has(id)) continue;
    const parent = isStart(event) ? undefined : (names.get(event.parent?.id ?? '') ?? '0');
    if (parent === undefined) {
      names.set(id, '0');
      continue;
    }
    const index = children.get(parent) ?? 0;
    children.set(parent, index + 1);
    names.set(id, `${parent},${index}`);
  }
  return names;
}
