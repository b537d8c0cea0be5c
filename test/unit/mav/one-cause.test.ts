import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';

// traces of one action a node are short, and outside of what models were trained on
const found = (text: string) => checkText(text, 'mav').filter(({ code }) => code !== 'TRACE_PARAMETER');
const codes = (text: string): string[] => found(text).map(({ code }) => code);

const TRACE = `Minimax breadth=1 depth=1
Evaluation for node: <root>
<mav game=hex> %state %top_all %best_action </mav>
[%state x || . . o x ||]
[%top_all a1:<ctrl20> b1:<ctrl64>]
[%best_action b1]
Expand from node <root>: <root a1>
`;

describe('one mistake of an example', () => {
  it('is a bucket that is none, and no higher value', () => {
    const text = `<mav game=hex> %state %top_2 %best_action </mav>
[%state x || . . . . . . . . . ||]
[%top_2 a1:<ctrl100> b2:<ctrl60>]
[%best_action b2]
`;
    assert.deepEqual(codes(text), ['MAV_BUCKET']);
    assert.deepEqual(codes(text.replace('100', '63')), ['MAV_BEST_NOT_HIGHEST']);
  });

  it('is a clock or a right that only one form of the previous state tells', () => {
    const text = (after: string) => `<mav game=chess> %prev_state %prev_FEN %prev_action %FEN </mav>
[%prev_state w || . . . . K . . R ${'. '.repeat(48)}. . . . k . . . |10000003020||]
[%prev_FEN 4k3/8/8/8/8/8/8/4K2R w K - 3 20]
[%prev_action h1h2]
[%FEN 4k3/8/8/8/8/8/7R/4K3 b ${after} 20]
`;
    assert.deepEqual(codes(text('- - 4')), []);
    assert.deepEqual(codes(text('- - 5')), ['MAV_WRONG_FIELD']);
  });

  it('is the one of two states from which the last state does not follow', () => {
    const text = `<mav game=chess> %state %FEN %top_1 %best_action %FEN </mav>
[%state 4k3/8/8/8/8/8/1N6/4K2R w - - 3 20]
[%FEN 4k3/8/8/8/8/8/N7/4K2R w - - 3 20]
[%top_1 h1h2:<ctrl60>]
[%best_action h1h2]
[%FEN 4k3/8/8/8/8/8/N6R/4K3 b - - 4 20]
`;
    assert.deepEqual(codes(text), ['MAV_STATES_DIFFER']);
  });

  it('is no missing castling where the other player castled and nobody knows the rights', () => {
    const text = `<mav game=chess> %prev_state %prev_action %state %top_all </mav>
[%prev_state b || R . . . K . . . P P P P P P P P ${'. '.repeat(32)}p p p p p p p p . . . . k . . r |00010003020||]
[%prev_action e8g8]
[%state w || R . . . K . . . P P P P P P P P ${'. '.repeat(32)}p p p p p p p p . . . . . r k . |00000004021||]
[%top_all a1b1:<ctrl1> a1c1:<ctrl1> a1d1:<ctrl1> e1d1:<ctrl1> e1f1:<ctrl1> ${'a b c d e f g h'
      .split(' ')
      .map((f) => `${f}2${f}3:<ctrl1> ${f}2${f}4:<ctrl1>`)
      .join(' ')}]
`;
    assert.deepEqual(codes(text), []);
    assert.deepEqual(codes(text.replace('e1f1:<ctrl1>', 'e1f1:<ctrl1> e1c1:<ctrl1>')), []);
  });

  it('is a castling right for which no rook stands, in Chess960, too', () => {
    const text = (rights: string) => `<mav game=chess960> %prev_FEN %prev_action %FEN </mav>
[%prev_FEN 4k3/8/8/8/8/8/8/4K2R w - - 3 20]
[%prev_action h1h2]
[%FEN 4k3/8/8/8/8/8/7R/4K3 b ${rights} - 4 20]
`;
    assert.deepEqual(codes(text('-')), []);
    assert.deepEqual(codes(text('q')), ['MAV_WRONG_FIELD']);
  });
});

describe('one mistake of a trace', () => {
  const LEAF = `Evaluation for node: <root b1>
<mav game=hex> %prev_state %prev_action %state %top_all %best_action </mav>
[%prev_state x || . . . . . . . . . ||]
[%prev_action b1]
[%state o || . x . . . . . . . ||]
[%top_all a1:<ctrl10> c1:<ctrl11> a2:<ctrl12> b2:<ctrl40> c2:<ctrl14> a3:<ctrl15> b3:<ctrl16> c3:<ctrl17>]
[%best_action b2]
Decision for node: <root b1>
Selecting: b2 : "<ctrl40>"
`;
  const trace = (leaf: string) => `Minimax breadth=1 depth=1
Evaluation for node: <root>
<mav game=hex> %state %top_all %best_action </mav>
[%state x || . . . . . . . . . ||]
[%top_all a1:<ctrl10> b1:<ctrl41> c1:<ctrl11> a2:<ctrl12> b2:<ctrl40> c2:<ctrl14> a3:<ctrl15> b3:<ctrl16> c3:<ctrl17>]
[%best_action b1]
Expand from node <root>: <root b1>
${leaf}Decision for node: <root>
b1 : "<ctrl25>"
Selecting b1 : "<ctrl25>"
Playing b1!
`;

  it('is a best action that has not the highest value, where the highest is selected', () => {
    assert.deepEqual(codes(trace(LEAF)), []);
    assert.deepEqual(codes(trace(LEAF.replace('%best_action b2', '%best_action a3'))), ['MAV_BEST_NOT_HIGHEST']);
    assert.deepEqual(
      codes(trace(LEAF.replace('Selecting: b2 : "<ctrl40>"', 'Selecting: a3 : "<ctrl15>"'))).slice(0, 1),
      ['TRACE_LEAF_CHOICE'],
    );
  });

  it('is a node that is written twice', () => {
    const [one, ...more] = found(trace(LEAF + LEAF));
    assert.equal(one?.code, 'TRACE_NODE');
    assert.equal(one?.message, 'this node already has its evaluation; 1 step behind it is repeated, too');
    assert.deepEqual(more, []);
  });

  it('is no result in other quotation marks', () => {
    const ended = `${TRACE.replace('a1:<ctrl20> ', '').replace('[%state x || . . o x ||]', '[%state x || o . o x ||]').replaceAll('root a1', 'root b1')}Evaluation for node: <root b1>
<mav game=hex> %prev_state %prev_action %state %top_all </mav>
[%prev_state x || o . o x ||]
[%prev_action b1]
[%state o || o x o x ||]
[%top_all invalid : '1-0']
Decision for node: <root b1>
Selecting: invalid : '1-0'
Decision for node: <root>
b1 : "<ctrl64>"
Selecting b1 : "<ctrl64>"
Playing b1!
`;
    assert.deepEqual(codes(ended), []);
  });
});
