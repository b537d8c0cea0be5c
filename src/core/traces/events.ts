import type { Range } from '../base/text/range.ts';
import type { Diagnostic } from '../notation/diagnostic.ts';
import type { WorldSpec } from '../worlds/world-spec.ts';

// A trace is a search that a model wrote as a line of text. A dialect turns the text into the events of this file;
// the tree, the checks, the figures and the views know events only.

/** A word of a trace and its place. `text` is in the form that the world reads, which the trace may write differently. */
export interface Span {
  readonly text: string;
  /** UTF-16 offsets in the text of the trace. */
  readonly range: Range;
}

/** A number of a trace and its place. */
export interface NumberSpan {
  readonly value: number;
  readonly range: Range;
}

/** A reference to a node, with all that the text gives of it. */
export interface NodeReference {
  /** Range of the name, or of all that refers to the node. */
  readonly range: Range;
  /** A name that the trace gave to the node: `0,0,1`, `n17`, a line number. */
  readonly id?: string;
  /** Actions from the root to the node. */
  readonly path?: readonly Span[];
  readonly state?: Span;
}

/** Algorithms of search that a trace can declare. Checks of the order are for these only. */
export const ALGORITHMS = ['dfs', 'bfs', 'beam', 'astar', 'minimax'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** The task of a trace: where its search begins, and what it looks for. */
export interface TaskEvent {
  readonly kind: 'task';
  readonly range: Range;
  /** The world with its goal; undefined if the text does not name one. */
  readonly world: WorldSpec | undefined;
  /** True if the size of the world is that of the cells in the text: a wrong cell may change it. */
  readonly isSized?: true;
  readonly start?: Span;
  readonly goal?: Span;
  readonly algorithm?: Algorithm;
  /** Number of nodes that a beam keeps a level, or that an expansion generates at most. */
  readonly breadth?: NumberSpan;
  readonly depth?: NumberSpan;
  /** Kind of the heuristic by which h is checked, the name of one of `World.heuristics`. */
  readonly heuristic?: string;
}

/** A node comes into the tree. */
export interface GenerateEvent {
  readonly kind: 'generate';
  readonly range: Range;
  /** The name that the trace gives it. */
  readonly id?: Span;
  /** Undefined if the text says nothing of the parent. */
  readonly parent?: NodeReference;
  readonly action?: Span;
  /** Number that the text says the action gives: the 8 of `54-46=8`. */
  readonly result?: NumberSpan;
  readonly state?: Span;
  /** The goal, if it is repeated here. */
  readonly goal?: Span;
  /** g: cost of the path so far. */
  readonly cost?: NumberSpan;
  /** h: estimate of the remaining cost. */
  readonly heuristic?: NumberSpan;
  readonly value?: NumberSpan;
}

/** The search turns to a node; a state that is printed with it is repeated, not new. */
export interface VisitEvent {
  readonly kind: 'visit';
  readonly range: Range;
  readonly node: NodeReference;
  /** The goal, if it is repeated here. */
  readonly goal?: Span;
}

/** A node is expanded completely; A* writes its g and h again. */
export interface CloseEvent {
  readonly kind: 'close';
  readonly range: Range;
  readonly node: NodeReference;
  readonly cost?: NumberSpan;
  readonly heuristic?: NumberSpan;
}

/** A node is given up without being expanded, with the reason that the text gives. */
export interface AbandonEvent {
  readonly kind: 'abandon';
  readonly range: Range;
  /** Undefined: the last node. */
  readonly node?: NodeReference;
  readonly reason?: Span;
}

/**
 * A statement of the trace. `goal`: the node reaches the goal. `no-goal`: it does not. `unsolvable`: nothing below the
 * node does, or, without a node, the task has no solution. `value`: the node is worth `value`. `best`: `action` is the
 * best of the node. `exhausted`: nothing is left to search.
 */
export interface ClaimEvent {
  readonly kind: 'claim';
  readonly range: Range;
  readonly claim: 'goal' | 'no-goal' | 'unsolvable' | 'value' | 'best' | 'exhausted';
  /** Undefined: the last node, or the whole task. */
  readonly node?: NodeReference;
  readonly value?: NumberSpan;
  readonly action?: Span;
  /** The goal, if it is repeated here. */
  readonly goal?: Span;
}

/** The result: a plan, as actions or as the states that it passes, the start included; or the one action chosen. */
export interface ChooseEvent {
  readonly kind: 'choose';
  readonly range: Range;
  readonly actions?: readonly Span[];
  readonly states?: readonly Span[];
}

/** Text that belongs to a node and states nothing that can be checked. */
export interface NoteEvent {
  readonly kind: 'note';
  readonly range: Range;
  readonly node?: NodeReference;
  /** The words, as writers write them into another dialect; undefined for marks of a dialect that say nothing. */
  readonly text?: Span;
}

export type TraceEvent =
  | TaskEvent
  | GenerateEvent
  | VisitEvent
  | CloseEvent
  | AbandonEvent
  | ClaimEvent
  | ChooseEvent
  | NoteEvent;

/** Result of a reader that places actions by the words around them. */
export interface ActionPlacing {
  /** Number of actions with a place, and of those without. */
  readonly placed: number;
  readonly unplaced: number;
  /** Actions that are legal nowhere in the search, as the text writes them; `unplaced` counts them. */
  readonly hallucinated: readonly string[];
  /** The action that the text decides for, as it writes it. */
  readonly choice?: string;
  /** True if the state in which the search begins is known. */
  readonly hasRoot: boolean;
  /** Findings on what has no place, in the order of the text. They judge `unread`. */
  readonly findings: readonly Diagnostic[];
}

/** A text as events, in the order of the text. */
export interface ReadTrace {
  /** Name of the dialect. */
  readonly dialect: string;
  readonly events: readonly TraceEvent[];
  /** Lines and words that the dialect does not know, none of them white space. Nothing else is left out. */
  readonly unread: readonly Range[];
  /** True if the text ends within an event: a model's answer was cut off. */
  readonly isCut: boolean;
  /** True if a search in this dialect is finished with a node when it moves to one that is neither below nor above it. */
  readonly finishesWhenLeft?: true;
  /** True if the last numbers of the names of a node's children count from 0, and leaves have none: `0,1,0`, `0,1,1`. */
  readonly countsNames?: true;
  /** Undefined for dialects that write nodes as such. */
  readonly placing?: ActionPlacing;
  /** Name of the root, which such names begin with, by most of them. */
  readonly rootName?: string;
  /**
   * Sum of the values of a state for both players, where each node has a value for its side to move, and a claim gives
   * that of a node for the side above it: 65 for the buckets of MAV.
   */
  readonly valueSum?: number;
  /** True if a search in this dialect says that it has reached its goal or found none, or has tried all where it ends. */
  readonly endsWhenTried?: true;
}
