import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { seeded } from '../../src/core/base/random.ts';
import { checkText } from '../../src/core/languages/check.ts';
import { fixedText } from '../../src/core/languages/fix-steps.ts';
import { fenAfter, readGame } from '../../src/core/notation/pgn/replay.ts';
import { type CleanGame, cleanGames, type Mistake, textOf, withMistake } from './transcription.ts';

/** What became of the damaged games of one mistake under `check --fix safe` and `check --fix all`. */
export interface FixCensus {
  readonly mistake: Mistake;
  readonly games: number;
  /** Damaged games with a finding. */
  shown: number;
  /** Games with other moves after safe fixes, and those in which nothing is found any more. */
  safeMoved: number;
  safeSilent: number;
  /** Games that all fixes give their original moves, and those that became another game without an error. */
  restored: number;
  other: number;
}

const OPTIONS = { check: {}, severities: {} };

/** The moves of a text's movetext, without numbers and check signs. */
const movesOf = (text: string): string =>
  text
    .slice(text.indexOf('\n\n'))
    .replace(/\d+\.+/g, ' ')
    .replace(/[+#]/g, '')
    .trim()
    .split(/\s+/)
    .join(' ');

/** What is played on the main line: other spellings of moves are the same moves. */
const playedIn = (text: string): string => {
  const { replay } = readGame(text);
  return Array.from(replay.status, (_, m) => fenAfter(replay, m) ?? '').join();
};

const hasError = (text: string): boolean => checkText(text, 'pgn').some(({ severity }) => severity === 'error');

/** Counts over damaged games, drawn with a seed from those that are given. */
export function fixCensus(
  mistake: Mistake,
  games: number,
  seed: number,
  from: readonly CleanGame[] = cleanGames,
): FixCensus {
  const random = seeded(seed);
  const result: FixCensus = { mistake, games, shown: 0, safeMoved: 0, safeSilent: 0, restored: 0, other: 0 };
  for (let done = 0; done < games; ) {
    const game = from[uniformInt(random, 0, from.length - 1)];
    const words = withMistake(game.words, mistake, uniformInt(random, 0, 1 << 20), uniformInt(random, 0, 1 << 10));
    if (words === undefined) continue;
    done++;
    count(result, textOf(game.tags, words), textOf(game.tags, game.words));
  }
  return result;
}

function count(result: FixCensus, damaged: string, original: string): void {
  if (checkText(damaged, 'pgn').length === 0) return;
  result.shown++;
  const safe = fixedText(damaged, 'pgn', OPTIONS, false);
  if (movesOf(safe) !== movesOf(damaged)) result.safeMoved++;
  if (checkText(safe, 'pgn').length === 0) result.safeSilent++;
  const fixed = fixedText(damaged, 'pgn', OPTIONS, true);
  if (movesOf(fixed) === movesOf(original)) result.restored++;
  else if (playedIn(fixed) !== playedIn(damaged) && !hasError(fixed)) result.other++;
}
