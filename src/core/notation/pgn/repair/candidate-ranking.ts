import { distance } from 'fastest-levenshtein';
import { homoglyphFix } from '../check/characters.ts';
import type { Boards } from './positions.ts';
import type { LineChange, RepairCandidate, Search } from './search.ts';
import { fitsPlace, type WrittenLine, withLetters } from './written-line.ts';

/** A candidate with its rating. */
export interface RankedCandidate extends RepairCandidate {
  /** True if the whole line can be played. */
  readonly isWhole: boolean;
  /** Number of numbers, signs, letters and a result that contradict the line. */
  readonly contradictions: number;
  /** Penalty of the copyist's assumed mistake, with the contradictions. */
  readonly penalty: number;
  /** The moves of the line, as a key. */
  readonly key: string;
  /** The words to write for the steps. */
  readonly words: readonly string[];
}

/** The weight of a contradiction, where one wrong character of a move has 0.7. */
const CONTRADICTION = 2.5;
/** Weight of a ply between the edit and the place where it shows, and its maximum. */
const BACK = 0.03;
const MAX_BACK = 1.5;
/** Maximum number of wrong numbers that count: they have one cause. */
const MAX_NUMBERS = 4;
/**
 * Most entries from the first to the last of a likely swap; of more distant ones, one was probably written for another.
 */
const NEAR_SWAP = 5;
/** Number of candidates written as words between two pauses. */
const PAUSE = 16;
/** Most candidates that are judged. */
const MAX_JUDGED = 1000;
/** Default number of returned candidates. */
const KEPT = 8;

/** Ranks the candidates of a search: the best few, the best first; only one of those that lead to the same moves. */
export class CandidateRanking {
  readonly #line: WrittenLine;
  readonly #boards: Boards;
  readonly #search: Search;
  /** Contradictions of the first entries, as far as they can be played. */
  readonly #before: number[] = [0];

  constructor(line: WrittenLine, boards: Boards, search: Search) {
    this.#line = line;
    this.#boards = boards;
    this.#search = search;
    search.moves.forEach((move, i) => {
      this.#before.push(this.#before[i]! + boards.contradictions(i, move, line.entries[i]!.word));
    });
  }

  /** Number of contradictions of the line as written. */
  get unchanged(): number {
    return this.#before.at(-1)! + this.#numbers(undefined) + this.#result(this.#search.moves.length);
  }

