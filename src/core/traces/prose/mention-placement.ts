import type { Range } from '../../base/text/range.ts';
import type { ActionLanguage } from './action-language.ts';
import type { ReadMention } from './mention.ts';
import type { ProseNode } from './prose-tree.ts';

/** Kinds of reasons for which a mention has no place. */
export const UNPLACED_KINDS = [
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
