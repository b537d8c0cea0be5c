import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nativePrompt } from '../../../src/models/sources/builtin.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const NATIVE =
  'b || R N B Q K B N R P P P P . P P P . . . . . . . . . . . . P . . . . . . . . . . . . . . . . . . . p p p p p p p p r n b q k b n r |11110000001||';
const AFTER = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
const NATIVE_AFTER =
  'w || R N B Q K B N R P P P P . P P P . . . . . . . . . . . . P . . . . . . . p . . . . . . . . . . . p p p p . p p p r n b q k b n r |11110000002||';

describe('a MAV prompt with FENs, for a model of native states', () => {
  it('asks the same with native states, and gives the answer back with FENs', () => {
    const given = nativePrompt(
      `<mav game=chess> %prev_FEN %prev_action %FEN </mav>\n[%prev_FEN ${FEN}]\n[%prev_action e7e5]\n`,
    );
    assert.equal(
      given?.prompt,
      `<mav game=chess> %prev_state %prev_action %state </mav>\n[%prev_state ${NATIVE}]\n[%prev_action e7e5]\n`,
    );
    assert.equal(given.restore(`[%state ${NATIVE_AFTER}]\n`), `[%FEN ${AFTER}]\n`);
  });

  it('asks once for what is wanted in both forms', () => {
    const given = nativePrompt(
      `<mav game=chess> %prev_FEN %prev_action %FEN %state %top_2 %best_action %FEN %state </mav>\n[%prev_FEN ${FEN}]\n[%prev_action e7e5]\n`,
    );
    assert.match(
      given?.prompt ?? '',
      /^<mav game=chess> %prev_state %prev_action %state %top_2 %best_action %state <\/mav>\n/,
    );
    const answer = `[%state ${NATIVE_AFTER}]\n[%top_2 a2a3:<ctrl30> b1c3:<ctrl31>]\n[%best_action b1c3]\n[%state what is this]\n`;
    assert.equal(
      given?.restore(answer),
      `[%FEN ${AFTER}]\n[%state ${NATIVE_AFTER}]\n[%top_2 a2a3:<ctrl30> b1c3:<ctrl31>]\n[%best_action b1c3]\n[%FEN what is this]\n[%state what is this]\n`,
    );
  });

  it('leaves a given state out of what is asked for', () => {
    const given = nativePrompt(`<mav game=chess960> %FEN %top_1 %best_action %FEN </mav>\n[%FEN ${FEN}]\n`);
    assert.equal(given?.prompt, `<mav game=chess960> %state %top_1 %best_action %state </mav>\n[%state ${NATIVE}]\n`);
    assert.equal(
      given.restore(`[%top_1 e7e5:<ctrl32>]\n[%best_action e7e5]\n[%state ${NATIVE_AFTER}]\n`),
      `[%top_1 e7e5:<ctrl32>]\n[%best_action e7e5]\n[%FEN ${AFTER}]\n`,
    );
  });

  it('is left alone where it has native states, or is of another game', () => {
    for (const prompt of [
      `<mav game=chess> %state %top_1 </mav>\n[%state ${NATIVE}]\n`,
      '<mav game=hex> %state %best_action </mav>\n[%state x || . . ||]\n',
      'What is a FEN?',
    ])
      assert.equal(nativePrompt(prompt), undefined, prompt);
  });
});
