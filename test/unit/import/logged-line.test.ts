import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { readLoggedLine } from '../../../src/models/import/logs/logged-game.ts';

describe('the line that a log tells', () => {
  it('is understood in UCI and SAN, as text and as list, with numbers, comments and results', () => {
    const expected = readLoggedLine(INITIAL_FEN, 'e2e4 e7e5 g1f3 b8c6', 'chess');
    assert.ok(expected.ok);
    assert.deepEqual(expected.value.moves, ['e4', 'e5', 'Nf3', 'Nc6']);
    for (const told of [
      ['e4', 'e5', 'Nf3', 'Nc6'],
      '1. e4 e5 2. Nf3 {a comment, e4} Nc6 1/2-1/2',
      '1.e4 e5 2.Nf3 2...Nc6 *',
      'e2e4,e7e5,g1f3,b8c6',
      'e2e4 e7e5 g1f3 b8c6 f1',
    ])
      assert.deepEqual(readLoggedLine(INITIAL_FEN, told, 'chess'), expected, String(told));
  });

  it('says which move cannot be played', () => {
    const wrong = readLoggedLine(INITIAL_FEN, 'e4 e4', 'chess');
    assert.ok(!wrong.ok && wrong.error.startsWith('move 2, e4:'), JSON.stringify(wrong));
    assert.equal(readLoggedLine('nowhere', 'e4', 'chess').ok, false);
    assert.equal(readLoggedLine(INITIAL_FEN, 7, 'chess').ok, false);
  });
});
