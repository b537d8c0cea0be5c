import { type Range, range } from '../../base/text/range.ts';
import type { World } from '../../worlds/world.ts';
import type { ReadTrace } from '../events.ts';
import { type ExtractedNode, readExtraction } from './extraction-prompt.ts';
import type { ActionLanguage, ActionMention } from './mention.ts';
import { languageFor, type ProseOptions } from './prose-language.ts';
import { type ProseRest, type ProseStep, proseTrace } from './prose-trace.ts';
import { type ProseNode, ProseTree } from './prose-tree.ts';
import { findRoot } from './root.ts';

/** A node of a model's answer that is not accepted. */
export interface RefusedNode {
  readonly node: ExtractedNode;
  /** Reason as a clause: `the text has no such words`. */
  readonly reason: string;
}

/** The accepted part of a model's answer. */
export interface AcceptedExtraction {
  readonly trace: ReadTrace;
  /** Nodes of the tree by index, the root first; empty if the root is unknown. */
  readonly nodes: readonly ProseNode[];
  readonly refused: readonly RefusedNode[];
  /** Objects of the answer that are no nodes. */
  readonly malformed: number;
  readonly isCut: boolean;
}

/** Returns what the trace says of nodes that are refused: they are the model's, and no moves of the text. */
const restOf = (refused: readonly RefusedNode[]): ProseRest => ({
  unread: [],
  unplaced: refused.length,
  hallucinated: [],
  findings: [],
});

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

/** A text as models copy it: runs of white space are one space, and marks of markup are left out. */
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

  /** True if too many quotes were not in the text: no others are looked for. */
  get isSpent(): boolean {
    return this.#budget <= 0;
  }

  /** Returns the first place of a quote at or after an offset, otherwise the first in the text; undefined if there is none. */
  find(quote: string, from: number): Range | undefined {
    if (quote.trim() === '' || quote.length > MAX_QUOTE || this.isSpent) return undefined;
    const at = this.#search(this.#text, quote, from);
    if (at >= 0) return range(at, at + quote.length);
    this.#loose ??= new LooseText(this.#text);
    const wanted = new LooseText(quote.trim()).text.trim();
    if (wanted === '') return undefined;
    const loose = this.#search(this.#loose.text, wanted, this.#loose.at(from));
    return loose < 0 ? undefined : this.#loose.original(loose, loose + wanted.length);
  }

  /** Searches from an offset, then from the start; counts the characters that were passed. */
  #search(text: string, wanted: string, from: number): number {
    const later = text.indexOf(wanted, from);
    if (later >= 0) {
      this.#budget -= later - from;
      return later;
    }
    const first = text.indexOf(wanted);
    this.#budget -= text.length - from + (first < 0 ? text.length : first);
    return first;
  }
}

/** A node that was accepted. */
interface Accepted {
  readonly node: ProseNode;
  /** Place of its events: a node comes after its parent, wherever its words are. */
  readonly key: number;
}

/** Judges the nodes of an answer, one after the other. */
class ExtractionJudge {
  readonly tree: ProseTree;
  readonly #text: string;
  readonly #language: ActionLanguage;
  readonly #title: string;
  readonly #finder: QuoteFinder;
  readonly #byId = new Map<string, Accepted>();
  /** Offset after the start of the last place of an action and its words. */
  readonly #nextOf = new Map<string, number>();
  /** Start of the words of the last node: quotes that occur several times are found from there. */
  #from = 0;

  constructor(text: string, { automaton, title }: World<unknown>, language: ActionLanguage, root: unknown) {
    this.tree = new ProseTree(automaton, language, root);
    this.#text = text;
    this.#language = language;
    this.#title = title;
    this.#finder = new QuoteFinder(text);
  }

