import type { Range } from '../../base/text/range.ts';
import { fullestState } from '../../mav/check/example-model.ts';
import type { MavTraceNode, TraceModel } from '../../mav/check/trace-model.ts';
import { type MavGameName, mavGameName } from '../../mav/game-names.ts';
import { type MavGame, mavGame } from '../../mav/games.ts';
import { readMavSection } from '../../mav/read-mav.ts';
import {
  type ActionValue,
  type NodeRef,
  type Parameter,
  PUBLISHED_DIALECT,
  pathKey,
  type TraceStep,
} from '../../mav/syntax.ts';
import { BUCKETS, bucketToken } from '../../mav/values.ts';
import { type MavView, mavView } from '../../mav/view.ts';
import { type DraftLine, printExample } from '../../mav/write/example-draft.ts';
import type { TraceDialect } from '../dialect.ts';
import type {
  ClaimEvent,
  GenerateEvent,
  NodeReference,
  NumberSpan,
  ReadTrace,
  Span,
  TaskEvent,
  TraceEvent,
} from '../events.ts';
import { TraceBuilder } from './text-lines.ts';

/**
 * Traces of MAV (`Minimax breadth=3 depth=1`): an evaluation generates its node, an expansion visits it, and a decision
 * claims the values and the best action. Its own checks know more of it, lists of actions among them.
 */
export const MAV_TRACES: TraceDialect = {
  id: 'mav',
  title: 'MAV: minimax in multi-action-value examples',
  language: 'mav',
  recognize: (head) => {
    if (/^[ \t]*Minimax[ \t]+(?:breadth|depth)[ \t]*=/im.test(head)) return 1;
    return /Evaluation[ \t]+for[ \t]+node[ \t]*:?[ \t]*<[ \t]*root\b/i.test(head) ? 0.95 : 0;
  },
  starts: (line) => /^[ \t]*Minimax\b/i.test(line),
  partedByBlankLines: false,
  read: readMavTraces,
  write: writeMavTrace,
};

/** Reads all traces of a text; examples that belong to none are unread. */
function readMavTraces(text: string): ReadTrace {
  const found = new TraceBuilder();
  for (let at = 0; at < text.length; ) {
    const section = readMavSection(text, at);
    const part = text.slice(at, at + section.length);
    const view = mavView(part);
    const events = view.trace === undefined ? [] : mavTraceEvents(view, view.trace);
    const placed = at === 0 ? events : events.map((event) => shifted(event, at));
    const notes = addRest(found, text, placed, { start: at, end: at + section.length });
    found.add(...[...placed, ...notes].sort((a, b) => a.range.start - b.range.start));
    found.isCut =
      view.trace !== undefined && view.trace.trace.playing === undefined && at + section.length >= text.length;
    at += section.length;
  }
  return { ...found.finish('mav'), valueSum: BUCKETS + 1 };
}

/** Returns the comments between events as notes; other words that no event has are unread. */
function addRest(found: TraceBuilder, text: string, taken: readonly TraceEvent[], whole: Range): TraceEvent[] {
  const notes: TraceEvent[] = [];
  const gaps: Range[] = [];
  let from = whole.start;
  for (const { start, end } of taken.map(({ range }) => range).sort((a, b) => a.start - b.start)) {
    if (start > from) gaps.push({ start: from, end: start });
    from = Math.max(from, end);
  }
  gaps.push({ start: from, end: whole.end });
  for (const gap of gaps)
    for (const { 0: line, index } of text.slice(gap.start, gap.end).matchAll(/[^\s][^\r\n]*/g)) {
      const start = gap.start + index;
      const range = { start, end: start + line.trimEnd().length };
      if (line.startsWith('#')) notes.push({ kind: 'note', range, text: { text: line.trimEnd(), range } });
      else found.skip(text, range);
    }
  return notes;
}

