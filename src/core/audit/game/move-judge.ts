import { moveReason } from '../../games/chess/san-reason.ts';
import { LIST_KEY, MOVES_KEY } from '../mentions/fields.ts';
import type { MoveItem, MoveRun } from '../mentions/mention.ts';
import { isMoveText } from '../mentions/moves.ts';
import { moveCell } from '../mentions/rows.ts';
import {
  announcement,
  isAfter,
  isAnalysis,
  isAnswerText,
  isContinuation,
  isDenied,
  isFirstWord,
  isHeadedMove,
  isHypothetical,
  isInstead,
  isIntended,
  isLastSentence,
  isLineOfItsOwn,
  isMaybe,
  isOfEngine,
  isOfNumber,
  isOfStart,
  isRuledOut,
  isSetAside,
  isSpoken,
  moverOf,
  untilEnd,
} from '../mentions/words.ts';
import type { Part } from '../source/part.ts';
import type { GameTree } from './game-tree.ts';
import { reportIllegal } from './illegal-move.ts';
import {
  imagineAll,
  isAlternative,
  isOneSided,
  isPast,
  isUci,
  MOVE_KEY,
  OFFERED_KEY,
  PLAYED_KEY,
  PROSE_KEY,
} from './move-kinds.ts';
import type { GameNode } from './node.ts';
import {
  areAlternatives,
  couldBegin,
  isAhead,
  isNext,
  type PlayedRun,
  playItem,
  playNumbered,
  playRun,
  playUnnumbered,
  playWhole,
  renumbered,
  repeats,
} from './play-runs.ts';
import { readMove } from './read-move.ts';
import { judgeSigns, type Report, RowJudge } from './row-judge.ts';
import { beginsGame, beginsRow, firstOfLine, isOfBefore, isTold, mayOpen, retell, speakOf } from './told-moves.ts';

/** What a run was. `moves`: it moved the game on. `unknown`: moves of a position that is not known. `none`: squares, alternatives. */
export type RunOutcome = 'moves' | 'unknown' | 'none';

/** A list of moves that nothing announces counts as one only if it is this long, or can be played whole. */
const LONG = 10;
/** So many moves may be playable by chance. */
const FEW = 2;
const MAX_BRACKETS = 50;
/** So many plies back may be the position that an engine was asked about. */
const MANY = 24;
/** So many moves under a number may be an alternative. */
const ASIDE = 4;
const BARE = /^[a-h][1-8]$/;
/** Plays what a text says was played, and reports what cannot be. */
export class MoveJudge {
  readonly #tree: GameTree;
  readonly #report: Report;
  #last: RunOutcome = 'none';
  /** A move was named before any position was known: the first one that is read need not be the first of its game. */
  #hasMissed = false;

  readonly #rows: RowJudge;
  /** The text said that the game begins as games do. */
  knowsStart = false;
  /** Where the table ends that shows positions before their moves, one of which could not be played: those behind it are not known. */
  lostUntil = -1;
  /** Moves behind headings and in words that could be played; negative where such a move could not before two could. */
  #headed = 0;
  /** Lists of moves were whole games. */
  #areWhole = false;
  /** Where the game was when the message began. */
  #origin: GameNode | undefined;
  /** For each open bracket, what the run before it was. */
  #outcomes: RunOutcome[] = [];

  constructor(tree: GameTree, report: Report) {
    this.#tree = tree;
    this.#report = report;
    this.#rows = new RowJudge(report);
  }

  /** A message begins: what it plays first may be what it only looks at. */
  beginMessage(): void {
    this.#origin = this.#tree.focus[0];
    this.#outcomes = [];
  }