  /** Returns the place of a node in the text and the tree, or the reason why it is refused. */
  judge({ id, parent, action, quote, isChoice }: ExtractedNode): (ProseStep & { readonly key: number }) | string {
    if (this.#byId.has(id)) return `the name ${id} belongs to an earlier node`;
    const before = parent === undefined ? undefined : this.#byId.get(parent);
    if (parent !== undefined && before === undefined) return `its parent ${parent} is no accepted node`;
    const above = before?.node ?? this.tree.root;
    // The same action in the same words again is at their next occurrence.
    const words = `${action}\n${quote}`;
    const quoted = this.#finder.find(quote, Math.max(this.#from, this.#nextOf.get(words) ?? 0));
    if (quoted === undefined)
      return this.#finder.isSpent ? 'too many quotes are not in the text' : 'the text has no such words';
    const mention = this.#mentionOf(action, quoted);
    if (mention === undefined) return `${action} is no action of ${this.#title}`;
    const legal = this.tree.actionAt(above, mention);
    if (legal === undefined) return this.#whyNot(above, mention, action);
    const at = this.#actionIn(quoted, above, legal);
    const entered = this.tree.enter(above, legal, { ...mention, range: at, start: at.start });
    if (entered === undefined) return 'its line is too long';
    const key = Math.max(before?.key ?? 0, at.start);
    this.#byId.set(id, { node: entered.node, key });
    this.#from = quoted.start;
    this.#nextOf.set(words, quoted.start + 1);
    return { ...entered, range: at, start: at.start, isChoice, isNext: true, key };
  }

  /** Returns the action of a node as a text would name it, or as the world does. */
  #mentionOf(action: string, at: Range): ActionMention | undefined {
    const written = action.trim();
    const [found] = this.#language.find(written);
    if (found !== undefined) return { ...found, range: at, start: at.start };
    return written === '' ? undefined : { range: at, start: at.start, text: written, form: 'name' };
  }

  /** Returns the range of the action within its quote, if it is there once. */
  #actionIn(quoted: Range, above: ProseNode, legal: string): Range {
    const named = this.#language
      .find(this.#text.slice(quoted.start, quoted.end))
      .filter((mention) => this.tree.actionAt(above, mention) === legal);
    const [only] = named;
    if (only === undefined || named.length > 1) return quoted;
    return range(quoted.start + only.range.start, quoted.start + only.range.end);
  }

  #whyNot(above: ProseNode, mention: ActionMention, action: string): string {
    if (this.#language.isAmbiguous(above.state, mention)) return `${action} can be two actions there`;
    const why = this.#language.whyNot(above.state, mention);
    return `${action} is not legal there${why === undefined ? '' : `: ${why}`}`;
  }
}

/**
 * Accepts the nodes of a model's answer to `extractionPrompt`, one by one: the words that it quotes must be in the text,
 * its parent must be accepted, and the action must be legal there by the rules. All others are refused, with the
 * reason. Never throws; the work is bounded by the lengths of the text and of the answer.
 */
export function acceptExtraction(text: string, answer: string, options: ProseOptions): AcceptedExtraction {
  const { world } = options;
  const { nodes: extracted, malformed, isCut } = readExtraction(answer);
  const root = findRoot(text, options, languageFor(text, options, world.start));
  if (root === undefined) {
    const refused = extracted.map((node) => ({ node, reason: 'the position in which the text begins is unknown' }));
    return {
      trace: proseTrace(text, { ...options, root, isGame: false }, [], restOf(refused)),
      nodes: [],
      refused,
      malformed,
      isCut,
    };
  }
  const language = languageFor(text, options, root.state);
  const judge = new ExtractionJudge(text, world, language, root.state);
  const refused: RefusedNode[] = [];
  const steps: (ProseStep & { readonly key: number })[] = [];
  for (const node of extracted) {
    const step = judge.judge(node);
    if (typeof step === 'string') refused.push({ node, reason: step });
    else steps.push(step);
  }
  steps.sort((a, b) => a.key - b.key || a.node.index - b.node.index);
  const isGame = language.sideToMove(root.state) !== undefined;
  const trace = proseTrace(text, { ...options, root, isGame }, steps, restOf(refused));
  return { trace, nodes: judge.tree.nodes, refused, malformed, isCut };
}