  /** @param kept most candidates that are returned */
  *run(kept: number = KEPT): Generator<undefined, RankedCandidate[]> {
    const { found } = this.#search;
    const most = found.reduce((reached, entry) => Math.max(reached, entry.reached), 0);
    const open: { candidate: RepairCandidate; words: readonly string[]; cost: number }[] = [];
    for (const candidate of found) {
      if (candidate.reached !== most) continue;
      const words = this.#words(candidate.change);
      open.push({ candidate, words, cost: this.#cost(candidate.change, words) });
      if (open.length % PAUSE === 0) yield;
    }
    open.sort((a, b) => a.cost - b.cost);
    const best: RankedCandidate[] = [];
    let judged = 0;
    for (const { candidate, words, cost } of open) {
      const worst = best[kept - 1];
      if ((worst !== undefined && worst.penalty <= cost) || judged === MAX_JUDGED) break;
      const ranked = this.#ranked(candidate, words, cost);
      if (this.#search.isWhole && ranked.contradictions >= this.unchanged) continue;
      // Two edits can lead to the same moves while move numbers fit only one.
      const known = best.findIndex(({ key }) => key === ranked.key);
      if (known >= 0 && best[known]!.penalty <= ranked.penalty) continue;
      if (known >= 0) best.splice(known, 1);
      const place = best.findIndex(({ penalty }) => penalty > ranked.penalty);
      best.splice(place < 0 ? best.length : place, 0, ranked);
      best.length = Math.min(best.length, kept);
      judged++;
      yield;
    }
    return best;
  }

  /** Returns the steps of a change as words of the game. */
  #words({ at, steps }: LineChange): string[] {
    const { letters, entries } = this.#line;
    const boards = this.#boards;
    const x = entries.length + 1;
    return steps.map((step, i) => {
      if (typeof step !== 'number') return step.text;
      if (i === 0 && steps.length > 1) boards.playMove(at, x, step);
      return withLetters(boards.san(i === 0 ? at : x, step), letters);
    });
  }

  /** Returns the penalty of the copyist's mistake that a change undoes: the less likely, the higher. */
  #cost(change: LineChange, words: readonly string[]): number {
    const { kind, at, removed } = change;
    const back = Math.min(MAX_BACK, BACK * Math.max(0, this.#search.broken - at));
    const { entries } = this.#line;
    const text = (i: number): string | undefined => entries[i]?.word.text;
    const isTwice = [at - 2, at - 1, at + removed, at + removed + 1].some((i) => text(i) === text(at));
    switch (kind) {
      case 'replace':
        return back + replaced(text(at) ?? '', words[0] ?? '');
      case 'insert':
        return back + (words.length === 1 ? 2 : 2.4);
      case 'delete':
        // The extra one of two equal moves is usually the one without a number.
        return back + (removed === 2 ? 1 : isTwice ? 0.8 : 2.6) + 0.1 * (entries[at]?.numbers.length ?? 0);
      case 'swap':
        return back + (removed === 2 ? 1.6 : removed <= NEAR_SWAP ? 2.2 : 3.2);
      case 'split':
        return 0.4;
    }
  }

  #ranked(candidate: RepairCandidate, words: readonly string[], cost: number): RankedCandidate {
    const { change, reached } = candidate;
    const { entries } = this.#line;
    const boards = this.#boards;
    const rest = entries.slice(change.at + change.removed, reached).map(({ word }) => word);
    const moves = this.#search.moves.slice(0, change.at);
    let contradictions = this.#before[change.at]!;
    let from = change.at;
    for (const step of [...change.steps, ...rest]) {
      const to = entries.length + (from === entries.length + 1 ? 2 : 1);
      if (typeof step === 'number') {
        boards.playMove(from, to, step);
        moves.push(step);
      } else {
        const move = boards.playWord(from, to, step);
        contradictions += boards.contradictions(from, move, step);
        moves.push(move);
      }
      from = to;
    }
    contradictions += this.#numbers(change);
    const isWhole = reached === entries.length;
    if (isWhole) contradictions += this.#result(from);
    const penalty = cost + CONTRADICTION * contradictions;
    return { ...candidate, isWhole, contradictions, penalty, key: moves.join(), words };
  }

  #result(slot: number): number {
    const { result } = this.#line;
    const end = result === undefined ? undefined : this.#boards.result(slot);
    return end === undefined || end === result ? 0 : 1;
  }

  /** Counts the written numbers that contradict the line, after a change. */
  #numbers(change: LineChange | undefined): number {
    const { entries, numbering } = this.#line;
    const { at = entries.length, removed = 0, steps = [] } = change ?? {};
    let wrong = 0;
    entries.forEach(({ numbers }, i) => {
      const isRemoved = i >= at && i < at + removed;
      // The numbers of an omitted word stay only if they are right.
      if (isRemoved && steps.length < removed) return;
      const place = i < at + removed ? i : i + steps.length - removed;
      for (const number of numbers) {
        // A number before a missing move may still exist.
        const isOf = (n: number): boolean => fitsPlace(number, numbering, n);
        if (!isOf(place) && !(i === at && removed === 0 && steps.some((_, s) => isOf(at + s)))) wrong++;
      }
    });
    return Math.min(MAX_NUMBERS, wrong);
  }
}

/** Returns the penalty for writing a move in place of another. */
function replaced(written: string, san: string): number {
  if (homoglyphFix(written)?.text === san) return 0.3;
  if (/^K[gc][18]/.test(written) && san.startsWith('O-O')) return 1;
  const piece = (text: string): string => /^[KQRBN]?/.exec(text)?.[0] ?? '';
  const square = (text: string): string => /[a-h][1-8](?=\D*$)/.exec(text)?.[0] ?? text;
  const isSamePiece = piece(written) === piece(san);
  const isSameSquare = square(written) === square(san);
  // Only its origin or its signs differ.
  if (isSamePiece && isSameSquare) return 0.7;
  const wrong = Math.min(4, distance(written, san));
  return 0.6 + 0.7 * wrong + (isSamePiece || isSameSquare ? 0 : 1);
}
