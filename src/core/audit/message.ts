import type { GameNode } from './game/node.ts';
import type { MoveItem, StateMention } from './reading/mention.ts';
import type { Part, Role } from './source/part.ts';

/** What is known of the message that is being read. */
export class Message {
  readonly role: Role;
  /** The positions that it began with. */
  base: readonly GameNode[];
  isBaseSure: boolean;
  /** It is of a record, which may show the position before its move or after it. */
  readonly isOfRecord: boolean;
  /** Its record has a move, so that a position after it may be meant. */
  readonly mayBeAhead: boolean;
  /** It was asked for the position of now. */
  isQuestionOfNow: boolean;
  /** Positions after moves that it only names. */
  also: GameNode[] = [];
  /** Its moves moved the game, with no state after them yet. */
  hasMoves = false;
  /** It names moves that are none of the game so far. */
  hasOthers = false;
  hasStates = false;
  /** Positions that a message of a user or a tool shows. */
  shown: GameNode[] = [];
  lastState: StateMention | undefined;
  /** The move that it makes: the last one that it announces. */
  announced: { readonly part: Part; readonly item: MoveItem } | undefined;
  /** A wrong state was reported. */
  isWrong = false;

  constructor(
    role: Role,
    base: readonly GameNode[],
    { isSure = true, isOfRecord = false, mayBeAhead = true, isQuestionOfNow = true } = {},
  ) {
    this.role = role;
    this.base = base;
    this.isBaseSure = isSure;
    this.isOfRecord = isOfRecord;
    this.mayBeAhead = mayBeAhead;
    this.isQuestionOfNow = isQuestionOfNow;
  }

  /** A model says it. */
  get isOfModel(): boolean {
    return this.role === 'assistant' || this.role === 'call';
  }

  /** A user or a tool says it: what it shows is taken for true. */
  get isGiven(): boolean {
    return this.role === 'user' || this.role === 'tool';
  }
}
