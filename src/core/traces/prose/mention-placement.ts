import type { Range } from '../../base/text/range.ts';
import type { ActionLanguage, ReadMention } from './mention.ts';
import type { ProseNode, ProseTree } from './prose-tree.ts';

/** Kinds of reasons for which a mention has no place. */
const UNPLACED_KINDS = [
  /** It fits two nodes or more, and nothing in the text decides. */
  'two',
  /** It is legal in no node that it may belong to. */
  'none',
  /** It follows an action that has no place. */
  'lost',
  /** It was made before the search begins. */
  'past',
  /** It is threatened, prevented or listed, not made. */
  'unmade',
  /** It describes the position: `the Nf3`, `White: Kg1, Rd1`. */
  'described',
  /** It follows a position that the search has not reached. */
  'elsewhere',
  /** The position in which the search begins is unknown. */
  'no-root',
] as const;
export type UnplacedKind = (typeof UNPLACED_KINDS)[number];

/** Kinds after which the text is where it was. */
export const NO_ACTIONS: ReadonlySet<UnplacedKind> = new Set<UnplacedKind>(['past', 'unmade', 'described']);

/** Result of placing a mention. */
export type MentionPlacement =
  | {
      readonly kind: 'node';
      readonly mention: ReadMention;
      readonly node: ProseNode;
      readonly isNew: boolean;
      readonly isChoice: boolean;
    }
  | {
      readonly kind: 'unplaced';
      readonly mention: ReadMention;
      readonly why: UnplacedKind;
      /** The nodes that it could follow, the nearest first. */
      readonly candidates: readonly ProseNode[];
      /** The node at which the text was. */
      readonly at?: ProseNode;
      /** True if it is illegal wherever it could be placed. */
      readonly isHallucinated: boolean;
    };

/** An action that the text names and that is no node. */
export type UnplacedMention = Extract<MentionPlacement, { kind: 'unplaced' }>;

/** The actions of a text, placed. */
export interface ActionPlacements {
  /** Nodes of the tree by index, the root first; empty if the root is unknown. */
  readonly nodes: readonly ProseNode[];
  readonly unplaced: readonly UnplacedMention[];
  /** Positions that the text states, and that its search has not reached. */
  readonly strange: readonly Range[];
  readonly language: ActionLanguage;
}

/** Context of a mention in its text. */
export interface MentionContext {
  /** The mention after it, if the words between say `instead of`. */
  readonly other: ReadMention | undefined;
  /** The actions right after it, which continue its line. */
  readonly run: readonly ReadMention[];
}

/** Reasons for which an action has no place that the line after it may give. */
export const OPEN: ReadonlySet<UnplacedKind> = new Set<UnplacedKind>(['two', 'none', 'lost']);
/** Relations of actions that continue what stands before them. */
export const FURTHER: ReadonlySet<ReadMention['relation']> = new Set([
  'next',
  'then',
  'sibling',
  'refutation',
] as const);

/** A node that could be the parent, with the legal action there. */
export interface MentionFit {
  readonly node: ProseNode;
  readonly action: string;
}

/** The nodes of the current line that a mention fits, the nearest first, and those of a special place. */
export interface NodeFits {
  readonly all: readonly MentionFit[];
  /** The nearest one with a child by this action. */
  readonly known: MentionFit | undefined;
  /** The node that the text is at. */
  readonly here: MentionFit | undefined;
  /** The parent of the last action. */
  readonly beside: MentionFit | undefined;
  readonly root: MentionFit | undefined;
}

/** Returns true for relations of actions that begin a list of alternatives. */
export const beginsList = (relation: ReadMention['relation']): boolean =>
  relation === 'candidate' || relation === 'alternative' || relation === 'sibling';

/** Returns true if a mention could stand in the place of several nodes. */
export const hasRivals = (fits: readonly MentionFit[]): boolean =>
  fits.filter(({ node }) => node.children.size > 0).length > 1;

/** Returns true if several nodes of the line have a child by the same action. */
export const hasRivalNames = (fits: readonly MentionFit[]): boolean =>
  fits.filter(({ node, action }) => node.children.has(action)).length > 1;

/** Number of places in which a whole line is looked for. */
const MOST_PLACES = 48;

/** Finds the nodes that an action can follow by the rules, and, where it begins a line `A B C`, the line as well. */
export class FitFinder {
  readonly #tree: ProseTree;

