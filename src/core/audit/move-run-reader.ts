import type { Range } from '../base/text/range.ts';
import type { Findings } from './findings.ts';
import type { GameNode } from './game/game-node.ts';
import { judgeSigns, reportIllegal } from './game/illegal-move.ts';
import { canReplaceLast, isOneSided, longest, playRun, type RunReplay, runEnd, upFrom } from './game/play-moves.ts';
import { readMovesKind } from './reading/field-names.ts';
import type { MoveItem, MoveRun } from './reading/mention.ts';
import type { Thread } from './thread.ts';
import type { SpeakerRole, TranscriptPart } from './transcript-text.ts';

/** Number of moves after which a game is sure: fewer may belong to a position that the text does not show. */
const SURE = 4;
/** The same number for a list in a field for the moves of a game. */
const SURE_IN_FIELD = 2;
/** Maximum number of positions up the line in which a numbered move is looked for. */
const LONG_AGO = 600;
/** Maximum number of characters around moves that are the whole text. */
const AROUND = 6;
const MAX_BRACKETS = 50;
const STARTPOS = /\bposition startpos moves\s$/;

const isUci = ({ san }: MoveItem): boolean => /^[a-h][1-8][a-h][1-8]/.test(san);

/** Returns true for a line: two moves in UCI notation are a line, not two squares. */
export const isWholeGame = ({ items }: MoveRun): boolean => items.length > 1 && items.every(isUci);

/** Reads moves that follow one another, and places them in the games of a conversation. */
export class MoveRunReader {
  readonly #thread: Thread;
  readonly #out: Findings;
  /** State of the game at each open bracket. */
  #brackets: { readonly now: readonly GameNode[]; readonly first: GameNode | undefined; isVariation: boolean }[] = [];
  /** True if moves of the message were not placed. */
  hasLost = false;
  /** True if the last run was placed. */
  #isPlaced = false;
  #placed: boolean[] = [];

  constructor(thread: Thread, out: Findings) {
    this.#thread = thread;
    this.#out = out;
  }

  beginText(): void {
    this.#brackets = [];
    this.#placed = [];
    this.#isPlaced = false;
  }

  open(): void {
    if (this.#brackets.length >= MAX_BRACKETS) return;
    const { now } = this.#thread;
    this.#brackets.push({ now, first: now[0], isVariation: false });
    this.#placed.push(this.#isPlaced);
  }

  /** Ends a bracket. A variation gives way to the game; moves in brackets that are the game's own continue it. */
  close(): void {
    const bracket = this.#brackets.pop();
    this.#isPlaced = this.#placed.pop() ?? this.#isPlaced;
    if (bracket?.isVariation !== true) return;
    const { isSure } = this.#thread;
    this.#thread.set(bracket.now);
    this.#thread.isSure = isSure;
  }

  /** Counts moves that were not placed: the position is unknown from there on. */
  lose(part: TranscriptPart, range: Range, moves: number, reason: string): void {
    this.#out.unplaced(part, range, moves, reason);
    this.hasLost = true;
    if (part.role === 'unknown') this.#thread.isSure = false;
  }

  /**
   * Reads a run. `game`: it continued the game. `line`: it may have, or may only be considered. `none`: it has no
   * place.
   *
   * @param isConsidered true if the words around it consider it
   */
  read(run: MoveRun, part: TranscriptPart, role: SpeakerRole, isConsidered: boolean): 'game' | 'line' | 'none' {
    const kind = readMovesKind(part.key);
    if (kind === 'offered' || kind === 'legal') return 'none';
    const plays = this.#place(run, kind === 'game' || STARTPOS.test(before(part.text, run)), part.text);
    const played = longest(plays);
    if (played === undefined)
      return this.#unplaced(run, part, isConsidered, 'no position is known in which they begin');
    const { start, nodes, stop } = played;
    this.#noteBracket(start);
    const isFromStart = start.parent === undefined;
    if (stop === undefined) {
      if (!isConsidered && (role !== 'assistant' || isFromStart))
        nodes.forEach((node, i) => {
          const item = run.items[i];
          if (item !== undefined) judgeSigns(item, node, part, this.#out);
        });
      const others = plays.filter((one) => one !== played && one.stop === undefined).map(runEnd);
      const isAll = part.text.trim().length <= run.range.end - run.range.start + AROUND;
      return this.#accept(played, others, run, role, isConsidered, isAll);
    }
    if (!this.#isSure(played, run, part, role, isConsidered, kind === 'game'))
      return this.#unplaced(
        run,
        part,
        isConsidered,
        'they cannot be played one after the other',
        plays.some((one) => isChoice(one, run)),
      );
    this.#fault(played, run, part);
    return 'game';
  }

  /** @param isChoice true if its moves are alternatives */
  #unplaced(run: MoveRun, part: TranscriptPart, isConsidered: boolean, reason: string, isChoice = false): 'none' {
    this.#isPlaced = false;
    if (isOneSided(run) || isChoice)
      this.#out.unplaced(part, run.range, run.items.length, 'they are of one side, or alternatives');
    else if (isConsidered) this.#out.unplaced(part, run.range, run.items.length, reason);
    else this.lose(part, run.range, run.items.length, reason);
    return 'none';
  }

  #accept(
    played: RunReplay,
    others: readonly GameNode[],
    run: MoveRun,
    role: SpeakerRole,
    isConsidered: boolean,
    isAll: boolean,
  ): 'game' | 'line' {
    const thread = this.#thread;
    const end = runEnd(played);
    const old = thread.now;
    const wasSure = thread.isSure;
    this.#isPlaced = true;
    const isContinuation = (run.continues || run.isContinued || isAll) && !isConsidered;
    if (played.start.parent === undefined && !isConsidered && run.items.length > 1) {
      thread.set(role === 'assistant' ? [end, ...others, ...old] : [end, ...others]);
      return 'game';
    }
    if (isContinuation && old[0] === played.start) thread.set([end, ...others]);
    else if (isConsidered) thread.add([end, ...others]);
    else thread.set([end, ...others, played.start, ...old]);
    thread.isSure = wasSure;
    return isConsidered ? 'line' : 'game';
  }

