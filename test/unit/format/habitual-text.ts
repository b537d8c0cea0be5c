import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readPgn } from '../../../src/core/notation/pgn/document.ts';

const REAL = readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
const { chunks, offsets } = readPgn(REAL);

/** What people and programs write instead: each changes the first place that it fits behind some offset. */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [/\bN(?=[a-h])/, 'n'],
  [/\bN(?=[a-h])/, 'S'],
  [/\bN(?=[a-h])/, '\u2658'],
  [/\bB(?=[a-h])/, 'L'],
  [/O-O/, '0-0'],
  [/O-O-O/, '0-0-0'],
  [/x(?=[a-h][1-8])/, ''],
  [/x(?=[a-h][1-8])/, ':'],
  [/(?<=[RNBQK])(?=[a-h][1-8])/, 'x'],
  [/\+(?= )/, ''],
  [/#/, '+'],
  [/#/, ''],
  [/(?<=[a-h][1-8]) /, '+ '],
  [/(?<=x[a-h][36]) /, ' e.p. '],
  [/=Q/, 'Q'],
  [/=Q/, ''],
  [/=Q/, '(Q)'],
  [/\+(?= )/, ' +'],
  [/\+(?= )/, ' ch'],
  [/#(?= )/, ' mate'],
  [/\bNf6\b/, 'pass'],
  [/\bNc6\b/, '<>'],
  [/\[White "([^"]*)"\]/, '[White “$1”]'],
  [/(?<=1|0|2)-(?=[01])(?=\S+\s*$)/, ' - '],
  [/\be4\b/, 'e2e4'],
  [/\bNf3\b/, 'Ng1-f3'],
  [/\bNf3\b/, 'Ngf3'],
  [/\b\d+\. /, '99. '],
  [/\b\d+\. /, ''],
  [/\b\d+\. /, '7... '],
  [/\d\.\.\. /, '8. '],
  [/ (?=\d+\. )/, '\n\n'],
  [/ (?=\d+\. )/, '\u00a0'],
  [/(?:1-0|0-1|1\/2-1\/2)\s*$/, ''],
  [/(?:1-0|0-1|1\/2-1\/2)\s*$/, '*\n'],
  [/(?:1-0|0-1|1\/2-1\/2)\s*$/, '1/2\n'],
  [/\s*$/, ' 1-0 1-0\n'],
  [/\[Result "[^"]*"\]\n/, ''],
  [/\[Result "[^"]*"\]/, '[Result "1/2"]'],
  [/\[Date "[^"]*"\]/, '[Date "2025-5-1"]'],
  [/\[Event "[^"]*"\]\n/, ''],
  [/\[WhiteElo "[^"]*"\]/, '[WhiteElo "high"]\n[WhiteElo "high"]'],
  [/\[Round/, '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n[Round'],
  [/\[Round/, '[SetUp "1"]\n[Round'],
  [/\[%clk 0/, '[%clk zero'],
  [/\{ /, '{ a { brace '],
  [/ \}/, ''],
  [/(?<=\}) /, ' (1. a3) '],
  [/(?<=\}) /, ' ( '],
  [/(?<=\}) /, ' $300 \u00b1 '],
  [/\n/, '\r\n'],
  [/^/, '\uFEFF'],
];

/** Two real games, as people and programs might have written them. */
export const habitualText = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(chunks.length - 2),
      fc.array(fc.tuple(fc.constantFrom(...HABITS), fc.noBias(fc.nat(0xffff))), { minLength: 1, maxLength: 8 }),
    )
    .map(([first, habits]) =>
      habits.reduce(
        (text, [[pattern, instead], place]) => {
          const at = place % text.length;
          return text.slice(0, at) + text.slice(at).replace(pattern, instead);
        },
        REAL.slice(offsets[first], offsets[first + 2]),
      ),
    );
