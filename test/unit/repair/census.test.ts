import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chess } from 'chessops/chess';
import { parseFen, INITIAL_FEN as START } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { lineAround, repairLine } from '../../../src/core/notation/pgn/repair/repairs.ts';
import { readGame } from '../../../src/core/notation/pgn/replay.ts';
import { fixCensus } from '../../support/fix-census.ts';
import { type Census, census, REPAIRED } from '../../support/repair-census.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';
import { annotatedWords, damagedAnnotatedGame, MISTAKES, textOf } from '../../support/transcription.ts';

const GAMES = thoroughly(150, 15);
/** The share of determined games in which the first offer is the original, at least; `bench/README.md` has what it is. */
const FLOOR = 0.8;

describe('repairs of real games with one mistake of a copyist', () => {
  let all: readonly Census[] = [];
  const sum = (key: 'shown' | 'determined' | 'determinedFirst' | 'preferred' | 'preferredRight' | 'cut'): number =>
    all.reduce((total, one) => total + one[key], 0);

  for (const mistake of REPAIRED)
    itLong(`offer the original first where it is determined: ${mistake}`, () => {
      const one = census(mistake, GAMES, 17);
      all = [...all, one];
      assert.ok(one.shown > GAMES / 2, 'the mistake shows');
      assert.ok(one.determinedFirst >= FLOOR * one.determined, `${one.determinedFirst} of ${one.determined}`);
    });

  itLong('prefer only the original, within the budget', () => {
    assert.ok(sum('preferred') > sum('shown') / 2, `${sum('preferred')} of ${sum('shown')}`);
    assert.equal(sum('preferredRight'), sum('preferred'));
    assert.equal(sum('cut'), 0);
    assert.ok(sum('determined') > sum('shown') / 2);
  });
});

describe('fixes that nobody is asked about, of real games with one mistake of a copyist', () => {
  for (const mistake of MISTAKES)
    itLong(`never make another game of it: ${mistake}`, () => {
      const { shown, safeMoved, safeSilent, restored, other } = fixCensus(mistake, GAMES, 5);
      assert.ok(shown > GAMES / 2, 'the mistake shows');
      assert.equal(other, 0);
      assert.equal(safeMoved, 0, 'safe fixes change no move');
      if (mistake !== 'wrong number') assert.equal(safeSilent, 0, 'a mistake in the moves still shows');
      assert.ok(restored > 0);
    });
});

/** Half-moves of the main line that another library can play. */
function playable(words: readonly string[]): number {
  const position = Chess.fromSetup(parseFen(START).unwrap()).unwrap();
  let played = 0;
  let depth = 0;
  for (const word of words) {
    if (word === '(') depth++;
    if (word === ')') depth--;
    if (depth > 0 || !/^[a-hKQRBNO]/.test(word)) continue;
    const move = parseSan(position, word.replace(/[+#]$/, ''));
    if (move === undefined) return played;
    position.play(move);
    played++;
  }
  return played;
}

describe('a repair of an annotated game', () => {
  it('makes the proven number of moves playable, and keeps comments, glyphs and variations', () => {
    let whole = 0;
    fc.assert(
      fc.property(damagedAnnotatedGame(), ({ tags, words }) => {
        const text = textOf(tags, words);
        const game = readGame(text);
        for (const { title, edits, isWhole } of repairLine(game, lineAround(game, text.length - 2)).offers) {
          const after = annotatedWords(applyEdits(text, edits));
          const kept = (these: readonly string[]) => these.filter((word) => /^[{($]/.test(word));
          assert.deepEqual(kept(after), kept(words), `${title}\n${text}`);
          const moves = after.filter((word) => /^[a-hKQRBNO]/.test(word));
          const inMain =
            moves.length - after.filter((word, i) => /^[a-hKQRBNO]/.test(word) && isInside(after, i)).length;
          if (isWhole) {
            whole++;
            assert.equal(playable(after), inMain, `${title}\n${text}`);
          } else assert.ok(playable(after) > playable(words), `${title}\n${text}`);
        }
      }),
      { numRuns: 300 },
    );
    assert.ok(whole > 10);
  });

  it('never makes another finding an error', () => {
    const errors = (text: string): number =>
      checkText(text, 'pgn').filter(({ severity }) => severity === 'error').length;
    fc.assert(
      fc.property(damagedAnnotatedGame(), ({ tags, words }) => {
        const text = textOf(tags, words);
        const game = readGame(text);
        for (const { title, edits, isWhole } of repairLine(game, lineAround(game, text.length - 2)).offers)
          if (isWhole) assert.ok(errors(applyEdits(text, edits)) <= errors(text), `${title}\n${text}`);
      }),
      { numRuns: 300 },
    );
  });
});

/** True if a word is in a variation. */
function isInside(words: readonly string[], at: number): boolean {
  let depth = 0;
  for (const word of words.slice(0, at)) depth += word === '(' ? 1 : word === ')' ? -1 : 0;
  return depth > 0;
}
