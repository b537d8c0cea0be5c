import { inCheck } from '../games/chess/attacks.ts';
import { clockWords, type Findings, impossibility, type StateWords } from './findings.ts';
import type { GameNode } from './game/game-node.ts';
import { type Judgment, judgeState, readTextState, type StateTie, type TextState } from './game/state-judgment.ts';
import type { ClaimMention, StateMention } from './reading/mention.ts';
import { isPlacedAfter, readTie } from './reading/sentence.ts';
import { type Message, makeRoots, type Thread } from './thread.ts';
import type { TranscriptPart } from './transcript-text.ts';

/** Maximum number of wrong squares at which a state is that of the moves before it. */
const FAR = 24;
/** The same limit for a state that nothing ties to the game but its near equality with the position. */
const NEAR = 2;
/** The same limit for an answer that is a state, and nothing else. */
const ANY = 64;
/** Maximum number of characters of an answer besides its state. */
const FEW = 40;
/** Maximum number of characters between two states that show the same position. */
const MAX_BETWEEN = 160;
/** Words between two states that make the second another position, not another form of the first. */
const LEADS_ON =
  /\b(?:after|then|next|before|earlier|previous\w*|now|or|move|moves|plays?|turn|puzzle|game|position \d)\b/i;
const TAG = /\[FEN\s"$/;

/** Reads the states of messages, and their claims about the side to move and checks. */
export class MessageStates {
  readonly #thread: Thread;
  readonly #out: Findings;
  readonly #words: StateWords;

  constructor(thread: Thread, out: Findings, words: StateWords) {
    this.#thread = thread;
    this.#out = out;
    this.#words = words;
  }

  read(mention: StateMention, part: TranscriptPart, message: Message): void {
    const { start } = mention.range;
    const thread = this.#thread;
    const state = readTextState(mention.fen, thread.is960);
    const isRestated = showsAgain(message.lastState, mention, part);
    const isFirst = !message.hasStates;
    message.lastState = mention;
    message.hasStates = true;
    if (TAG.test(part.text.slice(Math.max(0, start - 8), start))) {
      this.#show(message, mention, state, part, []);
      return;
    }
    const tie = readTie(part.text, start);
    const isShown = message.isGiven;
    const isTiedToMoves = message.hasMoves && tie !== 'other' && (tie !== 'none' || mention.isDrawing);
    const isAnswer =
      message.role === 'assistant' &&
      message.base.length > 0 &&
      message.isBaseSure &&
      message.isQuestionOfNow &&
      tie !== 'other' &&
      isFirst &&
      !message.hasOthers;
    const isAlone = part.text.length <= mention.range.end - start + FEW;
    const isNear = message.role === 'assistant' && tie !== 'other' && message.isBaseSure;
    // `I play Nf6. The position is now …`
    const isAfterOwn = message.announced !== undefined && message.also.length > 0 && isPlacedAfter(part.text, start);
    const positions = isAfterOwn ? message.also : this.#positions(message);
    const isFirm = isRestated || isTiedToMoves || isAnswer || isAfterOwn;
    const isJudged = thread.isSure && message.role !== 'tool' && !(isShown && !isTiedToMoves);
    const tied: StateTie = {
      limit: !isJudged ? -1 : isAnswer && isAlone ? ANY : isFirm ? FAR : isNear ? NEAR : -1,
      isNow: isJudged && isFirm && (tie === 'now' || isRestated || isAnswer || isAfterOwn),
      ahead: isRestated || isAfterOwn || (isTiedToMoves && tie === 'now') || !message.canBeAhead ? 0 : 2,
      canTry: () => this.#words.canTry(),
    };
    const judgment = judgeMention(positions, mention, state, tied, thread.is960);
    const hadMoves = message.hasMoves;
    message.hasMoves &&= mention.isDrawing && judgment.kind === 'right';
    if (judgment.kind === 'right') this.#isRight(message, mention, state, part, judgment, hadMoves && tie !== 'other');
    else if (judgment.kind === 'wrong') this.#wrong(message, mention, state, part, judgment.truth);
    else this.#show(message, mention, state, part, tie === 'other' || message.role === 'assistant' ? thread.now : []);
  }

  #isRight(
    message: Message,
    mention: StateMention,
    state: TextState,
    part: TranscriptPart,
    { node, hasOtherCounters }: { readonly node: GameNode; readonly hasOtherCounters: boolean },
    isAfterMoves: boolean,
  ): void {
    const thread = this.#thread;
    const isBack = thread.now[0] !== undefined && node !== thread.now[0] && node.isAncestorOf(thread.now[0]);
    // a start with a known board only takes all fields of the state that shows it again
    const exact = node.isExact || node.parent !== undefined || state.counters === undefined ? [] : makeRoots(state);
    if (isBack || message.role === 'assistant') thread.add([node]);
    else
      thread.set([
        ...(exact.length === 1 ? exact : []),
        node,
        ...thread.now.filter((one) => one !== node && one.fen === node.fen),
      ]);
    if (message.isGiven) {
      const [whole] = exact.length === 1 ? exact : [node];
      // a position of which only the board was known gives way
      if (whole !== undefined)
        message.shown = [...message.shown.filter((one) => one.isExact || one.placement !== whole.placement), whole];
    }
    if (!hasOtherCounters || !isAfterMoves || mention.isDrawing || message.role === 'user') return;
    const words = clockWords(state, node);
    if (words !== undefined) this.#out.add('AUDIT_COUNTERS', part, mention.range, words, { node });
  }

  #wrong(message: Message, mention: StateMention, state: TextState, part: TranscriptPart, truth: GameNode): void {
    const thread = this.#thread;
    if (!message.isWrong) {
      const { message, states } = this.#words.wrong(truth, state, mention.isDrawing);
      this.#out.add('AUDIT_WRONG_STATE', part, mention.range, message, { node: truth, states });
    }
    message.isWrong = message.role === 'assistant';
    const drifted = makeRoots(state);
    // a board that cannot be read leaves no position to continue from
    if (drifted.length === 0 && message.role !== 'assistant') thread.isSure = false;
    else thread.add(drifted);
  }

  /** Begins a game with a state that belongs to no known game. */
  #show(
    message: Message,
    mention: StateMention,
    state: TextState,
    part: TranscriptPart,
    old: readonly GameNode[],
  ): void {
    const fault = mention.isDrawing ? undefined : impossibility(state);
    if (fault !== undefined) this.#out.add('AUDIT_IMPOSSIBLE_STATE', part, mention.range, fault);
    const roots = makeRoots(state);
    message.hasMoves = false;
    if (roots.length === 0) {
      if (old.length === 0) {
        this.#thread.set([]);
        this.#thread.isSure = false;
      }
      return;
    }
    this.#thread.set([...(old.length > 0 ? old : []), ...roots]);
    if (message.isGiven) message.shown.push(...roots);
  }

  claim({ claim, range }: ClaimMention, part: TranscriptPart, message: Message): void {
    if (message.role === 'tool' || message.role === 'user' || !this.#thread.isSure) return;
    const positions = this.#positions(message);
    const [first] = positions;
    if (first === undefined || !message.isBaseSure) return;
    const isTrue = (node: GameNode): boolean =>
      claim.kind === 'turn' ? node.turn === claim.color : node.turn === claim.color && inCheck(node.words, 0);
    if (positions.some(isTrue)) return;
    const where = first.parent === undefined ? 'in this position' : `after ${first.name}`;
    const side = claim.color === 0 ? 'White' : 'Black';
    const truth =
      claim.kind === 'check' ? `${side} is not in check` : `it is ${claim.color === 0 ? 'Black' : 'White'}'s turn`;
    this.#out.add('AUDIT_FALSE_CLAIM', part, range, `${where} ${truth}`, { node: first });
  }

  /** Returns all positions that a text may describe, the likeliest first. */
  #positions(message: Message): GameNode[] {
    return [...new Set([...this.#thread.now, ...message.base, ...message.also])];
  }
}

/** Judges a state. The side to move is no part of a drawing: words near it that name the side are a separate claim. */
function judgeMention(
  positions: readonly GameNode[],
  { isDrawing, fen }: StateMention,
  state: TextState,
  tie: StateTie,
  is960: boolean,
): Judgment {
  const judgment = judgeState(positions, state, tie);
  if (!isDrawing || judgment.kind !== 'wrong') return judgment;
  const board = judgeState(positions, readTextState(fen.split(' ', 1)[0] ?? '', is960), tie);
  return board.kind === 'right' ? board : judgment;
}

/**
 * Returns true for a drawing after a FEN, or a FEN after a drawing, with nothing between that leads to another
 * position.
 */
function showsAgain(
  shown: StateMention | undefined,
  { range, isDrawing }: StateMention,
  { text }: TranscriptPart,
): boolean {
  if (shown === undefined || shown.isDrawing === isDrawing || range.start - shown.range.end > MAX_BETWEEN) return false;
  return !LEADS_ON.test(text.slice(shown.range.end, range.start));
}