  /** A bracket opens: what it holds does not end the line around it. */
  open(): void {
    if (this.#outcomes.length < MAX_BRACKETS) this.#outcomes.push(this.#last);
  }

  close(): void {
    this.#last = this.#outcomes.pop() ?? this.#last;
  }

  /** Reads a run, and moves the game on where it says that its moves were played. */
  run(run: MoveRun, part: Part): RunOutcome {
    // what follows moves that were not taken for moves of the game is none either
    const isOff = run.continues && this.#last !== 'moves';
    const { isLost } = this.#tree;
    this.#tree.saidOf = undefined;
    this.#last = isOff ? 'none' : this.#outcome(run, part);
    // after a fault a move or two that could be played do not say where the game is
    const { items } = run;
    if (isLost && items.length <= FEW && items[0].number !== 1) this.#tree.isLost = true;
    return this.#last;
  }

  #outcome(run: MoveRun, part: Part): RunOutcome {
    const [first] = run.items;
    if (OFFERED_KEY.test(part.key)) return 'none';
    if (first.number !== undefined) return this.#numbered(run, part);
    if (run.continues) return this.#continued(run, part);
    const isKeyed = LIST_KEY.test(part.key);
    const whole = part.isList === true ? this.#whole(run) : undefined;
    if (whole !== undefined) return this.#accept(whole, run, part);
    const isSequence = isKeyed ? run.items.length > 1 : run.items.length > 2 || isUci(run);
    if (isSequence && !run.items.every(({ san }) => BARE.test(san) && !isKeyed))
      return this.#sequence(run, part, isKeyed);
    if (run.items.length === 2 && !run.hasCommas && isContinuation(part.text, run.range.start))
      return this.#pair(run, part);
    let outcome: RunOutcome = 'none';
    for (const item of run.items) {
      const one = this.#single(item, part, run.isSpoken);
      if (one !== 'none') outcome = one;
    }
    return outcome;
  }

