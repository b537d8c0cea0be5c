import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { type MavHover, mavHover } from '../../../src/core/mav/features/hover.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { mavView } from '../../../src/core/mav/view.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');
const CONNECT_FOUR = `<mav game=connect_four> %prev_state %prev_action %state %top_all </mav>
[%prev_state x || ${'. '.repeat(35)}. . . o . . . ||]
[%prev_action x3]
[%state o || ${'. '.repeat(28)}. . . x . . . . . . o . . . ||]
[%top_all o0:<ctrl3> o3:<ctrl64> ...]
`;

/** The hover at the start of the first `part` behind `after`. */
function at(text: string, part: string, after = '', dialect?: MavDialect): MavHover | undefined {
  const offset = text.indexOf(part, text.indexOf(after));
  assert.ok(offset >= 0, part);
  const hover = mavHover(mavView(text), offset, dialect);
  if (hover !== undefined) assert.ok(hover.range.start <= offset && offset < hover.range.end);
  return hover;
}

/** The same as one text: title, notes. */
function words(...args: Parameters<typeof at>): string | undefined {
  const hover = at(...args);
  return hover?.kind === 'board' ? [hover.title, ...hover.notes].join(' | ') : hover?.text;
}

describe('hovers of MAV', () => {
  it('show states with their side and the number of legal moves', () => {
    assert.equal(words(EXAMPLE, 'r1b1nr2'), '%prev_FEN, the previous position | White to move, 46 legal moves');
    assert.equal(words(EXAMPLE, 'b || R'), '%state, the current position · right | Black to move, 36 legal moves');
    assert.equal(
      words(EXAMPLE, 'r1b1nr2', '%best_action f'),
      '%FEN, after the best action · right | White to move, 42 legal moves',
    );
  });

  it('say what is wrong with a state, and mark it on the board', () => {
    const wrong = EXAMPLE.replace('2ppPpp1/q7', '2ppPpp1/1q6');
    const hover = at(wrong, 'r1b1nr2', '[%FEN');
    assert.ok(hover?.kind === 'board' && hover.board.kind === 'chess' && hover.isState);
    assert.equal(hover.title, '%FEN, the current position · 2 squares wrong (a5 empty, true q; b5 q, true empty)');
    assert.deepEqual(
      hover.board.marks.map(({ square, kind }) => [square, kind]),
      [
        ['a5', 'missing'],
        ['b5', 'invented'],
      ],
    );
    const native = EXAMPLE.replace('P . . q . .', 'P . . . q .');
    assert.match(
      words(native, 'b || R') ?? '',
      /^%state, the current position · 2 squares wrong \(a5 empty, true q; b5 q,/,
    );
    assert.match(words(EXAMPLE.replace(' b . n r . . |', ' b . n |'), 'b || R') ?? '', /not a position: 61 cells/);
  });

  it('show the board after an action, its name and its value', () => {
    const hover = at(EXAMPLE, 'f6f5');
    assert.ok(hover?.kind === 'board' && hover.board.kind === 'chess' && !hover.isState);
    assert.equal(hover.title, 'f6f5 (f5)');
    assert.deepEqual(hover.board.lastMove, ['f6', 'f5']);
    assert.equal(hover.state, 'r1b1nr2/pp1np1bk/2ppP1p1/q4p2/3P1P2/2NQB3/PPP1B1PP/R4RK1 w - - 0 14');
    const text = 'White to move, 42 legal moves | bucket 33 of 64: about 51 % to win for Black';
    assert.deepEqual(hover.notes.join(' | '), text);
    assert.equal(words(EXAMPLE, 'f6f5', '[%best'), `f6f5 (f5) | ${text}`);
    assert.equal(words(EXAMPLE, 'e5e6'), 'e5e6 (e6) | Black to move, 36 legal moves');
  });

  it('say that an action is illegal, and whether it is on the printed board, too', () => {
    assert.equal(
      words(EXAMPLE.replace('f8h8', 'f8f1'), 'f8f1'),
      'f8f1 is not legal here: the rook on f8 is blocked by the pawn on f6 · bucket 29 of 64: about 45 % to win for Black',
    );
    const moved = EXAMPLE.replace('[%state b || ', '[%state_ b').replace('2ppPpp1/q7', '2ppPpp1/1q6');
    assert.match(
      words(moved.replace('f8h8', 'b5b2'), 'b5b2') ?? '',
      /^b5b2 is not legal here: there is no piece on b5; legal on the printed board · /,
    );
    assert.match(
      words(moved.replace('f8h8', 'h1h2'), 'h1h2') ?? '',
      /^h1h2 is not legal here: .*; also on the printed board/,
    );
  });

  it('explain values by their dialect', () => {
    assert.equal(words(EXAMPLE, '<ctrl33>'), 'bucket 33 of 64: about 51 % to win for Black; from the other side 32');
    assert.equal(
      words(EXAMPLE, '<ctrl33>', '', { ...PUBLISHED_DIALECT, base: 0 }),
      'bucket 33 of 0 to 63: about 52 % to win for Black; from the other side 30',
    );
    assert.equal(words(EXAMPLE.replace('ctrl33', 'ctrl65'), '<ctrl65>'), '65 is not a bucket from 1 to 64');
    assert.equal(words(EXAMPLE.replace('ctrl33', 'ctrl'), '<ctrl>'), '<ctrl> is not a bucket');
  });

  it('explain commands by their place', () => {
    assert.equal(words(EXAMPLE, '%FEN'), '%FEN: the current position, as FEN; the list belongs to it');
    assert.equal(words(EXAMPLE, '%FEN </mav>'), '%FEN: the position after the best action, as FEN');
    assert.equal(words(EXAMPLE, '%FEN', '[%best'), '%FEN: the position after the best action, as FEN');
    assert.match(words(EXAMPLE, '%top_5') ?? '', /^%top_5: the 5 best actions, or all if fewer are legal, each with/);
    assert.match(words(EXAMPLE.replace('%state', '%stat'), '%stat') ?? '', /^%stat is not a known command/);
    assert.equal(words(EXAMPLE, 'chess'), 'chess');
    assert.equal(words(EXAMPLE, '</mav>'), undefined);
  });

  it('show the nodes of a trace and what they decide', () => {
    assert.equal(
      words(TRACE, '<root>'),
      '<root> | Black to move, 40 legal moves | selects g3g6: bucket 43 of 64: about 66 % to win',
    );
    const node = at(TRACE, '<root g3d6>');
    assert.ok(node?.kind === 'board' && node.board.kind === 'chess');
    assert.deepEqual(node.board.lastMove, ['g3', 'd6']);
    assert.deepEqual(node.notes, ['White to move, 45 legal moves', 'selects d5d6: bucket 32 of 64: about 49 % to win']);
    assert.equal(words(TRACE, 'd5d6', 'Selecting:')?.startsWith('d5d6 (Qxd6) | Black to move, '), true);
    assert.match(words(TRACE, 'g3g5', 'Decision for node: <root>') ?? '', /^g3g5 \(Qg5\) \| .*bucket 43 of 64/);
    assert.match(words(TRACE, 'g3g6!') ?? '', /^g3g6 \(Qxg6\) \| .* \| the action that the search plays$/);
    assert.equal(words(TRACE, 'breadth'), 'breadth 3: maximum number of actions considered at a node');
  });

  it('show a node that was never evaluated by its path', () => {
    const cut = TRACE.slice(0, TRACE.indexOf('Evaluation for node: <root g3d6>'));
    assert.equal(words(cut, '<root c2e2>'), '<root c2e2> | White to move, 45 legal moves');
    const lost = cut.replace('<root c2e2>', '<root c2e9>');
    assert.equal(words(lost, '<root c2e9>'), '<root c2e9>: position unknown');
  });

  it('show boards of stones', () => {
    const state = at(CONNECT_FOUR, 'o ||');
    assert.ok(state?.kind === 'board' && state.board.kind === 'connect_four');
    assert.equal(state.title, '%state, the current position · right');
    assert.deepEqual(state.notes, ['o to move, 7 legal actions']);
    const action = at(CONNECT_FOUR, 'o3');
    assert.ok(action?.kind === 'board' && action.board.kind === 'connect_four');
    assert.equal(action.board.last, 24);
    assert.deepEqual(action.notes, ['x to move, 7 legal actions', 'bucket 64 of 64: about 99 % to win for o']);
    assert.equal(
      words(CONNECT_FOUR, 'connect_four'),
      'connect_four; its format is assumed because it is not published',
    );
    const hung = CONNECT_FOUR.replace('. . . x . . . . .', '. . x . . . . . .');
    const wrong = at(hung, 'o ||');
    assert.ok(wrong?.kind === 'board' && wrong.board.kind === 'connect_four');
    assert.deepEqual(wrong.board.wrong, [30, 31]);
  });

  it('say nothing elsewhere, whatever the text is', () => {
    for (const text of [
      '',
      '\n',
      'nothing',
      '<mav',
      '<mav game=',
      '[%state',
      'Minimax breadth=',
      '<mav game=go> %state </mav>\n[%state x',
    ])
      for (let i = 0; i <= text.length; i++) {
        const hover = mavHover(mavView(text), i);
        if (hover !== undefined) assert.equal(hover.kind, 'text');
      }
  });
});
