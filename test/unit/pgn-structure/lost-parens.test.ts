import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { fixedText } from '../../../src/core/languages/fix-steps.ts';

const GAMES = [
  '1. e4 e5 2. Nf3 (2. Nc3 Nc6 3. f4) 2... Nc6 3. Bb5 a6 (3... Nf6 4. O-O) 4. Ba4 *',
  '1. e4 e5 2. Nf3 (2. Nc3 Nc6 (2... d6 3. f4 g6 (3... Nf6 4. d4) 4. Nf3) 3. g3 g6 4. Bg2) (2. c3 d5) 2... d6 3. d4 *',
  '1. e4 e5 2. Nf3 Nc6 (2... d6 {quiet} 3. d4 $1 exd4) 3. Bb5 {a good} a6 4. Ba4 *',
];

describe('a parenthesis that is missing', () => {
  it('is one finding, and its first fix writes it where the moves show that it belongs', () => {
    let same = 0;
    let all = 0;
    for (const game of GAMES) {
      for (let at = 0; at < game.length; at++) {
        if (game[at] !== '(' && game[at] !== ')') continue;
        const text = game.slice(0, at) + game.slice(at + 1);
        const found = checkText(text, 'pgn');
        const said = JSON.stringify(found.map(({ code, message }) => [code, message]));
        assert.equal(found.length, 1, `${text}: ${said}`);
        assert.equal(found[0].code, game[at] === '(' ? 'PGN_STRAY_PAREN' : 'PGN_UNCLOSED_PAREN');
        const fixed = applyEdits(text, found[0].fixes?.[0]?.edits ?? []);
        assert.deepEqual(checkText(fixed, 'pgn'), [], fixed);
        all++;
        if (fixed === game) same++;
      }
    }
    // the moves of a variation may be possible in the line around it, too
    assert.ok(same >= all - 2, `${same} of ${all}`);
  });

  it('is where a number goes back to that of the line around, though all moves can be played in the variation', () => {
    for (const [before, after] of [
      ['1. e4 (1. d4 d5 2. c4', '1... e5 2. Nf3 Nc6 *'],
      ['1. d4 d5 2. c4 (2. Nf3 Nf6 3. e3', '2... e6 3. Nc3 Nf6 4. Bg5 *'],
      ['1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 exd4 4. c3', '3. Bb5 a6 4. Ba4 *'],
    ] as const) {
      const text = `${before} ${after}`;
      const [one, ...others] = checkText(text, 'pgn');
      assert.equal(one?.code, 'PGN_UNCLOSED_PAREN', text);
      assert.deepEqual(others, []);
      assert.equal(applyEdits(text, one.fixes?.[0]?.edits ?? []), `${before}) ${after}`);
    }
    const [whole] = checkText('1. e4 e5 (1... c5 2. Nf3 *', 'pgn');
    assert.equal(whole?.fixes?.[0]?.title, 'Close it after the last move, with the rest of the game in it');
    // where it ends is a guess, so that the moves of the game stay where they are unless a person says so
    const undecided = '1. e4 e5 2. Nf3 (2. f4 Nc6 3. Bc4 Bc5 4. c3 Nf6 1-0\n';
    assert.equal(fixedText(undecided, 'pgn', { check: {}, severities: {} }, true), undecided);
  });

  it('explains no move that is possible nowhere', () => {
    const codes = (text: string): string[] => checkText(text, 'pgn').map(({ code }) => code);
    assert.deepEqual(codes('1. e4 e5 2. Nf3 Nc6 (2... d6 3. d9 *'), ['PGN_UNCLOSED_PAREN', 'PGN_ILLEGAL_MOVE']);
    assert.deepEqual(codes('1. e4 e5 2. Nf3 Nc6) 3. Bb6 a6 *'), ['PGN_STRAY_PAREN', 'PGN_ILLEGAL_MOVE']);
    assert.deepEqual(codes('1. e4 e5 2. Bb6 (2. Nf3 Nc6 *'), ['PGN_ILLEGAL_MOVE', 'PGN_UNCLOSED_PAREN']);
  });

  it('has no finding of its own in a comment that is not closed', () => {
    const codes = (text: string): string[] => checkText(text, 'pgn').map(({ code }) => code);
    const game = '1. e4 {one} e5 2. Nf3 (2. Nc3 {two} Nc6 (2... d6) 3. f4 {three} exf4) 2... Nc6 {four} (2... d6) *';
    let comments = 0;
    for (let at = game.indexOf('}'); at >= 0; at = game.indexOf('}', at + 1)) {
      const found = codes(game.slice(0, at) + game.slice(at + 1));
      if (!found.includes('PGN_UNCLOSED_COMMENT')) continue;
      assert.deepEqual(found, ['PGN_UNCLOSED_COMMENT'], game.slice(0, at));
      comments++;
    }
    assert.ok(comments >= 2, String(comments));
  });

  it('is not looked for behind a word in place of a move: what replaces the next move has no position either', () => {
    const found = checkText('1. e4 e5 2. Nf3 Be 3. O-O (3. c3 d6) 3... Nf6 (3... d6) *', 'pgn');
    assert.deepEqual(
      found.map(({ code }) => code),
      ['PGN_STRAY_TEXT'],
    );
  });
});
