import { FRAME } from '../games/chess/frame.ts';
import { INITIAL_FEN, parseChess } from '../games/chess/state.ts';
import { GameNode } from './game/game-node.ts';
import type { TextState } from './game/state-judgment.ts';
import { MoveLetters } from './reading/find-mentions.ts';
import type { MoveItem, StateMention } from './reading/mention.ts';
import type { SpeakerRole, TranscriptPart } from './transcript-text.ts';

const MAX_POSITIONS = 6;
/** Maximum length of a line; a longer one begins again, so walks back through it stay short. */
const MAX_PLIES = 1500;
/** Maximum number of games played from one initial position before a new one replaces it. */
const MAX_GAMES = 200;

/** Possible positions of a conversation, or of the moves of a record. */
export class Thread {
  #now: readonly GameNode[] = [];
  #initial: GameNode | undefined;
  #games = 0;
  /** False after a move that could not be played or placed: the position is unknown until it is shown again. */
  isSure = true;
  /** True if records of its game show their positions. */
  isShown = false;
  /**
   * True if a move was named before any position was known: the first move that is read need not be the first of its
   * game.
   */
  hasMissed = false;
  /** True if the text says that the game begins from the initial position. */
  knowsStart = false;
  /** True if the text mentions Chess960: castling letters may name any rook. */
  is960 = false;
  readonly letters = new MoveLetters();

  /** The positions that the text may be at, the likeliest first; none before any game. */
  get now(): readonly GameNode[] {
    return this.#now;
  }

  /** Sets positions of which one is certainly the current one. */
  set(nodes: Iterable<GameNode>): void {
    this.#now = [...new Set(nodes)].slice(0, MAX_POSITIONS);
    if ((this.#now[0]?.ply ?? 0) > MAX_PLIES) this.#now = [];
    this.isSure = true;
  }

  /** Adds positions that are also possible. */
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

/** Returns the possible positions of a state, each the start of a line. */
export const makeRoots = ({ frames, counters }: TextState): GameNode[] =>
  frames.map((frame) => new GameNode(frame, undefined, -1, counters !== undefined));

/** Facts about the current message. */
export class Message {
  readonly role: SpeakerRole;
  /** The positions at its start. */
  base: readonly GameNode[];
  isBaseSure: boolean;
  /** True if it belongs to a record, which may show the position before its move or after it. */
  readonly isOfRecord: boolean;
  /** True if its record has a move, so that a position after it may be meant. */
  readonly canBeAhead: boolean;
  /** True if it was asked for the current position. */
  isQuestionOfNow: boolean;
  /** Positions after moves that it only names. */
  also: GameNode[] = [];
  /** True if its moves continued the game, with no state after them yet. */
  hasMoves = false;
  /** True if it names moves that do not belong to the game so far. */
  hasOthers = false;
  hasStates = false;
  /** Positions that a message of a user or a tool shows. */
  shown: GameNode[] = [];
  lastState: StateMention | undefined;
  /** The move that it makes: the last one that it announces. */
  announced: { readonly part: TranscriptPart; readonly item: MoveItem } | undefined;
  /** True if a wrong state was reported. */
  isWrong = false;

  constructor(
    role: SpeakerRole,
    base: readonly GameNode[],
    { isSure = true, isOfRecord = false, canBeAhead = true, isQuestionOfNow = true } = {},
  ) {
    this.role = role;
    this.base = base;
    this.isBaseSure = isSure;
    this.isOfRecord = isOfRecord;
    this.canBeAhead = canBeAhead;
    this.isQuestionOfNow = isQuestionOfNow;
  }

  /** True if a model is the speaker. */
  get isOfModel(): boolean {
    return this.role === 'assistant' || this.role === 'call';
  }

  /** True if a user or a tool is the speaker: the states it shows are assumed to be true. */
  get isGiven(): boolean {
    return this.role === 'user' || this.role === 'tool';
  }
}
