import { type Automaton, SINK } from '../../base/automaton.ts';
import type { ActionLanguage, ActionMention, ItemMark, PlayerIndex, ReadMention } from './mention.ts';

/** A node of the tree that a text in prose describes. */
export interface ProseNode {
  /** Number from 0, the root, in the order of the text. */
  readonly index: number;
  readonly parent: ProseNode | undefined;
  /** Number of actions from the root. */
  readonly depth: number;
  /** The action in the form of the world; empty for the root. */
  readonly action: string;
  /** The mention that it comes from; undefined for the root. */
  readonly mention: ActionMention | undefined;
  readonly state: unknown;
  readonly children: Map<string, ProseNode>;
}

/** Longest line that is followed, in actions: a step back along it takes constant time. */
const LONGEST_LINE = 256;
/** Number of nodes up the line in which an action without a number is looked for, besides the root. */
const REACH = 24;
/** Number of nodes per mention, on average, in which an action is looked for that fits no place. */
const SEARCH = 64;

const keyOf = (text: string): string => text.replace(/[+#!?]+$/, '');

/** The tree of a text in prose with the place up to which it has been read. Each question takes bounded time. */
export class ProseTree {
  readonly root: ProseNode;
  readonly nodes: ProseNode[];
  /** The node that the text is at. */
  current: ProseNode;
  /** Number of positions in which actions were looked for: the work, for tests of its growth. */
  work = 0;
  readonly #automaton: Automaton<unknown>;
  readonly #language: ActionLanguage;
  /** Nodes by the text of their action. */
  readonly #named = new Map<string, ProseNode[]>();
  /** Number of nodes searched so far for each text, and the result. */
  readonly #searched = new Map<string, { nodes: number; isLegal: boolean }>();
  #budget = 0;

  constructor(automaton: Automaton<unknown>, language: ActionLanguage, start: unknown) {
    this.#automaton = automaton;
    this.#language = language;
    this.root = {
      index: 0,
      parent: undefined,
      depth: 0,
      action: '',
      mention: undefined,
      state: start,
      children: new Map(),
    };
    this.nodes = [this.root];
    this.current = this.root;
  }

  /** Returns the current node, the nearest nodes above it, and the root. */
  line(): ProseNode[] {
    const line: ProseNode[] = [];
    let node: ProseNode | undefined = this.current;
    for (let i = 0; i < REACH && node !== undefined; i++, node = node.parent) line.push(node);
    if (node !== undefined) line.push(this.root);
    return line;
  }

  /** Returns the node of the current line at a depth; undefined below its end. */
  ancestor(depth: number): ProseNode | undefined {
    let node: ProseNode | undefined = this.current;
    while (node !== undefined && node.depth > depth) node = node.parent;
    return node?.depth === depth ? node : undefined;
  }

  /** Returns the action that a mention names in a node, if it is legal there. */
  actionAt(node: ProseNode, mention: ActionMention): string | undefined {
    return this.actionIn(node.state, mention);
  }

  /** Returns the action that a mention names in a state, if it is legal there. */
  actionIn(state: unknown, mention: ActionMention): string | undefined {
    this.work++;
    return this.#language.resolve(state, mention);
  }

  /** Returns the state after a legal action; undefined if there is none. */
  stateAfter({ state }: { readonly state: unknown }, action: string): { readonly state: unknown } | undefined {
    const next = this.#automaton.step(state, action);
    return next === SINK ? undefined : { state: next };
  }

  sideAt(node: ProseNode): PlayerIndex | undefined {
    return this.#language.sideToMove(node.state);
  }

  /** Returns the child of a legal action, made if it is new, and moves there; undefined if the line is too long. */
  enter(parent: ProseNode, action: string, mention: ActionMention): { node: ProseNode; isNew: boolean } | undefined {
    const known = parent.children.get(action);
    if (known !== undefined) {
      this.current = known;
      return { node: known, isNew: false };
    }
    if (parent.depth >= LONGEST_LINE) return undefined;
    const state = this.#automaton.step(parent.state, action);
    if (state === SINK) return undefined;
    const node: ProseNode = {
      index: this.nodes.length,
      parent,
      depth: parent.depth + 1,
      action,
      mention,
      state,
      children: new Map(),
    };
    parent.children.set(action, node);
    this.nodes.push(node);
    const key = keyOf(mention.text);
    const named = this.#named.get(key);
    if (named === undefined) this.#named.set(key, [node]);
    else named.push(node);
    this.current = node;
    return { node, isNew: true };
  }

  /** Returns the nodes whose action was written like a mention. */
  namesakes(mention: ActionMention): readonly ProseNode[] {
    return this.#named.get(keyOf(mention.text)) ?? [];
  }

  /**
   * Returns true if a mention is legal in a node of the tree; undefined if there are too many nodes to know it. The work
   * is a constant for each mention, since no node is searched twice for the same text.
   *
   * @param depth that of the parent by the mention's number: other depths count only on the current line
   */
  isLegalSomewhere(mention: ActionMention, depth?: number): boolean | undefined {
    const key = keyOf(mention.text);
    const lenient = { ...mention, text: /^[a-h][x×:]/.test(key) ? key : key.replace(/[x×:]/, '') };
    this.#budget += SEARCH;
    if (this.line().some((node) => this.#isNameable(node, lenient))) return true;
    const searchKey = depth === undefined ? key : `${depth} ${key}`;
    const searched = this.#searched.get(searchKey) ?? { nodes: 0, isLegal: false };
    this.#searched.set(searchKey, searched);
    while (!searched.isLegal && searched.nodes < this.nodes.length) {
      if (this.#budget-- <= 0) return undefined;
      const node = this.nodes[searched.nodes++];
      if (node !== undefined && (depth === undefined || node.depth === depth))
        searched.isLegal = this.#isNameable(node, lenient);
    }
    return searched.isLegal;
  }

  #isNameable({ state }: ProseNode, mention: ActionMention): boolean {
    this.work++;
    const language = this.#language;
    if (language.resolve(state, mention) !== undefined) return true;
    if (language.isAmbiguous(state, mention) || language.describes(state, mention)) return true;
    const passed = language.passed(state);
    return passed !== undefined && language.resolve(passed, mention) !== undefined;
  }
}

/** Number of words for branches that are remembered. */
const MOST_WORDS = 16;

/** The branches that a text names or lists: `Option B` stands beside `Option A`, an item of a list beside the others. */
export class NamedBranches {
  /** The parent and number of the last branch with each word. */
  readonly #last = new Map<string, { readonly parent: ProseNode; readonly ordinal: number }>();
  /** The open lists, the outermost first. */
  #lists: { readonly mark: ItemMark; readonly parent: ProseNode }[] = [];

  /**
   * Returns the parent of the branches before one; undefined unless it is the next of them.
   *
   * @param current the node that the text is at: a list within an item continues from there
   */
  parentOf({ label, item, isBlockStart }: ReadMention, current: ProseNode): ProseNode | undefined {
    if (item !== undefined) return this.#parentOfItem(item, current);
    if (isBlockStart) this.#lists = [];
    const before = label && this.#last.get(label.kind);
    return label?.ordinal === (before?.ordinal ?? 0) + 1 ? before?.parent : undefined;
  }

  #parentOfItem(item: ItemMark, current: ProseNode): ProseNode | undefined {
    this.#lists = this.#lists.filter(({ mark }) => mark.indent < item.indent || isSame(mark, item));
    const list = this.#lists.at(-1);
    if (list === undefined) return undefined;
    return isSame(list.mark, item) ? list.parent : current;
  }

  /** Remembers the place of an action, if it is the first of a branch. */
  keep({ label, item }: ReadMention, { parent }: ProseNode): void {
    if (parent === undefined) return;
    if (label !== undefined && (this.#last.has(label.kind) || this.#last.size < MOST_WORDS))
      this.#last.set(label.kind, { parent, ordinal: label.ordinal });
    const list = this.#lists.at(-1);
    if (item !== undefined && !(list !== undefined && isSame(list.mark, item)))
      this.#lists.push({ mark: item, parent });
  }
}

const isSame = (one: ItemMark, other: ItemMark): boolean => one.indent === other.indent && one.kind === other.kind;
