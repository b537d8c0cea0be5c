import type { Findings, StateWords } from './findings.ts';
import type { GameNode } from './game/game-node.ts';
import { findTriedPosition, judgeSigns, reportIllegal } from './game/illegal-move.ts';
import { fitMove, playItem, upFrom } from './game/play-moves.ts';
import { MessageStates } from './message-states.ts';
import { isWholeGame, MoveRunReader } from './move-run-reader.ts';
import { announcement, findMentions, isMoveAlone } from './reading/find-mentions.ts';
import type { Mention, MoveItem, MoveRun } from './reading/mention.ts';
import { asksElsewhere, beginsGame, isConsidered, isOffered, isRejection } from './reading/sentence.ts';
import { Message, type Thread } from './thread.ts';
import type { TranscriptPart } from './transcript-text.ts';

const TAKEN_BACK = /\b(?:take|taking|took) (?:(?:that|it|this|my (?:last )?move) )?back\b|\bundo (?:that|it|my|the)\b/i;
/** Text after a move that mentions when it was made in the game. */
const OF_NUMBER = /^[+#!?*_`]{0,4} (?:on|at|in) move \d/;
/** A square: a list of these alone is not a list of moves. */
const SQUARE = /^[a-h][1-8]$/;
/** Plies after which a game is sure if only its moves appear. */
const SURE_PLIES = 2;
/** The same number for the moves of a list. */
const SURE_IN_LIST = 4;

/** Reads the texts of a conversation, message by message, and reports contradictions with the game. */
export class ConversationReader {
  readonly #thread: Thread;
  readonly #out: Findings;
  readonly #states: MessageStates;
  readonly #runs: MoveRunReader;
  #number = -1;
  #message = new Message('unknown', []);
  #isQuestionOfNow = true;
  #isOfList = false;

  constructor(thread: Thread, out: Findings, words: StateWords) {
    this.#thread = thread;
    this.#out = out;
    this.#states = new MessageStates(thread, out, words);
    this.#runs = new MoveRunReader(thread, out);
  }

  /**
   * Reads the next text; one of another message ends the previous message.
   *
   * @param message number of its message
   */
  read(part: TranscriptPart, message: number): void {
    if (message !== this.#number) {
      this.endMessage();
      this.#number = message;
      const { now, isSure } = this.#thread;
      this.#message = new Message(part.role, now, { isSure, isQuestionOfNow: this.#isQuestionOfNow });
    }
    this.#read(part);
  }

  #read(part: TranscriptPart): void {
    const { text, role } = part;
    const thread = this.#thread;
    const message = this.#message;
    if (!thread.isSure && role !== 'assistant' && isRejection(text)) {
      thread.isSure = thread.now.length > 0;
      message.isBaseSure = thread.isSure;
    }
    if (TAKEN_BACK.test(text)) message.base = [...message.base, ...thread.now.flatMap(({ parent }) => parent ?? [])];
    if (thread.now.length === 0 && beginsGame(text)) thread.knowsStart = true;
    if (role !== 'assistant') this.#isQuestionOfNow = !asksElsewhere(text);
    thread.is960 ||= /960|[Ff]ischer.?[Rr]andom|freestyle/.test(text);
    message.lastState = undefined;
    this.#runs.beginText();
    for (const mention of findMentions(text, thread.letters)) this.#mention(mention, part);
  }

  /** Judges what is known only at the end of a message: the move that it makes, and the positions that it shows. */
  endMessage(): void {
    const { announced, shown, also } = this.#message;
    const thread = this.#thread;
    if (shown.length > 0) {
      const [end] = thread.now;
      // the moves of the message led to the position shown, or belong to another game
      thread.set(end !== undefined && shown.some((node) => node.fen === end.fen) ? [end, ...shown] : shown);
    }
    // moves that were not placed may have been played; an announced move after them belongs to the previous position
    else if (this.#runs.hasLost && announced === undefined) thread.isSure = false;
    this.#runs.hasLost = false;
    if (announced !== undefined) this.#make(announced.item, announced.part);
    else if (also.length > 0) thread.add(also);
    this.#message = new Message(this.#message.role, thread.now, { isSure: thread.isSure });
    this.#number = -1;
  }

  /**
   * Reads an answer of a record, all of whose positions are known.
   *
   * @param positions the likeliest first
   * @param canBeAhead the record has its own move
   */
  answer(part: TranscriptPart, positions: readonly GameNode[], canBeAhead: boolean): void {
    this.endMessage();
    this.#thread.set(positions);
    this.#message = new Message('assistant', this.#thread.now, { isOfRecord: true, canBeAhead });
    this.#read({ ...part, role: 'assistant' });
    this.endMessage();
  }

  /** Makes the move of a record that shows no position. The move of a list may be of one side alone, or a sample. */
  next(part: TranscriptPart, message: number, isOfList: boolean): void {
    this.#isOfList = isOfList;
    this.read({ ...part, role: 'unknown' }, message);
    this.endMessage();
    this.#isOfList = false;
  }

  #mention(mention: Mention, part: TranscriptPart): void {
    switch (mention.kind) {
      case 'run':
        this.#run(mention, part);
        break;
      case 'unread':
        this.#runs.lose(part, mention.range, 1, 'the letter of its piece is not known');
        break;
      case 'open':
        this.#runs.open();
        break;
      case 'close':
        this.#runs.close();
        break;
      case 'state':
        this.#states.read(mention, part, this.#message);
        break;
      case 'claim':
        this.#states.claim(mention, part, this.#message);
    }
  }

  #run(run: MoveRun, part: TranscriptPart): void {
    const { text } = part;
    const { start, end } = run.range;
    if (run.items[0].number === undefined && !run.continues) {
      if (isOffered(text, start) || (run.items.length > 2 && run.items.every(({ san }) => SQUARE.test(san)))) return;
      if (run.items.length < 3 && !isWholeGame(run)) {
        for (const item of run.items) this.#single(item, part);
        return;
      }
    }
    const [first, ...others] = run.items;
    if (others.length === 0 && first.number !== undefined && !run.continues && !run.isContinued) {
      const { now } = this.#thread;
      const isNext = now.length === 0 ? first.number === 1 && !first.isBlack : now.some((node) => isAt(node, first));
      if (isNext && announcement(text, start, end) === 'own') {
        this.#single(first, part, 'own');
        return;
      }
    }
    const played = this.#runs.read(run, part, this.#message.role, isConsidered(text, start, end));
    if (played === 'game') {
      this.#message.hasMoves = true;
      this.#message.lastState = undefined;
    } else this.#message.hasOthers = true;
  }

  /** Reads a move that stands alone: it counts if its words announce it, or if the message says nothing else. */
  #single(item: MoveItem, part: TranscriptPart, announced?: 'own'): void {
    const { text, role } = part;
    const { start, end } = item.range;
    const said = announced ?? announcement(text, start, end);
    const isAll = isMoveAlone(text);
    if (said === undefined && !isAll) {
      this.#message.hasOthers = true;
      this.#imagine(item);
      return;
    }
    if (role === 'tool' || (role === 'user' && this.#message.hasStates)) return;
    if (
      said === 'told' &&
      (OF_NUMBER.test(text.slice(end, end + 20)) || this.#thread.now.some((node) => isPastMove(node, item.san)))
    )
      return;
    // the last move of a message is the one that it makes
    if ((role === 'assistant' || role === 'call') && (said !== 'told' || isAll)) {
      this.#imagine(item);
      this.#message.announced = { part, item };
    } else this.#make(item, part);
  }

  /** Adds the position after a move that nothing announces: the rest of the text may describe that position. */
  #imagine(item: MoveItem): void {
    for (const node of [...this.#thread.now, ...this.#message.base]) {
      const next = playItem(node, item);
      if (next !== undefined && this.#message.also.length < 8) this.#message.also.push(next);
    }
  }

  /** Makes a move from the positions at the start of the message or from those after its moves. */
  #make(item: MoveItem, part: TranscriptPart): void {
    const thread = this.#thread;
    const all = [...new Set([...this.#message.base, ...thread.now])];
    const numbered = all.filter((node) => isAt(node, item));
    const before = numbered.length > 0 ? numbered : all;
    if (before.length === 0) {
      this.#first(item, part);
      return;
    }
    const next = before.flatMap((node) => playItem(node, item) ?? []);
    const [played] = next;
    if (played !== undefined) {
      if (this.#message.isBaseSure && next.length === before.length) judgeSigns(item, played, part, this.#out);
      const isSure = thread.isSure && this.#message.isBaseSure;
      // the move of a model may be refused
      thread.set(this.#message.isOfModel ? [...next, ...before] : next);
      thread.isSure = isSure || before.every(({ parent }) => parent === undefined);
      return;
    }
    const node = findTriedPosition(before, item.san);
    if (node === undefined || !this.#message.isBaseSure) {
      this.#runs.lose(part, item.range, 1, 'the position before it is not known');
    } else if (before.some((one) => isPastMove(one, item.san, this.#isOwnMove()))) {
      return;
    } else if (this.#isSureGame(node)) {
      reportIllegal(item, node, part, this.#out);
      thread.set(before);
      thread.isSure = false;
    } else this.#runs.lose(part, item.range, 1, 'it cannot be played in a game of which so little is known');
  }

  /** Returns true for a move of a model that was shown the position before it. In a record it may be the one after. */
  #isOwnMove(): boolean {
    return this.#message.isOfModel && !this.#message.isOfRecord;
  }

  /** Places the first move of a conversation: it begins a game, or belongs to one that is not known. */
  #first(item: MoveItem, part: TranscriptPart): void {
    const thread = this.#thread;
    const next = thread.hasMissed ? undefined : playItem(thread.initial(), item);
    if (next !== undefined) thread.set([next]);
    else {
      thread.hasMissed = true;
      this.#runs.lose(part, item.range, 1, 'the position before it is not known');
    }
  }

  /** Returns true for a game that was shown, or of which some moves could be played. */
  #isSureGame(node: GameNode): boolean {
    const isShown = [...upFrom(node, SURE_PLIES)].some(({ parent, isInitial }) => parent === undefined && !isInitial);
    return this.#isOfList ? node.ply >= SURE_IN_LIST : isShown || node.ply >= SURE_PLIES || this.#thread.knowsStart;
  }
}

/** Returns true if the number of a move is that of the next move, or is missing. */
const isAt = (node: GameNode, { number, isBlack }: MoveItem): boolean =>
  number === undefined || (node.fullmoves === number && (node.turn === 1) === isBlack);

/** Returns true if a text mentions the move that was made just before. */
const isPastMove = (node: GameNode, san: string, isOwn = false): boolean =>
  node.uci === san ||
  (node.san !== '' && node.san.replace(/[+#]$/, '') === san.replace(/[+#]$/, '')) ||
  (!isOwn && fitMove(node, san) === 'made');