/** Returns the events of a trace that MAV's own reader has read, in the order of the text. */
function mavTraceEvents(view: MavView, model: TraceModel): TraceEvent[] {
  const { trace } = model;
  const events: TraceEvent[] = [];
  const root = model.root;
  const start = root && stateOf(root);
  const game = mavGameName(root?.example?.header.game?.text ?? '');
  events.push({
    kind: 'task',
    range: trace.head.end > trace.head.start ? trace.head : { start: trace.range.start, end: trace.range.start },
    world: game && { kind: 'named', name: game === 'hex' ? hexName(root) : game },
    ...(start && { start }),
    algorithm: 'minimax',
    ...numberField('breadth', trace.breadth),
    ...numberField('depth', trace.depth),
  });
  for (const step of trace.steps) events.push(...eventsOfStep(view, model, step));
  const { playing } = trace;
  if (playing !== undefined) {
    const action = { range: playing.range, text: root?.nameOf(playing.text) ?? playing.text.toLowerCase() };
    const line = view.text.lastIndexOf('Playing', playing.range.start);
    const begin = line >= 0 && playing.range.start - line < 20 ? line : playing.range.start;
    const end = playing.range.end + (view.text[playing.range.end] === '!' ? 1 : 0);
    events.push({ kind: 'choose', range: { start: begin, end }, actions: [action] });
  }
  return events;
}

function numberField(
  name: 'breadth' | 'depth',
  parameter: Parameter | undefined,
): { [key in typeof name]?: NumberSpan } {
  return parameter?.value === undefined ? {} : { [name]: { value: parameter.value, range: parameter.range } };
}

/** Returns the name of Hex on the board of a state; other sizes have another one. */
function hexName(root: MavTraceNode | undefined): string {
  const board = fullestState(root?.model?.current ?? [])?.reading.fields.board;
  const size = Math.sqrt(board?.length ?? 0);
  return Number.isInteger(size) && size > 0 ? `hex${size}` : 'hex';
}

/** Returns the state of a node as its world writes it; as it is written if it is none. */
function stateOf({ model }: MavTraceNode): Span | undefined {
  const state = fullestState(model?.current ?? []) ?? model?.current[0];
  if (state === undefined) return undefined;
  const { word, reading } = state;
  const text = reading.state === undefined ? word.text : (model?.game?.automaton.print(reading.state) ?? word.text);
  return { range: word.range, text };
}

function eventsOfStep(view: MavView, model: TraceModel, step: TraceStep): TraceEvent[] {
  const path = step.node === undefined ? undefined : model.pathOf(step.node);
  const node = path === undefined ? undefined : model.nodes.get(pathKey(path));
  // A step that names no node says nothing of the tree; MAV's own checks report it.
  if (step.node === undefined || path === undefined || node === undefined) return [{ kind: 'note', range: step.range }];
  const reference = referenceTo(path, step.node);
  switch (step.kind) {
    case 'evaluation':
      return [generateFrom(step, node, path, step.node)];
    case 'expansion': {
      const evaluated = (child: NodeRef): boolean =>
        model.nodes.get(pathKey(model.pathOf(child)))?.evaluation !== undefined;
      const others = step.children.filter((child) => !evaluated(child));
      return [
        { kind: 'visit', range: step.range, node: reference },
        ...others.map((child): TraceEvent => {
          const own = model.pathOf(child);
          return { kind: 'generate', range: child.range, ...linkOf(own, child) };
        }),
      ];
    }
    default:
      return eventsOfDecision(view, step, node, path, step.node);
  }
}

const spansOfPath = (path: readonly string[], ref: NodeRef): Span[] =>
  path.map((text, i) => ({ text, range: ref.path[i]?.range ?? ref.range }));

const referenceTo = (path: readonly string[], ref: NodeRef): NodeReference => ({
  range: ref.range,
  path: spansOfPath(path, ref),
});

/** Returns the parent and the action of a node; none for the root. */
function linkOf(path: readonly string[], ref: NodeRef): { parent?: NodeReference; action?: Span } {
  const spans = spansOfPath(path, ref);
  const action = spans.pop();
  return action === undefined ? {} : { parent: { range: ref.range, path: spans }, action };
}

/** The value of a node is that of its best action, in buckets for the side to move. */
function generateFrom(step: TraceStep, node: MavTraceNode, path: readonly string[], ref: NodeRef): TraceEvent {
  const { model } = node;
  const isFirst = node.evaluation === step;
  const state = isFirst ? stateOf(node) : undefined;
  const best = model?.best?.action;
  const listed = model?.list?.body.kind === 'list' ? model.list.body.actions : [];
  const chosen = listed.find(({ move }) => model?.nameOf(move.text) === best);
  const value = isFirst && chosen !== undefined ? bucketOf(chosen) : undefined;
  return {
    kind: 'generate',
    range: step.range,
    ...linkOf(path, ref),
    ...(state && { state }),
    ...(value && { value }),
  };
}

const bucketOf = ({ bucket, value }: ActionValue): NumberSpan | undefined =>
  bucket === undefined || value === undefined ? undefined : { value: bucket, range: value.range };