  /** A list that gives the game from its start, as those of records that hold the moves so far. */
  #whole(run: MoveRun): PlayedRun | undefined {
    const played = playWhole(this.#tree, run);
    const isSame = played !== undefined && this.#tree.focus.some((node) => repeats(played, node));
    this.#areWhole ||= isSame;
    return isSame || (this.#areWhole && played?.stop === undefined) ? played : undefined;
  }

  #numbered(written: MoveRun, part: Part): RunOutcome {
    const run = renumbered(this.#tree, written);
    const { items } = run;
    const [first] = items;
    if (items.length <= ASIDE && isSetAside(part.text, run.range.start)) {
      if (!isRuledOut(part.text, run.range.start)) imagineAll(this.#tree, items);
      return 'none';
    }
    if (isOneSided(run) && !isNext(this.#tree, first) && !beginsGame(this.#tree, run, part.text)) {
      mayOpen(this.#tree, first);
      retell(this.#tree, first);
      return 'none';
    }
    const played = playNumbered(this.#tree, run);
    if (played === undefined) {
      // moves were made that the text does not give, or that could not be read
      if (isAhead(this.#tree, first) && !isHypothetical(part.text, run.range.start)) this.#tree.isLost = true;
      return 'unknown';
    }
    if (played.nodes.length < items.length && !this.#isSure(played, run, part)) return 'unknown';
    if (played.offset > 0) this.#tree.shift = { root: played.start, by: played.offset };
    const old = this.#tree.focus;
    const outcome = this.#accept(played, run, part);
    if (!this.#tree.isLost && old.includes(played.start) && items.length > 1) this.#keepOpen(old, run, part);
    return outcome;
  }

  /** A line that goes on with the game may only be looked at: the position before it stays possible. */
  #keepOpen(old: readonly GameNode[], { items, range }: MoveRun, { text, role }: Part): void {
    const { focus } = this.#tree;
    if (isAnalysis(text, range.start, range.end)) this.#tree.setFocus([...old, ...focus]);
    else if (role === 'assistant' && items.length > FEW && !isContinuation(text, range.start))
      this.#tree.setFocus([...focus, ...old]);
  }

  /** A run that cannot be played whole is at fault only if it surely belongs to the position that it begins in. */
  #isSure({ start, nodes }: PlayedRun, { items, range }: MoveRun, { text }: Part): boolean {
    if (this.#tree.isLost) return nodes.length >= ASIDE;
    const { focus } = this.#tree;
    if (focus.some((node) => start.isAncestorOf(node)))
      return nodes.length > 0 || focus.includes(start) || items.length > 2;
    if (nodes.length > 0) return items.length > 2;
    if (this.#tree.customRoot !== undefined) return items.length >= LONG;
    return items.length >= LONG || announcement(text, range.start) === 'played' || couldBegin(this.#tree, start, items);
  }

  #continued(run: MoveRun, part: Part): RunOutcome {
    const played = playUnnumbered(this.#tree, run);
    if (played === undefined) return 'unknown';
    return this.#tree.isLost ? 'unknown' : this.#accept(played, run, part);
  }

  #sequence(run: MoveRun, part: Part, isKeyed: boolean): RunOutcome {
    const { start } = run.range;
    if (!isKeyed && isAlternative(part.text, start)) {
      imagineAll(this.#tree, run.items);
      return 'none';
    }
    if (isOfStart(part.text, start))
      return this.#accept(playRun(this.#tree, this.#tree.initial(), run.items), run, part);
    const played = playUnnumbered(this.#tree, run);
    if (played === undefined) return 'unknown';
    const { nodes } = played;
    const isWhole = nodes.length === run.items.length;
    // alternatives of one side are never legal one after the other
    const isGame = part.isList === true && MOVES_KEY.test(part.key) && !areAlternatives(played, run);
    if (!isWhole && !isGame && nodes.length < (run.hasCommas && !isKeyed ? 4 : 2))
      return nodes.length === 0 ? 'unknown' : 'none';
    const old = this.#tree.focus;
    const outcome = this.#accept(played, run, part);
    if (isWhole && old.includes(played.start) && !isKeyed) this.#tree.setFocus([...this.#tree.focus, ...old]);
    return outcome;
  }

  /** `Then it went Nf3 Nc6`: both moves were played, unless they are those of before. */
  #pair(run: MoveRun, part: Part): RunOutcome {
    const { focus, isLost } = this.#tree;
    const plays = focus.map((node) => playRun(this.#tree, node, run.items));
    const played =
      plays.find(({ stop }) => stop === undefined) ?? plays.find(({ nodes }) => nodes.length > 0) ?? plays[0];
    if (played === undefined || (isLost && played.stop !== undefined)) return 'unknown';
    if (played.nodes.length === 0 && isPast(this.#tree.focus[0], run)) return 'none';
    return this.#accept(played, run, part);
  }

  /** Takes a played run for what happened, and reports the move at which it ends. */
  #accept(played: PlayedRun, run: MoveRun, part: Part): RunOutcome {
    const { start, nodes, stop } = played;
    nodes.forEach((node, i) => {
      const item = run.items[i];
      if (item !== undefined) judgeSigns(item, node, this.#report);
    });
    const last = nodes.at(-1) ?? start;
    // other readings of where the run begins stay open
    const others = this.#tree.focus.flatMap((node) => {
      if (node === start || node.turn !== start.turn || node.fullmoves !== start.fullmoves) return [];
      const other = playRun(this.#tree, node, run.items);
      const end = other.nodes.at(-1);
      return end === undefined || other.stop !== undefined ? [] : [end];
    });
    const item = run.items[nodes.length];
    if (stop === undefined || item === undefined) {
      this.#tree.setFocus([last, ...others]);
      return 'moves';
    }
    if (others.length > 0) {
      this.#tree.setFocus(others);
      return 'moves';
    }
    if (run.items.length <= 4 && isDenied(part.text, run.range.start, run.range.end)) return 'unknown';
    this.#tree.setFocus([last]);
    if (stop === 'missing') {
      const side = last.turn === 0 ? 'White' : 'Black';
      const message = `a move of ${side} is missing before ${item.san}: after ${last.name} it is ${side}'s turn`;
      this.#report('AUDIT_MISSING_MOVE', item.range, message, last.ply + 1, last);
    } else reportIllegal(item, last, this.#report);
    this.#tree.isLost = true;
    return 'moves';
  }

  /** A move that stands alone counts where its words, its cell or its field announce it. */
  #single(item: MoveItem, part: Part, isInWords = false): RunOutcome {
    const { text, key, role } = part;
    if (this.#rows.isTwin(item, part) || isOfNumber(text, item.range.end)) return 'none';
    const cell = moveCell(text, item.range.start, item.range.end);
    const isBare = BARE.test(item.san);
    const isListed = LIST_KEY.test(key) && isMoveText(text.trim());
    const isKeyed = (MOVE_KEY.test(key) || LIST_KEY.test(key)) && isMoveText(text.trim());
    const isAll =
      role !== 'unknown' &&
      role !== 'tool' &&
      PROSE_KEY.test(key) &&
      (isMoveText(text.trim()) || (role !== 'call' && isLastSentence(text, item.range.start, item.range.end)));
    const isHeaded = role === 'unknown' && this.#headed >= 0 && isHeadedMove(text, item.range.start, item.range.end);
    const said =
      cell !== undefined || isHeaded || isInWords || (isKeyed && PLAYED_KEY.test(key))
        ? 'played'
        : isKeyed || isAll
          ? 'proposed'
          : announcement(text, item.range.start, item.range.end);
    if (said === undefined) return this.#mention(item, text);
    const isOwn =
      isAll ||
      isHeaded ||
      isInWords ||
      cell !== undefined ||
      (isKeyed && MOVE_KEY.test(key) && (role === 'call' || role === 'unknown')) ||
      isIntended(text, item.range.start, item.range.end);
    const { focus, isLost } = this.#tree;
    const loose = readMove(item.san);
    if (loose === undefined) return 'unknown';
    // who plays a move before any game is known of begins one
    const isFirst = (said === 'played' && !isKeyed) || this.knowsStart || (isListed && MOVES_KEY.test(key)) || isAll;
    const mayBegin = focus.length === 0 && !this.#hasMissed;
    const begins = mayBegin && (isFirst || isSpoken(text, item.range.start, item.range.end));
    if (cell?.fen !== undefined && beginsRow(this.#tree, loose, cell.fen)) return 'moves';
    const isBest = isOfEngine(text, item.range.start);
    const isOther = isInstead(text, item.range.start);
    const starts = isOther ? focus.flatMap((node) => node.parent ?? []) : this.#rows.startsOf(cell, focus);
    const from = begins ? [this.#tree.initial()] : starts;
    const next = from.flatMap((node) => playItem(this.#tree, node, item) ?? []);
    if (said === 'played' && !isOwn && isTold(this.#tree, item, loose, next, moverOf(text, item.range.start)))
      return 'none';
    if (next.length > 0) {
      if (isHeaded || isInWords) this.#headed++;
      for (const node of next.slice(0, 1)) {
        // behind a fault the same move may do something else
        if (!isLost) judgeSigns(item, node, this.#report);
        this.#rows.played(node, item, part, cell, !isLost);
      }
      const before = this.#rows.beforesOf(cell, next);
      this.#tree.setFocus([...next, ...before, ...(said === 'played' && !isBest ? [] : focus)]);
      return 'moves';
    }
    const settled = isOwn ? firstOfLine(this.#tree, this.#origin, item) : undefined;
    if (settled !== undefined) {
      this.#tree.setFocus([settled]);
      return 'moves';
    }
    this.#hasMissed ||= begins;
    if (isLost || begins) return 'unknown';
    if (isOfBefore(this.#tree, item, loose, isOwn && !isBest, isBest ? MANY : FEW)) return 'none';
    if (isDenied(text, item.range.start, item.range.end)) return 'none';
    // `Where is the king? Answer: e8`
    if (isBare && isAnswerText(text, item.range.start)) return 'none';
    const [node] = from;
    if (node === undefined) return 'unknown';
    // moves of one side alone, or plans; and who speaks need not say which of two rooks moves
    const isNoGame = (isHeaded || isInWords) && this.#headed < FEW;
    if (isNoGame) this.#headed = Number.NEGATIVE_INFINITY;
    if (isNoGame || (isInWords && moveReason(node.words, 0, loose).kind === 'ambiguous')) {
      this.#tree.isLost = true;
      return 'unknown';
    }
    reportIllegal(item, node, this.#report);
    this.#tree.isLost = true;
    if (this.#rows.areBefore && cell?.fen !== undefined) this.lostUntil = text.length;
    return 'unknown';
  }

  /** A move that nothing announces may have been played all the same: the position behind it is possible from now on. */
  #mention(item: MoveItem, text: string): RunOutcome {
    const { san, range } = item;
    const { start, end } = range;
    const isAlone = isLineOfItsOwn(text, start, end) || isFirstWord(text, start, end) || isAfter(text, start);
    if (BARE.test(san) && !isAlone) {
      // `White may go d4. The pawn on d4 …`
      if (isMaybe(text, start)) imagineAll(this.#tree, [item]);
      return 'none';
    }
    const loose = readMove(san);
    const { focus, isLost } = this.#tree;
    const isIdle =
      loose === undefined || isHypothetical(text, start) || isSetAside(text, start) || isAlternative(text, start);
    if (isIdle || isLost) {
      imagineAll(this.#tree, [item]);
      return 'unknown';
    }
    const next = focus.flatMap((node) => this.#tree.play(node, loose) ?? []);
    if (next.length === 0)
      return isAfter(text, start) && speakOf(this.#tree, san, [], untilEnd(text, end)) ? 'none' : 'unknown';
    // `after Nf3 the position is …`
    const isSaidOf = isAfter(text, start);
    if (isSaidOf) speakOf(this.#tree, san, next, untilEnd(text, end));
    this.#tree.setFocus(isSaidOf ? [...next, ...focus] : [...focus.slice(0, 1), ...next, ...focus.slice(1)]);
    return isSaidOf ? 'moves' : 'unknown';
  }
}