  constructor(tree: ProseTree) {
    this.#tree = tree;
  }

  /** Returns true if the player whom the text names is to move in a node; true for no node. */
  isActor(node: ProseNode | undefined, { actor, side }: ReadMention): boolean {
    const wanted = side ?? actor;
    return wanted === undefined || node === undefined || this.#tree.sideAt(node) === wanted;
  }

  fitAt(node: ProseNode | undefined, mention: ReadMention): MentionFit | undefined {
    if (node === undefined) return undefined;
    const action = this.#tree.actionAt(node, mention);
    return action === undefined ? undefined : { node, action };
  }

  /** Returns the nodes with a numbered action, below parents of a depth. */
  numbered(mention: ReadMention, depth: number): ProseNode[] {
    return this.#tree.namesakes(mention).filter((node) => node.depth === depth + 1);
  }

  /** Returns the nodes of the current line in which a mention is legal for the player whom the text names. */
  onLine(mention: ReadMention): MentionFit[] {
    return this.#fitsOf(this.#tree.line(), mention);
  }

  /**
   * Returns the fits on the current line. Of several, those stay in which the most of the line after the mention is
   * legal, and the current node if the words continue it.
   *
   * @param last the node of the last mention
   */
  find(mention: ReadMention, run: readonly ReadMention[], last: ProseNode | undefined): NodeFits {
    const legal = this.onLine(mention);
    const { current, root } = this.#tree;
    const isNext = mention.relation === 'next' || mention.relation === 'then' || mention.relation === 'refutation';
    const all = this.#furthest(legal, run, isNext ? current : undefined);
    const at = (wanted: ProseNode | undefined): MentionFit | undefined => all.find(({ node }) => node === wanted);
    return {
      all,
      known: all.find(({ node, action }) => node.children.has(action)),
      here: at(current),
      beside: at(last?.parent),
      root: at(root),
    };
  }

  /**
   * Returns the only place, anywhere in the tree, in which a mention and the whole line after it are legal; of several
   * for a premise, which often says again what was said, the one that has the most of the line. Undefined if two are
   * equal, or no line stands after the mention.
   */
  ofRun(mention: ReadMention, run: readonly ReadMention[]): MentionFit | undefined {
    if (run.length === 0) return undefined;
    const line = this.#tree.line();
    const named = this.#tree.namesakes(mention).map(({ parent }) => parent ?? this.#tree.root);
    const places = [...new Set([...line, ...named])].slice(0, MOST_PLACES);
    let best: { readonly fit: MentionFit; readonly known: number } | undefined;
    let isTied = false;
    for (const fit of this.#fitsOf(places, mention)) {
      const { plies, known } = this.#follow(fit, run);
      if (plies < run.length) continue;
      if (best === undefined || (known > best.known && mention.relation === 'premise'))
        [best, isTied] = [{ fit, known }, false];
      else if (known === best.known || mention.relation !== 'premise') isTied = true;
    }
    return isTied ? undefined : best?.fit;
  }

  #fitsOf(nodes: readonly ProseNode[], mention: ReadMention): MentionFit[] {
    const fits: MentionFit[] = [];
    for (const node of nodes) {
      if (!this.isActor(node, mention)) continue;
      const fit = this.fitAt(node, mention);
      if (fit !== undefined) fits.push(fit);
    }
    return fits;
  }

  #furthest(fits: MentionFit[], run: readonly ReadMention[], kept: ProseNode | undefined): MentionFit[] {
    if (fits.length < 2 || run.length === 0) return fits;
    const plies = fits.map((fit) => this.#follow(fit, run).plies);
    const most = Math.max(...plies);
    return fits.filter(({ node }, i) => plies[i] === most || node === kept);
  }

  /** Returns how many actions of a line are legal after a fit, and how many plies of it the tree has. */
  #follow({ node, action }: MentionFit, run: readonly ReadMention[]): { plies: number; known: number } {
    let state = this.#tree.stateAfter(node, action);
    let child = node.children.get(action);
    let known = child === undefined ? 0 : 1;
    let plies = 0;
    for (const mention of run) {
      const next: string | undefined = state && this.#tree.actionIn(state.state, mention);
      if (state === undefined || next === undefined) break;
      state = this.#tree.stateAfter(state, next);
      plies++;
      child = child?.children.get(next);
      if (child !== undefined) known++;
    }
    return { plies, known };
  }
}
