import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { checkText } from '../../src/core/languages/check.ts';
import { games } from './pgn2fen.ts';

/** A real game without a finding: its tags, and the words of its main line, numbers included. */
export interface CleanGame {
  readonly tags: string;
  readonly words: readonly string[];
}

const movetextOf = (game: string): string =>
  game
    .slice(game.indexOf('\n\n'))
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\$\d+/g, ' ')
    .replace(/[!?]+/g, '')
    .replace(/\d+\.\.\./g, ' ');

/** The text of a game from its tags and words. */
export const textOf = (tags: string, words: readonly string[]): string => `${tags}\n\n${words.join(' ')}\n`;

export const isNumber = (word: string | undefined): boolean => word !== undefined && /^\d+\.+$/.test(word);

/** The clean games of a PGN text with more than ten moves, without comments, glyphs and variations. */
export const cleanGamesOf = (pgn: string): CleanGame[] =>
  pgn
    .split(/\n\n(?=\[Event )/)
    .map((game) => ({
      tags: game.slice(0, game.indexOf('\n\n')),
      words: movetextOf(game).trim().split(/\s+/),
    }))
    .filter(({ tags, words }) => words.length > 40 && checkText(textOf(tags, words), 'pgn').length === 0);

/** Those of the fixtures. */
export const cleanGames: readonly CleanGame[] = [
  readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8'),
  games('world-cup'),
].flatMap(cleanGamesOf);

/** The single mistakes that people make when they copy a game. */
export const MISTAKES = [
  'left-out move',
  'left-out pair',
  'doubled move',
  'doubled pair',
  'swapped moves',
  'wrong square',
  'wrong piece',
  'wrong number',
] as const;
export type Mistake = (typeof MISTAKES)[number];

const SQUARE = /[a-h][1-8](?=(?:=[QRBN])?[+#]?$)/;

/** The words of a game with one mistake at a place; undefined where that is impossible or changes nothing. */
export function withMistake(
  words: readonly string[],
  mistake: Mistake,
  place: number,
  choice: number,
): string[] | undefined {
  const moves = words.flatMap((word, i) => (isNumber(word) || i === words.length - 1 ? [] : [i]));
  const numbers = words.flatMap((word, i) => (isNumber(word) && i + 2 < words.length - 1 ? [i] : []));
  const at = moves[place % moves.length];
  const pair = numbers[place % numbers.length];
  const now = [...words];
  const move = words[at];
  switch (mistake) {
    case 'left-out move':
      now.splice(at, 1);
      break;
    case 'left-out pair':
      now.splice(pair, 3);
      break;
    case 'doubled move':
      now.splice(at, 0, move);
      break;
    case 'doubled pair':
      now.splice(pair, 0, ...words.slice(pair, pair + 3));
      break;
    case 'swapped moves': {
      const other = moves[(place + 1 + (choice % 4)) % moves.length];
      [now[at], now[other]] = [words[other], move];
      break;
    }
    case 'wrong square':
      now[at] = move.replace(SQUARE, `${'abcdefgh'[choice % 8]}${1 + ((choice >> 3) % 8)}`);
      break;
    case 'wrong piece':
      now[at] = /^[KQRBN]/.test(move)
        ? ['', 'K', 'Q', 'R', 'B', 'N'][choice % 6] + move.slice(1)
        : (['K', 'Q', 'R', 'B', 'N'][choice % 5] ?? '') + move.replace(/^[a-h]x/, 'x');
      break;
    case 'wrong number':
      now[pair] = words[pair].replace(/\d+/, (number) => `${Math.max(1, Number(number) + [1, -1, 10, 5][choice % 4])}`);
      break;
  }
  return now.join(' ') === words.join(' ') ? undefined : now;
}

export interface DamagedGame {
  readonly game: CleanGame;
  readonly mistake: Mistake;
  readonly words: readonly string[];
}

/** Clean games with one mistake each. */
export const damagedGame = (): fc.Arbitrary<DamagedGame> =>
  fc
    .tuple(
      fc.constantFrom(...cleanGames),
      fc.constantFrom(...MISTAKES),
      fc.noBias(fc.nat(1 << 20)),
      fc.noBias(fc.nat(1 << 10)),
    )
    .map(([game, mistake, place, choice]) => ({
      game,
      mistake,
      words: withMistake(game.words, mistake, place, choice) ?? [],
    }))
    .filter(({ words }) => words.length > 0);

/** The words of a text with comments and variations, each comment as one word with single blanks. */
export const annotatedWords = (text: string): string[] =>
  (text.slice(text.indexOf('\n\n')).match(/\{[^}]*\}|[()]|\$\d+|[^\s(){}$]+/g) ?? []).map((word) =>
    word.replace(/\s+/g, ' '),
  );

/** A clean game with comments, glyphs and variations of some moves, which repeat what was played; in export format. */
function annotated(words: readonly string[], choices: readonly number[]): string[] {
  const now: string[] = [];
  let number = 0;
  let isBlack = true;
  let resumes = false;
  words.forEach((word, i) => {
    if (isNumber(word)) {
      number = Number.parseInt(word, 10);
      now.push(word);
      isBlack = false;
      resumes = false;
      return;
    }
    const isLast = i === words.length - 1;
    if (resumes && isBlack && !isLast) now.push(`${number}...`);
    now.push(word);
    resumes = false;
    const choice = isLast ? 0 : (choices[i % choices.length] ?? 0) % 16;
    if (choice === 1) now.push('$1');
    if (choice === 2 || choice === 3) now.push(choice === 2 ? '{ [%clk 0:01:00] }' : '{ a remark }');
    if (choice === 4) now.push('(', `${number}${isBlack ? '...' : '.'}`, word, ')');
    resumes = choice > 1 && choice < 5 && !isBlack;
    isBlack = true;
  });
  return now;
}

/** Annotated games with one word, of a move or a number, left out, doubled, or exchanged for another. */
export const damagedAnnotatedGame = (): fc.Arbitrary<{
  readonly tags: string;
  readonly words: readonly string[];
  readonly original: readonly string[];
}> =>
  fc
    .tuple(
      fc.constantFrom(...cleanGames),
      fc.array(fc.noBias(fc.nat(1 << 16)), { minLength: 7, maxLength: 30 }),
      fc.noBias(fc.nat(1 << 20)),
      fc.noBias(fc.nat(1 << 20)),
    )
    .map(([{ tags, words: clean }, choices, place, other]) => {
      const original = annotated(clean, choices);
      const some = original.flatMap((word, i) => (/^[\dKQRBNOa-h]/.test(word) && i < original.length - 1 ? [i] : []));
      const [a, b] = [some[place % some.length], some[other % some.length]];
      const words = [...original];
      if (other % 3 === 0) words.splice(a, 1);
      else if (other % 3 === 1) words.splice(a, 0, words[a]);
      else if (!isNumber(words[a]) && !isNumber(words[b])) [words[a], words[b]] = [words[b], words[a]];
      return { tags, words, original };
    });
