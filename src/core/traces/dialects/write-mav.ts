import { type MavGameName, mavGameName } from '../../mav/game-names.ts';
import { type MavGame, mavGame } from '../../mav/games.ts';
import { PUBLISHED_DIALECT } from '../../mav/syntax.ts';
import { bucketToken } from '../../mav/values.ts';
import { type DraftLine, printExample } from '../../mav/write/example-draft.ts';
import type { ClaimEvent, GenerateEvent, NodeReference, TaskEvent, TraceEvent } from '../events.ts';

const RESULT = /^(?:1-0|0-1|1\/2-1\/2)$/;

/**
 * Writes events of a game of MAV as its traces: evaluations with the state, the best action and its value, expansions,
 * decisions. Nodes are named by their actions. Events of other worlds, and values that are no buckets, are left out.
 */
export function writeMavTrace(events: readonly TraceEvent[]): string {
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