/** A decision claims the value of each action that it compares, for the side to move, and its best one. */
function eventsOfDecision(
  view: MavView,
  step: Extract<TraceStep, { kind: 'decision' }>,
  node: MavTraceNode,
  path: readonly string[],
  ref: NodeRef,
): TraceEvent[] {
  const spans = spansOfPath(path, ref);
  const events = step.actions.map((weighed): TraceEvent => {
    const action = { range: weighed.move.range, text: node.nameOf(weighed.move.text) };
    const value = bucketOf(weighed);
    return {
      kind: 'claim',
      claim: 'value',
      range: weighed.range,
      node: { range: weighed.range, path: [...spans, action] },
      ...(value && { value }),
    };
  });
  const { selection } = step;
  const reference = { range: ref.range, path: spans };
  const head = { start: step.range.start, end: Math.max(ref.range.end, step.range.start) };
  const colon = /^[ \t]*:/.exec(view.text.slice(head.end, head.end + 10))?.[0].length ?? 0;
  events.unshift({ kind: 'visit', range: { start: head.start, end: head.end + colon }, node: reference });
  if (selection === undefined) return events;
  const words = view.text.lastIndexOf('Selecting', selection.range.start);
  const start = words >= head.end ? words : selection.range.start;
  const range = { start, end: step.range.end };
  if (selection.kind === 'terminal')
    return [
      ...events,
      { kind: 'note', range, node: reference, text: { range: selection.range, text: selection.result.text } },
    ];
  const value = bucketOf(selection.action);
  const action = { range: selection.action.move.range, text: node.nameOf(selection.action.move.text) };
  return [...events, { kind: 'claim', claim: 'best', range, node: reference, action, ...(value && { value }) }];
}

/** Moves all ranges of an event. */
function shifted<T>(value: T, by: number): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => shifted(item, by)) as T;
  const { start, end } = value as { start?: unknown; end?: unknown };
  if (typeof start === 'number' && typeof end === 'number') return { start: start + by, end: end + by } as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shifted(item as unknown, by)])) as T;
}

const RESULT = /^(?:1-0|0-1|1\/2-1\/2)$/;

/**
 * Writes events of a game of MAV as its traces: evaluations with the state, the best action and its value, expansions,
 * decisions. Nodes are named by their actions. Events of other worlds, and values that are no buckets, are left out.
 */
function writeMavTrace(events: readonly TraceEvent[]): string {
  const task = events.find((event): event is TaskEvent => event.kind === 'task');
  const world = task?.world?.kind === 'named' ? task.world.name.replace(/^hex\d+$/, 'hex') : '';
  const name = mavGameName(world);
  const game = name === undefined ? undefined : mavGame(name);
  if (name === undefined || game === undefined) return '';
  const writer = new MavWriter(name, game, events);
  return events.map((event, i) => writer.lines(event, events[i + 1])).join('');
}

const keyOf = (path: readonly string[]): string => path.join(' ');

class MavWriter {
  readonly #name: MavGameName;
  readonly #game: MavGame<unknown>;
  /** Paths by the names of nodes, for events that refer to them by name. */
  readonly #paths = new Map<string, readonly string[]>();
  readonly #states = new Map<string, string>();
  readonly #children = new Map<string, string[][]>();
  readonly #best = new Map<string, ClaimEvent>();
  /** Node whose decision is open. */
  #decided: string | undefined;

