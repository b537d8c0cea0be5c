import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chess } from 'chessops/chess';
import { parseFen, INITIAL_FEN as START } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { formatPgn } from '../../../src/core/notation/pgn/format/format-pgn.ts';
import {
  annotatedWords,
  cleanGames,
  damagedAnnotatedGame,
  damagedGame,
  isNumber,
  textOf,
  withMistake,
} from '../../support/transcription.ts';
import { fixAll } from './fix-law.ts';
import { format, STYLES } from './format-law.ts';

/** The words of a formatted text. */
const wordsOf = (text: string): string[] => text.slice(text.indexOf('\n\n')).trim().split(/\s+/);

/** A move without what only the board decides. */
const bare = (word: string): string =>
  (/^[{$]/.test(word) ? word : word.replace(/[x+#]/g, '')).replace(/^([QRBN])[a-h1-8]{1,2}(?=[a-h][1-8])/, '$1');

/** Half-moves of the main line that another library can play. */
function playable(words: readonly string[]): number {
  const setup = parseFen(START).unwrap();
  const position = Chess.fromSetup(setup).unwrap();
  let played = 0;
  for (const word of words) {
    if (isNumber(word)) continue;
    const move = parseSan(position, word.replace(/[+#]$/, ''));
    if (move === undefined) break;
    position.play(move);
    played++;
  }
  return played;
}

/** All safe fixes, again and again. */
function fixed(text: string): string {
  for (let now = text; ; ) {
    const next = fixAll(now, {});
    if (next === now) return now;
    now = next;
  }
}

describe('a real game with one mistake of a copyist', () => {
  it('is still wrong after all safe fixes, or the original game again', () => {
    let found = 0;
    fc.assert(
      fc.property(damagedGame(), ({ game: { tags, words: original }, mistake, words }) => {
        const text = textOf(tags, words);
        if (checkText(text, 'pgn').length === 0) return; // another legal game: nothing shows
        found++;
        const after = fixed(text);
        if (after === textOf(tags, original)) return;
        assert.ok(checkText(after, 'pgn').length > 0, `${mistake}: ${text}\nbecame\n${after}`);
      }),
      { numRuns: 2000 },
    );
    assert.ok(found > 100);
  });

  it('keeps its words when it is formatted, but for signs where the moves can be played', () => {
    for (const style of STYLES)
      fc.assert(
        fc.property(damagedGame(), ({ game: { tags, words: original }, mistake, words }) => {
          const text = textOf(tags, words);
          const once = format(text, style);
          const now = wordsOf(once);
          const what = `${style}, ${mistake}: ${words.join(' ')}\nbecame\n${now.join(' ')}`;
          const numbers = (all: readonly string[]) => all.map((word) => (isNumber(word) ? word : ''));
          if (mistake !== 'wrong number' || now.join(' ') !== original.join(' ')) {
            assert.deepEqual(numbers(now), numbers(words), what);
            assert.deepEqual(now.map(bare), words.map(bare), what);
            let left = playable(words);
            words.forEach((word, i) => {
              if (!isNumber(word) && left-- <= 0) assert.equal(now[i], word, what);
            });
          }
          assert.equal(format(once, style), once, 'once is enough');
        }),
        { numRuns: 800 },
      );
  });

  it('keeps its words, comments and glyphs with their moves in annotated games, too', () => {
    fc.assert(
      fc.property(damagedAnnotatedGame(), ({ tags, words, original }) => {
        const text = textOf(tags, words);
        const once = format(text, 'export');
        const now = annotatedWords(once);
        const what = `${words.join(' ')}\nbecame\n${now.join(' ')}`;
        // numbers of Black's moves come and go with the comments before them
        const kept = (all: readonly string[]) => all.filter((word) => !/^\d+\.{3}$/.test(word));
        if (now.join(' ') !== original.join(' ')) {
          assert.deepEqual(kept(now).map(bare), kept(words).map(bare), what);
        }
        assert.equal(format(once, 'export'), once, 'once is enough');
        assert.deepEqual(annotatedWords(format(text, 'gentle')), words, what);
        if (checkText(text, 'pgn').length === 0) return;
        const after = fixed(text);
        const isOriginal = annotatedWords(after).join(' ') === original.join(' ');
        assert.ok(isOriginal || checkText(after, 'pgn').length > 0, `${what}\nfixed as\n${after}`);
      }),
      { numRuns: 800 },
    );
  });

  it('keeps its words where an editor formats a selection, and all of them where spaces alone are set', () => {
    fc.assert(
      fc.property(
        fc.tuple(damagedGame(), damagedGame()),
        fc.nat(1000),
        fc.nat(1000),
        fc.constantFrom('  ', '\n', ' '),
        ([one, other], from, length, gap) => {
          const parts = [one, other].map(({ game, words }) => `${game.tags}\n\n${words.join(gap)}\n`);
          const text = parts.join('\n');
          const range = { start: Math.min(from, text.length), end: Math.min(from + length, text.length) };
          const allWords = (all: string): string[] => all.trim().split(/\s+/);
          const gentle = applyEdits(text, formatPgn(text, { style: 'gentle', range }));
          assert.deepEqual(allWords(gentle), allWords(text));
          const exported = applyEdits(text, formatPgn(text, { style: 'export', range }));
          const moves = (all: string): string[] => all.split(/\n\n(?=\[Event )/).flatMap(wordsOf);
          const isRight = (game: string, i: number): boolean =>
            wordsOf(game).join(' ') === [one, other][i].game.words.join(' ');
          // a single wrong number among right ones is written as the position has it
          if (exported.split(/\n\n(?=\[Event )/).some(isRight)) return;
          assert.deepEqual(moves(exported).map(bare), moves(text).map(bare));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('numbers no move that seems to be written twice, even where the other side can play it', () => {
    const text = (end: string) => `[Event "x"]\n\n1. e4 d5 2. e5 Qd6 3. exd6 Bf5 4. d4 ${end} *\n`;
    for (const end of ['Bd3 Bd3', 'Bd3 (4... Bd3 Bd3)', 'Bd3 (4... e5 5. Nf3 Bd3 Bd3)'])
      assert.deepEqual(wordsOf(format(text(end), 'export')).filter(isNumber), wordsOf(text(end)).filter(isNumber), end);
    assert.match(format(text('Bd3 Bxd3'), 'export'), / 5\. Bxd3/);
  });

  it('keeps every word of a part of it that begins later', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cleanGames), fc.nat(60), ({ words }, place) => {
        const at = words.findIndex((word, i) => i > 3 + place && isNumber(word));
        if (at < 0) return;
        for (const part of [words.slice(at), [words[at].replace('.', '...'), ...words.slice(at + 2)]]) {
          const text = `[Event "part"]\n\n${part.join(' ')}\n`;
          assert.deepEqual(wordsOf(format(text, 'export')), part);
          assert.equal(fixed(text), text);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every word of a game whose variant is not known, and of two boards', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cleanGames), fc.nat(), (game, place) => {
        const words = withMistake(game.words, 'left-out move', place, 0) ?? game.words;
        const boards = words.map((word) =>
          word.replace(/^(\d+)\.$/, (_, n: string) => (Number(n) % 2 ? `${n}A.` : `${n}b.`)),
        );
        for (const variant of ['[Variant "Bughouse"]', '[Variant "Duck"]', '[White "x"]'])
          assert.deepEqual(wordsOf(format(`${variant}\n\n${boards.join(' ')}\n`, 'export')), boards);
        const other = words.map((word, i) => (i % 7 === 0 && /^[a-hKQRBNO]/.test(word) ? `${word}!?` : word));
        assert.deepEqual(wordsOf(format(`[Variant "Bughouse"]\n\n${other.join(' ')}\n`, 'export')), other);
      }),
      { numRuns: 100 },
    );
  });
});
