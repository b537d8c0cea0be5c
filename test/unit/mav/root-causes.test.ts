import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { assertMavLaw } from './mav-law.ts';

/*
 * One slip is one finding: what only follows from it is not held against the model a second time.
 */

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8').replace('g3g5 :', 'g3g6 :');

/** What is found above info: `CODE text`; formatting keeps what the text says. */
function faults(base: string, ...changes: readonly (readonly [from: string | RegExp, to: string])[]): string[] {
  let text = base;
  for (const [from, to] of changes) {
    assert.notEqual(text.replace(from, to), text, String(from));
    text = text.replace(from, to);
  }
  assertMavLaw(text);
  return checkText(text, 'mav')
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ code, range }) => `${code} ${text.slice(range.start, range.end).slice(0, 30)}`);
}

describe('a slip in an example', () => {
  it('is not in the published one', () => assert.deepEqual(faults(EXAMPLE), []));

  it('is the prose between its lines, which go on behind it', () => {
    const prose = 'So the pawn takes e6.';
    assert.deepEqual(faults(EXAMPLE, ['[%prev_action', `${prose}\n\n[%prev_action`]), [`MAV_STRAY_TEXT ${prose}`]);
    assert.deepEqual(faults(EXAMPLE, ['[%top_5', `${prose}\n  Now *the list*:\n[%top_5`]), [
      `MAV_STRAY_TEXT ${prose}`,
      'MAV_STRAY_TEXT Now *the list*:',
    ]);
    // a long text is no remark, and behind the last line nothing is asked for
    const words = Array.from({ length: 100 }, (_, i) => `word${i}`).join(' ');
    const long = faults(EXAMPLE, ['[%top_5', `${words}\n[%top_5`]);
    assert.deepEqual(
      long.map((line) => line.slice(0, 20)),
      ['MAV_STRAY_TEXT word0', 'MAV_STRAY_TEXT [%top', 'MAV_STRAY_TEXT [%bes', 'MAV_STRAY_TEXT [%FEN'],
    );
    assert.deepEqual(faults(`${EXAMPLE.trimEnd()}\nDone.\n`), []);
  });

  it('is a command of the header that is not known, and not the line that stands for it', () => {
    assert.deepEqual(faults(EXAMPLE, ['%best_action %FEN <', '%best_move %FEN <']), ['MAV_UNKNOWN_COMMAND %best_move']);
  });

  it('is a list of no actions that is asked for, and not that it has none', () => {
    const none = faults(EXAMPLE, ['%top_5 %best_action %FEN <', '%top_0 <'], [/\[%top_5[^]*/, '[%top_0 ]\n']);
    assert.deepEqual(none, ['MAV_TOP_ZERO %top_0']);
  });

  it('is a state that does not follow, whichever of two it is', () => {
    assert.deepEqual(faults(EXAMPLE, ['b - - 0 13', 'b - - 0 15']), ['MAV_WRONG_FIELD r1b1nr2/pp1np1bk/2ppPpp1/q7/3P']);
    // where nothing says which is wrong they disagree
    const alone = EXAMPLE.replace(/%prev_FEN %prev_action /, '')
      .replace(/\[%prev_\w+ [^\]]*\]\n/g, '')
      .replace(/ %FEN(?= <)|\[%FEN [^\]]* w - - 0 14\]\n/g, '');
    const [only, ...others] = faults(alone, ['b - - 0 13', 'b - - 0 15']);
    assert.match(only, /^MAV_STATES_DIFFER /);
    assert.deepEqual(others, []);
  });
});

describe('an answer that stops', () => {
  it('has one fault, wherever it stops in a line', () => {
    const body = EXAMPLE.indexOf('[%FEN');
    let lines = 0;
    for (let at = body + 2; at < EXAMPLE.trimEnd().length; at++) {
      const text = EXAMPLE.slice(0, at);
      if (text.endsWith('\n') || /[\n\]]\[?$/.test(text)) continue;
      const found = checkText(text, 'mav').filter(({ severity }) => severity === 'error');
      // a counter that is cut is another one
      if (!/\d\]/.test(EXAMPLE.slice(at - 1, at + 2)))
        assert.deepEqual(
          found.map(({ code }) => code),
          ['MAV_UNCLOSED_LINE'],
          text.slice(-60),
        );
      assert.ok(found.length > 0);
      lines++;
    }
    assert.ok(lines > 300);
  });

  it('does not hide what is wrong before its last line, or in it but for its end', () => {
    const faultsOf = (text: string): string[] =>
      checkText(text, 'mav').flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));
    const cut = EXAMPLE.slice(0, EXAMPLE.indexOf(' a5f5:'));
    assert.deepEqual(faultsOf(cut.replace('d7b6:', 'd7b5:')).sort(), ['MAV_ILLEGAL_ACTION', 'MAV_UNCLOSED_LINE']);
    assert.deepEqual(faultsOf(cut.replace('%prev_action e5e6]', '%prev_action e5e7]')).sort(), [
      'MAV_PREVIOUS_ACTION',
      'MAV_UNCLOSED_LINE',
    ]);
  });
});