  constructor(name: MavGameName, game: MavGame<unknown>, events: readonly TraceEvent[]) {
    this.#name = name;
    this.#game = game;
    for (const event of events) {
      if (event.kind === 'generate') this.#addNode(event);
      const path = event.kind === 'claim' && event.claim === 'best' ? this.#pathTo(event.node) : undefined;
      if (event.kind === 'claim' && path !== undefined && !this.#best.has(keyOf(path)))
        this.#best.set(keyOf(path), event);
    }
  }

  lines(event: TraceEvent, next: TraceEvent | undefined): string {
    switch (event.kind) {
      case 'task': {
        const [breadth, depth] = [event.breadth?.value, event.depth?.value];
        return `Minimax${breadth === undefined ? '' : ` breadth=${breadth}`}${depth === undefined ? '' : ` depth=${depth}`}\n`;
      }
      case 'generate':
        return this.#evaluation(event);
      case 'visit': {
        const path = this.#pathTo(event.node);
        if (path === undefined) return '';
        const isDecision = next?.kind === 'claim' || (next?.kind === 'note' && RESULT.test(next.text?.text ?? ''));
        this.#decided = isDecision ? keyOf(path) : undefined;
        return isDecision ? `Decision for node: ${this.#nameOf(path)}\n` : this.#expansion(path);
      }
      case 'claim':
        return this.#claim(event);
      case 'note':
        return this.#note(event.text?.text ?? '');
      case 'choose':
        return event.actions?.length === 1 ? `Playing ${this.#spell(event.actions[0]?.text ?? '')}!\n` : '';
      default:
        return '';
    }
  }

  #addNode({ id, parent, action, state }: GenerateEvent): void {
    const above = parent === undefined && action === undefined ? undefined : this.#pathTo(parent);
    if (above === undefined && action !== undefined) return;
    const path = above === undefined || action === undefined ? [] : [...above, action.text];
    if (id !== undefined && !this.#paths.has(id.text)) this.#paths.set(id.text, path);
    if (state !== undefined && !this.#states.has(keyOf(path))) this.#states.set(keyOf(path), state.text);
    if (above === undefined) return;
    const siblings = this.#children.get(keyOf(above)) ?? [];
    if (!siblings.some((own) => keyOf(own) === keyOf(path))) siblings.push(path);
    this.#children.set(keyOf(above), siblings);
  }

  #pathTo(node: NodeReference | undefined): readonly string[] | undefined {
    return node?.path?.map(({ text }) => text) ?? (node?.id === undefined ? undefined : this.#paths.get(node.id));
  }

  #spell(action: string): string {
    return this.#game.spell(action);
  }

  #nameOf(path: readonly string[]): string {
    return `<${['root', ...path.map((action) => this.#spell(action))].join(' ')}>`;
  }

  /** Writes nothing for a node without a state: the expansion of its parent announces it. */
  #evaluation({ parent, action, state, value }: GenerateEvent): string {
    const above = this.#pathTo(parent);
    if (state === undefined || (above === undefined) !== (action === undefined)) return '';
    const path = above === undefined || action === undefined ? [] : [...above, action.text];
    const form = this.#game.hasFen ? 'FEN' : 'state';
    const before = above === undefined ? undefined : this.#states.get(keyOf(above));
    const lines: DraftLine[] = [];
    if (before !== undefined && action !== undefined)
      lines.push({ command: `prev_${form}`, state: before }, { command: 'prev_action', action: action.text });
    const inputs = lines.length === 0 ? 1 : lines.length;
    lines.push({ command: form, state: state.text });
    const best = this.#best.get(keyOf(path))?.action?.text;
    if (value !== undefined && best !== undefined && isBucket(value.value))
      lines.push(
        { command: 'top', k: 1, list: [{ action: best, bucket: value.value }] },
        { command: 'best_action', action: best },
      );
    const example = printExample({ game: this.#name, lines, inputs }, PUBLISHED_DIALECT);
    return `Evaluation for node: ${this.#nameOf(path)}\n${example}`;
  }

  #expansion(path: readonly string[]): string {
    const children = this.#children.get(keyOf(path)) ?? [];
    if (children.length === 0) return '';
    return `Expand from node ${this.#nameOf(path)}: ${children.map((child) => this.#nameOf(child)).join(' ')}\n`;
  }

  #claim({ claim, node, value, action }: ClaimEvent): string {
    const path = this.#pathTo(node);
    if (path === undefined || value === undefined || !isBucket(value.value)) return '';
    const about = claim === 'best' ? path : path.slice(0, -1);
    const own = claim === 'best' ? action?.text : path.at(-1);
    if ((claim !== 'best' && claim !== 'value') || own === undefined) return '';
    const head = this.#decided === keyOf(about) ? '' : `Decision for node: ${this.#nameOf(about)}\n`;
    this.#decided = claim === 'best' ? undefined : keyOf(about);
    const pair = `${this.#spell(own)} : "${bucketToken(value.value, PUBLISHED_DIALECT)}"`;
    return `${head}${claim === 'best' ? 'Selecting: ' : ''}${pair}\n`;
  }

  /** Writes comments, and the results that end a decision. */
  #note(text: string): string {
    if (RESULT.test(text)) return this.#decided === undefined ? '' : `Selecting: invalid : "${text}"\n`;
    return /^#[^\r\n]*\S$|^#$/.test(text) ? `${text}\n` : '';
  }
}

const isBucket = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 64;
