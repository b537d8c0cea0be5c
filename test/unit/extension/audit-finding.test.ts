import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditText } from '../../../src/core/audit/audit.ts';
import { findingState } from '../../../src/extension/audit/commands.ts';
import { canContainChessFence } from '../../../src/extension/audit/extend-markdown.ts';
import { readStandaloneLine } from '../../../src/protocol/state-messages.ts';
import { takenText } from '../../support/readings.ts';

const STALE = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3';
const TRUE = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const TEXT = `1. e4 e5 2. Nf3 Nc6 3. Bb5. So the position is \`${STALE}\`. I play 3... Na3. FEN: 8/8/8 w - - 0 1`;

const shown = (text: string, code: string) => {
  const finding = auditText(text).find((one) => one.code === code);
  assert.ok(finding, code);
  const { start, end } = finding.range;
  return findingState(finding, text.slice(start, end), 'talk.md', 4);
};

describe('a finding of an audit in the state view', () => {
  it('is the game up to the true state, with the state of the transcript compared', () => {
    const given = shown(TEXT, 'AUDIT_WRONG_STATE');
    assert.ok(given && readStandaloneLine(given), 'the state view reads it');
    assert.deepEqual(
      [given.line.title, given.line.steps.length, given.at, given.label],
      ['talk.md', 6, 5, 'transcript'],
    );
    assert.equal(given.line.steps[5]?.fen, TRUE);
    assert.equal(given.line.steps[5]?.name, '3.Bb5');
    const cell = given.line.rows[0]?.cells[5];
    assert.match(JSON.stringify(cell), /missed 3\.Bb5/);
    assert.ok(cell?.p !== null && cell?.p !== undefined && Math.abs(cell.p - 0.62) < 0.01, String(cell?.p));
    const [answer] = given.answers;
    assert.equal(takenText(answer), STALE);
  });

  it('is the position that a move or claim is about, with what is wrong as its sentence, and no state or score', () => {
    const text = '1. e4 e5 2. Nf3 Nc6 3. Bb5 Nb3 4. O-O';
    const given = shown(text, 'AUDIT_ILLEGAL_MOVE');
    assert.ok(given && readStandaloneLine(given));
    assert.equal(given.line.steps[given.at]?.fen, TRUE);
    assert.match(given.line.steps[given.at]?.unjudged ?? '', /^Nb3 is illegal after 3\.Bb5/);
    assert.deepEqual([given.label, given.line.rows, given.answers], [null, [], []]);
    const claim = shown('1. e4 e5 2. Nf3 Nc6 3. Bb5. It is White’s turn.', 'AUDIT_FALSE_CLAIM');
    assert.equal(claim?.line.steps.at(-1)?.unjudged, "“It is White’s turn”: after 3.Bb5 it is Black's turn");
  });

  it('is none where no position is known', () => {
    const text = `The position is 7k/8/8/8/8/8/8/K6P w - - 0 1.`;
    assert.equal(shown(text, 'AUDIT_IMPOSSIBLE_STATE'), undefined);
  });
});

describe('a Markdown file', () => {
  it('is looked at closely once it has a chess fence', () => {
    for (const text of ['```chess\n', 'a\n\n~~~ Chess\n', '   ````chess title\r\n1. e4'])
      assert.ok(canContainChessFence(text), text);
    for (const text of ['', 'chess', '```chessboard\n', '``` pgn\n', '    ```chess\n', 'a ```chess'])
      assert.ok(!canContainChessFence(text), text);
  });
});
