import { FRAME } from '../games/chess/frame.ts';
import { INITIAL_FEN, parseChess } from '../games/chess/state.ts';
import { GameNode } from './game/game-node.ts';
import type { TextState } from './game/state-judgment.ts';
import { MoveLetters } from './reading/find-mentions.ts';
import type { MoveItem, StateMention } from './reading/mention.ts';
import type { SpeakerRole, TranscriptPart } from './transcript-text.ts';

const MAX_POSITIONS = 6;
/** A longer line begins again: walks back through it stay short. */
const MAX_PLIES = 1500;
/** Games that are played from one initial position before a new one takes its place. */
const MAX_GAMES = 200;

/** Where a conversation, or the moves of a record, may be. */
export class Thread {
  #now: readonly GameNode[] = [];
  #initial: GameNode | undefined;
  #games = 0;
  /** False after a move that could not be played or placed: the position is unknown until it is shown again. */
  isSure = true;
  /** Records of its game show their positions. */
  isShown = false;
  /** A move was named before any position was known: the first one that is read need not be the first of its game. */
  hasMissed = false;
  /** The text said that the game begins as games do. */
  knowsStart = false;
  /** The text mentions Chess960: castling letters may name any rook. */
  is960 = false;
  readonly letters = new MoveLetters();

  /** The positions that the text may be at, the likeliest first; none before any game. */
  get now(): readonly GameNode[] {
    return this.#now;
  }

  /** Positions of which one is surely that of now. */
  set(nodes: Iterable<GameNode>): void {
    this.#now = [...new Set(nodes)].slice(0, MAX_POSITIONS);
    if ((this.#now[0]?.ply ?? 0) > MAX_PLIES) this.#now = [];
    this.isSure = true;
  }

  /** Adds positions that are possible, too. */
  add(nodes: Iterable<GameNode>): void {
    this.#now = [...new Set([...this.#now, ...nodes])].slice(0, MAX_POSITIONS);
  }

  /** The initial position of chess. */
  initial(): GameNode {
    if (this.#initial === undefined || this.#games++ > MAX_GAMES) {
      const parsed = parseChess(INITIAL_FEN, false);
      this.#initial = new GameNode(parsed.ok ? parsed.value.words : new Int32Array(FRAME));
      this.#games = 0;
    }
    return this.#initial;
  }
}

/** The positions that a state may be, each the start of a line. */
export const makeRoots = ({ frames, counters }: TextState): GameNode[] =>
  frames.map((frame) => new GameNode(frame, undefined, -1, counters !== undefined));

/** What is known of the message that is being read. */
export class Message {
  readonly role: SpeakerRole;
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
  announced: { readonly part: TranscriptPart; readonly item: MoveItem } | undefined;
  /** A wrong state was reported. */
  isWrong = false;

  constructor(
    role: SpeakerRole,
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