  /** Plays a run from each of the positions in which its first move may be played. */
  #place(run: MoveRun, isGame: boolean, text: string): RunReplay[] {
    const { items } = run;
    const [first] = items;
    const thread = this.#thread;
    const starts: { readonly node: GameNode; readonly offset: number }[] = [];
    const add = (node: GameNode, offset = 0): void => {
      if (starts.length < 12 && !starts.some((one) => one.node === node)) starts.push({ node, offset });
    };
    const { number, isBlack } = first;
    if (number === undefined) {
      if (run.continues && !this.#isPlaced) return [];
      if (!STARTPOS.test(before(text, run))) for (const node of thread.now) add(node);
      if (!run.continues) {
        for (const node of thread.now) if (isGame || items.length > 2) add(findRoot(node));
        add(thread.initial());
      }
    } else {
      for (const now of thread.now)
        for (const node of upFrom(now, LONG_AGO))
          if (node.fullmoves === number && (node.turn === 1) === isBlack) add(node);
      if (number === 1) {
        for (const now of thread.now) {
          const root = findRoot(now);
          if (!root.isInitial && (root.turn === 1) === isBlack) add(root, root.fullmoves - 1);
        }
        if (!isBlack) add(thread.initial());
      }
    }
    return starts.map(({ node, offset }) => playRun(node, items, offset));
  }

  /** Returns true if a move that cannot be played certainly belongs to the game. */
  #isSure(
    { start, nodes, stop }: RunReplay,
    run: MoveRun,
    part: TranscriptPart,
    role: SpeakerRole,
    isConsidered: boolean,
    isGame: boolean,
  ): boolean {
    const item = run.items[nodes.length];
    if (!this.#thread.isSure || item === undefined || isOneSided(run)) return false;
    if (isConsidered && nodes.length < run.items.length - 1 && !isGame) return false;
    if (stop === 'other number') return false;
    if (item.number === undefined && run.items[0].number === undefined && canReplaceLast({ start, nodes, stop }, item))
      return false;
    const isKnown = nodes.length >= (isGame || STARTPOS.test(before(part.text, run)) ? SURE_IN_FIELD : SURE);
    if (start.parent === undefined) return isKnown;
    const isNext = this.#thread.now[0] === start;
    if (isNext && run.continues) return start.ply + nodes.length >= SURE;
    return isNext && role !== 'assistant' && !isConsidered && nodes.length > 0 && start.ply + nodes.length >= SURE;
  }

  #fault(played: RunReplay, run: MoveRun, part: TranscriptPart): void {
    const item = run.items[played.nodes.length];
    const last = runEnd(played);
    this.#isPlaced = true;
    this.#thread.set([last]);
    this.#thread.isSure = false;
    if (item === undefined) return;
    const rest = run.items.length - played.nodes.length - 1;
    if (rest > 0)
      this.#out.unplaced(part, { start: item.range.end, end: run.range.end }, rest, 'a move before them is wrong');
    if (played.stop === 'missing') {
      const side = last.turn === 0 ? 'White' : 'Black';
      const message = `a move of ${side} is missing before ${item.san}: after ${last.name} it is ${side}'s turn`;
      this.#out.add('AUDIT_MISSING_MOVE', part, item.range, message, { node: last, ply: last.ply + 1 });
    } else reportIllegal(item, last, part, this.#out);
  }

  #noteBracket(start: GameNode): void {
    const bracket = this.#brackets.at(-1);
    if (bracket?.first === undefined) return;
    // moves that begin at the position of the game continue it
    if (this.#thread.now[0] === bracket.first && start !== bracket.first) bracket.isVariation = true;
  }
}

const before = (text: string, { range }: MoveRun): string => text.slice(Math.max(0, range.start - 26), range.start);

/** Returns true if the move after the last one that could be played is an alternative to it. */
function isChoice(played: RunReplay, { items, hasCommas }: MoveRun): boolean {
  const item = items[played.nodes.length];
  return hasCommas && item !== undefined && canReplaceLast(played, item);
}

/** Returns the start of a line. */
function findRoot(node: GameNode): GameNode {
  let at = node;
  while (at.parent !== undefined) at = at.parent;
  return at;
}
