import { distance } from 'fastest-levenshtein';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { seeded } from '../../src/core/base/random.ts';
import { applyEdits, type TextEdit } from '../../src/core/base/text/range.ts';
import { CandidateRanking, type RankedCandidate } from '../../src/core/notation/pgn/repair/candidate-ranking.ts';
import { lineChangeEdits } from '../../src/core/notation/pgn/repair/repair-edits.ts';
import { boardsFor, lineAround, repairLine } from '../../src/core/notation/pgn/repair/repairs.ts';
import { Search } from '../../src/core/notation/pgn/repair/search.ts';
import { readWrittenLine, type WrittenLine } from '../../src/core/notation/pgn/repair/written-line.ts';
import { readGame, type WholeGame } from '../../src/core/notation/pgn/replay.ts';
import { type CleanGame, cleanGames, MISTAKES, type Mistake, textOf, withMistake } from './transcription.ts';

/** The mistakes that a repair can undo: a wrong number leaves the moves as they were. */
export const REPAIRED = MISTAKES.filter((mistake) => mistake !== 'wrong number');

/** What became of the damaged games of one mistake. */
export interface Census {
  readonly mistake: Mistake;
  readonly games: number;
  /** Games in which something shows: a move cannot be played, or numbers do not fit. */
  shown: number;
  /** Games of which the first offer, or one of the three, is the original. */
  first: number;
  inThree: number;
  /** Games whose original is determined (`isDetermined`), and those of them of which it is the first offer. */
  determined: number;
  determinedFirst: number;
  /** Games with a preferred repair, and those of them in which it is the original. */
  preferred: number;
  preferredRight: number;
  /** Games in which the budget ended. */
  cut: number;
}

const NOTHING = {
  shown: 0,
  first: 0,
  inThree: 0,
  determined: 0,
  determinedFirst: 0,
  preferred: 0,
  preferredRight: 0,
  cut: 0,
};

/** Moves that a search for all candidates may try. */
const UNBOUNDED = 20_000_000;

/** Counts over damaged games, drawn with a seed from those that are given. */
export function census(mistake: Mistake, games: number, seed: number, from: readonly CleanGame[] = cleanGames): Census {
  const random = seeded(seed);
  const result = { ...NOTHING, mistake, games };
  for (let done = 0; done < games; ) {
    const game = from[uniformInt(random, 0, from.length - 1)];
    const words = withMistake(game.words, mistake, uniformInt(random, 0, 1 << 20), uniformInt(random, 0, 1 << 10));
    if (words === undefined) continue;
    done++;
    count(result, textOf(game.tags, words), textOf(game.tags, game.words));
  }
  return result;
}

function count(result: Census, text: string, original: string): void {
  const game = readGame(text);
  const node = lineAround(game, text.length - 2);
  const line = readWrittenLine(game, node);
  const boards = line === undefined ? undefined : boardsFor(game, line);
  if (line === undefined || boards === undefined) throw new Error(`no line in ${text}`);
  const search = new Search(line, boards, UNBOUNDED);
  if (!search.hasFault) return;
  result.shown++;
  const isOriginal = (edits: readonly TextEdit[]): boolean => plain(applyEdits(text, edits)) === plain(original);
  const { offers, triedFrom } = repairLine(game, node);
  if (triedFrom !== undefined) result.cut++;
  const place = offers.findIndex(({ edits }) => isOriginal(edits));
  if (place === 0) result.first++;
  if (place >= 0) result.inThree++;
  if (offers[0]?.preferred) {
    result.preferred++;
    if (place === 0) result.preferredRight++;
  }
  for (const _ of search.run());
  const all = drained(new CandidateRanking(line, boards, search));
  if (!isDetermined(game, line, all, isOriginal)) return;
  result.determined++;
  if (place === 0) result.determinedFirst++;
}

function drained(ranking: CandidateRanking): readonly RankedCandidate[] {
  const steps = ranking.run(Number.POSITIVE_INFINITY);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Check signs may be missing where the game had only the one that was lost. */
const plain = (text: string): string => text.replace(/[+#]/g, '');

/**
 * True if no other edit that is as small plays the whole line and agrees as well with its numbers, signs and result. An edit
 * is smaller with fewer half-moves, or, where both write another move for one, with fewer characters. An original that no
 * edit of the search leads to counts as determined.
 */
function isDetermined(
  game: WholeGame,
  line: WrittenLine,
  all: readonly RankedCandidate[],
  isOriginal: (edits: readonly TextEdit[]) => boolean,
): boolean {
  const truth = all.find(({ change, words }) => isOriginal(lineChangeEdits(game, line, change, words)));
  if (truth === undefined) return true;
  return all.every(
    (one) =>
      one === truth ||
      !one.isWhole ||
      one.contradictions > truth.contradictions ||
      halfMoves(one) > halfMoves(truth) ||
      (halfMoves(one) === halfMoves(truth) && characters(line, one) > characters(line, truth)),
  );
}

const halfMoves = ({ change: { kind, removed, steps } }: RankedCandidate): number =>
  kind === 'swap' ? 2 : Math.max(1, Math.abs(steps.length - removed));

/** Characters that an edit changes in a move; those of a whole move count as one. */
const characters = (line: WrittenLine, { change, words }: RankedCandidate): number =>
  change.kind === 'replace' ? distance(line.entries[change.at].word.text, words[0]) : 1;
