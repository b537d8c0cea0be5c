import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readState } from '../../../src/api/answers.ts';

const STATE = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const OTHER = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

describe('statelens/answers', () => {
  it('reads the state that words mark, with all candidates at their places', () => {
    const answer = `After 1. e4: ${STATE}\nFinal FEN: ${OTHER}`;
    const reading = readState(answer);
    assert.deepEqual(
      [reading.outcome, reading.rule, reading.state, reading.doubtful],
      ['certain', 'labelled', OTHER, false],
    );
    assert.equal(reading.predicted, OTHER);
    for (const { start, end, state } of reading.candidates) assert.equal(answer.slice(start, end), state);
    assert.deepEqual([reading.taken, reading.candidates.map(({ role }) => role).at(-1)], [1, 'final']);
    assert.match(reading.description, /labeled `Final`/);
  });

  it('says that a choice is doubtful, that nothing is stated, and that a state cannot be read', () => {
    const doubtful = readState(`${STATE}\n\n${OTHER}`);
    assert.deepEqual([doubtful.outcome, doubtful.doubtful, doubtful.reason !== null], ['doubtful', true, true]);
    const none = readState('I do not know.');
    assert.deepEqual([none.outcome, none.state, none.predicted, none.taken], ['none', null, null, null]);
    const unread = readState(`Board:\nr n b q k b n r\n${'. . . . . . . .\n'.repeat(5)}`);
    assert.deepEqual([unread.outcome, unread.state, unread.predicted], ['unread', null, '??']);
  });

  it('reads states of worlds, by place, and not those of the prompt', () => {
    assert.equal(readState('State: 2 1 3', { world: 's3' }).state, '2 1 3');
    assert.equal(readState(`${STATE}\n\n${OTHER}`, { take: 'first' }).state, STATE);
    const echo = readState(`From ${STATE} comes ${OTHER}`, { prompt: `The state is ${STATE}.` });
    assert.equal(echo.state, OTHER);
  });

  it('throws coded errors for options, and for no answer', () => {
    assert.throws(() => readState('', { world: 'nowhere' }), { code: 'bad-option' });
    assert.throws(() => readState('', { world: 's3', game: 'chess' }), { code: 'bad-option' });
    assert.throws(() => readState('', { take: 'middle' as 'first' }), { code: 'bad-option' });
    assert.throws(() => readState('', { game: 'go' as 'chess' }), { code: 'bad-option' });
    fc.assert(
      fc.property(fc.string(), (answer) => {
        const { candidates, taken, outcome } = readState(answer);
        for (const { start, end } of candidates) assert.ok(0 <= start && start <= end && end <= answer.length);
        assert.equal(taken === null, outcome === 'none' || outcome === 'unread');
      }),
    );
  });
});
