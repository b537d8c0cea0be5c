import type { Range } from '../../base/text/range.ts';

/** A player: 0 moves first. */
export type PlayerIndex = 0 | 1;

/**
 * Certainty of an action's name. `name`: it can be nothing else (`Nxd5`, `x3`). `bare`: it may also name a place
 * (`e4`, `column 3`), and is an action by the words around it only. `words`: `knight takes d5`.
 */
export type MentionForm = 'name' | 'bare' | 'words';

/** An action that a text names. */
export interface ActionMention {
  /** Range of the action, without its number. */
  readonly range: Range;
  /** Offset at which its number begins; otherwise the start of `range`. */
  readonly start: number;
  /** The action in the form that the language resolves. */
  readonly text: string;
  readonly form: MentionForm;
  /** Move number before it. */
  readonly number?: number;
  /** The player that the number's dots or the name itself give the action to. */
  readonly side?: PlayerIndex;
  /** True if the number stands at the start of a line, where it may count items of a list. */
  readonly isListed?: boolean;
}

/** Relation of an action to those before it, by the words around it. */
export type Relation =
  /** It continues the line, by its place or its words. */
  | 'next'
  /** It continues the line and nothing else: `then A`. */
  | 'then'
  /** It stands in the place of the action before it: `A or B`. */
  | 'sibling'
  /** `alternatively`, `what about`, `instead`. */
  | 'alternative'
  /** `if A`, `after A`. */
  | 'premise'
  /** It refutes the action before it: `not A because of B`. */
  | 'refutation'
  /** A candidate: `consider A`, the first action of a paragraph. */
  | 'candidate'
  /** `instead of A`, `rather than A`. */
  | 'reference'
  /** `I'll play A`, `the best move is A`. */
  | 'choice'
  /** An action of the past: `White has just played A`. */
  | 'past'
  /** `threatens A`, `prevents A`: an action that is not made. */
  | 'unmade'
  /** Nothing tells. */
  | 'loose';

/** An action with what the words around it say. */
export interface ReadMention extends ActionMention {
  readonly relation: Relation;
  /** The player whom the words name as the one who acts. */
  readonly actor?: PlayerIndex;
  /** True for the first action of a paragraph or an item of a list. */
  readonly isBlockStart: boolean;
  /** True if the words deny that the action can be made. */
  readonly isDenied: boolean;
  /** Signs of brackets since the last action, in their order, as `(` and `)`: also `[` and `— not A —`. */
  readonly brackets: string;
  /** True if a sentence ends between the last action and this one. */
  readonly isNewSentence: boolean;
  /** True if the words before it turn to another choice. */
  readonly isOtherChoice: boolean;
  /** True if an `if` stands before it in its sentence. */
  readonly isConditional: boolean;
  /** True for a bare place that is an action only if the tree has it. */
  readonly isTentative: boolean;
  /** True if a place before it in its paragraph may have been an action, too. */
  readonly followsDoubt: boolean;
  /** True if a place that may have been an action stands between the last action and this one in their sentence. */
  readonly skipsPlace: boolean;
  /** True if a comma or `and` alone stands between the last action and this one: a line, or a list of candidates. */
  readonly isListLike: boolean;
  /** True if nothing but white space or an arrow stands between the last action and this one: `A B`. */
  readonly isRun: boolean;
  /** True if `after` alone stands between the last action and this one: `A after B`. */
  readonly isAfterLast: boolean;
  /** True if `instead` stands right after it. */
  readonly isInstead: boolean;
  /** The name of a branch at the start of its block. */
  readonly label?: BranchLabel;
  /** The mark of an item of a list at the start of its block. */
  readonly item?: ItemMark;
}

/** The mark with which an item of a list begins. */
export interface ItemMark {
  /** Number of characters of white space before it. */
  readonly indent: number;
  /** `-`, `1.`, `a)`: items of one list have the same. */
  readonly kind: string;
}

/** A name that a text gives to one of several branches: `Option B`. */
export interface BranchLabel {
  /** Its word in lower case. */
  readonly kind: string;
  /** 1 for `A` and `1`. */
  readonly ordinal: number;
}

/**
 * Names of the actions of a world as people and models write them in sentences. States are those of the automaton of
 * the world that the language was made for.
 */
export interface ActionLanguage {
  /**
   * Finds the actions that a text names, in its order; also places that may be actions, such as `e4`. Linear in the
   * length of the text.
   */
  find(text: string): ActionMention[];
  /** Returns the legal action of a state that a mention names; undefined if there is none, or more than one. */
  resolve(state: unknown, mention: ActionMention): string | undefined;
  /** Returns true if a mention names several legal actions of a state. */
  isAmbiguous(state: unknown, mention: ActionMention): boolean;
  /** Returns the player to move; undefined in worlds without players. */
  sideToMove(state: unknown): PlayerIndex | undefined;
  /** Returns the number of the move that a state waits for; undefined in worlds that count none. */
  moveNumber(state: unknown): number | undefined;
  /** Returns the reason why a mention is illegal in a state, as a clause; undefined if there is no specific one. */
  whyNot(state: unknown, mention: ActionMention): string | undefined;
  /** Returns true if a mention may describe the state instead: `Nf3` where a knight stands on f3. */
  describes(state: unknown, mention: ActionMention): boolean;
  /** Returns the same state with the other player to move, if there is one. */
  passed(state: unknown): unknown;
  /** True if actions take cells or columns: `takes e5` is then an action, not a capture on e5. */
  readonly takesCells: boolean;
  /** Words that name each player: `white`, `x`. */
  readonly players: readonly [readonly string[], readonly string[]] | undefined;
}
