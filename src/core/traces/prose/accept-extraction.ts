import { type Range, range } from '../../base/text/range.ts';
import type { ReadTrace } from '../events.ts';
import { type ExtractedNode, readExtraction } from './extraction-prompt.ts';
import type { ActionMention } from './mention.ts';
import { languageFor } from './prose-language.ts';
import { type ProseStep, proseTrace } from './prose-trace.ts';
import { type ProseNode, ProseTree } from './prose-tree.ts';
import type { ProseOptions } from './read-prose.ts';
import { findRoot } from './root.ts';

/** A node of a model's answer that is not accepted. */
export interface RefusedNode {
  readonly node: ExtractedNode;
  /** Reason as a clause: `the text has no such words`. */
  readonly reason: string;
}

/** What is left of a model's answer. */
export interface AcceptedExtraction {
  readonly trace: ReadTrace;
  /** Nodes of the tree by index, the root first; empty if the root is unknown. */
  readonly nodes: readonly ProseNode[];
  readonly refused: readonly RefusedNode[];
  /** Objects of the answer that are no nodes. */
  readonly malformed: number;
  readonly isCut: boolean;
}

/** Characters of a quote that are looked for. */
const MAX_QUOTE = 2000;
/** How often the text may be searched from its start, on average: a model that quotes what is not there costs time. */
const MAX_SCANS = 400;

const LIKE: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '.',
};

/** A text with its blanks and signs as models copy them: runs of blanks are one space, marks of markup are left out. */
class LooseText {
  readonly text: string;
  /** Offset in the original of each character. */
  readonly #offsets: Int32Array;

  constructor(source: string) {
    const offsets = new Int32Array(source.length + 1);
    const parts: string[] = [];
    let length = 0;
    let isBlank = true;
    for (let i = 0; i < source.length; i++) {
      const character = source.charAt(i);
      if (character === '*' || character === '_' || character === '`') continue;
      const blank = /\s/.test(character);
      if (blank && isBlank) continue;
      isBlank = blank;
      parts.push(blank ? ' ' : (LIKE[character] ?? character));
      offsets[length++] = i;
    }
    offsets[length] = source.length;
    this.text = parts.join('');
    this.#offsets = offsets;
  }

  /** Returns the offset in the loose text of an offset in the original. */
  at(original: number): number {
    let [low, high] = [0, this.text.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#offsets[middle] ?? 0) < original) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  original(start: number, end: number): Range {
    return range(this.#offsets[start] ?? 0, (this.#offsets[end - 1] ?? 0) + 1);
  }
}

/** Finds quotes in a text; those that occur several times by the order of the nodes. */
class QuoteFinder {
  readonly #text: string;
  #loose: LooseText | undefined;
  #budget: number;

  constructor(text: string) {
    this.#text = text;
    this.#budget = MAX_SCANS * (text.length + 1000);
  }

  /** Returns the first place of a quote at or after an offset, otherwise the first in the text; undefined if there is none. */
  find(quote: string, from: number): Range | undefined {
    if (quote.trim() === '' || quote.length > MAX_QUOTE || this.#budget <= 0) return undefined;
    this.#budget -= 2 * this.#text.length;
    let at = this.#text.indexOf(quote, from);
    if (at < 0) at = this.#text.indexOf(quote);
    if (at >= 0) return range(at, at + quote.length);
    this.#loose ??= new LooseText(this.#text);
    const wanted = new LooseText(quote.trim()).text.trim();
    if (wanted === '') return undefined;
    const { text } = this.#loose;
    at = text.indexOf(wanted, this.#loose.at(from));
    if (at < 0) at = text.indexOf(wanted);
    return at < 0 ? undefined : this.#loose.original(at, at + wanted.length);
  }
}

/** A node that was accepted, with the place of its words. */
interface Accepted {
  readonly node: ProseNode;
  readonly isNew: boolean;
  readonly range: Range;
  readonly isChoice: boolean;
}

/**
 * Accepts the nodes of a model's answer to `extractionPrompt`, one by one: the words that it quotes must be in the text,
 * its parent must be accepted, and the action must be legal there by the rules. All others are refused, with the
 * reason. Never throws; the work is bounded by the lengths of the text and of the answer.
 */
export function acceptExtraction(text: string, answer: string, options: ProseOptions): AcceptedExtraction {
  const { world } = options;
  const { nodes: extracted, malformed, isCut } = readExtraction(answer);
  const first = languageFor(text, options, world.start).language;
  const root = findRoot(text, options, first);
  const task = { ...options, root, isGame: false };
  if (root === undefined) {
    const refused = extracted.map((node) => ({ node, reason: 'the position in which the text begins is unknown' }));
    return { trace: proseTrace(text, task, [], []), nodes: [], refused, malformed, isCut };
  }
  const { language } = languageFor(text, options, root.state);
  const tree = new ProseTree(world.automaton, language, root.state);
  const finder = new QuoteFinder(text);
  const byId = new Map<string, Accepted>();
  const refused: RefusedNode[] = [];
  const steps: (ProseStep & { readonly key: number })[] = [];
  let from = 0;
  for (const node of extracted) {
    const judged = judge(node);
    if (typeof judged === 'string') {
      refused.push({ node, reason: judged });
      continue;
    }
    byId.set(node.id, judged);
    from = judged.range.start;
    const before = node.parent === undefined ? 0 : (byId.get(node.parent)?.range.start ?? 0);
    const { range: at } = judged;
    steps.push({ ...judged, start: at.start, isNext: true, key: Math.max(before, at.start) });
  }
  steps.sort((a, b) => a.key - b.key || a.node.index - b.node.index);
  const isGame = language.sideToMove(root.state) !== undefined;
  return { trace: proseTrace(text, { ...task, isGame }, steps, []), nodes: tree.nodes, refused, malformed, isCut };

  function judge({ id, parent, action, quote, isChoice }: ExtractedNode): Accepted | string {
    if (byId.has(id)) return `the name ${id} belongs to an earlier node`;
    const above = parent === undefined ? tree.root : byId.get(parent)?.node;
    if (above === undefined) return `its parent ${parent ?? ''} is no node that was accepted`;
    const at = finder.find(quote, from);
    if (at === undefined) return 'the text has no such words';
    const mention = mentionOf(action, at);
    if (mention === undefined) return `${action} is no action of ${world.title}`;
    const legal = tree.actionAt(above, mention);
    if (legal === undefined) return whyNot(above, mention, action);
    const entered = tree.enter(above, legal, mention);
    if (entered === undefined) return 'its line is too long';
    const named = language.find(text.slice(at.start, at.end)).filter((found) => tree.actionAt(above, found) === legal);
    const [only] = named;
    const own = only === undefined ? at : range(at.start + only.range.start, at.start + only.range.end);
    return { ...entered, range: own, isChoice };
  }

  /** Returns the action of a node as a mention: as a text would name it, or as the world does. */
  function mentionOf(action: string, at: Range): ActionMention | undefined {
    const written = action.trim();
    const [found] = language.find(written);
    if (found !== undefined) return { ...found, range: at, start: at.start };
    return written === '' ? undefined : { range: at, start: at.start, text: written, form: 'name' };
  }

  function whyNot(above: ProseNode, mention: ActionMention, action: string): string {
    if (language.isAmbiguous(above.state, mention)) return `${action} can be two actions there`;
    const why = language.whyNot(above.state, mention);
    return `${action} is not legal there${why === undefined ? '' : `: ${why}`}`;
  }
}