describe('a previous action that the rest does not follow', () => {
  const HEX = `<mav game=hex> %prev_action %prev_state %top_all %best_action %state </mav>
[%prev_action c3]
[%prev_state x || . . . . . . . . . ||]
[%top_all c2:<ctrl60> a2:<ctrl49> c1:<ctrl49> b2:<ctrl32> b3:<ctrl27> b1:<ctrl6> a1:<ctrl1> a3:<ctrl1>]
[%best_action c2]
[%state x || . . . . . o . . x ||]
`;

  it('is the one finding, where another fits list, best action and last state', () => {
    assert.deepEqual(faults(HEX), []);
    assert.deepEqual(faults(HEX, ['action c3', 'action a2']), ['MAV_PREVIOUS_ACTION a2']);
    const [found] = checkText(HEX.replace('action c3', 'action a2'), 'mav').filter(
      ({ severity }) => severity === 'error',
    );
    assert.equal(found?.message, 'what follows is legal and right behind c3, not behind a2');
  });

  it('is not blamed for a slip in the list or in the last state', () => {
    assert.deepEqual(faults(HEX, ['a2:<', 'c3:<']), ['MAV_ILLEGAL_ACTION c3']);
    assert.deepEqual(faults(HEX, ['. o . . x', '. o . x .']), ['MAV_WRONG_FINAL_STATE x || . . . . . o . x . ||']);
  });
});

describe('a slip in a trace', () => {
  it('is not in the published one without its own', () => assert.deepEqual(faults(TRACE), []));

  it('is an action that is not the one of the path', () => {
    assert.deepEqual(faults(TRACE, ['[%prev_action c2e2]', '[%prev_action g3d6]']), ['TRACE_NODE g3d6']);
    assert.deepEqual(faults(TRACE, ['[%prev_action c2e2]', '[%prev_action a1a2]']), ['TRACE_NODE a1a2']);
  });

  it('is a node that is not announced, and not the order of the others', () => {
    assert.deepEqual(faults(TRACE, ['<root>: <root g3d6> ', '<root>: ']), [
      'TRACE_NOT_EVALUATED Evaluation for node: <root g3d',
    ]);
  });

  it('is the selection of a leaf, and not what is weighed above it', () => {
    assert.deepEqual(faults(TRACE, ['Selecting: d5d6 : "<ctrl32>"', 'Selecting: d5d6 : "<ctrl62>"']), [
      'TRACE_LEAF_DECISION <ctrl62>',
    ]);
  });

  it('is a value that is weighed, and not the selection that is right by the nodes', () => {
    assert.deepEqual(faults(TRACE, ['g3g6 : "<ctrl43>"\nc2e2', 'g3g6 : "<ctrl20>"\nc2e2']), [
      'TRACE_DECISION_VALUE <ctrl20>',
    ]);
    assert.deepEqual(
      faults(TRACE, ['Selecting g3g6 : "<ctrl43>"\nPlaying g3g6', 'Selecting g3d6 : "<ctrl33>"\nPlaying g3d6']),
      ['TRACE_SELECTION g3d6 : "<ctrl33>"'],
    );
  });
});

/** A mate and a stalemate in one. */
const ENDS = `Minimax breadth=2 depth=1
Evaluation for node: <root>
<mav game=chess> %FEN %top_all %best_action </mav>
[%FEN 7k/8/5KQ1/8/8/8/8/8 w - - 0 1]
[%top_all g6g7:<ctrl64> g6f7:<ctrl32> . . .]
[%best_action g6g7]
Expand from node <root>: <root g6g7> <root g6f7>
Evaluation for node: <root g6g7>
<mav game=chess> %prev_FEN %prev_action %FEN %top_all </mav>
[%prev_FEN 7k/8/5KQ1/8/8/8/8/8 w - - 0 1]
[%prev_action g6g7]
[%FEN 7k/6Q1/5K2/8/8/8/8/8 b - - 1 1]
[%top_all invalid : "1-0"]
Decision for node: <root g6g7>
Selecting: invalid : "1-0"
Evaluation for node: <root g6f7>
<mav game=chess> %prev_FEN %prev_action %FEN %top_all </mav>
[%prev_FEN 7k/8/5KQ1/8/8/8/8/8 w - - 0 1]
[%prev_action g6f7]
[%FEN 7k/5Q2/5K2/8/8/8/8/8 b - - 1 1]
[%top_all invalid : "1/2-1/2"]
Decision for node: <root g6f7>
Selecting: invalid : "1/2-1/2"
Decision for node: <root>
g6g7 : "<ctrl64>"
g6f7 : "<ctrl32>"
Selecting: g6g7 : "<ctrl64>"
Playing g6g7!
`;

describe('the value of an end of the game', () => {
  it('is that of a win, or of a draw seen from either side', () => {
    assert.deepEqual(faults(ENDS), []);
    assert.deepEqual(faults(ENDS, ['g6f7 : "<ctrl32>"', 'g6f7 : "<ctrl33>"']), []);
  });

  it('is named where a decision has another', () => {
    assert.deepEqual(faults(ENDS, ['g6f7 : "<ctrl32>"', 'g6f7 : "<ctrl40>"']), ['TRACE_DECISION_VALUE <ctrl40>']);
    assert.deepEqual(faults(ENDS, ['g6g7 : "<ctrl64>"', 'g6g7 : "<ctrl1>"']), ['TRACE_DECISION_VALUE <ctrl1>']);
  });
});
